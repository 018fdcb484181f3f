import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange, readStaffLimits, staffOf } from '#modules/staff/server/public-api.ts'
import { clearTicketUse, countTicketUse } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { findDoorItem } from '../check-in-session.ts'
import type { EntrancePorts } from '../ports.ts'
import { readScan } from '../store.ts'
import { severalUsesOf } from './take-use.ts'

/**
 * Reverts an admission: the wrong ticket was scanned, or the holder leaves to return later. The ticket can be used
 * again; the scan stays in the log with the member of staff and the reason.
 */
export async function undoScan(
  context: Context,
  ports: EntrancePorts,
  { scanId, reason }: { readonly scanId: number; readonly reason: string },
): Promise<Result<{ undone: true }, 'NotFound' | 'ScanNotUndoable'>> {
  const actor = staffOf(context)
  const scan = await readScan(context, { id: scanId })
  const limits = await readStaffLimits(context, actor)
  const item = scan && (await findDoorItem(context, ports, scan, limits))
  if (!scan || !item) return fail('NotFound')
  const { ticketId } = scan
  if (ticketId === null) return fail('ScanNotUndoable')
  return inTransaction(context, async (inside) => {
    const severalUses = severalUsesOf(ports, scan)
    // First, because an admission locks the ticket before its uses.
    if (severalUses) await countTicketUse(inside, ticketId, -1)
    const isFreed = severalUses
      ? await severalUses.undoTake(inside, { ticketId, scanId })
      : await clearTicketUse(inside, ticketId)
    const undone = await inside.db
      .updateTable('entrance_scan')
      .set({ undone_at: inside.clock.now(), undone_by: actor.staffId, undone_reason: reason })
      .where('id', '=', scanId)
      .where('outcome', '=', 'Admitted')
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (!isFreed || undone.numUpdatedRows !== 1n) return fail('ScanNotUndoable')
    await logStaffChange(inside, {
      action: 'entrance.undo-scan',
      subject: `scan ${scanId}`,
      after: { reason },
    })
    return ok({ undone: true as const })
  })
}
