/**
 * Verifications before paying. Rules define what an item requires (`OfferSource.buyerChecks`); results are stored
 * with the order, so a retry inherits them and another phone needs another code.
 */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { requestCode, useCode, type SentCode } from '#modules/accounts/server/public-api.ts'
import type { BuyerChecks } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import { derivedKey } from '#platform/database/server-secret.ts'
import type { BuyerChecksView } from '../check-contract.ts'
import { problemOfExtra, tidyExtra } from '../extra-fields.ts'
import { withOpenOrder } from './commands/with-open-order.ts'
import type { IdentityCheck } from './identity-check.ts'
import { soldItemOf } from './item.ts'
import type { OfferSource } from './offer-source.ts'
import type { Order } from './order.ts'
import { internationalPhone } from '#kernel/phone.ts'
import { findOwnOrder } from './queries.ts'

export type CheckingSource = Pick<OfferSource, 'name' | 'buyerChecks'>

interface Asked {
  readonly phone: boolean
  /** Items with a limit of tickets per person, over all legs. */
  readonly limits: readonly PersonLimit[]
}

interface PersonLimit {
  readonly source: string
  readonly itemId: number
  readonly ticketsMax: number
}

/** Verifications required by an order, over all its items. Rules are cached, so this reads nothing. */
async function askedOf(
  context: Context,
  sources: readonly CheckingSource[],
  order: Pick<Order, 'lines'>,
): Promise<Asked> {
  let phone = false
  const limits: PersonLimit[] = []
  const items = new Set<string>()
  for (const line of order.lines) {
    const item = line.kind === 'Ticket' ? soldItemOf(line) : null
    if (!item || items.has(`${item.source} ${item.itemId}`)) continue
    items.add(`${item.source} ${item.itemId}`)
    const source = sources.find((candidate) => candidate.name === item.source)
    const checks: BuyerChecks | null = (await source?.buyerChecks?.(context, item)) ?? null
    if (!checks) continue
    phone ||= checks.phone
    const { ticketsPerPersonMax: ticketsMax } = checks
    const { source: name, itemId } = item
    if (ticketsMax !== null) limits.push({ source: name, itemId, ticketsMax })
  }
  return { phone, limits }
}

interface Kept {
  readonly phone: string | null
  readonly numberHash: Buffer | null
  readonly numberHint: string | null
}

