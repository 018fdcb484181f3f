import type { ReactNode } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { OrderLineView, OrderView } from '../../contract.ts'
import type { SoldItemView } from '../../item-contract.ts'
import { joinEqualLines } from '../../equal-lines.ts'
import { useTexts } from '../texts.ts'
import { ItemTimes } from '#design/parts/item-times.tsx'
import { Card } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'

interface OrderCardProps {
  readonly order: OrderView
  /** What may be done with a ticket line, beside it. */
  readonly lineAction?: (line: OrderView['lines'][number]) => ReactNode
}

/** The order as a ticket: what it is for above the perforation, what it costs below. */
export function OrderCard({ order, lineAction }: OrderCardProps) {
  const t = useTexts()
  const locale = useLocale()
  const tickets = order.lines.filter((line) => line.kind === 'Ticket')
  const others = joinEqualLines(order.lines.filter((line) => line.kind !== 'Ticket'))
  const groups = groupsOf(order, tickets)
  const last = groups.at(-1)
  return (
    <Card as="section" look="open" aria-label={t('orderTitle')}>
      {groups.slice(0, -1).map(({ item, lines }) => (
        <div key={lines[0]?.lineId}>
          {item && <ItemHead item={item} />}
          <Tear />
          <ul className="divide-y divide-rule px-5 pt-3 tablet:px-7">
            {lines.map((line) => (
              <TicketLine key={line.lineId} line={line} action={lineAction?.(line)} />
            ))}
          </ul>
          <hr className="mx-5 border-rule tablet:mx-7" />
        </div>
      ))}
      {last?.item && <ItemHead item={last.item} />}
      <Tear />
      <div className="px-5 pt-3 pb-5 tablet:px-7">
        <ul className="divide-y divide-rule">
          {last?.lines.map((line) => (
            <TicketLine key={line.lineId} line={line} action={lineAction?.(line)} />
          ))}
          {others.map((line) => (
            <li key={line.lineId} className="flex justify-between gap-4 py-3 text-soft">
              <span className="min-w-0">
                {line.description}
                {line.quantity > 1 && (
                  <span className="figures whitespace-nowrap">
                    {' '}
                    {line.quantity} × {formatMoney(locale, line.price)}
                  </span>
                )}
              </span>
              <span className="figures shrink-0">{formatMoney(locale, line.amount)}</span>
            </li>
          ))}
        </ul>
        <p className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-4">
          <span className="font-semibold">{t('total')}</span>
          <span className="figures font-display text-2xl font-bold">
            {formatMoney(locale, order.totals.total)}
          </span>
        </p>
      </div>
    </Card>
  )
}

interface TicketGroup {
  /** Null where nobody describes what the tickets are for. */
  readonly item: SoldItemView | null
  readonly lines: readonly OrderLineView[]
}

/** The tickets under what they are for, in the order of the lines. */
function groupsOf(order: OrderView, tickets: readonly OrderLineView[]): TicketGroup[] {
  const described = order.items.map((item) => ({
    item,
    lines: tickets.filter(({ lineId }) => item.lineIds.includes(lineId)),
  }))
  const known = new Set(order.items.flatMap(({ lineIds }) => lineIds))
  const rest = tickets.filter(({ lineId }) => !known.has(lineId))
  return rest.length > 0 ? [...described, { item: null, lines: rest }] : described
}

function TicketLine({ line, action }: { line: OrderLineView; action: ReactNode }) {
  const locale = useLocale()
  return (
    <li className="py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-semibold">
            {line.description}
            {line.quantity > 1 && <span className="figures"> ×&nbsp;{line.quantity}</span>}
          </p>
          <PlaceFacts line={line} />
          <OriginFacts line={line} />
        </div>
        <p className="figures shrink-0 font-semibold">{formatMoney(locale, line.amount)}</p>
      </div>
      {action}
    </li>
  )
}

function ItemHead({ item: event }: { item: SoldItemView }) {
  return (
    <div className="flex gap-4 px-5 pt-5 pb-4 tablet:gap-5 tablet:px-7 tablet:pt-7">
      {event.imageUrl && (
        <img
          src={event.imageUrl}
          alt=""
          width={84}
          height={112}
          className="h-28 w-21 shrink-0 rounded-md bg-sunk object-cover"
        />
      )}
      <div className="min-w-0 self-center">
        <p className="font-display text-xl leading-snug font-bold tablet:text-2xl">{event.name}</p>
        <p className="mt-1.5 text-soft">
          <ItemTimes item={event} className="figures font-semibold text-ink" />
          {event.where && (
            <>
              <br />
              {event.where}
            </>
          )}
        </p>
      </div>
    </div>
  )
}

/** The ticket's edge: a notch at both sides and the perforation between them. */
function Tear() {
  return (
    <div className="relative flex h-5 items-center" aria-hidden="true">
      <span className="absolute -left-2.5 size-5 rounded-full bg-paper" />
      <div className="perforation mx-5 grow" />
      <span className="absolute -right-2.5 size-5 rounded-full bg-paper" />
    </div>
  )
}

function PlaceFacts({ line }: { line: OrderView['lines'][number] }) {
  const t = useTexts()
  return (
    <Dotted
      className="figures text-soft"
      facts={
        line.placeName === null
          ? [
              line.section,
              line.row && t('row', { row: line.row }),
              line.seat && t('seat', { seat: line.seat }),
            ]
          : [line.placeName]
      }
    />
  )
}

/** The package a line is a part of, and its price before it was lari. */
function OriginFacts({ line }: { line: OrderView['lines'][number] }) {
  const locale = useLocale()
  const { foreign } = line
  return (
    <Dotted
      className="figures text-soft"
      facts={[
        line.package?.name,
        foreign &&
          `${formatMoney(locale, foreign.price)} × ${locale === 'ka' ? foreign.rate.replace('.', ',') : foreign.rate}`,
      ]}
    />
  )
}

/** A line in a few words, for buttons and announcements. */
export function usePlaceName(): (line: OrderView['lines'][number]) => string {
  const t = useTexts()
  return (line) =>
    (line.placeName === null
      ? [
          line.description,
          line.section,
          line.row && t('row', { row: line.row }),
          line.seat && t('seat', { seat: line.seat }),
        ]
      : [line.description, line.placeName]
    )
      .filter(Boolean)
      .join(', ')
}
