import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Button } from '#design/parts/button.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { ItemPicker, type PickedItem } from '#modules/entrance/web/parts/item-picker.tsx'
import { OrderStatusMark } from '#modules/orders/web/parts/order-status.tsx'
import { findMerchantOrders, listAttendees, type MerchantOrderLine } from '../../orders-contract.ts'
import { contentsInWords } from '../contents-in-words.ts'
import { useTexts } from '../texts.ts'

/** The latest orders, those of a date, a run or a screening, or by number, name, email or phone. */
export default function OrdersPage() {
  const t = useTexts()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [item, setItem] = useState<PickedItem | null>(null)
  const of = item && { source: item.source, itemId: item.itemId }
  return (
    <>
      <title>{t('navOrders')}</title>
      <PageTitle look="office">{t('navOrders')}</PageTitle>
      <form
        className="mt-group grid items-end gap-near tablet:grid-cols-[1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          setText(typed.trim())
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
          onPicked={setItem}
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
      </div>
      {text === '' && of === null && (
        <h2 className="mt-part font-display text-xl font-bold">{t('ordersLatest')}</h2>
      )}
      <Found key={`${text} ${of?.source} ${of?.itemId}`} text={text} of={of} />
    </>
  )
}

interface FoundProps {
  readonly text: string
  /** Null for orders of all items: without a text, the latest. */
  readonly of: Pick<PickedItem, 'source' | 'itemId'> | null
}

function Found({ text, of }: FoundProps) {
  const t = useTexts()
  const [offset, setOffset] = useState(0)
  const body = { offset, ...of, ...(text && { text }) }
  const found = useLoaded(findMerchantOrders, { body })
  return (
    <LoadedPart of={found} className="mt-group">
      {({ items, next }) =>
        items.length === 0 ? (
          <EmptyState title={t(text === '' ? 'ordersYetNone' : 'ordersNone')}>
            {t(text === '' ? 'ordersYetNoneNote' : 'ordersNoneNote')}
          </EmptyState>
        ) : (
          <>
            <ul className="mt-group border-t border-rule">
              {items.map((order) => (
                <Line key={order.orderNumber} order={order} />
              ))}
            </ul>
            {next !== null && (
              <Button look="quiet" className="mt-group" onClick={() => setOffset(next)}>
                {t('ordersOlder')}
              </Button>
            )}
          </>
        )
      }
    </LoadedPart>
  )
}

function Line({ order }: { order: MerchantOrderLine }) {
  const t = useTexts()
  const locale = useLocale()
  const { orderNumber, statusName, buyerName, buyerEmail, prices, createdAt } = order
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 border-b border-rule py-near">
      <LocalLink to={`/merchant/orders/${orderNumber}`} className="link figures font-semibold">
        {orderNumber}
      </LocalLink>
      <span className="min-w-0 grow basis-full break-words tablet:basis-48">
        {buyerName}{' '}
        <span className="inline-block max-w-full text-note text-soft">
          <EmailAddress>{buyerEmail}</EmailAddress>
        </span>
      </span>
      <span className="text-note text-soft">{contentsInWords(t, order)}</span>
      <span className="figures">
        {prices.map((price) => formatMoney(locale, price)).join(' + ')}
      </span>
      <time dateTime={createdAt} className="figures text-note text-soft">
        {formatDateTime(locale, createdAt)}
      </time>
      <OrderStatusMark name={statusName} />
    </li>
  )
}
