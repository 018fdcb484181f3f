import { CalendarPlus, ExternalLink, FileDown, MapPin, Printer } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useChecking } from '#design/data/use-checking.ts'
import { late } from '#design/late.ts'
import { Dotted } from '#design/parts/dotted.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { categoryKind } from '#contract/enumerations.ts'
import { orderTickets, type OrderTicketsView } from '../../contract.ts'
import { mapAddress } from '../../map-address.ts'
import type { TicketSubjectView } from '../../shapes.ts'
import { isMoving, stateOf } from '../order-state.ts'
import { documentAddresses, type DocumentAddresses, type DocumentKey } from '../document-address.ts'
import { numberedInKind } from '../numbers-in-kind.ts'
import { titleOf } from '../order-title.ts'
import { useTexts } from '../texts.ts'
import { ticketUseOf, type TicketUse } from '../ticket-use.ts'
import { InviteEntry } from './invite-entry.tsx'
import { ItemAbout } from './item-about.tsx'
import { OrderSum } from './order-sum.tsx'
import { ReturnedList } from './returned-list.tsx'
import { StateNote } from './state-note.tsx'
import { TicketCard } from './ticket-card.tsx'
import { HeldTimes } from './held-times.tsx'
import '../ticket-card.css'

/** Shown after the visit. */
const RateVisit = lazy(() => late(import('./rate-visit.tsx')))

/** Shown when what somebody travels to was cancelled. */
const JourneyBack = lazy(() => late(import('./journey-back.tsx')))

function isOver({ startsAt, endsAt }: TicketSubjectView): boolean {
  return Date.parse(endsAt ?? startsAt) < Date.now()
}

/** An order with its tickets: on the day the codes come first, otherwise the payment. */
export function OrderTickets({
  view,
  documentKey,
}: {
  view: OrderTicketsView
  documentKey: DocumentKey
}) {
  const t = useTexts()
  const locale = useLocale()
  const { order, tickets } = view
  const state = stateOf(view)
  const documents = documentAddresses(documentKey, locale)
  useChangedOrder(view, documentKey)
  const [first] = tickets
  const ownCount = tickets.filter(({ hand }) => hand.isOwn).length
  const cancelled = tickets.find(
    ({ event, item }) => event.isCancelled && item.about.kind === 'event',
  )
  const [journey, ...others] = tickets.filter(
    ({ hand, qr, item }) =>
      hand.isOwn && qr !== null && !hand.isUsed && item.about.kind === 'journey',
  )
  const use = useOf(tickets)
  // Invitations are for events only: passengers are named on their tickets.
  const mayInvite =
    'orderNumber' in documentKey &&
    tickets.filter(({ hand, isGoods }) => hand.isOwn && !isGoods).length > 1 &&
    tickets.some((ticket) => ticketUseOf(ticket) === 'visit')
  return (
    <>
      <title>
        {order.event
          ? t('orderPageTitle', { event: order.event.name })
          : t('orderPageTitlePlain', { order: order.orderNumber })}
      </title>
      <meta name="robots" content="noindex" />
      <OrderHead view={view} />
      <div className="mt-6 grid items-start gap-6 tablet:mt-8 desk:grid-cols-[minmax(0,1fr)_22rem] desk:gap-8">
        <div className="min-w-0 space-y-5 tablet:space-y-6">
          {state !== 'ready' && <StateNote view={view} state={state} />}
          {cancelled && journey && (
            <Suspense>
              <JourneyBack
                name={cancelled.event.name}
                journey={[journey, ...others]}
                heldCount={ownCount}
              />
            </Suspense>
          )}
          {numberedInKind(tickets).map(({ ticket, number, count }) => (
            <TicketCard
              key={ticket.ticketIdentifier}
              ticket={ticket}
              number={number}
              count={count}
              documents={documents}
              order={order}
              heldCount={ownCount}
              isSaidAbove={order.items.length === 1}
            />
          ))}
          {tickets.some((ticket) => ticket.qr && !ticket.isGoods) && (
            <p className="not-printed text-sm text-soft">
              {t('brightness', { use })} {t('oneEntry', { use })}
            </p>
          )}
        </div>
        <aside className="not-printed space-y-4 desk:sticky desk:top-6">
          {first && tickets.some((ticket) => ticket.qr) && (
            <Actions
              subject={first.event}
              use={ticketUseOf(first)}
              documents={documents}
              count={tickets.length}
              inviteTo={mayInvite ? order.orderKey : null}
            />
          )}
          <ReturnedList returns={view.returns} order={order} />
          <OrderSum order={order} />
          {'orderNumber' in documentKey && <Ratings view={view} />}
          <Extras extras={view.extras} />
        </aside>
      </div>
    </>
  )
}

/** Asks how each thing of the order was, once it is over. */
function Ratings({ view: { order, tickets } }: { view: OrderTicketsView }) {
  const over = overOf(tickets)
  return over.map(({ item, event }) => (
    <Suspense key={`${item.source} ${item.itemId}`}>
      <RateVisit
        orderKey={order.orderKey}
        item={item}
        use={event.use}
        isOneOfSeveral={over.length > 1}
      />
    </Suspense>
  ))
}

/** A ticket of each item that is over; of a journey in several parts of the last one. */
function overOf(tickets: OrderTicketsView['tickets']): OrderTicketsView['tickets'] {
  const items = new Map(tickets.map((one) => [`${one.item.source} ${one.item.itemId}`, one]))
  return [...items.values()].filter(({ event }) => isOver(event))
}

