/** SQL of check-in. Locks: the ticket's row first, then scans of it. */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { LineDetail } from '#modules/orders/server/public-api.ts'
import { markTicketUsed, type UseTicketRequest } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Outcome } from '../outcomes.ts'

/** States of orders whose tickets are valid for entry: bought here or elsewhere, imported, or printed in advance. */
export const validOrders = [
  orderStatus.Processed,
  // Other tickets of the order are not confirmed by their supplier yet.
  orderStatus.WaitingForTicket,
  orderStatus.ThirdParty,
  orderStatus.Imported,
  orderStatus.Preprint,
  orderStatus.Transferred,
]

/** The item that a device checks in: its number is unique within its source only. */
export interface DoorItem {
  /** Name of the source that sells it. */
  readonly source: string
  readonly itemId: number
}

/** Whether both are the same item. */
export function isSameItem(one: DoorItem, other: DoorItem): boolean {
  return one.source === other.source && one.itemId === other.itemId
}

export interface ScannedTicket {
  readonly id: number
  readonly identifier: string
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
  readonly offeringId: number
  /** Name of the source that sold it. */
  readonly source: string
  readonly itemId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly ticketTypeId: number
  readonly issueNumber: number
  readonly status: number
  readonly orderStatus: number
  readonly usedAt: Date | null
  /** The seller took its place away. */
  readonly isWithoutPlace: boolean
  readonly usedGate: string | null
  readonly row: string | null
  readonly seat: string | null
  readonly section: LocalizedText | null
  readonly detail: LineDetail
  readonly description: LocalizedText
}

/** A ticket for scanning, by its printed identifier or by the id in its code. */
export async function readScannedTicket(
  context: Pick<Context, 'db'>,
  handle:
    | { readonly identifier: string }
    | { readonly id: number }
    | { readonly outsideCode: string; readonly item: DoorItem },
): Promise<ScannedTicket | undefined> {
  const which = conditionOf(handle)
  const { rows } = await sql<ScannedTicket>`
    select t.ticket_id as id, t.identifier, t.order_id as "orderId", t.order_line_id as "orderLineId",
      t.line_unit as "lineUnit", t.offering_id as "offeringId", t.source, t.item_id as "itemId",
      t.leg_from as "legFrom", t.leg_to as "legTo",
      t.ticket_type_id as "ticketTypeId", t.issue_number as "issueNumber", t.status,
      o.status as "orderStatus", t.used_at as "usedAt", t.used_gate as "usedGate",
      t.is_without_place as "isWithoutPlace",
      t.row_label as row, t.seat_label as seat, t.section_name as section, l.detail, l.description
    from ticket_summary t
    join order_summary o on o.order_id = t.order_id
    join order_line_summary l on l.order_line_id = t.order_line_id
    where ${which}`.execute(context.db)
  return rows[0]
}

function conditionOf(handle: Parameters<typeof readScannedTicket>[1]) {
  if ('id' in handle) return sql`t.ticket_id = ${handle.id}`
  if ('identifier' in handle) return sql`t.identifier = ${handle.identifier}`
  const { outsideCode, item } = handle
  return sql`t.ticket_id = (select ticket_id from ticket_outside_code c
    where c.source = ${item.source} and c.item_id = ${item.itemId} and c.code = ${outsideCode})`
}

/** Marks a ticket as used; of concurrent attempts one succeeds. Returns whether this one did. */
export async function useRow(
  context: Pick<Context, 'db'>,
  request: Omit<UseTicketRequest, 'orderStatuses'>,
): Promise<boolean> {
  return markTicketUsed(context, { ...request, orderStatuses: validOrders })
}

/** A newly inserted scan; its outcome is determined afterwards. */
export interface NewScan extends DoorItem {
  readonly deviceId: string
  readonly sequence: number
  readonly staffId: string
  /** Null for all stops, and for items without stops. */
  readonly stop: number | null
  readonly gateId: number | null
  readonly scannedAt: Date
  readonly wasOffline: boolean
}

/** Its id; null when the device has sent it before. */
export async function openScan(context: Context, scan: NewScan): Promise<number | null> {
  const row = await context.db
    .insertInto('entrance_scan')
    .values({
      device_id: scan.deviceId,
      sequence: scan.sequence,
      staff_id: scan.staffId,
      source: scan.source,
      item_id: scan.itemId,
      stop: scan.stop,
      gate_id: scan.gateId,
      outcome: 'Unknown',
      scanned_at: scan.scannedAt,
      received_at: context.clock.now(),
      was_offline: scan.wasOffline,
    })
    .onConflict((conflict) => conflict.columns(['device_id', 'sequence']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface Settled {
  readonly outcome: Outcome
  readonly ticketId: number | null
  readonly conflictWith?: number | null
  /** The source of the ticket counts its uses, so it may be admitted again. */
  readonly hasSeveralUses?: boolean
}

export async function settleScan(
  context: Pick<Context, 'db'>,
  scanId: number,
  { outcome, ticketId, conflictWith = null, hasSeveralUses = false }: Settled,
): Promise<void> {
  await context.db
    .updateTable('entrance_scan')
    .set({
      outcome,
      ticket_id: ticketId,
      conflict_with: conflictWith,
      has_several_uses: hasSeveralUses,
    })
    .where('id', '=', scanId)
    .execute()
}

/** The scan that counts as a ticket's admission. */
export async function findAdmission(
  context: Pick<Context, 'db'>,
  ticketId: number,
): Promise<{ readonly id: number; readonly scannedAt: Date } | undefined> {
  return context.db
    .selectFrom('entrance_scan')
    .select(['id', 'scanned_at as scannedAt'])
    .where('ticket_id', '=', ticketId)
    .where('outcome', '=', 'Admitted')
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

export interface ScanRow extends DoorItem {
  readonly id: number
  readonly sequence: number
  readonly staffId: string
  readonly outcome: Outcome
  readonly scannedAt: Date
  readonly ticketId: number | null
}

/** A scan by its id, or by the sequence number of its device. */
export async function readScan(
  context: Pick<Context, 'db'>,
  handle: { readonly id: number } | { readonly deviceId: string; readonly sequence: number },
): Promise<ScanRow | undefined> {
  const scans = context.db
    .selectFrom('entrance_scan')
    .select([
      'id',
      'sequence',
      'staff_id as staffId',
      'source',
      'item_id as itemId',
      'outcome',
      'scanned_at as scannedAt',
      'ticket_id as ticketId',
    ])
  const row = await (
    'id' in handle
      ? scans.where('id', '=', handle.id)
      : scans.where('device_id', '=', handle.deviceId).where('sequence', '=', handle.sequence)
  ).executeTakeFirst()
  return row && { ...row, outcome: row.outcome as Outcome }
}
