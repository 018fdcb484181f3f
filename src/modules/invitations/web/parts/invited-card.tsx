import { useLocale } from '#design/texts.tsx'
import { Card } from '#design/parts/card.tsx'
import { ItemTimes } from '#design/parts/item-times.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { InvitedView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** The item above the perforation; for payers also places and amounts below it. */
export function InvitedCard({ invited }: { invited: InvitedView }) {
  const { event, lines, total, ticketCount } = invited
  const t = useTexts()
  const locale = useLocale()
  return (
    <Card as="section" look="open" aria-label={t('whatFor')}>
      {event && (
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
            <p className="font-display text-xl leading-snug font-bold tablet:text-2xl">
              {event.name}
            </p>
            <p className="mt-1.5 text-soft">
              <ItemTimes
                item={{
                  ...event,
                  endsAt: null,
                  endTimeZone: event.timeZone,
                  about: { kind: 'event' },
                }}
                className="figures font-semibold text-ink"
              />
              <br />
              {event.venue}
            </p>
          </div>
        </div>
      )}
      <div className="perforation mx-4" aria-hidden="true" />
      <div className="px-5 pt-3 pb-5 tablet:px-7">
        {total === null ? (
          <p className="py-3">{t('ticketsInOrder', { count: ticketCount })}</p>
        ) : (
          <>
            <ul className="divide-y divide-rule">
              {lines.map((line, index) => (
                <Line key={index} line={line} />
              ))}
            </ul>
            <p className="flex items-baseline justify-between gap-4 border-t-2 border-ink pt-4">
              <span className="font-semibold">{t('total')}</span>
              <span className="figures font-display text-2xl font-bold">
                {formatMoney(locale, total)}
              </span>
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

function Line({ line }: { line: InvitedView['lines'][number] }) {
  const t = useTexts()
  const locale = useLocale()
  const { row, seat, section, placeName } = line
  const parts = [section, row && t('row', { row }), seat && t('seat', { seat })].filter(Boolean)
  const place = placeName ?? parts.join(', ')
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span className={`min-w-0 ${line.kind === 'Ticket' ? 'font-semibold' : 'text-soft'}`}>
        {line.description}
        {line.quantity > 1 && <span className="figures"> ×&nbsp;{line.quantity}</span>}
        {place && <span className="block text-note font-normal text-soft">{place}</span>}
      </span>
      <span className="figures shrink-0">{formatMoney(locale, line.amount)}</span>
    </li>
  )
}
