import { Form, useSubmit } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Price } from '#design/parts/price.tsx'
import { Section } from '#design/parts/section.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import type { Currency } from '#kernel/money.ts'
import { orderSorts, positionForm, type OrderSort } from '#modules/orders/list-shapes.ts'
import { OrderStatusMark } from '#modules/orders/web/parts/order-status.tsx'
import { orderStates, type FoundOrderView, type OfficeOrdersView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

const dayForm = /^20\d\d-\d\d-\d\d$/

/** Filters in the address of the page; what is not one of them is left out. */
export function filtersOf(search: URLSearchParams) {
  const state = orderStates.find((one) => one === search.get('state'))
  const sort = orderSorts.find((one) => one === search.get('sort'))
  const after = search.get('after') ?? ''
  const dayOf = (name: string) => {
    const day = search.get(name) ?? ''
    return dayForm.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined
  }
  const [dateFrom, dateTo] = [dayOf('dateFrom'), dayOf('dateTo')]
  return {
    ...(state && { state }),
    ...(sort && { sort }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(positionForm.test(after) && { after }),
  }
}

interface OrderListProps extends OfficeOrdersView {
  readonly filters: ReturnType<typeof filtersOf>
}

/** One page of all orders, with filters that are part of the address. */
export function OrderList({ orders, next, filters }: OrderListProps) {
  const t = useTexts()
  const submit = useSubmit()
  const { after, ...others } = filters
  const isFiltered =
    (others.state ?? 'all') !== 'all' || Boolean(others.dateFrom ?? others.dateTo ?? after)
  const addressOf = (query: Record<string, string>) => {
    const search = new URLSearchParams(query).toString()
    return search === '' ? '/operator/orders' : `/operator/orders?${search}`
  }
  return (
    <Section title={t('ordersTitle')} className="mt-part">
      <Form
        key={JSON.stringify(others)}
        className="grid items-end gap-near tablet:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
        onChange={({ currentTarget }) => void submit(currentTarget)}
      >
        {others.sort && <input type="hidden" name="sort" value={others.sort} />}
        <Select label={t('ordersState')} name="state" defaultValue={others.state ?? 'all'}>
          {orderStates.map((state) => (
            <option key={state} value={state}>
              {t(`ordersState-${state}`)}
            </option>
          ))}
        </Select>
        <DateField label={t('ordersFrom')} name="dateFrom" defaultValue={others.dateFrom} />
        <DateField label={t('ordersUntil')} name="dateTo" defaultValue={others.dateTo} />
        <Button type="submit" look="quiet" className="justify-self-start">
          {t('ordersShow')}
        </Button>
      </Form>
      <LinkButton look="quiet" className="mt-near" to="/operator/import-orders">
        {t('ordersImport')}
      </LinkButton>
      {orders.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'ordersNone' : 'ordersNoneYet')} />
      ) : (
        <div className="mt-group">
          <OrderTable
            orders={orders}
            sorting={{
              current: others.sort ?? 'newest',
              addressOf: (sort) => addressOf({ ...others, sort }),
            }}
          />
        </div>
      )}
      <div className="mt-group flex flex-wrap gap-near">
        {after !== undefined && (
          <LinkButton look="quiet" to={addressOf(others)}>
            {t('ordersFirst')}
          </LinkButton>
        )}
        {next !== null && (
          <LinkButton look="quiet" to={addressOf({ ...others, after: next })}>
            {t('ordersNext')}
          </LinkButton>
        )}
      </div>
    </Section>
  )
}

interface OrderTableProps {
  readonly orders: readonly FoundOrderView[]
  /** Of pages of orders; without it these are all, which are sorted here. */
  readonly sorting?: {
    readonly current: OrderSort
    readonly addressOf: (sort: OrderSort) => string
  }
}

/** A table of orders, each with a link to its page. */
export function OrderTable({ orders, sorting }: OrderTableProps) {
  const t = useTexts()
  const sorted = (
    compare: (one: FoundOrderView, other: FoundOrderView) => number,
    sorts?: Column<FoundOrderView, OrderSort>['sorts'],
  ) => (sorting ? (sorts ? { sorts } : {}) : { compare })
  return (
    <Table
      caption={t('navOrders')}
      isStacked
      rows={orders}
      {...(sorting && { sorting })}
      keyOf={({ orderNumber }) => orderNumber}
      columns={[
        {
          key: 'number',
          title: t('columnOrder'),
          isHeader: true,
          renderCell: ({ orderNumber }) => (
            <LocalLink to={`/operator/orders/${orderNumber}`} className="link figures">
              {orderNumber}
            </LocalLink>
          ),
        },
        {
          key: 'at',
          title: t('columnOrdered'),
          ...sorted((one, other) => one.createdAt.localeCompare(other.createdAt), {
            ascending: 'oldest',
            descending: 'newest',
            isDescendingFirst: true,
          }),
          renderCell: ({ createdAt }) => (
            <Dotted
              facts={[
                <When key="day" at={createdAt} show="short" className="whitespace-nowrap" />,
                <When key="time" at={createdAt} show="time" />,
              ]}
            />
          ),
        },
        {
          key: 'buyer',
          title: t('columnBuyer'),
          ...sorted((one, other) => one.buyerName.localeCompare(other.buyerName), {
            ascending: 'buyer',
            descending: 'buyerReversed',
          }),
          renderCell: ({ buyerName, buyerEmail, buyerPhone }) => (
            <div className="min-w-0 max-tablet:text-right">
              {buyerName || (!buyerEmail && !buyerPhone && '–')}
              <span className="flex flex-wrap gap-x-tight text-note text-soft max-tablet:justify-end">
                {buyerEmail && <EmailAddress>{buyerEmail}</EmailAddress>}
                {buyerPhone && <span className="whitespace-nowrap">{buyerPhone}</span>}
              </span>
            </div>
          ),
        },
        {
          key: 'status',
          title: t('columnStatus'),
          ...sorted((one, other) => one.statusName.localeCompare(other.statusName), {
            ascending: 'status',
            descending: 'statusReversed',
          }),
          renderCell: ({ statusName }) => <OrderStatusMark name={statusName} />,
        },
        {
          key: 'total',
          title: t('columnWithoutBalance'),
          align: 'end',
          className: 'whitespace-normal',
          ...sorted((one, other) => one.totalMinor - other.totalMinor, {
            ascending: 'cheapest',
            descending: 'dearest',
            isDescendingFirst: true,
          }),
          renderCell: ({ totalMinor, currency }) => (
            <Price money={{ amount: totalMinor, currency: currency as Currency }} />
          ),
        },
      ]}
    />
  )
}
