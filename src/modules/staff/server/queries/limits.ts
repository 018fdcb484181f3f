import { sql } from 'kysely'
import type { Context, StaffActor } from '#platform/context.ts'

/** The properties of an item that decide who may work at it. */
export interface StaffItem {
  /** Name of the source that sells it. */
  readonly source: string
  readonly itemId: number
  /** Its group: a show, a route. */
  readonly groupId: number
  readonly merchantId: number
}

/** The items and gates at which a member of staff may work. */
export interface StaffLimits {
  /** Whether they may see this item and scan its tickets. */
  worksAt(item: StaffItem): boolean
  /** Whether they may work at this gate of one of their items. */
  worksAtGate(gate: { readonly source: string; readonly gateId: number }): boolean
}

interface LimitRow {
  readonly kind: 'group' | 'item' | 'gate'
  readonly source: string
  readonly number: number
}

/**
 * The limits of the caller, for items of any source. Everybody is limited to their organiser's items; a scanner with
 * assignments also to those items, and a scanner with gates of a source to those gates at its items.
 */
export async function readStaffLimits(context: Context, actor: StaffActor): Promise<StaffLimits> {
  const rows = actor.role === 'scanner' ? await readLimitRows(context, actor) : []
  const has = (kind: LimitRow['kind'], source: string, number: number) =>
    rows.some((row) => row.kind === kind && row.source === source && row.number === number)
  const isAssigned = rows.some(({ kind }) => kind !== 'gate')
  return {
    worksAt: ({ source, itemId, groupId, merchantId }) =>
      merchantId === actor.merchantId &&
      (!isAssigned || has('group', source, groupId) || has('item', source, itemId)),
    worksAtGate: ({ source, gateId }) =>
      !rows.some((row) => row.kind === 'gate' && row.source === source) ||
      has('gate', source, gateId),
  }
}

async function readLimitRows(
  context: Context,
  { staffId }: StaffActor,
): Promise<readonly LimitRow[]> {
  const { rows } = await sql<LimitRow>`
    select kind, source, number from staff_assignment where staff_id = ${staffId}
    union all select 'gate', source, gate_id from staff_gate where staff_id = ${staffId}`.execute(
    context.db,
  )
  return rows
}
