import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure, type Result } from '#kernel/result.ts'
import { addPools, changePoolCapacity, holdPlaces } from '#modules/inventory/server/public-api.ts'
import {
  addToOrder,
  takeFromOrder,
  withOpenOrder,
  wouldTakeOff,
  type LineDetail,
  type Order,
  type DiscountTerms,
} from '#modules/orders/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import { hasTickets, unchangedLine, discountOf } from '../line.ts'
import { ownerOf, refusalOfCode, termsOfCode, usesPoolId, type PromoCode } from '../promo-code.ts'
import { readNamesakes } from '../store.ts'
import { inBoth } from '../labels.ts'

/**
 * Applies a promo code to the caller's own open order. A use of the code is held in the same transaction, like a seat,
 * so its limit is never exceeded: the use is released when the order ends unpaid or the code is removed, and is sold
 * with the order.
 */
export function applyPromoCode(
  context: Context,
  request: { readonly orderKey: string; readonly promoCode: string },
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, request.orderKey, async (inside, order) => {
    if (!hasTickets(order)) return fail('OrderEmpty')
    if (discountOf(order, 'promo-code')) return fail('PromoCodeAlreadyApplied')
    const chosen = await chooseCode(inside, request.promoCode, order)
    if (!chosen.ok) return chosen
    const code = chosen.value
    const counter = await holdUse(inside, code, order)
    if (!counter.ok) return counter
    const description = inBoth('lineCode', () => ({ code: code.code }))
    const detail = { reduction: termsOfCode(code), counter: counter.value }
    return ok(await addToOrder(inside, order, unchangedLine('PromoCode', description, detail)))
  })
}

/** Removes the promo code from the caller's own open order; its use is released immediately. */
export function unapplyPromoCode(
  context: Context,
  orderKey: string,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, orderKey, async (inside, order) =>
    ok(await takeFromOrder(inside, order, (line) => line.detail.reduction?.by === 'promo-code')),
  )
}

/**
 * The code of these letters for this order: that of an organiser whose tickets it has, then that of the platform. The refusal
 * is that of the first one when none applies.
 */
async function chooseCode(
  context: Context,
  typed: string,
  order: Order,
): Promise<Result<PromoCode, ErrorCode>> {
  const organisers = new Set(order.lines.map(({ merchantId }) => merchantId))
  const rankOf = (code: PromoCode): number => {
    const owner = ownerOf(code)
    if (owner === null) return 1
    return organisers.has(owner) ? 0 : 2
  }
  const codes = await readNamesakes(context, normalizeAccessCode(typed))
  const tried = codes
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((code) => ({ code, refused: refusalFor(context, code, order) }))
  const usable = tried.find(({ refused }) => refused === null)
  return usable ? ok(usable.code) : (tried[0]?.refused ?? fail('PromoCodeUnknown'))
}

function refusalFor(context: Context, code: PromoCode, order: Order): Failure<ErrorCode> | null {
  const refusal = refusalOfCode(code, context.clock.now())
  return refusal ? fail(refusal) : refusalOfOrder(context, code, order)
}

/** Why the code does not apply to this order, regardless of its remaining uses. */
function refusalOfOrder(
  { actor }: Context,
  code: PromoCode,
  order: Order,
): Failure<ErrorCode> | null {
  if (code.perCustomerMax !== null && actor.kind !== 'customer') return fail('PromoCodeNeedsSignIn')
  if (!code.isCombined && discountOf(order, 'discount-card')) return fail('DiscountsNotCombined')
  const terms = termsOfCode(code)
  if (wouldTakeOff(terms, order.lines) > 0) return null
  const withoutLeast: DiscountTerms = { ...terms, ticketsMinorMin: 0 }
  if (wouldTakeOff(withoutLeast, order.lines) === 0) return fail('PromoCodeNotForThis')
  return fail('PromoCodeMinimum', { ticketsMinorMin: code.ticketsMinorMin })
}

type Counter = NonNullable<LineDetail['counter']>

/** Holds one use of the code, and one of this customer's uses, until the order's deadline. */
async function holdUse(
  context: Context,
  code: PromoCode,
  order: Order,
): Promise<Result<Counter, ErrorCode>> {
  const { offeringId, perCustomerMax } = code
  const ownPool =
    perCustomerMax === null ? ok(null) : await customerPool(context, code, perCustomerMax)
  if (!ownPool.ok) return ownPool
  const alsoPoolIds = ownPool.value === null ? [] : [ownPool.value]
  const holdId = context.random.uuid()
  const [held] = await holdPlaces(context, [
    {
      holdId,
      offeringId,
      legFrom: 0,
      legTo: 1,
      places: [],
      pools: [usesPoolId, ...alsoPoolIds].map((poolId) => ({ poolId, quantity: 1 })),
      until: order.deadlineAt,
    },
  ])
  if (held?.ok) return ok({ offeringId, poolId: usesPoolId, holdId, alsoPoolIds })
  const short = held?.detail?.['poolIds']
  const isUsedUp = Array.isArray(short) && short.includes(usesPoolId)
  return fail(isUsedUp ? 'PromoCodeUsedUp' : 'PromoCodePerCustomer')
}

/** The pool that counts this customer's uses of the code; created on first use. */
async function customerPool(
  context: Context,
  code: PromoCode,
  usesMax: number,
): Promise<Result<number, ErrorCode>> {
  const { actor, db } = context
  if (actor.kind !== 'customer') return fail('PromoCodeNeedsSignIn')
  const { offeringId } = code
  const made = await sql<{ pool_id: number }>`
    insert into promo_code_customer (code_id, customer_id, uses_max)
    values (${code.id}, ${actor.customerId}, ${usesMax})
    on conflict (code_id, customer_id) do nothing returning pool_id`.execute(db)
  const poolId = made.rows[0]?.pool_id
  if (poolId !== undefined) {
    await addPools(context, [{ offeringId, poolId, capacity: usesMax }])
    return ok(poolId)
  }
  const known = await db
    .selectFrom('promo_code_customer')
    .select(['pool_id', 'uses_max'])
    .where('code_id', '=', code.id)
    .where('customer_id', '=', actor.customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (known.uses_max === usesMax) return ok(known.pool_id)
  // The operator has lowered the limit below the number of uses: the code is used up.
  const changed = await changePoolCapacity(context, { offeringId, poolId: known.pool_id }, usesMax)
  if (!changed.ok) return fail('PromoCodePerCustomer')
  await db
    .updateTable('promo_code_customer')
    .set({ uses_max: usesMax })
    .where('pool_id', '=', known.pool_id)
    .execute()
  return ok(known.pool_id)
}