async function keptOf(context: Context, orderId: number): Promise<Kept> {
  const row = await context.db
    .selectFrom('order_check')
    .select(['phone', 'number_hash as numberHash', 'number_hint as numberHint'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? { phone: null, numberHash: null, numberHint: null }
}

/**
 * Why an order may not be paid yet; null when nothing is missing. Runs while the order is locked; tickets per personal
 * number are counted under a separate lock, so that two concurrent orders of one person cannot exceed the limit.
 */
export async function missingCheck(
  context: Context,
  sources: readonly CheckingSource[],
  order: Order,
): Promise<'PhoneNotConfirmed' | 'PrivateNumberMissing' | 'PrivateNumberUsedUp' | null> {
  const asked = await askedOf(context, sources, order)
  if (!asked.phone && asked.limits.length === 0) return null
  const kept = await keptOf(context, order.id)
  if (asked.limits.length > 0) {
    if (kept.numberHash === null) return 'PrivateNumberMissing'
    if (await isUsedUp(context, order, kept.numberHash, asked)) return 'PrivateNumberUsedUp'
  }
  const phone = internationalPhone(order.buyer.phone)
  return asked.phone && (phone === null || kept.phone !== phone) ? 'PhoneNotConfirmed' : null
}

/** Required and completed verifications for the checkout page. */
export async function presentChecks(
  context: Context,
  sources: readonly CheckingSource[],
  order: Order,
): Promise<BuyerChecksView> {
  const asked = await askedOf(context, sources, order)
  const isAsked = asked.phone || asked.limits.length > 0
  const kept = isAsked ? await keptOf(context, order.id) : null
  const maxima = asked.limits.map(({ ticketsMax }) => ticketsMax)
  const phone = internationalPhone(order.buyer.phone)
  return {
    phone: { isNeeded: asked.phone, isDone: phone !== null && kept?.phone === phone },
    privateNumber: {
      isNeeded: maxima.length > 0,
      isDone: Boolean(kept?.numberHash),
      hint: kept?.numberHint ?? null,
      ticketsMax: maxima.length > 0 ? Math.min(...maxima) : null,
    },
  }
}

/** Sends a code to the buyer of the caller's own open order. */
export async function sendPhoneCode(
  context: Context,
  orderKey: string,
): Promise<Result<SentCode, ErrorCode>> {
  return withOpenOrder(context, orderKey, async (inside, order) => {
    if (order.buyer.phone === '') return fail('BuyerDetailsMissing')
    const phone = internationalPhone(order.buyer.phone)
    if (phone === null) return fail('PhoneWrong')
    return requestCode(inside, { purpose: 'order', phone, subject: order.orderKey })
  })
}

/** Verifies the phone that the code was sent to. An attempt counts even if the order's transaction fails. */
export async function confirmPhone(
  context: Context,
  sources: readonly CheckingSource[],
  given: { readonly orderKey: string; readonly codeId: string; readonly code: string },
): Promise<Result<BuyerChecksView, ErrorCode>> {
  const { orderKey, codeId, code } = given
  // Checked before the code, so that the reply does not reveal whether another's order exists.
  const own = await findOwnOrder(context, { orderKey })
  if (!own.ok) return own
  const used = await useCode(context, { codeId, code, purpose: 'order', subject: orderKey })
  if (!used.ok) return used
  return withOpenOrder(context, orderKey, async (inside, order) => {
    const phone_checked_at = inside.clock.now()
    const { phone } = used.value
    await inside.db
      .insertInto('order_check')
      .values({ order_id: order.id, phone, phone_checked_at })
      .onConflict((conflict) =>
        conflict.column('order_id').doUpdateSet({ phone, phone_checked_at }),
      )
      .execute()
    return ok(await presentChecks(inside, sources, order))
  })
}

/** Stores the buyer's personal number, unless nobody has it or that person has reached the limit. */
export async function takePrivateNumber(
  context: Context,
  {
    sources,
    identityCheck,
  }: { readonly sources: readonly CheckingSource[]; readonly identityCheck?: IdentityCheck },
  given: { readonly orderKey: string; readonly privateNumber: string },
): Promise<Result<BuyerChecksView, ErrorCode>> {
  const number = tidyExtra('personalNumber', given.privateNumber)
  const field = { kind: 'personalNumber', isRequired: true } as const
  if (problemOfExtra(field, number) !== null) return fail('PrivateNumberWrong')
  if (identityCheck) {
    // Only the owner of an order is answered, and the outside party is asked before anything is locked.
    const own = await findOwnOrder(context, given)
    if (!own.ok) return own
    const isKnown = await identityCheck.isKnown(context, number)
    if (isKnown !== true)
      return fail(isKnown === null ? 'ServiceUnavailable' : 'PrivateNumberWrong')
  }
  return withOpenOrder(context, given.orderKey, async (inside, order) => {
    if (order.lines.length === 0) return fail('OrderEmpty')
    const number_hash = await hashOf(inside, number)
    const asked = await askedOf(inside, sources, order)
    if (await isUsedUp(inside, order, number_hash, asked)) return fail('PrivateNumberUsedUp')
    const values = { number_hash, number_hint: `•••••••${number.slice(-4)}` }
    await inside.db
      .insertInto('order_check')
      .values({ order_id: order.id, ...values })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet(values))
      .execute()
    return ok(await presentChecks(inside, sources, order))
  })
}

/** States in which a ticket counts towards its buyer's limit: paid, or payment under way. */
const counting = [
  orderStatus.Checkout,
  orderStatus.PaymentPending,
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Transferred,
]

/** Whether an order would exceed its buyer's limit of tickets for any of its items. */
async function isUsedUp(
  context: Context,
  order: Order,
  numberHash: Buffer,
  asked: Asked,
): Promise<boolean> {
  const key = numberHash.subarray(0, 8).readBigInt64BE()
  await sql`select pg_advisory_xact_lock(${key.toString()}::bigint)`.execute(context.db)
  for (const { source, itemId, ticketsMax } of asked.limits) {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(l.quantity), 0)::integer as count
      from order_check c
      join orders o on o.id = c.order_id
      join order_line l on l.order_id = o.id and l.kind = 'Ticket'
        and l.source = ${source} and l.item_id = ${itemId}
      where c.number_hash = ${numberHash} and o.id <> ${order.id}
        and o.status = any(${counting}::smallint[])
        and (o.status <> ${orderStatus.Checkout} or o.deadline_at > ${context.clock.now()})
    `.execute(context.db)
    const own = order.lines.reduce(
      (sum, line) =>
        line.kind === 'Ticket' && line.source === source && line.itemId === itemId
          ? sum + line.quantity
          : sum,
      0,
    )
    if ((rows[0]?.count ?? 0) + own > ticketsMax) return true
  }
  return false
}

/** A retry of an order was verified by the same person. */
export async function copyChecks(context: Context, from: Order, to: Order): Promise<void> {
  await sql`
    insert into order_check (order_id, phone, phone_checked_at, number_hash, number_hint)
    select ${to.id}, phone, phone_checked_at, number_hash, number_hint
    from order_check where order_id = ${from.id}`.execute(context.db)
}

function hashOf(context: Context, number: string): Promise<Buffer> {
  return derivedKey(context, `personal number ${number}`)
}
