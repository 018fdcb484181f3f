import { ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { invariant } from '#kernel/result.ts'
import { staffOf } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Outcome } from '../../outcomes.ts'
import { isCancelled } from '../queries/cancellation.ts'
import type { EntrancePorts } from '../ports.ts'
import { readShownTicket, type ShownTicket } from '../shown-code.ts'
import {
  isSameItem,
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
import { severalUsesOf, takeUse } from './take-use.ts'

export interface UseTicketOptions {
  readonly deviceId: string
  readonly sequence: number
  readonly session: CheckInSession
  /** Text of a code, or the printed identifier. */
  readonly code: string
}

/**
 * Admits the holder of a code, once: of concurrent scans one is `Admitted`. Every outcome is stored; the same device
 * and sequence get the stored one. `NotFound` for a sequence that the device has used at another organiser's
 * entrance.
 */
export async function useTicket(
  context: Context,
  ports: EntrancePorts,
  { deviceId, sequence, session, code }: UseTicketOptions,
): Promise<Result<ScanRow, 'NotFound'>> {
  const { staffId } = staffOf(context)
  const shown = await readShownTicket(context, ports, { text: code, item: session })
  const now = context.clock.now()
  return inTransaction(context, async (inside) => {
    const { source, itemId, stop } = session
    const gateId = session.gate?.gateId ?? null
    const scanned = { deviceId, sequence, staffId, source, itemId, stop, gateId, scannedAt: now }
    const scanId = await openScan(inside, { ...scanned, wasOffline: false })
    if (scanId === null) {
      const before = await readScan(inside, { deviceId, sequence })
      return before && isSameItem(before, session) ? ok(before) : fail('NotFound')
    }
    const outcome = await decide(inside, ports, { session, shown, staffId, scanId })
    const hasSeveralUses = severalUsesOf(ports, session) !== undefined
    const ticketId = shown?.ticket.id ?? null
    await settleScan(inside, scanId, { outcome, ticketId, hasSeveralUses })
    const written = await readScan(inside, { id: scanId })
    invariant(written, 'a scan that was written is there')
    return ok(written)
  })
}

async function decide(
  context: Context,
  ports: EntrancePorts,
  {
    session,
    shown,
    staffId,
    scanId,
  }: {
    readonly session: CheckInSession
    readonly shown: ShownTicket | null
    readonly staffId: string
    readonly scanId: number
  },
): Promise<Outcome> {
  if (!shown) return 'Unknown'
  const refused = await refusalOfPlace(context, ports, session, shown)
  if (refused) return refused
  if (await isCancelled(context, session)) return 'Returned'
  const severalUses = severalUsesOf(ports, session)
  if (severalUses) {
    const { ticket, issueNumber } = shown
    const at = context.clock.now()
    return takeUse(context, severalUses, { session, ticket, issueNumber, scanId, at })
  }
  const isUsed = await useRow(context, {
    ticketId: shown.ticket.id,
    issueNumber: shown.issueNumber,
    source: session.source,
    itemId: session.itemId,
    legFrom: session.stop,
    typeIds: session.typeIds,
    at: context.clock.now(),
    gateId: session.gate?.gateId ?? null,
    by: staffId,
    mayBeWithoutPlace: false,
  })
  if (isUsed) return 'Admitted'
  const ticket = await readScannedTicket(context, { id: shown.ticket.id })
  invariant(ticket, 'a ticket stays')
  return reasonOf(ticket, shown.issueNumber, session.stop)
}

/** Refusals that depend on item, stop, gate and time, not on the state of the ticket. */
async function refusalOfPlace(
  context: Context,
  ports: EntrancePorts,
  session: CheckInSession,
  { ticket, isLive }: ShownTicket,
): Promise<Outcome | null> {
  const now = context.clock.now()
  if (!isSameItem(ticket, session)) {
    if (ticket.source !== session.source) return 'WrongEvent'
    const vertical = ports.sources.find(({ name }) => name === ticket.source)
    const other = await vertical?.findItem(context, ticket.itemId)
    return other?.groupId === session.item.groupId ? 'WrongDay' : 'WrongEvent'
  }
  if (now < session.opensAt || now > session.closesAt) return 'WrongDay'
  return session.item.rotatesCodes && !isLive ? 'StaleCode' : null
}

/** Why a ticket of this item was not used. */
export function reasonOf(ticket: ScannedTicket, issueNumber: number, stop: number | null): Outcome {
  if (ticket.status !== ticketStatus.Active) return 'Returned'
  if (ticket.issueNumber !== issueNumber) return 'OldCode'
  if (!validOrders.some((status) => status === ticket.orderStatus)) return 'NotPaid'
  if (ticket.usedAt !== null) return 'AlreadyUsed'
  if (ticket.isWithoutPlace) return 'NoSeat'
  return stop === null || stop === ticket.legFrom ? 'WrongGate' : 'WrongStop'
}
