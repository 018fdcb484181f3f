import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import { contentKindOf, countContents, type Contents } from '#modules/orders/contents.ts'
import {
  extrasOnTicket,
  itemKey,
  readExtras,
  readPassengers,
  soldItemsOf,
  termsAcceptedAt,
  type Order,
  type OrderLine,
  type Passenger,
} from '#modules/orders/server/public-api.ts'
import {
  laterOf,
  promisedRefundEnd,
  promisedStart,
  type PromisedStart,
  readPromises,
  type ItemPromises,
} from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { rotatingText, slotOf, ticketSecret } from '../../rotating-code.ts'
import { signCode } from '../code.ts'
import { readWithoutPlace } from '../commands/withdraw-places.ts'
import { isTransferred } from '../transfer/holder.ts'
import type { TicketPorts } from '../ports.ts'
import { readTicketsOfOrders, type Ticket } from '../store.ts'
import type { TicketAlert, TicketSubject, TicketUse } from '../ticket-source.ts'
import { describeTickets } from './describe-tickets.ts'

/** A ticket with all data for its documents. */
export interface HeldTicket {
  readonly ticket: Ticket
  readonly order: Order
  readonly line: OrderLine
  readonly subject: TicketSubject
  /** Text of its code; null for a ticket that is not valid for entry. */
  readonly code: string | null
  /** The number under its code, for its present holder; the plain identifier where no code is shown. */
  readonly printedNumber: string
  /** What it is for was cancelled: no code of it is shown or admits, though it is valid until its refund. */
  readonly isOff: boolean
  /** The seller took its place away: no code of it is shown or admits, until it has a place again. */
  readonly isWithoutPlace: boolean
  /** Parameters that generate rotating codes; null for a static code. Must not appear in stored data. */
  readonly rotating: RotatingParts | null
  /** Answers of the holder that are printed on the ticket. */
  readonly extras: readonly { readonly label: LocalizedText; readonly value: LocalizedText }[]
  /** The passenger; null for a ticket without a name. */
  readonly passenger: Passenger | null
  /** It, or another valid ticket of its party, has lost its place. */
  readonly isRebookable: boolean
}

const lostHeader = {
  ka: 'ამ ბილეთისთვის ადგილი აღარ არის',
  en: 'There is no seat left for this ticket',
}
const partedText = {
  header: {
    ka: 'თქვენთან ერთად ნაყიდ ერთ-ერთ ბილეთს ადგილი აღარ აქვს',
    en: 'A ticket bought together with this one has no seat any more',
  },
  text: {
    ka: 'ეს ბილეთი ძალაშია. გამგზავრებამდე მისი დაბრუნებაც შეგიძლიათ: თანხა საკომისიოებიანად სრულად ბრუნდება.',
    en: 'This ticket is valid. You may also return it until the departure: you get everything back, fees included.',
  },
}

/** The ends of tickets that end by themselves, by ticket id; each source is called once. */
async function readOwnEnds(
  context: Context,
  { sources }: Pick<TicketPorts, 'sources'>,
  tickets: readonly Ticket[],
): Promise<ReadonlyMap<number, Date>> {
  const ends = await Promise.all(
    sources.map(async ({ name, ownEnds }) => {
      const own = tickets.filter(({ source }) => source === name).map(({ id }) => id)
      return own.length > 0 && ownEnds ? [...(await ownEnds(context, own))] : []
    }),
  )
  return new Map(ends.flat())
}

/** What is said of a pass, with the end of the card instead of the product's. */
function withOwnEnd(subject: TicketSubject, end: Date | undefined): TicketSubject {
  if (subject.kind !== 'pass' || end === undefined) return subject
  return { ...subject, startsAt: end, endsAt: end, validUntil: end }
}

interface RotatingParts {
  readonly plainCode: string
  readonly secret: Uint8Array<ArrayBuffer>
  readonly madeAt: Date
}

/**
 * The tickets of these orders, in the order of their lines; each source is called once. The owner of an order, or of
 * its email link, must not see the code of a transferred ticket: `holder` codes are allowed only when the caller is
 * known to hold every ticket shown, or no code is shown.
 */
