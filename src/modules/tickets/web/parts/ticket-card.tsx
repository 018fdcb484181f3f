import { FileDown } from 'lucide-react'
import { Badge } from '#design/parts/badge.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney, formatTimeBeside } from '#kernel/format.ts'
import type { OrderTicketsView } from '../../contract.ts'
import type { TicketCardView } from '../../shapes.ts'
import type { DocumentAddresses } from '../document-address.ts'
import { kindOf } from '../numbers-in-kind.ts'
import { useTexts } from '../texts.ts'
import { CodeSheet } from './code-sheet.tsx'
import { ItemAbout } from './item-about.tsx'
import { posterStyle } from '#design/poster-style.ts'
import { returnOfOff } from './actions/offered.ts'
import { OffWays } from './off-ways.tsx'
import { SeatFacts } from './seat-facts.tsx'
import { TicketAlerts } from './ticket-alerts.tsx'
import { TicketCode } from './ticket-code.tsx'
import { TicketActions } from './ticket-actions.tsx'
import { HeldTimes } from './held-times.tsx'

interface TicketCardProps {
  readonly ticket: TicketCardView
  readonly number: number
  readonly count: number
  /** Null where the page shows no documents: behind a link. */
  readonly documents: DocumentAddresses | null
  /** Null where the order is somebody else's. */
  readonly order: OrderTicketsView['order'] | null
  /** How many tickets of the order the caller holds. */
  readonly heldCount: number
  /** The page's heading already names the item; a narrow screen does not repeat it. */
  readonly isSaidAbove: boolean
  /** It waits to be taken over: its code is made then. */
  readonly isWaiting?: boolean
}

/** One ticket: event and seat above the perforation, the code below it. */
export function TicketCard(props: TicketCardProps) {
  const { ticket, number, count, order, heldCount, isSaidAbove } = props
  const t = useTexts()
  return (
    <article
      aria-label={t('ticketOf', { kind: kindOf(ticket), number, count })}
      className="ticket-lift"
      style={posterStyle(ticket.item.colour)}
    >
      <div className={`ticket-card ${ticket.qr ? '' : 'ticket-card-brief'}`}>
        <div className="flex min-w-0 flex-col gap-4 px-5 pt-4 pb-6 tablet:px-7 tablet:pt-6">
          <TicketHead ticket={ticket} number={number} count={count} isSaidAbove={isSaidAbove} />
          <UsesLeft left={ticket.hand.usesLeft} />
          <TicketAlerts alerts={ticket.alerts} />
          <OffWays ticket={ticket} number={number} order={order} heldCount={heldCount} />
          <SeatFacts ticket={ticket} />
          <TicketFoot ticket={ticket} order={order} />
        </div>
        <div className="ticket-card-stub">
          <TicketStub {...props} />
        </div>
      </div>
    </article>
  )
}

type NumberedTicket = Pick<TicketCardProps, 'ticket' | 'number' | 'count'>

function TicketHead({
  ticket,
  number,
  count,
  isSaidAbove,
}: NumberedTicket & { isSaidAbove: boolean }) {
  const t = useTexts()
  const { event } = ticket
  return (
    <div>
      <p className="flex justify-between gap-4 text-sm text-soft">
        <span>{[ticket.names?.ticketType, ticket.typeName].filter(Boolean).join(': ')}</span>
        <span className="figures shrink-0">
          {t('ticketOf', { kind: kindOf(ticket), number, count })}
        </span>
      </p>
      <div className={isSaidAbove ? 'hidden tablet:block print:block' : ''}>
        <h2 className="mt-2 font-display text-xl leading-snug font-bold tablet:text-2xl">
          {event.name}
        </h2>
        <p className="mt-1.5">
          <HeldTimes item={ticket.item} className="figures font-semibold text-(--tint)" />
          {ticket.item.about.kind !== 'pass' && ticket.item.about.kind !== 'journey' && (
            <>
              <br />
              {event.venue}
            </>
          )}
          <ItemAbout item={ticket.item} hasNews={!ticket.event.isCancelled} />
        </p>
      </div>
    </div>
  )
}

/** What is left of a pass. */
function UsesLeft({ left }: { left: number | null }) {
  const t = useTexts()
  if (left === null) return null
  return (
    <p>
      <Badge tone={left === 0 ? 'warn' : 'good'}>
        {left === 0 ? t('usedUp') : t('usesLeft', { count: left })}
      </Badge>
    </p>
  )
}

type OrderedTicket = Pick<TicketCardProps, 'ticket' | 'order'>

