/** Commands for admission at an entrance. All of them lock the ticket's row. */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { ticketStatuses } from '../statuses.ts'

/** Where, when and by whom a ticket was used. */
export interface TicketUse {
  readonly at: Date
  readonly gateId: number | null
  /** Id of the member of staff. */
  readonly by: string
}

export interface UseTicketRequest extends TicketUse {
  readonly ticketId: number
  readonly issueNumber: number
  /** The source it must belong to. */
  readonly source: string
  readonly itemId: number
  /** The leg it has to begin with: that of the stop where its holder gets on; null for any. */
  readonly legFrom: number | null
  /** Null for any. */
  readonly typeIds: readonly number[] | null
  /** Statuses of its order that let it be used. */
  readonly orderStatuses: readonly number[]
  /** Whether a ticket that has lost its place is used nevertheless: its holder is on board. */
  readonly mayBeWithoutPlace: boolean
}

/**
 * Uses a ticket in one statement that checks all conditions. Of a concurrent scan, return, resale and transfer exactly
 * one succeeds. Returns whether this one did.
 */
export async function markTicketUsed(
  context: Pick<Context, 'db'>,
  request: UseTicketRequest,
): Promise<boolean> {
  const done = await sql`
    update ticket t set used_at = ${request.at}, used_gate = ${request.gateId}::text, used_by = ${request.by}
    from order_summary o
    where t.id = ${request.ticketId} and t.issue_number = ${request.issueNumber}
      and t.source = ${request.source} and t.item_id = ${request.itemId}
      and (${request.typeIds}::integer[] is null or t.ticket_type_id = any(${request.typeIds}::integer[]))
      and (${request.legFrom}::smallint is null or t.leg_from = ${request.legFrom}::smallint)
      and t.status = ${ticketStatuses.Active} and t.used_at is null
      and (${request.mayBeWithoutPlace}
        or not exists (select 1 from ticket_without_place w where w.ticket_id = t.id))
      and o.order_id = t.order_id and o.status = any(${[...request.orderStatuses]}::smallint[])`.execute(
    context.db,
  )
  return done.numAffectedRows === 1n
}

/**
 * Whether a ticket is active and of this issue, used or not; its row stays locked until the end of the transaction.
 */
export async function lockIssue(
  context: Pick<Context, 'db'>,
  { ticketId, issueNumber }: { readonly ticketId: number; readonly issueNumber: number },
): Promise<boolean> {
  invariant(context.db.isTransaction, 'a ticket is locked in a transaction')
  const { rows } = await sql<{ isValid: boolean }>`
    select status = ${ticketStatuses.Active} and issue_number = ${issueNumber} as "isValid"
    from ticket where id = ${ticketId} for update`.execute(context.db)
  return rows[0]?.isValid ?? false
}

/** Replaces the recorded use of a ticket, under the lock of `lockIssue`. */
export async function replaceTicketUse(
  context: Pick<Context, 'db'>,
  ticketId: number,
  { at, gateId, by }: TicketUse,
): Promise<void> {
  invariant(context.db.isTransaction, 'a use is replaced under a lock')
  await sql`
    update ticket set used_at = ${at}, used_gate = ${gateId}::text, used_by = ${by}
    where id = ${ticketId}`.execute(context.db)
}

/** Makes a used ticket usable again. Returns whether it was used. */
export async function clearTicketUse(
  context: Pick<Context, 'db'>,
  ticketId: number,
): Promise<boolean> {
  const freed = await context.db
    .updateTable('ticket')
    .set({ used_at: null, used_gate: null, used_by: null })
    .where('id', '=', ticketId)
    .where('used_at', 'is not', null)
    .executeTakeFirst()
  return freed.numUpdatedRows === 1n
}

/**
 * Counts an admission with a ticket of several uses (1) or a reverted one (-1). It locks the ticket's row: the uses
 * themselves are taken and restored after it.
 */
export async function countTicketUse(
  context: Pick<Context, 'db'>,
  ticketId: number,
  change: 1 | -1,
): Promise<void> {
  invariant(context.db.isTransaction, 'an admission is counted in the transaction of its scan')
  await sql`
    update ticket set use_count = use_count + ${change}
    where id = ${ticketId} and use_count + ${change} >= 0`.execute(context.db)
}
