import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney, formatTime } from '#kernel/format.ts'
import { sumMoney } from '#kernel/money-arithmetic.ts'
import { money, type Money } from '#kernel/money.ts'
import { contentsInWords, countContents } from '#modules/orders/contents.ts'
import { resaleFeeKinds, type ReturnQuoteView, type TierView } from '#modules/returns/contract.ts'
import { useReturningTexts } from '../../returning-texts.ts'

/** What was paid, fees included, what is not returned of it, the refund and its destination. */
export function QuoteSum({ quote, timeZone }: { quote: ReturnQuoteView; timeZone: string }) {
  const t = useReturningTexts()
  const locale = useLocale()
  const going = quote.tickets.filter(({ refusal }) => refusal === null)
  const { currency } = quote.back
  const fee = sumMoney(
    going.map((ticket) => ticket.fee),
    currency,
  )
  const feeKept = sumMoney(
    going.map((ticket) => ticket.feeKept),
    currency,
  )
  const fees = sumMoney([fee, feeKept], currency)
  const resaleFees = resaleFeeKinds.map((kind) => ({
    kind,
    amount: sumMoney(
      going.flatMap((ticket) =>
        ticket.fees.filter((each) => each.kind === kind).map((each) => each.amount),
      ),
      currency,
    ),
  }))
  const isResale = resaleFees.some(({ amount }) => amount.amount > 0)
  const paid = sumMoney(
    going.map((ticket) => ticket.paid),
    currency,
  )
  return (
    <div className="space-y-3">
      <dl className="rounded-lg bg-sunk px-4 py-3" aria-live="polite">
        <Row
          label={t('paidFor', { contents: contentsInWords(t, countContents(going)) })}
          amount={paid}
        />
        {fees.amount > 0 && <Row label={t('fee')} amount={fees} />}
        {feeKept.amount > 0 && <Row label={t('feeKept')} amount={minus(feeKept)} />}
        {isResale
          ? resaleFees
              .filter(({ amount }) => amount.amount > 0)
              .map(({ kind, amount }) => <Row key={kind} label={t(kind)} amount={minus(amount)} />)
          : quote.deduction.amount > 0 && <Row label={t('kept')} amount={minus(quote.deduction)} />}
        <div className="mt-2 flex items-baseline justify-between gap-4 border-t-2 border-ink pt-2">
          <dt className="font-semibold">{t('back')}</dt>
          <dd className="figures font-display text-xl font-bold">
            {formatMoney(locale, quote.back)}
          </dd>
        </div>
      </dl>
      {quote.to.length === 0 && quote.usesBack === 0 && <p>{t('nothingBack')}</p>}
      {quote.usesBack > 0 && <p>{t('usesBack', { count: quote.usesBack })}</p>}
      <ul className="space-y-1">
        {quote.to.map(({ kind, amount }) => (
          <li key={kind}>
            {t(kind === 'card' ? 'toCard' : 'toBalance', { amount: formatMoney(locale, amount) })}
          </li>
        ))}
      </ul>
      {quote.tiers.length > 0 && <Tiers tiers={quote.tiers} timeZone={timeZone} />}
      {quote.validUntil && (
        <p className="text-sm text-soft">
          {t('goodUntil', { time: formatTime(quote.validUntil, timeZone) })}
        </p>
      )}
    </div>
  )
}

function minus({ amount, currency }: Money): Money {
  return money(-amount, currency)
}

function Row({ label, amount }: { label: string; amount: Money }) {
  const locale = useLocale()
  return (
    <div className="flex justify-between gap-4 py-1">
      <dt>{label}</dt>
      <dd className="figures shrink-0">{formatMoney(locale, amount)}</dd>
    </div>
  )
}

/** The policy, one line per tier: until when which share is deducted. */
function Tiers({ tiers, timeZone }: { tiers: readonly TierView[]; timeZone: string }) {
  const t = useReturningTexts()
  const locale = useLocale()
  return (
    <div className="figures text-note text-soft">
      <p className="font-semibold">{t('tiersTitle')}</p>
      <ul>
        {tiers.map(({ until, deductionPercent: percent }) => (
          <li key={until} className="flex justify-between gap-4 py-0.5">
            <span>{t('tierNow', { until: formatDateTime(locale, until, timeZone) })}</span>
            <span className="shrink-0">{percent === 0 ? t('tierNothing') : `${percent}%`}</span>
          </li>
        ))}
      </ul>
      <p>{t('tierNone')}</p>
    </div>
  )
}
