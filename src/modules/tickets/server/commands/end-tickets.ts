import { sql } from 'kysely'
import type { ticketStatus } from '#contract/enumerations.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { endShares } from '../transfer/end-shares.ts'
import { ticketStatuses } from '../statuses.ts'

/** The state of a ticket as needed to end it. */
export interface TicketState {
  readonly id: number
  readonly identifier: string
  readonly orderId: number
  readonly lineId: number
  readonly status: number
  readonly issueNumber: number
  readonly isUsed: boolean
  /** The session or customer to whom it was transferred. */
  readonly holderSessionId: string | null
  readonly holderCustomerId: string | null
}

const columns =
  sql.raw(`id, identifier, order_id as "orderId", order_line_id::float8 as "lineId", status, issue_number as "issueNumber",
  used_at is not null as "isUsed", holder_session_id as "holderSessionId",
  holder_customer_id as "holderCustomerId"`)

/** The states of an order's tickets by id; with a lock until the end of the transaction on request. */
export async function readTicketStates(
  context: Context,
  orderId: number,
  options: { readonly isLocked: boolean },
): Promise<TicketState[]> {
  invariant(!options.isLocked || context.db.isTransaction, 'tickets are locked in a transaction')
  const lock = options.isLocked ? sql`for update` : sql``
  const { rows } = await sql<TicketState>`
    select ${columns} from ticket where order_id = ${orderId} order by id ${lock}
  `.execute(context.db)
  return rows
}

/** The states of tickets by printed identifier; unknown ones are left out. */
export async function findTicketStates(
  context: Context,
  identifiers: readonly string[],
): Promise<TicketState[]> {
  const { rows } = await sql<TicketState>`
    select ${columns} from ticket where identifier = any(${identifiers}::text[]) order by id
  `.execute(context.db)
  return rows
}

export interface EndOptions {
  /** Their new state. */
  readonly status: (typeof ticketStatus)['Inactive' | 'RefundedForResellingToTKT']
  /** The event is cancelled: tickets end regardless of holder and use. */
  readonly isByPlatform?: boolean
}

/**
 * Ends tickets in the state that was read: active, unused, held by their buyer, with this issue number. One statement
 * checks and ends, so of a concurrent return, transfer and scan of one ticket exactly one succeeds. Returns whether all
 * of them were ended; if not, the caller must roll back. Old codes become void with the issue number, and links that
 * show the tickets end.
 */
export async function endTickets(
  context: Context,
  tickets: readonly Pick<TicketState, 'id' | 'issueNumber'>[],
  { status, isByPlatform = false }: EndOptions,
): Promise<boolean> {
  invariant(context.db.isTransaction, 'tickets end inside a transaction')
  const ended = await sql`
    update ticket t set status = ${status}, issue_number = t.issue_number + 1
    from unnest(
      ${tickets.map(({ id }) => id)}::bigint[],
      ${tickets.map(({ issueNumber }) => issueNumber)}::integer[]) as seen(id, issue_number)
    where t.id = seen.id and t.issue_number = seen.issue_number and t.status = ${ticketStatuses.Active}
      and (${isByPlatform} or (t.used_at is null
        and t.holder_session_id is null and t.holder_customer_id is null))
  `.execute(context.db)
  if (Number(ended.numAffectedRows ?? 0) !== tickets.length) return false
  await endShares(
    context,
    tickets.map(({ id }) => id),
  )
  return true
}

/**
 * Makes tickets valid again that ended in a return which their supplier refused, in the transaction that has locked
 * their order. Their codes are new ones.
 */
export async function reopenTickets(context: Context, ticketIds: readonly number[]): Promise<void> {
  invariant(context.db.isTransaction, 'tickets are opened inside a transaction')
  await sql`
    update ticket set status = ${ticketStatuses.Active}, issue_number = issue_number + 1
    where id = any(${[...ticketIds]}::bigint[]) and status = ${ticketStatuses.Inactive}
  `.execute(context.db)
}