/** What is bought for different uses is spoken of as a visit. */
function useOf(tickets: OrderTicketsView['tickets']): TicketUse {
  const [first, ...others] = new Set(tickets.map(ticketUseOf))
  return first !== undefined && others.length === 0 ? first : 'visit'
}

function pageWords(use: TicketUse, { eventType }: TicketSubjectView) {
  if (use === 'pass') return 'passPage'
  if (use === 'journey') return 'carrierPage'
  if (use === 'flight') return 'flightPage'
  return eventType === categoryKind.Movie ? 'filmPage' : 'eventPage'
}

function OrderHead({ view }: { view: OrderTicketsView }) {
  const t = useTexts()
  const { order, tickets } = view
  const { event } = order
  const subject = tickets[0]?.event
  if (!event) {
    return <PageTitle>{t('orderHeading', { order: order.orderNumber })}</PageTitle>
  }
  const [item, ...more] = order.items
  if (more.length > 0) {
    return (
      <header className="not-printed">
        <PageTitle>{titleOf(order.items)}</PageTitle>
        <ul className="mt-3 space-y-2">
          {order.items.map((one) => (
            <li key={one.lineIds[0]}>
              <span className="font-semibold">{one.name}</span>
              <Dotted
                facts={[
                  <HeldTimes key="times" item={one} />,
                  // The stops of a journey follow.
                  one.about.kind !== 'pass' && one.about.kind !== 'journey' && (
                    <span key="venue" className="text-soft">
                      {one.venue}
                    </span>
                  ),
                ]}
              />
              <ItemAbout item={one} />
            </li>
          ))}
        </ul>
      </header>
    )
  }
  return (
    <header className="not-printed">
      <PageTitle>{event.name}</PageTitle>
      <p className="mt-2 tablet:text-lg">
        {item && <HeldTimes item={item} year />}
        {/* The stops of a journey follow, with the platform. */}
        {item?.about.kind !== 'pass' && item?.about.kind !== 'journey' && (
          <>
            <br className="tablet:hidden" />
            <span className="hidden text-soft tablet:inline"> · </span>
            <span className="text-soft">{placeInWords(event.venue, subject)}</span>
          </>
        )}
        {item && <ItemAbout item={item} />}
      </p>
    </header>
  )
}

/** Answers from checkout; shown to the owner only. */
function Extras({ extras }: { extras: OrderTicketsView['extras'] }) {
  const t = useTexts()
  if (extras.length === 0) return null
  return (
    <section className="card py-4">
      <h2 className="font-semibold">{t('extrasTitle')}</h2>
      <dl className="mt-2 space-y-2 text-sm">
        {extras.map(({ place, label, value }) => (
          <div key={`${place} ${label}`}>
            <dt className="text-soft">{[place, label].filter(Boolean).join(' · ')}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Actions({
  subject,
  use,
  documents,
  count,
  inviteTo,
}: {
  subject: TicketSubjectView
  use: TicketUse
  documents: DocumentAddresses
  count: number
  /** Key of the order that people may be invited to. */
  inviteTo: string | null
}) {
  const t = useTexts()
  const look =
    'flex min-h-12 w-full items-center gap-3 rounded-md px-3 text-left font-semibold hover:bg-sunk'
  return (
    <ul className="card p-2">
      <li>
        <a href={documents.pdf()} className={look}>
          <FileDown size={20} aria-hidden="true" className="text-accent" />
          {t('downloadAll', { count })}
        </a>
      </li>
      {inviteTo !== null && <InviteEntry orderKey={inviteTo} look={look} />}
      {use !== 'pass' && (
        <>
          <li>
            <a href={documents.calendar} className={look}>
              <CalendarPlus size={20} aria-hidden="true" className="text-accent" />
              {t('addToCalendar')}
            </a>
          </li>
          <li>
            <a
              href={mapAddress(subject)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('mapOf', { venue: subject.venue })}
              className={look}
            >
              <MapPin size={20} aria-hidden="true" className="text-accent" />
              {t('map')}
              <ExternalLink size={15} aria-hidden="true" className="text-soft" />
            </a>
          </li>
        </>
      )}
      <li>
        <button type="button" className={look} onClick={() => window.print()}>
          <Printer size={20} aria-hidden="true" className="text-accent" />
          {t('print')}
        </button>
      </li>
      <li className="mt-1 border-t border-rule px-3 pt-2 pb-1">
        <LocalLink to={subject.pagePath} className="link inline-flex min-h-11 items-center text-sm">
          {t(pageWords(use, subject))}
        </LocalLink>
      </li>
    </ul>
  )
}

/** Looks again by itself while the bank or a supplier works. */
function useChangedOrder(view: OrderTicketsView, documentKey: DocumentKey): void {
  const locale = useLocale()
  useChecking({
    isOn: isMoving(stateOf(view)),
    firstMilliseconds: 2_500,
    longestMilliseconds: 30_000,
    async hasChanged(signal) {
      // By the link of an email the order is read with the page: the call for it is limited against guesses.
      if (!('orderNumber' in documentKey)) return true
      const client = browserClient(locale)
      const now = await client.send(orderTickets, { query: documentKey }, { signal })
      return (
        stateOf(now) !== stateOf(view) ||
        now.tickets.length !== view.tickets.length ||
        now.waiting.length !== view.waiting.length
      )
    },
  })
}

/** A station may be its own address. */
function placeInWords(
  venue: string,
  subject: { readonly address: string; readonly city: string } | undefined,
): string {
  return [...new Set([venue, subject?.address, subject?.city])].filter(Boolean).join(', ')
}
