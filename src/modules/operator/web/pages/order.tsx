import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Panel } from '#design/parts/card.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { Table } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { Currency } from '#kernel/money.ts'
import { OrderStatusMark, useOrderStatus } from '#modules/orders/web/parts/order-status.tsx'
import { readOfficeOrder, type OfficeOrderView } from '../../sales-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { ItemName, keyOf } from '../parts/attention.tsx'
import { Confirmations } from '../parts/confirmations.tsx'
import { PendingReturns } from '../parts/pending-returns.tsx'
import { OrderTickets } from '../parts/order-tickets.tsx'
import { cashNumber, terminalNumber } from '#modules/payments/capability-shapes.ts'
import { providerNames } from '#modules/payments/name-shapes.ts'
import { contentsInWords } from '#modules/orders/contents.ts'
import { useTexts } from '../texts.ts'

export function loader(request: LoaderFunctionArgs) {
  const orderNumber = request.params['orderNumber'] ?? ''
  return operatorReply(request, readOfficeOrder, { params: { orderNumber } })
}

/** One order: buyer, items, payments, and history. */
export default function OfficeOrderPage() {
  const t = useTexts()
  const order = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('orderPageTitle', { number: order.orderNumber })}</title>
      <p>
        <LocalLink to="/operator/orders" className="link inline-flex min-h-11 items-center">
          {t('navOrders')}
        </LocalLink>
      </p>
      <div className="flex flex-wrap items-center gap-x-group gap-y-tight">
        <PageTitle look="office" className="figures">
          {order.orderNumber}
        </PageTitle>
        <OrderStatusMark name={order.statusName} />
      </div>
      {order.items.map((item) => (
        <div key={keyOf(item)} className="mt-tight">
          <ItemName item={item} />
        </div>
      ))}
      <div className="mt-group grid grid-cols-1 gap-group desk:grid-cols-[3fr_2fr] desk:items-start">
        <div className="min-w-0 space-y-group">
          <Lines order={order} />
          <OrderTickets order={order} />
          <Answers order={order} />
        </div>
        <div className="space-y-group">
          <Buyer order={order} />
          <Confirmations order={order} />
          <PendingReturns order={order} />
          <Payments order={order} />
          <History order={order} />
        </div>
      </div>
    </>
  )
}

interface PartProps {
  readonly order: OfficeOrderView
}

function Lines({ order }: PartProps) {
  const t = useTexts()
  const locale = useLocale()
  const currency = order.currency as Currency
  return (
    <Panel title={t('orderLines')} look="ruled">
      <Table
        caption={t('orderLines')}
        rows={order.lines}
        keyOf={({ lineId }) => lineId}
        columns={[
          {
            key: 'what',
            title: t('columnWhat'),
            isHeader: true,
            renderCell: ({ description, quantity, placeName, section, row, seat, item }) => {
              const place = placeName
                ? [placeName]
                : [section, row && t('placeRow', { row }), seat && t('placeSeat', { seat })]
              return (
                <>
                  {description[locale]}
                  {quantity > 1 && <span className="figures"> × {quantity}</span>}
                  <Dotted facts={place} className="text-note font-normal text-soft" />
                  {item && order.items.length > 1 && (
                    <Dotted
                      facts={[item.name[locale], item.note?.[locale]]}
                      className="text-note font-normal text-soft"
                    />
                  )}
                </>
              )
            },
          },
          {
            key: 'sum',
            title: t('columnSum'),
            align: 'end',
            renderCell: ({ amountMinor }) => <Price money={{ amount: amountMinor, currency }} />,
          },
        ]}
      />
      <p className="mt-near flex justify-between px-3 font-semibold">
        {t(totalTextOf(order))}
        <Price money={{ amount: order.totalMinor, currency }} />
      </p>
    </Panel>
  )
}

/** Of the total, which is what the balance does not pay: by what it was paid. */
function totalTextOf({ payments }: OfficeOrderView) {
  const paid = payments.find(({ state }) => takenStates.includes(state))
  if (!paid) return 'orderTotal'
  return paid.provider === cashNumber ? 'orderTotalCash' : 'orderTotalCard'
}

