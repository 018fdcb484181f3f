import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { EntranceLogEntry } from '../../contract.ts'
import type { Outcome } from '../../outcomes.ts'

const newestMost = 50
const conflictsMost = 200

interface LogRow {
  readonly scanId: number
  readonly deviceId: string
  readonly sequence: number
  readonly outcome: Outcome
  readonly scannedAt: Date
  readonly gate: LocalizedText | null
  readonly staffName: string
  readonly ticketId: number | null
  readonly identifierEnding: string | null
  readonly wasOffline: boolean
  readonly isUndone: boolean
  readonly otherAt: Date | null
  readonly otherGate: LocalizedText | null
}

export async function readEntranceLog(context: Context, eventId: number) {
  const { locale } = context
  const read = async (only: 'all' | 'conflicts', most: number): Promise<EntranceLogEntry[]> => {
    const which = only === 'all' ? sql`` : sql`and s.outcome = 'Conflict'`
    const { rows } = await sql<LogRow>`
      select s.id as "scanId", s.device_id as "deviceId", s.sequence, s.outcome,
        s.scanned_at as "scannedAt", g.name as gate, staff.full_name as "staffName",
        s.ticket_id as "ticketId", right(t.identifier, 5) as "identifierEnding",
        s.was_offline as "wasOffline", s.undone_at is not null as "isUndone",
        other.scanned_at as "otherAt", other_gate.name as "otherGate"
      from entrance_scan s
      join staff_summary staff on staff.staff_id = s.staff_id
      left join gate_summary g on g.gate_id = s.gate_id
      left join ticket_summary t on t.ticket_id = s.ticket_id
      left join entrance_scan other on other.id = s.conflict_with
      left join gate_summary other_gate on other_gate.gate_id = other.gate_id
      where s.event_id = ${eventId} ${which}
      order by s.id desc limit ${most}`.execute(context.db)
    return rows.map(({ otherAt, otherGate, gate, scannedAt, ...row }) => ({
      ...row,
      scannedAt: scannedAt.toISOString(),
      gate: gate?.[locale] ?? null,
      against: otherAt && {
        scannedAt: otherAt.toISOString(),
        gate: otherGate?.[locale] ?? null,
      },
    }))
  }
  const { rows: gates } = await sql<{ gate: LocalizedText | null; admitted: number }>`
    select g.name as gate, count(*) as admitted
    from entrance_scan s left join gate_summary g on g.gate_id = s.gate_id
    where s.event_id = ${eventId} and s.outcome = 'Admitted' and s.undone_at is null
    group by g.gate_id, g.name order by g.gate_id nulls last`.execute(context.db)
  return {
    newest: await read('all', newestMost),
    conflicts: await read('conflicts', conflictsMost),
    gates: gates.map(({ gate, admitted }) => ({ gate: gate?.[locale] ?? null, admitted })),
  }
}
