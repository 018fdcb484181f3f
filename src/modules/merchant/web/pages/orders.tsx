import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { ItemPicker, type PickedItem } from '#modules/entrance/web/parts/item-picker.tsx'
import { orderSorts, positionForm, type OrderSort } from '#modules/orders/list-shapes.ts'
import { findMerchantOrders, listAttendees } from '../../orders-contract.ts'
import { OrderTable } from '../orders/order-table.tsx'
import { useTexts } from '../texts.ts'

/** All orders, those of a date, a run or a screening, or by number, name, email or phone. */
export default function OrdersPage() {
  const t = useTexts()
  const locale = useLocale()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [item, setItem] = useState<PickedItem | null>(null)
  const isUndelivered = search.has('undelivered')
  const of = item && { source: item.source, itemId: item.itemId }
  // Other orders begin with their first page.
  const leavePage = () => {
    const next = new URLSearchParams(search)
    next.delete('after')
    if (search.has('after')) setSearch(next, { replace: true })
  }
  return (
    <>
      <title>{t('navOrders')}</title>
      <PageTitle look="office">{t('navOrders')}</PageTitle>
      <form
        className="mt-group grid items-end gap-near tablet:grid-cols-[1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          setText(typed.trim())
          leavePage()
        }}
      >
        <TextField
          label={t('ordersText')}
          hint={t('ordersTextHint')}
          type="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit">{t('find')}</Button>
      </form>
      <div className="mt-near flex flex-wrap items-end gap-near">
        <ItemPicker
          label={t('ordersEvent')}
          anyText={t('ordersAnyEvent')}
          picked={item}
          onPicked={(picked) => {
            setItem(picked)
            leavePage()
          }}
        />
        {of && (
          <LinkButton
            look="quiet"
            download
            href={browserClient(locale).address(listAttendees, { query: of })}
          >
            {t('ordersAttendees')}
          </LinkButton>
        )}
        <LinkButton look="quiet" to="/merchant/import-orders">
          {t('ordersImport')}
        </LinkButton>
      </div>
      {text === '' && of === null && (
        <div className="mt-part flex flex-wrap items-baseline justify-between gap-x-group gap-y-tight">
          <h2 className="font-display text-xl font-bold">
            {t(isUndelivered ? 'ordersUndelivered' : 'ordersAll')}
          </h2>
          <LocalLink
            to={isUndelivered ? '/merchant/orders' : '/merchant/orders?undelivered=1'}
            className="link"
          >
            {t(isUndelivered ? 'ordersAll' : 'ordersUndelivered')}
          </LocalLink>
        </div>
      )}
      <Found
        key={`${text} ${of?.source} ${of?.itemId} ${isUndelivered}`}
        text={text}
        of={of}
        search={search}
      />
    </>
  )
}

interface FoundProps {
  readonly text: string
  /** Null for orders of all items. */
  readonly of: Pick<PickedItem, 'source' | 'itemId'> | null
  readonly search: URLSearchParams
}

function Found({ text, of, search }: FoundProps) {
  const t = useTexts()
  const sort = orderSorts.find((one) => one === search.get('sort')) ?? 'newest'
  const after = search.get('after') ?? ''
  const isBehind = positionForm.test(after)
  const isUndelivered = search.has('undelivered') && text === '' && of === null
  const body = { sort, isUndelivered, ...of, ...(text && { text }), ...(isBehind && { after }) }
  const found = useLoaded(findMerchantOrders, { body })
  const nothing = isUndelivered
    ? ({ title: 'ordersAllDelivered', note: 'ordersAllDeliveredNote' } as const)
    : text === ''
      ? ({ title: 'ordersYetNone', note: 'ordersYetNoneNote' } as const)
      : ({ title: 'ordersNone', note: 'ordersNoneNote' } as const)
  const addressOf = (query: { sort: OrderSort; after?: string }) =>
    `/merchant/orders?${new URLSearchParams({ ...query, ...(isUndelivered && { undelivered: '1' }) }).toString()}`
  return (
    <LoadedPart of={found} className="mt-group">
      {({ items, next }) =>
        items.length === 0 ? (
          <EmptyState title={t(nothing.title)}>{t(nothing.note)}</EmptyState>
        ) : (
          <div className="mt-group">
            <OrderTable
              orders={items}
              sorting={{ current: sort, addressOf: (chosen) => addressOf({ sort: chosen }) }}
            />
            <div className="mt-group flex flex-wrap gap-near empty:hidden">
              {isBehind && (
                <LinkButton look="quiet" to={addressOf({ sort })}>
                  {t('ordersFirst')}
                </LinkButton>
              )}
              {next !== null && (
                <LinkButton look="quiet" to={addressOf({ sort, after: next })}>
                  {t('ordersNext')}
                </LinkButton>
              )}
            </div>
          </div>
        )
      }
    </LoadedPart>
  )
}
