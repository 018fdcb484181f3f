import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { EntranceLogEntry } from '../../contract.ts'
import type { Outcome } from '../../outcomes.ts'
import { checkInWindow, type CheckInSession } from '../check-in-session.ts'

const newestMax = 50
const conflictsMax = 200

interface LogRow {
  readonly scanId: number
  readonly deviceId: string
  readonly sequence: number
  readonly outcome: Outcome
  readonly scannedAt: Date
  readonly gateId: number | null
  readonly stop: number | null
  readonly staffName: string
  readonly ticketId: number | null
  readonly identifierEnding: string | null
  readonly wasOffline: boolean
  readonly isUndone: boolean
  readonly otherAt: Date | null
  readonly otherGateId: number | null
  readonly otherStop: number | null
}

export async function readEntranceLog(context: Context, session: CheckInSession) {
  const { locale } = context
  const { source, itemId, item } = session
  /** Name of the gate, or of the stop if there was no gate. */
  const placeOf = (gateId: number | null, stop: number | null): string | null => {
    const gate = item.gates.find((each) => each.gateId === gateId)
    const place = gate ?? (stop === null ? undefined : item.stops[stop])
    return place?.name[locale] ?? null
  }
  const isOutside = (stop: number | null, at: Date): boolean => {
    const { opensAt, closesAt } = checkInWindow(item, stop)
    return at < opensAt || at > closesAt
  }
  const read = async (only: 'all' | 'conflicts', most: number): Promise<EntranceLogEntry[]> => {
    const which = only === 'all' ? sql`` : sql`and s.outcome = 'Conflict'`
    const { rows } = await sql<LogRow>`
      select s.id as "scanId", s.device_id as "deviceId", s.sequence, s.outcome,
        s.scanned_at as "scannedAt", s.gate_id as "gateId", s.stop, staff.full_name as "staffName",
        s.ticket_id as "ticketId", right(t.identifier, 5) as "identifierEnding",
        s.was_offline as "wasOffline", s.undone_at is not null as "isUndone",
        other.scanned_at as "otherAt", other.gate_id as "otherGateId",
        other.stop as "otherStop"
      from entrance_scan s
      join staff_summary staff on staff.staff_id = s.staff_id
      left join ticket_summary t on t.ticket_id = s.ticket_id
      left join entrance_scan other on other.id = s.conflict_with
      where s.item_id = ${itemId} and s.source = ${source} ${which}
      order by s.id desc limit ${most}`.execute(context.db)
    return rows.map(({ otherAt, otherGateId, otherStop, gateId, stop, scannedAt, ...row }) => ({
      ...row,
      scannedAt: scannedAt.toISOString(),
      gate: placeOf(gateId, stop),
      isOutsideHours: isOutside(stop, scannedAt),
      against: otherAt && {
        scannedAt: otherAt.toISOString(),
        gate: placeOf(otherGateId, otherStop),
      },
    }))
  }
  const { rows: gates } = await sql<{
    gateId: number | null
    stop: number | null
    admitted: number
  }>`
    select s.gate_id as "gateId", s.stop, count(*) as admitted
    from entrance_scan s
    where s.item_id = ${itemId} and s.source = ${source} and s.outcome = 'Admitted' and s.undone_at is null
    group by s.gate_id, s.stop order by s.gate_id nulls last, s.stop nulls last`.execute(context.db)
  return {
    newest: await read('all', newestMax),
    conflicts: await read('conflicts', conflictsMax),
    gates: gates.map(({ gateId, stop, admitted }) => ({ gate: placeOf(gateId, stop), admitted })),
  }
}
