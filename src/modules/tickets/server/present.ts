import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { placeNounsOf } from '#kernel/place-naming.ts'
import {
  linesOfConfirmation,
  ownsOrder,
  placeNameOf,
  placeTextOf,
  presentItem,
  presentOrder,
  readConfirmations,
  readExtras,
  renamingAt,
  termsAcceptedAt,
  wholePlaceOf,
  type LineDetail,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import {
  destinationOf,
  listPayments,
  sumPendingRefunds,
} from '#modules/payments/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { GuestOrderView, OrderTicketsView } from '../contract.ts'
import type { TicketCardView, TicketSubjectView, TicketView } from '../shapes.ts'
import { maskEmail, maskPhone } from './transfer/sending.ts'
import { holdsTicket, isTransferred } from './transfer/holder.ts'
import { mayPassOn } from './transfer/pass-on-terms.ts'
import { presentShare, readSharesByTicket } from './transfer/present.ts'
import { toBase64Url } from '#kernel/base64url.ts'
import type { TicketPorts } from './ports.ts'
import { presentReturns } from './present-returns.ts'
import { qrPath } from './qr.ts'
import { hasRefused } from './reminders/refusals.ts'
import {
  holdTickets,
  inOrderOfUse,
  isBaggage,
  isGoods,
  typeName,
  type HeldTicket,
} from './queries/held-tickets.ts'

export function ticketStatusName(status: number): keyof typeof ticketStatus {
  const found = Object.entries(ticketStatus).find(([, value]) => value === status)
  invariant(found, `there is a ticket status ${status}`)
  return found[0] as keyof typeof ticketStatus
}

/** Whether the price of a ticket is for an age that is checked when it is used. */
function provesAge({ subject, ticket }: Pick<HeldTicket, 'subject' | 'ticket'>): boolean {
  return subject.ageProvedTypes?.has(ticket.ticketTypeId) ?? false
}

/** A ticket; its price and order are for its buyer, and for whoever sees the whole order with its sum. */
export function presentTicket(
  held: HeldTicket,
  { actor, locale }: Pick<Context, 'actor' | 'locale'>,
  showsOrder: boolean = ownsOrder(actor, held.order),
): TicketView {
  const { ticket, order, line, subject } = held
  const hasCode = !held.isOff && !held.isWithoutPlace
  const { code, rotating } = hasCode ? held : { code: null, rotating: null }
  return {
    ticketIdentifier: ticket.identifier,
    printedNumber: held.printedNumber,
    orderNumber: showsOrder ? order.orderNumber : '',
    status: ticket.status,
    statusName: ticketStatusName(ticket.status),
    typeName: typeName(held, locale),
    isGoods: isGoods(held),
    isBaggage: isBaggage(held),
    section: ticket.section?.[locale] ?? null,
    row: ticket.row,
    seat: ticket.seat,
    placeName: placeNameOf(line.detail, locale),
    names: presentNames(line.detail, locale),
    extras: held.extras.map(({ label, value }) => ({ label: label[locale], value: value[locale] })),
    price: showsOrder ? money(line.unitPriceMinor, order.currency) : null,
    issuedAt: ticket.issuedAt.toISOString(),
    event: presentSubject(held, locale),
    comment: holdsTicket(actor, held) ? ticket.note : '',
    item: presentItem(ticket, subject, locale),
    reference:
      ticket.bookingNumber === null
        ? null
        : { bookingNumber: ticket.bookingNumber, ticketNumber: ticket.supplierTicketNumber },
    passenger: held.passenger && {
      name: `${held.passenger.givenName} ${held.passenger.familyName}`,
      nameKa: held.passenger.nameKa,
      kind: held.passenger.kind,
      documentEnding: held.passenger.documentNumber?.slice(-4) ?? null,
      ...(provesAge(held) && { provesAge: true as const }),
    },
    alerts: (subject.alerts ?? []).map(({ header, text, url }) => ({
      header: header[locale],
      text: text[locale],
      url,
    })),
    code,
    rotating: rotating && {
      plainCode: rotating.plainCode,
      secret: toBase64Url(rotating.secret),
      serverTime: rotating.madeAt.toISOString(),
    },
  }
}

function presentNames(detail: LineDetail, locale: Locale): TicketView['names'] {
  if (!detail.naming) return null
  const { section, row, seat, ticketType, entrance, seats } = placeNounsOf(detail.naming, locale)
  const isWhole = wholePlaceOf(detail, locale) !== null
  return { section, row, seat, ticketType, entrance, isWhole, seats: [...(seats ?? [])] }
}

function presentSubject(
  { subject, isOff, isWithoutPlace }: Pick<HeldTicket, 'subject' | 'isOff' | 'isWithoutPlace'>,
  locale: Locale,
): TicketSubjectView {
  return {
    eventId: subject.itemId,
    eventType: subject.category,
    name: subject.name[locale],
    venue: subject.venue[locale],
    city: subject.city[locale],
    address: subject.address[locale],
    latitude: subject.latitude,
    longitude: subject.longitude,
    timeZone: subject.timeZone,
    startsAt: subject.startsAt.toISOString(),
    doorsAt: subject.doorsAt?.toISOString() ?? null,
    endsAt: subject.endsAt?.toISOString() ?? null,
    isCancelled: isOff || subject.cancelledAt !== null,
    isWithoutPlace: isWithoutPlace && !isOff,
    movedFrom: subject.movedFrom?.toISOString() ?? null,
    fullRefundUntil: subject.fullRefundUntil?.toISOString() ?? null,
    ageLimit: subject.ageLimit,
    imageUrl: subject.imageUrl,
    pagePath: subject.pagePath,
    use: subject.use ?? 'visit',
  }
}

/** An order with its tickets and their codes drawn. */
export async function presentOrderTickets(
  context: Context,
  ports: TicketPorts,
  order: Order,
): Promise<OrderTicketsView> {
  const held = inOrderOfUse(await holdTickets(context, ports, [order]))
  const returns = await presentReturns(context, order, held)
  return {
    order: await presentOrder(context, ports.orders, order),
    tickets: await presentCards(context, ports, held, true),
    waiting: await readWaiting(context, order),
    extras: await presentExtras(context, order),
    // Refunds of returned tickets are shown with the tickets.
    refund: returns.length > 0 ? null : await findRefundView(context, order),
    returns,
  }
}

/**
 * Tickets with their codes, and the data of the holder that the caller may see: holders see their own links and note,
 * the buyer that a ticket was transferred and a hint of the receiver, others nothing.
 */
export async function presentCards(
  context: Context,
  ports: TicketPorts,
  held: readonly HeldTicket[],
  showsOrder = false,
): Promise<TicketCardView[]> {
  const shares = await readSharesByTicket(context, held)
  return Promise.all(
    held.map(async (one) => {
      const { ticket, order, code } = one
      const isOwn = holdsTicket(context.actor, one)
      const isBuyer = ownsOrder(context.actor, order)
      const open = isOwn ? shares.openOf(ticket.id) : []
      const view = presentTicket(one, context, showsOrder || isBuyer)
      return {
        ...view,
        qr: view.code === null ? null : qrPath(view.code, one.subject.codeKind),
        hasDetails: one.line.detail.hasExtras === true,
        hand: {
          isOwn,
          mayPassOn: isOwn && (await mayPassOn(context, ports, ticket)),
          mayRename:
            isOwn && isBuyer && one.passenger !== null && code !== null
              ? await mayRename(context, ports, one)
              : false,
          changePath:
            isOwn && isBuyer && code !== null ? await changePathOf(context, ports, one) : null,
          isUsed: (isOwn || isBuyer) && ticket.usedAt !== null,
          usesLeft: isOwn ? await usesLeft(context, ports, ticket) : null,
          note: isOwn ? ticket.note : '',
          passedTo: isBuyer && isTransferred(ticket) ? shares.takerHintOf(ticket.id) : null,
          shares: await Promise.all(open.map((share) => presentShare(context, ports, share, held))),
        },
      }
    }),
  )
}

/** Whether its source allows changing the passenger at all; limits are returned by the call for the terms. */
async function mayRename(
  context: Context,
  { orders }: Pick<TicketPorts, 'orders'>,
  { ticket, order }: HeldTicket,
): Promise<boolean> {
  const source = orders.sources.find(({ name }) => name === ticket.source)
  const terms = await source?.passengerTerms?.(context, ticket)
  return terms ? (renamingAt(terms, termsAcceptedAt(order))?.most ?? 0) > 0 : false
}

async function usesLeft(
  context: Context,
  { sources }: Pick<TicketPorts, 'sources'>,
  ticket: HeldTicket['ticket'],
): Promise<number | null> {
  const source = sources.find(({ name }) => name === ticket.source)
  return (await source?.usesLeft?.(context, ticket.id)) ?? null
}

async function changePathOf(
  context: Context,
  { sources }: Pick<TicketPorts, 'sources'>,
  { ticket, order, subject, isRebookable }: HeldTicket,
): Promise<string | null> {
  if (ticket.usedAt !== null) return null
  const source = sources.find(({ name }) => name === ticket.source)
  const { fullRefundUntil } = subject
  const asked = { ...ticket, acceptedAt: termsAcceptedAt(order), fullRefundUntil, isRebookable }
  return (await source?.changePath?.(context, asked)) ?? null
}

/** Ticket lines that a supplier has yet to confirm. */
async function readWaiting(context: Context, order: Order): Promise<number[]> {
  if (order.status !== orderStatus.WaitingForTicket) return []
  const all = await readConfirmations(context, [order.id])
  return all
    .filter(({ state }) => state === 'pending')
    .flatMap((one) => linesOfConfirmation(order, one))
    .map(({ id }) => id)
}

/** All answers, each with its place; places of a pool are counted. */
export async function presentExtras(
  context: Context,
  order: Order,
): Promise<OrderTicketsView['extras']> {
  const { locale } = context
  const extras = await readExtras(context, [order])
  return extras.map(({ label, value, lineId, unit }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    const place = line && placeInWords(line, unit, locale)
    return { label: label[locale], value: value[locale], place: place ?? null }
  })
}

function placeInWords(line: OrderLine, unit: number, locale: Locale): string {
  const place = placeTextOf(line.detail, locale)
  const count = line.quantity > 1 ? `${unit + 1}` : ''
  return [line.description[locale], place, count].filter(Boolean).join(' · ')
}

/** A refunded payment, or one being refunded, whose order has no tickets. */
async function findRefundView(context: Context, order: Order): Promise<OrderTicketsView['refund']> {
  const payments = await listPayments(context, order.orderKey)
  const returned = payments.find(({ state }) => state === 'refunding' || state === 'refunded')
  if (!returned) return null
  // A part of the payment may have been refunded before, or may not be refunded at all.
  const pending = await sumPendingRefunds(context, [returned.id])
  const amountMinor = pending.get(returned.id) ?? returned.refundedMinor
  return {
    amount: { ...(returned.captured ?? returned.amount), amount: amountMinor },
    isDone: returned.state === 'refunded',
    to: destinationOf(returned, order),
  }
}

/**
 * The same for the holder of an email's link. Emails are forwarded with the tickets in them, so the buyer's address
 * and phone are left out, and so are documents unless the ticket shows them.
 */
export async function presentGuestOrder(
  context: Context,
  ports: TicketPorts,
  order: Order,
): Promise<GuestOrderView> {
  const view = await presentOrderTickets(context, ports, order)
  const { name, email, phone } = view.order.buyer
  const isReminded = !(await hasRefused(context, email))
  const buyer = { name, email: maskEmail(email), phone: maskPhone(phone) }
  return { ...view, order: { ...view.order, buyer }, extras: [], isReminded }
}
