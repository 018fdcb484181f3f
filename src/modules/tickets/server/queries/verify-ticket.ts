import type { ReplyOf } from '#contract/call.ts'
import { findOrder, placeNameOf } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { verifyTicket as verifyTicketCall } from '../../contract.ts'
import { holdsTicket } from '../transfer/holder.ts'
import { readTypedNumber } from '../printed-numbers.ts'
import { readShownCode } from '../read-shown-code.ts'
import type { TicketPorts } from '../ports.ts'
import { readTicket, type Ticket } from '../store.ts'
import { ticketStatusName } from '../present.ts'
import { holdTickets } from './held-tickets.ts'

type Verdict = ReplyOf<typeof verifyTicketCall>

const unknownTicket: Verdict = {
  exists: false,
  isValid: false,
  isUsed: false,
  usedAt: null,
  opensDoor: false,
  status: null,
  statusName: null,
  codeState: null,
  section: null,
  row: null,
  seat: null,
  placeName: null,
  event: null,
  isOwn: false,
}

/**
 * Whether a ticket is genuine and valid, for anybody; reveals nothing about its holder. A correctly signed code with
 * an older issue number was transferred away and is not valid.
 */
export async function verifyTicket(
  context: Context,
  ports: TicketPorts,
  identifierOrCode: string,
): Promise<Verdict> {
  const shown = await findShown(context, ports, identifierOrCode)
  if (!shown) return unknownTicket
  const { ticket } = shown
  const order = await findOrder(context, { orderId: ticket.orderId })
  if (!order) return unknownTicket
  const held = await holdTickets(context, ports, [order], 'holder')
  const found = held.find((candidate) => candidate.ticket.id === ticket.id)
  if (!found) return unknownTicket
  const { subject, code, line, rotating, isOff, isWithoutPlace } = found
  // For rotating codes, a static one is a screenshot.
  const isStale = rotating !== null && shown.codeState !== null && !shown.isLive
  const isOwn = holdsTicket(context.actor, found)
  // Who holds it may also name it by its identifier.
  const isNamed = isOwn && !identifierOrCode.includes(':')
  const codeState = isNamed ? null : isStale ? 'Superseded' : shown.codeState
  const isValid = code !== null && codeState !== 'Superseded'
  return {
    exists: true,
    isValid,
    isUsed: ticket.usedAt !== null,
    usedAt: ticket.usedAt?.toISOString() ?? null,
    opensDoor: isValid && !isOff && !isWithoutPlace && ticket.usedAt === null,
    status: ticket.status,
    statusName: ticketStatusName(ticket.status),
    codeState,
    section: ticket.section?.[context.locale] ?? null,
    row: ticket.row,
    seat: ticket.seat,
    placeName: placeNameOf(line.detail, context.locale),
    event: {
      eventId: subject.itemId,
      name: subject.name[context.locale],
      venue: subject.venue[context.locale],
      startsAt: subject.startsAt.toISOString(),
      timeZone: subject.timeZone,
    },
    isOwn,
  }
}

interface Shown {
  readonly ticket: Ticket
  readonly codeState: Verdict['codeState']
  /** A current rotating code. */
  readonly isLive: boolean
}

async function findShown(
  context: Context,
  ports: TicketPorts,
  identifierOrCode: string,
): Promise<Shown | null> {
  if (!identifierOrCode.includes(':')) {
    const typed = await readTypedNumber(
      context,
      ports.printedNumbers,
      identifierOrCode,
      (identifier) => readTicket(context.db, { identifier }),
    )
    if (!typed) return null
    return { ticket: typed.ticket, codeState: typed.isCurrent ? null : 'Superseded', isLive: false }
  }
  const { claim, isLive } = await readShownCode(context, ports, identifierOrCode)
  const ticket = claim && (await readTicket(context.db, { id: claim.ticketId }))
  if (!claim || !ticket || ticket.offeringId !== claim.offeringId) return null
  return {
    ticket,
    codeState: claim.issueNumber === ticket.issueNumber ? 'Current' : 'Superseded',
    isLive,
  }
}
