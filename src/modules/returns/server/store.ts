import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { ok } from '#kernel/result.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { ReturnKind } from '../contract.ts'
import { policySchema, type ReturnPolicy } from './policy.ts'

/** How long a changed policy may go unnoticed by a process. */
const cacheMilliseconds = 1_000

const cachedPolicies = createTtlCache<'all', readonly ReturnPolicy[]>({
  milliseconds: cacheMilliseconds,
  most: 1,
  read: async (context) => {
    const { rows } = await sql<{ id: number; since: Date | null; until: Date | null }>`
      select id, source, item_id as "itemId", merchant_id as "merchantId", category_kind as "categoryKind",
        tiers, is_fee_returned as "isFeeReturned",
        is_fee_returned_if_cancelled as "isFeeReturnedIfCancelled", deduction_to as "deductionTo", resale, companions,
        quote_minutes as "quoteMinutes", moved_refund_days as "movedRefundDays", since, null::timestamptz as until
      from return_policy
      union all
      select -id, source, item_id, merchant_id, category_kind, tiers, is_fee_returned, is_fee_returned_if_cancelled,
        deduction_to, resale, companions, quote_minutes, moved_refund_days, since, until
      from former_return_policy order by id`.execute(context.db)
    return rows.flatMap(({ since, until, ...terms }) => {
      const row = { ...terms, ...(since && { since }), ...(until && { until }) }
      const policy = policySchema.safeParse(row)
      if (policy.success) return [policy.data]
      // A policy that cannot be parsed is ignored, so a more general one applies.
      context.log.error({ policyId: row.id }, 'a return policy does not fit')
      return []
    })
  },
})

/** All policies, those that were replaced included, at most a second old. */
export function readPolicies(context: Context): Promise<readonly ReturnPolicy[]> {
  return cachedPolicies(context, 'all')
}

/**
 * Writes the terms of a policy: orders whose terms were accepted before keep the terms that they had. With `coversEarlier` the first policy of a scope applies to earlier orders too: its terms were in force, and are
 * only written now. Returns whether anything was changed.
 */
export async function writePolicy(
  context: Context,
  policy: ReturnPolicy,
  options: { readonly coversEarlier?: boolean } = {},
): Promise<boolean> {
  const written = await inTransaction(context, async (inside) =>
    ok(await replacePolicy(inside, policy, options)),
  )
  return written.value
}

async function replacePolicy(
  context: Context,
  policy: ReturnPolicy,
  { coversEarlier = false }: { readonly coversEarlier?: boolean },
): Promise<boolean> {
  const inForce = await lockPolicy(context, policy)
  if (inForce && isDeepStrictEqual(termsOf(inForce), termsOf(policy))) return false
  if (inForce) await keepFormer(context, policy)
  const values = {
    tiers: JSON.stringify(policy.tiers),
    is_fee_returned: policy.isFeeReturned,
    is_fee_returned_if_cancelled: policy.isFeeReturnedIfCancelled,
    deduction_to: policy.deductionTo,
    resale: policy.resale && JSON.stringify(policy.resale),
    companions: JSON.stringify(policy.companions),
    quote_minutes: policy.quoteMinutes,
    moved_refund_days: policy.movedRefundDays,
  }
  await context.db
    .insertInto('return_policy')
    .values({
      source: policy.source,
      item_id: policy.itemId,
      merchant_id: policy.merchantId,
      category_kind: policy.categoryKind,
      since: coversEarlier ? null : context.clock.now(),
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['source', 'item_id', 'merchant_id', 'category_kind']).doUpdateSet(values),
    )
    .execute()
  return true
}

/** The terms without their scope and period. */
function termsOf({
  source: _source,
  itemId: _itemId,
  merchantId: _merchantId,
  categoryKind: _categoryKind,
  since: _since,
  until: _until,
  ...terms
}: ReturnPolicy): object {
  return terms
}

/** The policy of the same scope that is in force, locked, so that of two concurrent changes the second one keeps what the first one wrote. */
async function lockPolicy({ db }: Context, policy: ReturnPolicy): Promise<ReturnPolicy | null> {
  const { rows } = await sql<object>`
    select source, item_id as "itemId", merchant_id as "merchantId", category_kind as "categoryKind", tiers,
      is_fee_returned as "isFeeReturned", is_fee_returned_if_cancelled as "isFeeReturnedIfCancelled",
      deduction_to as "deductionTo", resale, companions, quote_minutes as "quoteMinutes",
      moved_refund_days as "movedRefundDays"
    from return_policy where ${isOfScope(policy)} for update`.execute(db)
  const known = policySchema.safeParse(rows[0])
  return known.success ? known.data : null
}

