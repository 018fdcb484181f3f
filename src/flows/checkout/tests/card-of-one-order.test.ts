/**
 * Goal: a discount card reduces one unpaid order at a time, whoever has it in an account and however many ask at once.
 * Method: several orders of one customer, and of two customers who pass a card on; the races on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { addDiscountCard, removeDiscountCard } from '#modules/membership/server/discount-cards.ts'
import { releaseOrder, type Order } from '#modules/orders/server/public-api.ts'
import { applyDiscountCard } from '#modules/promotions/server/public-api.ts'
import { unapplyDiscountCard } from '#modules/promotions/server/commands/apply-discount-card.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { leavePayment } from '../server/leave-payment.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { checkoutSweeps } from '../server/sweeps.ts'
import { makeDiscountCard } from './discount-card.ts'
import { openTestEnv, orderOf, type TestEnv } from './test-env.ts'

let env: TestEnv
beforeAll(async () => {
  env = await openTestEnv()
})
afterAll(() => env.close())

type Customer = CallContext & { readonly id: string }

async function customer(): Promise<Customer> {
  const { db, random, clock } = env.context
  const [id, sessionId] = [random.uuid(), random.uuid()]
  await db
    .insertInto('customer')
    .values({ id, email: `${id}@example.com`, activated_at: clock.now() })
    .execute()
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      kind: 'customer',
      customer_id: id,
      token_hash: Buffer.from(random.bytes(32)),
      expires_at: new Date('2030-01-01'),
    })
    .execute()
  return { ...env.context, actor: { kind: 'customer', customerId: id, sessionId }, id }
}

const buy = async (who: CallContext): Promise<Order> =>
  env.order(who, { offeringId: await env.offering(10), places: [1] })
const codeOf = (result: { readonly ok: boolean; readonly code?: string }) =>
  result.ok ? 'ok' : result.code
type Card = Awaited<ReturnType<typeof makeDiscountCard>>
const apply = async (who: CallContext, { orderKey }: { readonly orderKey: string }, card: Card) =>
  codeOf(await applyDiscountCard(who, { orderKey, ...card }))
const remove = async (who: Customer, { cardNumber }: Card) =>
  codeOf(await removeDiscountCard(who, { customerId: who.id, cardNumber }))
const add = async (who: Customer, { cardNumber, typeId }: Card) =>
  codeOf(await addDiscountCard(who, { cardNumber, discountCardType: typeId, pin: '1234' }))
const full = 5_250
const reduced = 5_050
const totalOf = async (who: CallContext, { orderKey }: Order) =>
  (await orderOf(who, orderKey)).totalMinor

test('a card is bound to an order while it is unpaid: taken off, cancelled or expired, it is free again', async () => {
  const who = await customer()
  const card = await makeDiscountCard(env.context, who.id)
  const [first, second, third] = [await buy(who), await buy(who), await buy(who)]
  expect(await apply(who, first, card)).toBe('ok')
  expect(await apply(who, first, card)).toBe('ok')
  expect(await apply(who, second, card)).toBe('DiscountCardInUse')
  expect(await totalOf(who, second)).toBe(full)
  await unapplyDiscountCard(who, first.orderKey)
  expect(await apply(who, second, card)).toBe('ok')
  await releaseOrder(who, { orderKey: second.orderKey, cancel: true })
  expect(await apply(who, third, card)).toBe('ok')
  env.clock.advance(16 * 60)
  const fourth = await buy(who)
  expect(await apply(who, fourth, card)).toBe('ok')
})

test('passed from account to account, a card reduces one of three orders', async () => {
  const [nino, gio] = [await customer(), await customer()]
  const card = await makeDiscountCard(env.context, nino.id)
  const [hers, his] = [await buy(nino), await buy(gio)]
  expect(await apply(nino, hers, card)).toBe('ok')
  expect(await remove(nino, card)).toBe('DiscountCardInUse')
  expect(await add(gio, card)).toBe('DiscountCardTaken')
  // Whatever takes a card out of an account, the order keeps it.
  await env.context.db
    .updateTable('discount_card')
    .set({ customer_id: null, added_at: null })
    .where('number', '=', card.cardNumber)
    .execute()
  expect(await add(gio, card)).toBe('ok')
  expect(await apply(gio, his, card)).toBe('DiscountCardInUse')
  const started = await startPayment(nino, env.ports, { orderKey: hers.orderKey, provider: 2 })
  expect(await apply(gio, his, card)).toBe('DiscountCardInUse')
  const payment = started.ok ? started.value : null
  env.bank.pay(payment?.externalId ?? '', { kind: 'approve' })
  await settlePayment(nino, env.ports, payment?.id ?? '')
  expect((await orderOf(nino, hers.orderKey)).status).toBe(orderStatus.Processed)
  expect(await apply(gio, his, card)).toBe('ok')
})

test('of orders that ask at once one gets the card, and it is not removed beneath it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const who = await customer()
    const card = await makeDiscountCard(env.context, who.id)
    const orders = await Promise.all(Array.from({ length: 6 }, () => buy(who)))
    const [removed, ...applied] = await Promise.all([
      remove(who, card),
      ...orders.map((order) => apply(who, order, card)),
    ])
    const totals = await Promise.all(orders.map((order) => totalOf(who, order)))
    const count = totals.filter((total) => total === reduced).length
    expect(applied.filter((code) => code === 'ok')).toHaveLength(count)
    expect(count).toBe(removed === 'ok' ? 0 : 1)
  }
})

test('a refused payment: the repetition has the card, unless another order took it meanwhile', async () => {
  const who = await customer()
  const card = await makeDiscountCard(env.context, who.id)
  for (const isTaken of [false, true]) {
    const order = await buy(who)
    expect(await apply(who, order, card)).toBe('ok')
    const started = await startPayment(who, env.ports, { orderKey: order.orderKey, provider: 2 })
    const payment = started.ok ? started.value : null
    env.bank.pay(payment?.externalId ?? '', { kind: 'decline', resultCode: 'decline_general' })
    await settlePayment(who, env.ports, payment?.id ?? '')
    const other = await buy(who)
    if (isTaken) expect(await apply(who, other, card)).toBe('ok')
    const again = await retryOrder(who, order.orderKey)
    if (!again.ok) throw new Error(again.code)
    expect(again.value.totalMinor).toBe(isTaken ? full : reduced)
    expect(await totalOf(who, again.value)).toBe(isTaken ? full : reduced)
    if (!isTaken) expect(await apply(who, other, card)).toBe('DiscountCardInUse')
    await releaseOrder(who, { orderKey: again.value.orderKey, cancel: true })
    await releaseOrder(who, { orderKey: other.orderKey, cancel: true })
  }
})

test('a payment that is left goes on with the card', async () => {
  const who = await customer()
  const card = await makeDiscountCard(env.context, who.id)
  const order = await buy(who)
  await apply(who, order, card)
  await startPayment(who, env.ports, { orderKey: order.orderKey, provider: 2 })
  const left = await leavePayment(who, env.ports, order.orderKey)
  if (!left.ok) throw new Error(left.code)
  expect(left.value.totalMinor).toBe(reduced)
  expect(await apply(who, await buy(who), card)).toBe('DiscountCardInUse')
  env.clock.advance(60 * 60)
  for (const sweep of checkoutSweeps(env.ports)) await sweep.run(env.context)
  expect(await apply(who, await buy(who), card)).toBe('ok')
})
