import { Price } from '#design/parts/price.tsx'
import { Identifier } from '#design/parts/identifier.tsx'
import { useLocale, type Translate } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import type { RefundQuoteView } from '../refund-shapes.ts'

/** Messages that the page's module has for the summary. */
export type RefundSummaryTexts = Readonly<
  Record<
    | 'refundPlaceRow'
    | 'refundPlaceSeat'
    | 'refundPriceAndFee'
    | 'refundFeeKeptOfIt'
    | 'refundRest'
    | 'refundFeeKept'
    | 'refundBack'
    | 'refundTo_card'
    | 'refundTo_balance',
    string
  >
>

interface RefundSummaryProps {
  readonly quote: RefundQuoteView
  readonly t: Translate<RefundSummaryTexts>
}

/** The tickets of a refund with the amount of each, the fees that are kept, and the sum with its destinations. */
export function RefundSummary({ quote, t }: RefundSummaryProps) {
  const locale = useLocale()
  const { tickets, rest, feeKept, back, to } = quote
  return (
    <div data-testid="refund-summary">
      <ul className="divide-y divide-rule border-y border-rule">
        {tickets.map((ticket) => (
          <RefundedTicket key={ticket.ticketIdentifier} ticket={ticket} t={t} />
        ))}
      </ul>
      <dl className="mt-near space-y-1">
        {rest.amount > 0 && (
          <div className="flex justify-between gap-group">
            <dt>{t('refundRest')}</dt>
            <dd>
              <Price money={rest} />
            </dd>
          </div>
        )}
        <div className="flex justify-between gap-group text-soft">
          <dt>{t('refundFeeKept')}</dt>
          <dd>
            <Price money={feeKept} />
          </dd>
        </div>
        <div className="flex justify-between gap-group font-semibold">
          <dt>{t('refundBack')}</dt>
          <dd>
            <Price money={back} />
          </dd>
        </div>
      </dl>
      {to.map(({ kind, amount }) => (
        <p key={kind} className="text-note text-soft">
          {t(`refundTo_${kind}`, { amount: formatMoney(locale, amount) })}
        </p>
      ))}
    </div>
  )
}

interface RefundedTicketProps {
  readonly ticket: RefundQuoteView['tickets'][number]
  readonly t: Translate<RefundSummaryTexts>
}

function RefundedTicket({ ticket, t }: RefundedTicketProps) {
  const locale = useLocale()
  const { itemName, startsAt, timeZone, typeName, section, row, seat, placeName } = ticket
  const place =
    placeName ??
    [section, row && t('refundPlaceRow', { row }), seat && t('refundPlaceSeat', { seat })]
      .filter(Boolean)
      .join(' · ')
  // A ticket type is often called like its section.
  const isNamedByPlace = place.split(' · ').includes(typeName)
  const values = {
    paid: formatMoney(locale, ticket.paid),
    fee: formatMoney(locale, ticket.fee),
    kept: formatMoney(locale, ticket.feeKept),
  }
  return (
    <li className="py-near">
      <p className="flex justify-between gap-group font-semibold">
        <span className="min-w-0">{itemName}</span>
        <span className="shrink-0">
          <Price money={ticket.back} />
        </span>
      </p>
      {startsAt !== null && (
        <p className="text-note">{formatDateTime(locale, startsAt, timeZone)}</p>
      )}
      <p className="text-note">
        {[place, isNamedByPlace ? null : typeName, ticket.passengerName]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {ticket.fee.amount > 0 && (
        <p className="text-note text-soft">{t('refundPriceAndFee', values)}</p>
      )}
      {ticket.feeKept.amount > 0 && (
        <p className="text-note text-soft">{t('refundFeeKeptOfIt', values)}</p>
      )}
      <p className="text-note text-soft">
        <Identifier>{ticket.ticketIdentifier}</Identifier>
      </p>
    </li>
  )
}
