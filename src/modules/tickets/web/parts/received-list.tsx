import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { dateParts, formatTime } from '#kernel/format.ts'
import type { TicketView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

/** Tickets that others bought and transferred to the visitor, the soonest first. */
export function ReceivedList({ tickets }: { tickets: readonly TicketView[] }) {
  const t = useTexts()
  if (tickets.length === 0) return null
  return (
    <section className="mb-9 tablet:mb-12">
      <h2 className="mb-3 font-display text-xl font-bold tablet:text-2xl">{t('receivedTitle')}</h2>
      <ol className="border-t-2 border-ink">
        {tickets.map((ticket) => (
          <ReceivedRow key={ticket.ticketIdentifier} ticket={ticket} />
        ))}
      </ol>
    </section>
  )
}

function ReceivedRow({ ticket }: { ticket: TicketView }) {
  const t = useTexts()
  const locale = useLocale()
  const { event } = ticket
  const parts = dateParts(locale, event.startsAt, event.timeZone)
  const places = [ticket.section, ticket.row && `${t('row')} ${ticket.row}`].filter(Boolean)
  const seat = ticket.seat && `${t('seat')} ${ticket.seat}`
  return (
    <li className="group relative grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-4 border-b border-rule py-4 hover:bg-sunk tablet:grid-cols-[5.5rem_minmax(0,1fr)]">
      <time dateTime={event.startsAt} className="figures leading-tight">
        <span className="block font-display text-[1.75rem] font-[800]">{parts.day}</span>
        <span className="block text-sm">{parts.monthShort}</span>
        <span className="block text-sm text-soft">
          {formatTime(event.startsAt, event.timeZone)}
        </span>
      </time>
      <div className="min-w-0 self-center">
        <h3 className="font-display text-lg leading-snug font-bold tablet:text-xl">
          <LocalLink
            to={`/account/received#${ticket.ticketIdentifier}`}
            className="after:absolute after:inset-0 group-hover:underline group-hover:decoration-accent group-hover:decoration-2 group-hover:underline-offset-4"
          >
            {event.name}
          </LocalLink>
        </h3>
        <p className="text-soft">
          {[event.venue, ticket.placeName ?? [...places, seat].filter(Boolean).join(', ')]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </li>
  )
}
