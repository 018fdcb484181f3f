import { invariant, ok } from '#kernel/result.ts'
import { staffOf } from '#modules/staff/server/public-api.ts'
import { lockIssue, replaceTicketUse } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Outcome } from '../../outcomes.ts'
import {
  isSameItem,
  findAdmission,
  openScan,
  readScannedTicket,
  readScan,
  settleScan,
  useRow,
  type ScannedTicket,
  type ScanRow,
  type Settled,
} from '../store.ts'
import type { CheckInSession } from '../check-in-session.ts'
import type { EntrancePorts } from '../ports.ts'
import { isCancelled } from '../queries/cancellation.ts'
import { readShownTicket } from '../shown-code.ts'
import { severalUsesOf, takeUse } from './take-use.ts'

export interface OfflineScan {
  readonly sequence: number
  /** By the device's clock. */
  readonly scannedAt: string
  readonly outcome: Outcome
  readonly ticketId?: number | undefined
  readonly issueNumber?: number | undefined
  /** What the device read, or what was typed. */
  readonly code?: string | undefined
}

export interface SyncOptions {
  readonly deviceId: string
  readonly session: CheckInSession
  /** The device's time of sending. */
  readonly sentAt: string
  readonly scans: readonly OfflineScan[]
}

/** No device is offline at an entrance for longer. */
const oldestDays = 3

/**
 * Stores the scans of an offline device: a log, not a request, because the people are inside. Of two admissions with
 * one ticket the earlier one counts, by the devices' corrected clocks; at the same moment, the first one received.
 * The other becomes a `Conflict`, and so does an admission with an invalid ticket, outside the check-in hours or at a
 * cancelled item: those use no ticket, so that its refund stays open. A pass is used only with what the device read of it.
 */
export async function syncScans(
  context: Context,
  ports: EntrancePorts,
  options: SyncOptions,
): Promise<ScanRow[]> {
  const now = context.clock.now()
  const behind = now.getTime() - Date.parse(options.sentAt)
  const settled: ScanRow[] = []
  for (const scan of options.scans.toSorted((left, right) => left.sequence - right.sequence)) {
    const told = Date.parse(scan.scannedAt) + behind
    const oldest = now.getTime() - oldestDays * 86_400_000
    const scannedAt = new Date(Math.min(Math.max(told, oldest), now.getTime()))
    const isInHours = isWithin(options.session, Math.min(told, now.getTime()))
    const row = await syncOne(context, ports, options, { ...scan, isInHours }, scannedAt)
    if (row) settled.push(row)
  }
  return settled
}

/** Nobody is let in ahead of the doors: what is told from then is a mistake, or somebody blocks a refund. */
function isWithin({ opensAt, closesAt }: CheckInSession, told: number): boolean {
  return told >= opensAt.getTime() && told <= closesAt.getTime()
}

type TimedScan = OfflineScan & { readonly isInHours: boolean }

async function syncOne(
  context: Context,
  ports: EntrancePorts,
  { deviceId, session }: SyncOptions,
  scan: TimedScan,
  scannedAt: Date,
): Promise<ScanRow | null> {
  const { staffId } = staffOf(context)
  const { sequence } = scan
  const { source, itemId, stop } = session
  const written = await inTransaction(context, async (inside) => {
    const gateId = session.gate?.gateId ?? null
    const scanned = { deviceId, sequence, staffId, source, itemId, stop, gateId, scannedAt }
    const scanId = await openScan(inside, { ...scanned, wasOffline: true })
    if (scanId !== null) {
      const own = { scanId, scannedAt }
      await settleScan(inside, scanId, await settle(inside, ports, session, scan, own))
    }
    return ok(await readScan(inside, { deviceId, sequence }))
  })
  invariant(written.ok, 'a log is taken in')
  // A sequence number that the device used at another item is ignored.
  return written.value && isSameItem(written.value, session) ? written.value : null
}

async function settle(
  context: Context,
  ports: EntrancePorts,
  session: CheckInSession,
  scan: TimedScan,
  own: { readonly scanId: number; readonly scannedAt: Date },
): Promise<Settled> {
  const found =
    scan.ticketId === undefined
      ? undefined
      : await readScannedTicket(context, { id: scan.ticketId })
  const ticket = found && isSameItem(found, session) ? found : undefined
  if (scan.outcome !== 'Admitted') return { outcome: scan.outcome, ticketId: ticket?.id ?? null }
  if (!ticket || scan.issueNumber === undefined) return { outcome: 'Conflict', ticketId: null }
  const severalUses = severalUsesOf(ports, session)
  // Passes are valid for months: nothing but their code tells that they were at the entrance.
  const wasThere = !severalUses || (await wasShown(context, ports, scan, ticket))
  if (!scan.isInHours || !wasThere || (await isCancelled(context, session)))
    return {
      outcome: 'Conflict',
      ticketId: ticket.id,
      hasSeveralUses: severalUses !== undefined,
    }
  if (severalUses) {
    const { issueNumber } = scan
    const everybody = { typeIds: null }
    const { scanId, scannedAt: at } = own
    const use = { session: everybody, ticket, issueNumber, scanId, at }
    const outcome = await takeUse(context, severalUses, use)
    const isLetIn = outcome === 'Admitted'
    return { outcome: isLetIn ? outcome : 'Conflict', ticketId: ticket.id, hasSeveralUses: true }
  }
  const request = {
    ticketId: ticket.id,
    issueNumber: scan.issueNumber,
    source: session.source,
    itemId: session.itemId,
    // People at the wrong gate or stop have been admitted nevertheless.
    legFrom: null,
    typeIds: null,
    at: own.scannedAt,
    gateId: session.gate?.gateId ?? null,
    by: staffOf(context).staffId,
    mayBeWithoutPlace: true,
  }
  if (await useRow(context, request)) return { outcome: 'Admitted', ticketId: ticket.id }
  return recordConflict(context, ticket, request, own)
}

/** Whether the device has read the code of this ticket and issue. */
async function wasShown(
  context: Context,
  ports: EntrancePorts,
  { code, issueNumber }: OfflineScan,
  ticket: ScannedTicket,
): Promise<boolean> {
  const shown =
    code === undefined ? null : await readShownTicket(context, ports, { text: code, item: ticket })
  return shown?.ticket.id === ticket.id && shown.issueNumber === issueNumber
}

/** The ticket was already used or invalid: the earlier admission counts. */
async function recordConflict(
  context: Context,
  { id: ticketId }: ScannedTicket,
  request: { readonly issueNumber: number; readonly gateId: number | null; readonly by: string },
  own: { readonly scanId: number; readonly scannedAt: Date },
): Promise<Settled> {
  const isValid = await lockIssue(context, { ticketId, issueNumber: request.issueNumber })
  const other = await findAdmission(context, ticketId)
  if (!other || !isValid || own.scannedAt >= other.scannedAt)
    return { outcome: 'Conflict', ticketId, conflictWith: other?.id ?? null }
  await settleScan(context, other.id, { outcome: 'Conflict', ticketId, conflictWith: own.scanId })
  await replaceTicketUse(context, ticketId, { ...request, at: own.scannedAt })
  return { outcome: 'Admitted', ticketId }
}
