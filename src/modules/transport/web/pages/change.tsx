import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { Card } from '#design/parts/card.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { DateStrip } from '#design/parts/date-strip.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import type { TicketCardView } from '#modules/tickets/shapes.ts'
import { dayNoteOf } from '../day-note.ts'
import { changePath, loadChange, type ChangePage } from '../change-data.ts'
import { ChosenChange } from '../parts/chosen-change.tsx'
import { JourneyRow } from '../parts/journey-row.tsx'
import { Rebooking } from '../parts/rebooking.tsx'
import { ChangeTerms } from '../parts/change-terms.tsx'
import { placeText } from '../parts/seat-facts.ts'
import { useTexts } from '../texts.ts'

export const handle: PageHandle = { hideFooter: true }

/** Prices and seats are current, so the page is not cached. */
export function headers() {
  return { 'cache-control': 'no-store' }
}

export async function loader({ url, params, context }: LoaderFunctionArgs) {
  const { send } = context.get(serverCallsContext)
  return { page: await loadChange(send, params['ticketIdentifier'] ?? '', url.searchParams) }
}

/** Page for changing a ticket to another departure, class or seat; the cost is shown before confirmation. */
export default function Change() {
  const { page } = useLoaderData<typeof loader>()
  const t = useTexts()
  return (
    <div className="page max-w-[66rem] pt-6 pb-section tablet:pt-10">
      <title>{t('pageTitle', { title: t('changeTitle') })}</title>
      <meta name="robots" content="noindex" />
      <PageTitle>{t('changeTitle')}</PageTitle>
      {page ? <Changing page={page} /> : <NotChangeable />}
    </div>
  )
}

function NotChangeable() {
  const t = useTexts()
  return (
    <EmptyState
      title={t('changeOver')}
      action={<LinkButton to="/account/orders">{t('changeToTickets')}</LinkButton>}
    >
      {t('changeOverText')}
    </EmptyState>
  )
}

function Changing({ page }: { page: ChangePage }) {
  const { ticket, others, chosen, ownKey, choice, rebooking, terms } = page
  const t = useTexts()
  return (
    <>
      <TicketNow ticket={ticket} terms={terms} />
      {others.length > 0 && (
        <nav
          aria-label={t('changeOthers')}
          className="mt-near flex flex-wrap items-center gap-tight"
        >
          <span className="text-note text-soft">{t('changeOthers')}</span>
          {others.map((other) => (
            <LocalLink
              key={other.ticketIdentifier}
              to={changePath(other.ticketIdentifier, { date: choice.date, to: choice.to })}
              className="chip"
            >
              {nameOf(other)}
            </LocalLink>
          ))}
        </nav>
      )}
      {rebooking && <Rebooking ticketIdentifier={ticket.ticketIdentifier} rebooking={rebooking} />}
      {rebooking?.reason === 'cancelled' ? null : chosen ? (
        <ChosenChange page={page} chosen={chosen} />
      ) : (
        <>
          <LinkButton
            look="quiet"
            to={changePath(ticket.ticketIdentifier, { to: ownKey })}
            className="mt-group"
          >
            {t('changeSeatOnly')}
          </LinkButton>
          <OtherDepartures page={page} />
        </>
      )}
    </>
  )
}

/** Name of the passenger, otherwise the seat. */
function nameOf({ passenger, seat, typeName }: TicketCardView): string {
  return passenger?.name ?? [typeName, seat].filter(Boolean).join(' · ')
}

function TicketNow({ ticket, terms }: Pick<ChangePage, 'ticket' | 'terms'>) {
  const t = useTexts()
  const locale = useLocale()
  const { item, section, seat, typeName } = ticket
  const { name, startsAt, timeZone, about } = item
  const place = placeText(section, seat && t(section ? 'seatInCoach' : 'seat', { seat }))
  return (
    <Card look="ruled" as="section" aria-label={t('changeNow')} className="mt-group">
      <p className="text-note text-soft">{t('changeNow')}</p>
      <p className="font-display text-xl font-bold">{name}</p>
      <Dotted
        className="figures mt-1"
        facts={[
          `${formatDate(locale, startsAt, { timeZone, weekday: true })}, ${formatTime(startsAt, timeZone)}`,
          about.kind === 'journey' && about.vehicle,
        ]}
      />
      <Dotted
        className="mt-1 text-note text-soft"
        facts={[ticket.passenger?.name, typeName, place]}
      />
      {terms && (
        <p className="figures mt-tight text-note">
          <ChangeTerms fee={terms.changeFee} until={terms.changeUntil} timeZone={terms.timeZone} />
        </p>
      )}
    </Card>
  )
}

/** The carrier's departures of a day, with links to the days around it. */
function OtherDepartures({ page }: { page: ChangePage }) {
  const { ticket, date, days, journeys, isForAdult } = page
  const t = useTexts()
  const locale = useLocale()
  const { ticketIdentifier } = ticket
  return (
    <>
      <DateStrip
        label={t('daysLabel')}
        days={days.map((day) => {
          const note = dayNoteOf(day)
          return { date: day.date, price: day.lowestPrice, ...(note && { note: t(note) }) }
        })}
        date={date}
        pathOf={(day) => changePath(ticketIdentifier, { date: day })}
        lowestLabel={t('lowestPrice')}
        className="mt-group"
      />
      <Section
        title={formatDate(locale, `${date}T12:00:00Z`, { weekday: true })}
        note={t(isForAdult ? 'changePricesAdult' : 'changePricesNote')}
        className="mt-group"
      >
        {journeys.length > 0 ? (
          <ol className="space-y-near">
            {journeys.map((journey) => (
              <JourneyRow
                key={journey.journeyKey}
                journey={journey}
                party={1}
                path={changePath(ticketIdentifier, { date, to: journey.journeyKey })}
              />
            ))}
          </ol>
        ) : (
          <EmptyState title={t('changeNoneTitle')}>{t('changeNoneText')}</EmptyState>
        )}
      </Section>
    </>
  )
}