export async function holdTickets(
  context: Context,
  ports: TicketPorts,
  orders: readonly Order[],
  codesOf: 'buyer' | 'holder' = 'buyer',
): Promise<HeldTicket[]> {
  const tickets = await readTicketsOfOrders(
    context.db,
    orders.map((order) => order.id),
  )
  if (tickets.length === 0) return []
  const byId = new Map(orders.map((order) => [order.id, order]))
  const key = await ports.signingKeys.current(context)
  const subjects = await describeTickets(context, ports, soldItemsOf(tickets))
  const promises = await readPromisesOf(context, tickets, subjects)
  const ownEnds = await readOwnEnds(context, ports, tickets)
  const withoutPlace = await readWithoutPlace(context, [...byId.keys()])
  const parted = new Set(tickets.flatMap((one) => (withoutPlace.has(one.id) ? partyKey(one) : [])))
  const rebookable = new Set(
    tickets.flatMap((one) =>
      withoutPlace.has(one.id) && one.status === ticketStatus.Active ? partyKey(one) : [],
    ),
  )
  const passengers = await readPassengers(context, orders)
  const extras = await readExtras(context, orders)
  const held = tickets.map(async (ticket) => {
    const order = byId.get(ticket.orderId)
    const line = order?.lines.find((candidate) => candidate.id === ticket.orderLineId)
    const found = subjects.get(itemKey(ticket))
    invariant(order && line && found, `ticket ${ticket.id} has its order, line and subject`)
    const accepted = asAccepted(withOwnEnd(found, ownEnds.get(ticket.id)), order)
    const ofItem = withOwnAlerts(
      asPromised(accepted, promises.get(itemKey(ticket)), { ticket, order }),
      order,
    )
    const lost = withoutPlace.get(ticket.id)
    const subject = lost
      ? lostSubject({ ...ofItem, ...lost })
      : parted.has(partyKey(ticket))
        ? partedSubject(ofItem)
        : ofItem
    const { id: ticketId, offeringId, issueNumber } = ticket
    const isSeen = codesOf === 'holder' || !isTransferred(ticket)
    const plain =
      isSeen && isValid(ticket, order) ? signCode(key, { ticketId, offeringId, issueNumber }) : null
    const printedNumber =
      plain === null ? ticket.identifier : await ports.printedNumbers.of(context, ticket)
    const rotating =
      plain !== null && subject.rotatesCodes
        ? await rotatingParts(context, ports, ticket, plain)
        : null
    const code = rotating ? await textNow(rotating) : plain
    const passenger = passengers.find(
      ({ lineId, unit }) => lineId === ticket.orderLineId && unit === ticket.lineUnit,
    )
    return {
      ticket,
      order,
      line,
      subject,
      code,
      printedNumber,
      isOff: isOffOf(ofItem),
      isWithoutPlace: lost !== undefined,
      rotating,
      extras: extrasOnTicket(extras, ticket),
      passenger: passenger?.passenger ?? null,
      isRebookable: rebookable.has(partyKey(ticket)),
    }
  })
  return Promise.all(held)
}

/** The source knows best: a carrier may run a departure after all. */
function isOffOf({ cancelledAt, isOff }: TicketSubject): boolean {
  return isOff ?? cancelledAt !== null
}

/** With the terms of full refunds that the buyer accepted. */
function asAccepted(subject: TicketSubject, order: Order): TicketSubject {
  const acceptedAt = termsAcceptedAt(order)
  const former = subject.formerFullRefunds?.find(
    ({ acceptedBefore }) => acceptedAt < acceptedBefore,
  )
  return former ? { ...subject, fullRefundUntil: former.fullRefundUntil } : subject
}

/** What holders were told of the items of these tickets, by `itemKey`. Passes have no day, and airlines make their own terms. */
async function readPromisesOf(
  context: Context,
  tickets: readonly Ticket[],
  subjects: ReadonlyMap<string, TicketSubject>,
): Promise<ReadonlyMap<string, ItemPromises>> {
  const promised = tickets.filter((one) => {
    const kind = subjects.get(itemKey(one))?.kind
    return kind !== undefined && kind !== 'pass' && kind !== 'flight'
  })
  const found = new Map<string, ItemPromises>()
  for (const [source, ofSource] of Map.groupBy(promised, (one) => one.source)) {
    const itemIds = ofSource.map(({ itemId }) => itemId)
    const promises = await readPromises(context, source, itemIds)
    for (const one of ofSource) {
      const ofItem = promises.get(one.itemId)
      if (ofItem) found.set(itemKey(one), ofItem)
    }
  }
  return found
}

const noPromises: ItemPromises = { starts: [], refunds: [] }

/** With the start that it was sold with, and the end of the full refund as this buyer has it. */
function asPromised(
  subject: TicketSubject,
  promises: ItemPromises | undefined,
  { ticket, order }: Pick<HeldTicket, 'ticket' | 'order'>,
): TicketSubject {
  if ((!promises && subject.fullRefundUntil === null) || subject.kind === 'flight') return subject
  const { starts, refunds } = promises ?? noPromises
  const acceptedAt = termsAcceptedAt(order)
  const promised = promisedStart(starts, subject.startsAt, acceptedAt)
  const { legFrom, legTo } = ticket
  const { startsAt, fullRefundUntil } = subject
  return {
    ...subject,
    ...(promised && { promised }),
    ...(starts.length > 0 && { movedFrom: movedFromOf(promised, startsAt) }),
    fullRefundUntil: promisedRefundEnd({ refunds }, promised, {
      acceptedAt,
      startsAt,
      fullRefundUntil,
      legFrom,
      legTo,
    }),
  }
}