function TicketFoot({ ticket, order }: OrderedTicket) {
  const t = useTexts()
  const locale = useLocale()
  const { event } = ticket
  const facts = [
    ticket.names?.entrance,
    ticket.price && formatMoney(locale, ticket.price),
    !ticket.isGoods &&
      event.doorsAt &&
      t('doors', {
        time: formatTimeBeside(locale, event.doorsAt, {
          day: event.startsAt,
          timeZone: event.timeZone,
        }),
      }),
    event.ageLimit > 0 && !ticket.isGoods ? t('age', { age: event.ageLimit }) : null,
  ]
  return (
    <div className="mt-auto space-y-1 text-sm text-soft">
      {ticket.passenger && (
        <Dotted
          className="break-words text-ink"
          facts={[ticket.passenger.name, ticket.passenger.nameKa]}
        />
      )}
      {ticket.passenger?.provesAge && <p>{t('provesAge')}</p>}
      {ticket.reference && (
        <Dotted
          className="figures break-words text-ink"
          facts={[
            t('bookingNumber', { number: ticket.reference.bookingNumber }),
            ticket.reference.ticketNumber !== null &&
              t('supplierTicketNumber', { number: ticket.reference.ticketNumber }),
          ]}
        />
      )}
      {ticket.extras.map(({ label, value }) => (
        <p key={label} className="break-words">
          {label}: <span className="text-ink">{value}</span>
        </p>
      ))}
      <Dotted className="figures" facts={facts} />
      <HandNotes ticket={ticket} />
      <AnotherWay ticket={ticket} order={order} />
    </div>
  )
}

/** The item was changed: link to the holder's choices, unless `OffWays` has them. */
function AnotherWay({ ticket, order }: OrderedTicket) {
  const t = useTexts()
  const { event, hand, qr } = ticket
  const { isCancelled, movedFrom, fullRefundUntil } = event
  const isOff = isCancelled || movedFrom !== null || fullRefundUntil !== null
  if (!isOff || returnOfOff.isOffered(ticket, order)) return null
  if (hand.changePath === null || qr === null) return null
  return (
    <p className="not-printed pt-1">
      <LinkButton look="quiet" to={hand.changePath}>
        {t('anotherWay')}
      </LinkButton>
    </p>
  )
}

function TicketStub(props: TicketCardProps) {
  const { ticket, number, count, documents, order, heldCount } = props
  const t = useTexts()
  if (!ticket.qr) return <WithoutCode {...props} />
  return (
    <>
      <TicketCode
        ticket={ticket}
        label={t('codeLabel', { kind: kindOf(ticket), number, count })}
        className="ticket-card-code"
      />
      <Identifier ticket={ticket} />
      <div className="not-printed flex w-full gap-2">
        <CodeSheet ticket={ticket} number={number} count={count} />
        {documents && (
          <LinkButton
            look="quiet"
            href={documents.pdf(ticket.ticketIdentifier)}
            aria-label={t('downloadOneOf', { kind: kindOf(ticket), number })}
            className="px-3"
          >
            <FileDown size={18} aria-hidden="true" />
            {t('downloadOne')}
          </LinkButton>
        )}
        <TicketActions ticket={ticket} number={number} order={order} heldCount={heldCount} />
      </div>
    </>
  )
}

/** The number that staff type where no code can be read. */
function Identifier({ ticket }: Pick<TicketCardProps, 'ticket'>) {
  const t = useTexts()
  return (
    <p className="figures text-center text-sm tracking-wide">
      <span className="sr-only">{t('identifier')}: </span>
      {ticket.printedNumber.replaceAll(/(.{5})(?=.)/g, '$1 ')}
    </p>
  )
}

/** Why there is no code: what it is for was cancelled, its seat was lost, it waits for its receiver, somebody else has it, or nobody may use it any more. */
function WithoutCode({ ticket, isWaiting = false }: TicketCardProps) {
  const t = useTexts()
  const { passedTo } = ticket.hand
  let [title, text] = [t('notValid'), t('notValidText')]
  if (ticket.event.isWithoutPlace && ticket.statusName === 'Active')
    [title, text] = [t('noSeatLeft'), t('withoutPlaceText')]
  else if (ticket.event.isCancelled && ticket.statusName === 'Active')
    [title, text] = [t('calledOff'), t('calledOffText', { use: ticket.event.use })]
  else if (isWaiting)
    [title, text] = [t('waitingForYou'), t('waitingForYouText', { kind: kindOf(ticket) })]
  else if (passedTo !== null) {
    title = t('passedOn')
    text = passedTo === '' ? t('passedOnText') : t('passedToText', { name: passedTo })
  }
  return (
    <div className="max-w-60 space-y-2 text-center">
      <p className="font-display text-2xl font-bold text-accent">{title}</p>
      <p className="text-soft">{text}</p>
      {ticket.event.isWithoutPlace && <Identifier ticket={ticket} />}
    </div>
  )
}

/** The holder's note, how somebody without an account keeps it, and that a link to it is open: it is easily forgotten. */
function HandNotes({ ticket }: { ticket: TicketCardView }) {
  const t = useTexts()
  const { note, shares } = ticket.hand
  const gift = shares.find(({ handsOver }) => handsOver)
  const isKept = shares.some(({ keeps }) => keeps)
  const links = shares.filter(({ handsOver, keeps }) => !handsOver && !keeps)
  return (
    <div className="not-printed space-y-1 empty:hidden">
      {note !== '' && <p className="break-words whitespace-pre-line text-ink italic">{note}</p>}
      {gift && (
        <p className="font-semibold text-warn">
          {gift.recipient ? t('giftWaitsFor', { name: gift.recipient }) : t('giftWaits')}
        </p>
      )}
      {isKept && <p>{t('keptByLink')}</p>}
      {links.length > 0 && <p>{t('linksOpen', { count: links.length })}</p>}
    </div>
  )
}
