import { Dotted } from '#design/parts/dotted.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Table } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import type { OrderSort } from '#modules/orders/list-shapes.ts'
import { OrderStatusMark } from '#modules/orders/web/parts/order-status.tsx'
import type { MerchantOrderLine } from '../../orders-contract.ts'
import { useTexts } from '../texts.ts'

interface OrderTableProps {
  readonly orders: readonly MerchantOrderLine[]
  readonly sorting: { readonly current: OrderSort; readonly addressOf: (sort: OrderSort) => string }
}

/** One page of the organiser's orders, each with a link to its page. */
export function OrderTable({ orders, sorting }: OrderTableProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Table
      caption={t('navOrders')}
      isStacked
      rows={orders}
      sorting={sorting}
      keyOf={({ orderNumber }) => orderNumber}
      columns={[
        {
          key: 'number',
          title: t('columnOrder'),
          isHeader: true,
          renderCell: (order) => (
            <>
              <LocalLink to={`/merchant/orders/${order.orderNumber}`} className="link figures">
                {order.orderNumber}
              </LocalLink>
              <span className="block text-note font-normal text-soft">
                {contentsInWords(t, order)}
              </span>
            </>
          ),
        },
        {
          key: 'at',
          title: t('columnOrdered'),
          sorts: { ascending: 'oldest', descending: 'newest', isDescendingFirst: true },
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
          sorts: { ascending: 'buyer', descending: 'buyerReversed' },
          renderCell: ({ buyerName, buyerEmail }) => (
            <div className="min-w-0 max-tablet:text-right">
              {buyerName || (!buyerEmail && '–')}
              <span className="block text-note text-soft">
                <EmailAddress>{buyerEmail}</EmailAddress>
              </span>
            </div>
          ),
        },
        {
          key: 'status',
          title: t('status'),
          sorts: { ascending: 'status', descending: 'statusReversed' },
          renderCell: ({ statusName }) => <OrderStatusMark name={statusName} />,
        },
        {
          key: 'prices',
          title: t('columnPrices'),
          align: 'end',
          className: 'whitespace-normal',
          renderCell: ({ prices }) => prices.map((price) => formatMoney(locale, price)).join(' + '),
        },
        {
          key: 'paid',
          title: t('columnPaid'),
          align: 'end',
          sorts: { ascending: 'cheapest', descending: 'dearest', isDescendingFirst: true },
          renderCell: ({ ticketsPaid }) => formatMoney(locale, ticketsPaid),
        },
      ]}
    />
  )
}