function Answers({ order: { extras } }: PartProps) {
  const t = useTexts()
  if (extras.length === 0) return null
  return (
    <Panel title={t('orderAnswers')} look="ruled">
      <dl className="space-y-tight">
        {extras.map(({ place, label, value }) => (
          <div key={`${place} ${label}`}>
            <dt className="text-note text-soft">{[place, label].filter(Boolean).join(' · ')}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Buyer({ order }: PartProps) {
  const t = useTexts()
  const { buyerName, buyerEmail, buyerPhone, createdAt, paidAt } = order
  return (
    <Panel title={t('columnBuyer')} look="ruled">
      <p className="font-semibold">{buyerName || t('buyerUnknown')}</p>
      {buyerEmail && (
        <p>
          <a href={`mailto:${buyerEmail}`} className="link">
            <EmailAddress>{buyerEmail}</EmailAddress>
          </a>
        </p>
      )}
      {buyerPhone && (
        <p>
          <a href={`tel:${buyerPhone}`} className="link figures">
            {buyerPhone}
          </a>
        </p>
      )}
      <p className="mt-near text-note text-soft">
        {t('orderedOn')} <When at={createdAt} />
        {paidAt && (
          <>
            <br />
            {t('paidOn')} <When at={paidAt} />
          </>
        )}
      </p>
    </Panel>
  )
}

type Payment = OfficeOrderView['payments'][number]

const takenStates: readonly string[] = ['captured', 'refunding', 'refunded']

function Payments({ order }: PartProps) {
  const t = useTexts()
  const locale = useLocale()
  const { payments, returns } = order
  if (payments.length + returns.length === 0) return null
  const words = ({ state, amountMinor, refundedMinor, refundingMinor }: Payment): string => {
    if (['created', 'pending', 'unknown'].includes(state)) return t('paymentOpen')
    if (!takenStates.includes(state)) return t('paymentNone')
    // A payment of which a part is refunded remains a payment.
    if (refundedMinor >= amountMinor) return t('paymentRefunded')
    return t(refundedMinor + refundingMinor >= amountMinor ? 'paymentRefunding' : 'paymentTaken')
  }
  const parts = [
    ['refundingMinor', 'refundingOfIt'],
    ['refundedMinor', 'refundedOfIt'],
  ] as const
  return (
    <Panel title={t('navPayments')} look="ruled">
      <ul className="divide-y divide-rule">
        {payments.map((payment) => {
          const currency = payment.currency as Currency
          return (
            <li key={payment.paymentId} className="py-near first:pt-0 last:pb-0">
              <p className="flex justify-between gap-group font-semibold">
                {words(payment)}
                <Price money={{ amount: payment.amountMinor, currency }} />
              </p>
              <Dotted
                className="text-note text-soft"
                facts={[
                  providerNames[payment.provider] ??
                    t(payment.provider === terminalNumber ? 'paidAtTerminal' : 'paidInCash'),
                  <When key="when" at={payment.createdAt} />,
                ]}
              />
              {parts.map(
                ([key, text]) =>
                  payment[key] > 0 && (
                    <p key={key} className="text-note">
                      {t(text, {
                        part: formatMoney(locale, { amount: payment[key], currency }),
                        whole: formatMoney(locale, { amount: payment.amountMinor, currency }),
                      })}
                    </p>
                  ),
              )}
            </li>
          )
        })}
        {returns.map(({ at, amountMinor, ...contents }) => (
          <li key={at} className="py-near first:pt-0 last:pb-0">
            <p className="flex justify-between gap-group font-semibold">
              {t('returnedTickets', { contents: contentsInWords(t, contents) })}
              <Price money={{ amount: amountMinor, currency: order.currency as Currency }} />
            </p>
            <p className="text-note text-soft">
              <When at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function History({ order }: PartProps) {
  const t = useTexts()
  const words = useOrderStatus()
  return (
    <Panel title={t('orderHistory')} look="ruled">
      <ol className="space-y-tight">
        {order.moves.map(({ at, to }) => (
          <li key={`${at} ${to}`} className="flex flex-wrap justify-between gap-x-group">
            <span>{words(to)}</span>
            <When at={at} className="text-note text-soft" />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