/** The start that a ticket was sold with; null if it was sold with the present one. */
function movedFromOf(promised: PromisedStart | null, startsAt: Date): Date | null {
  if (promised === null || promised.soldStartsAt.getTime() === startsAt.getTime()) return null
  return promised.soldStartsAt
}

/** Who bought together for the same use. */
function partyKey({ orderId, ...item }: Ticket): string {
  return `${orderId} ${itemKey(item)}`
}

/** It has lost the place, for the stated reason. */
function lostSubject(subject: TicketSubject): TicketSubject {
  const { ka, en } = subject.cancelReason ?? { ka: '', en: '' }
  const text = {
    ka: `${ka} აირჩიეთ სხვა რეისი უფასოდ ან დააბრუნეთ ბილეთი; თუ არაფერს აირჩევთ, თანხა თავისით სრულად ბრუნდება.`,
    en: `${en} Choose another departure free of charge or return the ticket; if you do neither, everything goes back by itself.`,
  }
  const alerts = (subject.alerts ?? []).filter(({ isAboutPlace }) => !isAboutPlace)
  return withAlert({ ...subject, alerts }, { header: lostHeader, text })
}

/** One of the party has lost the place; the others need not go alone. */
function partedSubject(subject: TicketSubject): TicketSubject {
  return withAlert(subject, partedText)
}

/** Without alerts about changes before the order. */
function withOwnAlerts(subject: TicketSubject, { createdAt }: Order): TicketSubject {
  const { alerts = [] } = subject
  const own = alerts.filter(({ ordersUntil }) => !ordersUntil || createdAt <= ordersUntil)
  return own.length === alerts.length ? subject : { ...subject, alerts: own }
}

function withAlert(subject: TicketSubject, alert: Omit<TicketAlert, 'url'>): TicketSubject {
  return {
    ...subject,
    fullRefundUntil: laterOf(subject.startsAt, subject.fullRefundUntil),
    alerts: [{ ...alert, url: null }, ...(subject.alerts ?? [])],
  }
}

async function rotatingParts(
  context: Context,
  ports: TicketPorts,
  ticket: Ticket,
  plainCode: string,
): Promise<RotatingParts> {
  const eventSecret = await ports.rotatingKeys.secretOf(context, ticket.offeringId)
  const claim = { ticketId: ticket.id, issueNumber: ticket.issueNumber }
  return {
    plainCode,
    secret: await ticketSecret(eventSecret, claim),
    madeAt: context.clock.now(),
  }
}

function textNow({ plainCode, secret, madeAt }: RotatingParts): Promise<string> {
  return rotatingText(plainCode, secret, slotOf(madeAt.getTime()))
}

/**
 * Admits to the event: the ticket is active and its order paid, also while a supplier has yet to confirm other
 * tickets of the order. An order whose tickets have all been transferred has
 * the state `Transferred`; they are valid for their present holders.
 */
export function isValid(
  ticket: Pick<Ticket, 'status' | 'holderSessionId' | 'holderCustomerId'>,
  order: Pick<Order, 'status'>,
): boolean {
  if (ticket.status !== ticketStatus.Active) return false
  return (
    order.status === orderStatus.Processed ||
    order.status === orderStatus.WaitingForTicket ||
    order.status === orderStatus.Imported ||
    order.status === orderStatus.Preprint ||
    (order.status === orderStatus.Transferred && isTransferred(ticket))
  )
}

/** Whether the code is for goods: it admits nobody. */
export function isGoods({ line }: Pick<HeldTicket, 'line'>): boolean {
  return contentKindOf(line.detail) === 'goods'
}

/** Whether the code is for a piece of baggage, which travels with a passenger. */
export function isBaggage({ line }: Pick<HeldTicket, 'line'>): boolean {
  return contentKindOf(line.detail) === 'baggage'
}

/** How many of them admit somebody, and how many are goods or baggage. */
export function contentsOf(held: readonly Pick<HeldTicket, 'line'>[]): Contents {
  return countContents(held.map(({ line }) => ({ ...line.detail, quantity: 1 })))
}

/** How it is used, as texts of documents name it: goods are collected and baggage is handed over, whatever their item is. */
export function useOfTicket(
  held: Pick<HeldTicket, 'line' | 'subject'>,
): TicketUse | 'goods' | 'baggage' | 'pass' {
  if (held.subject.kind === 'pass') return 'pass'
  const kind = contentKindOf(held.line.detail)
  return kind === 'ticket' ? (held.subject.use ?? 'visit') : kind
}

export function typeName(held: HeldTicket, locale: Locale): string {
  const name = held.subject.typeNames.get(held.ticket.ticketTypeId)
  return name?.[locale] ?? held.line.description[locale]
}

/** As they are used: the way there before the way back, whatever was chosen first. Equal beginnings keep their order. */
export function inOrderOfUse(tickets: readonly HeldTicket[]): HeldTicket[] {
  return tickets.toSorted(
    (one, other) => one.subject.startsAt.getTime() - other.subject.startsAt.getTime(),
  )
}
