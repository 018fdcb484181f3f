import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { OperatorHomeView, SoldItemView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

type Attention = OperatorHomeView['attention']

/** Pending problems, most urgent first; each links to the page where it can be solved. */
export function AttentionList({ attention }: { attention: Attention }) {
  const t = useTexts()
  const locale = useLocale()
  const { undelivered, stuckPayments, unconfirmed, uncancelled, refunds } = attention
  const { cancelled, moved, soldOutSoon } = attention
  const isQuiet =
    undelivered + stuckPayments.count + unconfirmed.length + refunds.count === 0 &&
    [uncancelled, cancelled, moved, soldOutSoon].every((list) => list.length === 0)
  if (isQuiet) return <p className="text-soft">{t('attentionNone')}</p>
  return (
    <ul className="divide-y divide-rule">
      {stuckPayments.count > 0 && (
        <Line to="/operator/payments" title={t('stuckPayments', { count: stuckPayments.count })}>
          {stuckPayments.since && (
            <>
              {t('since')} <When at={stuckPayments.since} />
            </>
          )}
        </Line>
      )}
      {unconfirmed.map(({ orderNumber, since }) => (
        <Line
          key={orderNumber}
          to={`/operator/orders/${orderNumber}`}
          title={t('unconfirmed', { number: orderNumber })}
        >
          {t('since')} <When at={since} />
        </Line>
      ))}
      {uncancelled.map(({ orderNumber, since }) => (
        <Line
          key={orderNumber}
          to={`/operator/orders/${orderNumber}`}
          title={t('uncancelled', { number: orderNumber })}
        >
          {t('since')} <When at={since} />
        </Line>
      ))}
      {cancelled.map((item) => (
        <ItemLine
          key={keyOf(item)}
          item={item}
          title={t('cancelledOpen', { count: formatCount(locale, item.validTickets) })}
        />
      ))}
      {refunds.count > 0 && (
        <Line
          to="/operator/payments"
          title={t('refundsWaiting', {
            count: refunds.count,
            sum: formatMoney(locale, money(refunds.amountMinor)),
          })}
        >
          {refunds.since && (
            <>
              {t('since')} <When at={refunds.since} />
            </>
          )}
        </Line>
      )}
      {undelivered > 0 && (
        <Line to="/operator/undelivered" title={t('undeliveredCount', { count: undelivered })} />
      )}
      {moved.map((item) => (
        <ItemLine
          key={keyOf(item)}
          item={item}
          title={t('movedOpen', {
            count: formatCount(locale, item.validTickets),
            date: formatDate(locale, item.fullRefundUntil),
          })}
        />
      ))}
      {soldOutSoon.map((item) => (
        <ItemLine
          key={keyOf(item)}
          item={item}
          title={t('fewLeft', {
            left: formatCount(locale, item.left),
            capacity: formatCount(locale, item.capacity),
          })}
        />
      ))}
    </ul>
  )
}

export const keyOf = ({ source, itemId, legFrom, legTo }: SoldItemView): string =>
  `${source} ${itemId} ${legFrom}-${legTo}`

function Line({ to, title, children }: { to: string; title: string; children?: ReactNode }) {
  return (
    <li className="py-near first:pt-0 last:pb-0">
      <LocalLink to={to} className="inline-flex min-h-6 font-semibold hover:underline">
        {title}
      </LocalLink>
      {children && <p className="text-note text-soft">{children}</p>}
    </li>
  )
}

function ItemLine({ item, title }: { item: SoldItemView; title: string }) {
  return (
    <li className="py-near first:pt-0 last:pb-0">
      <p className="text-note text-warn">{title}</p>
      <ItemName item={item} />
    </li>
  )
}

/** A sold item with its day in its own time zone, linked to its page if there is one; a pass has no day. */
export function ItemName({ item }: { item: SoldItemView }) {
  const locale = useLocale()
  const t = useTexts()
  const name = item.name[locale]
  // The note of an event is its venue.
  const places = new Set([item.venueName?.[locale], item.note?.[locale]].filter(Boolean))
  return (
    <>
      {item.source === 'event' ? (
        <LocalLink
          to={`/operator/events/${item.itemId}`}
          className="font-semibold underline-offset-2 hover:underline"
        >
          {name}
        </LocalLink>
      ) : (
        <span className="font-semibold">{name}</span>
      )}
      <Dotted
        className="text-note font-normal text-soft"
        facts={[
          item.startsAt && (
            <When key="when" at={item.startsAt} timeZone={item.timeZone ?? undefined} />
          ),
          ...(item.source === 'multipass' ? [t('itemPass')] : places),
        ]}
      />
    </>
  )
}
