import { ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { invariant } from '#kernel/result.ts'
import { staffOf } from '#modules/staff/server/public-api.ts'
import { readShownCode, type TicketPorts } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Outcome } from '../../outcomes.ts'
import { tidyIdentifier } from '../../ticket-list.ts'
import {
  eventSourceName,
  isForEvent,
  validOrders,
  openScan,
  readScannedTicket,
  readScan,
  settleScan,
  useRow,
  type ScannedTicket,
  type ScanRow,
} from '../store.ts'
import type { CheckInSession } from '../check-in-session.ts'

export interface UseTicketOptions {
  readonly deviceId: string
  readonly sequence: number
  readonly session: CheckInSession
  /** Text of a code, or the printed identifier. */
  readonly code: string
}

/** What was shown, as far as it proves itself. */
interface Shown {
  readonly ticket: ScannedTicket
  readonly issueNumber: number
  /** Where codes change: it is of this very moment. */
  readonly isLive: boolean
}

/**
 * Lets the holder of a code in, once: whatever was tried at the same moment, one scan is `Admitted`. Every answer is
 * written down with it; the same device and sequence find what was written the first time. `NotFound` for a sequence
 * that the device has used at another organiser's door.
 */
export async function useTicket(
  context: Context,
  ports: TicketPorts,
  { deviceId, sequence, session, code }: UseTicketOptions,
): Promise<Result<ScanRow, 'NotFound'>> {
  const { staffId } = staffOf(context)
  const shown = await readShown(context, ports, code)
  const now = context.clock.now()
  return inTransaction(context, async (inside) => {
    const { eventId } = session.event
    const gateId = session.gate?.gateId ?? null
    const scanned = { deviceId, sequence, staffId, eventId, gateId, scannedAt: now }
    const scanId = await openScan(inside, { ...scanned, wasOffline: false })
    if (scanId === null) {
      const before = await readScan(inside, { deviceId, sequence })
      return before?.eventId === eventId ? ok(before) : fail('NotFound')
    }
    const outcome = await decide(inside, session, shown, staffId)
    await settleScan(inside, scanId, { outcome, ticketId: shown?.ticket.id ?? null })
    const written = await readScan(inside, { id: scanId })
    invariant(written, 'a scan that was written is there')
    return ok(written)
  })
}

async function decide(
  context: Context,
  session: CheckInSession,
  shown: Shown | null,
  staffId: string,
): Promise<Outcome> {
  if (!shown) return 'Unknown'
  const refused = await refusalOfPlace(context, session, shown)
  if (refused) return refused
  const isUsed = await useRow(context, {
    ticketId: shown.ticket.id,
    issueNumber: shown.issueNumber,
    eventId: session.event.eventId,
    typeIds: session.typeIds,
    at: context.clock.now(),
    gateId: session.gate?.gateId ?? null,
    by: staffId,
  })
  if (isUsed) return 'Admitted'
  const ticket = await readScannedTicket(context, { id: shown.ticket.id })
  invariant(ticket, 'a ticket stays')
  return reasonOf(ticket, shown.issueNumber)
}

/** What nothing that happens to the ticket meanwhile can change. */
async function refusalOfPlace(
  context: Context,
  session: CheckInSession,
  { ticket, isLive }: Shown,
): Promise<Outcome | null> {
  const now = context.clock.now()
  if (!isForEvent(ticket, session.event.eventId)) {
    if (ticket.source !== eventSourceName) return 'WrongEvent'
    const other = await context.db
      .selectFrom('event_summary')
      .select('show_id')
      .where('event_id', '=', ticket.itemId)
      .executeTakeFirst()
    return other?.show_id === session.event.showId ? 'WrongDay' : 'WrongEvent'
  }
  if (now < session.opensAt || now > session.closesAt) return 'WrongDay'
  return session.subject.rotatesCodes && !isLive ? 'StaleCode' : null
}

/** Why a ticket of this event was not used. */
export function reasonOf(ticket: ScannedTicket, issueNumber: number): Outcome {
  if (ticket.status !== ticketStatus.Active) return 'Returned'
  if (ticket.issueNumber !== issueNumber) return 'OldCode'
  if (!validOrders.some((status) => status === ticket.orderStatus)) return 'NotPaid'
  return ticket.usedAt === null ? 'WrongGate' : 'AlreadyUsed'
}

async function readShown(
  context: Context,
  ports: TicketPorts,
  text: string,
): Promise<Shown | null> {
  if (!text.includes(':')) {
    const ticket = await readScannedTicket(context, { identifier: tidyIdentifier(text) })
    return ticket ? { ticket, issueNumber: ticket.issueNumber, isLive: false } : null
  }
  const { claim, isLive } = await readShownCode(context, ports, text)
  const ticket = claim && (await readScannedTicket(context, { id: claim.ticketId }))
  if (!claim || !ticket || ticket.offeringId !== claim.offeringId) return null
  return { ticket, issueNumber: claim.issueNumber, isLive }
}