function isOfScope({ source, itemId, merchantId, categoryKind }: ReturnPolicy) {
  return sql`source is not distinct from ${source} and item_id is not distinct from ${itemId}
    and merchant_id is not distinct from ${merchantId} and category_kind is not distinct from ${categoryKind}`
}

async function keepFormer({ db, clock }: Context, policy: ReturnPolicy): Promise<void> {
  await sql`
    insert into former_return_policy (source, item_id, merchant_id, category_kind, tiers, is_fee_returned,
      is_fee_returned_if_cancelled, deduction_to, resale, companions, quote_minutes, moved_refund_days, since, until)
    select source, item_id, merchant_id, category_kind, tiers, is_fee_returned, is_fee_returned_if_cancelled,
      deduction_to, resale, companions, quote_minutes, moved_refund_days, since, ${clock.now()}::timestamptz
    from return_policy where ${isOfScope(policy)}`.execute(db)
}

export interface ReturnedTicket {
  readonly ticketId: number
  readonly amountMinor: number
  readonly deductionMinor: number
}

/** Tickets of one return; none of a refused line. */
export interface TicketReturn {
  readonly id: string
  readonly orderId: number
  readonly kind: ReturnKind
  readonly currency: Currency
  readonly amountMinor: number
  readonly deductionMinor: number
  readonly cardMinor: number
  readonly balanceMinor: number
  /** The part that pays for the ticket taken in exchange; the three add up to the amount. */
  readonly carriedMinor: number
  readonly createdAt: Date
  readonly tickets: readonly ReturnedTicket[]
  /** Ids of the card refunds in the module of payments. */
  readonly refundIds: readonly string[]
}

/** Records a return; the database refuses a ticket that was returned before. */
export async function insertReturn(
  context: Context,
  made: TicketReturn & { readonly quoteId: string | null },
): Promise<void> {
  await context.db
    .insertInto('ticket_return')
    .values({
      id: made.id,
      order_id: made.orderId,
      kind: made.kind,
      quote_id: made.quoteId,
      currency: made.currency,
      amount_minor: made.amountMinor,
      deduction_minor: made.deductionMinor,
      card_minor: made.cardMinor,
      balance_minor: made.balanceMinor,
      carried_minor: made.carriedMinor,
      created_at: made.createdAt,
    })
    .execute()
  if (made.tickets.length > 0) await insertItems(context, made)
  if (made.refundIds.length === 0) return
  await context.db
    .insertInto('ticket_return_refund')
    .values(made.refundIds.map((refundId) => ({ refund_id: refundId, return_id: made.id })))
    .execute()
}

async function insertItems(context: Context, made: TicketReturn): Promise<void> {
  await context.db
    .insertInto('ticket_return_item')
    .values(
      made.tickets.map((ticket) => ({
        return_id: made.id,
        ticket_id: ticket.ticketId,
        amount_minor: ticket.amountMinor,
        deduction_minor: ticket.deductionMinor,
      })),
    )
    .execute()
}

type Which =
  | { readonly orderId: number }
  | { readonly quoteId: string }
  | { readonly returnId: string }

/** Returns of an order in chronological order, or the one of a quote, or the one with this id. */
export async function readReturns(context: Context, which: Which): Promise<TicketReturn[]> {
  const condition =
    'orderId' in which
      ? sql`r.order_id = ${which.orderId}`
      : 'quoteId' in which
        ? sql`r.quote_id = ${which.quoteId}`
        : sql`r.id = ${which.returnId}`
  const { rows } = await sql<TicketReturn>`
    select r.id, r.order_id as "orderId", r.kind, r.currency, r.amount_minor as "amountMinor",
      r.deduction_minor as "deductionMinor", r.card_minor as "cardMinor",
      r.balance_minor as "balanceMinor", r.carried_minor as "carriedMinor", r.created_at as "createdAt",
      (select coalesce(jsonb_agg(jsonb_build_object('ticketId', i.ticket_id, 'amountMinor', i.amount_minor,
        'deductionMinor', i.deduction_minor) order by i.ticket_id), '[]')
        from ticket_return_item i where i.return_id = r.id) as tickets,
      array(select refund_id from ticket_return_refund l where l.return_id = r.id) as "refundIds"
    from ticket_return r where ${condition} order by r.created_at, r.id
  `.execute(context.db)
  return rows
}
