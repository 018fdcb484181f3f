/**
 * Goal: the refund of an order states the amount under way, or refunded, and never the whole payment when a part of it
 * stays or came back before. Method: a payment with refunds in every state, read as the buyer reads the order.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '../contract.ts'
import { buy, openTicketShop, type Purchase, type TicketShop } from './support.ts'

let shop: TicketShop

beforeAll(async () => {
  shop = await openTicketShop()
})
afterAll(() => shop.close())

/** A payment of 70.00 for an order, of which so much was refunded before. */
async function writePayment(
  { order }: Purchase,
  state: 'refunding' | 'refunded' | 'captured',
  refundedMinor: number,
): Promise<string> {
  const { db, random, clock } = shop.context
  const id = random.uuid()
  const now = clock.now()
  await db
    .insertInto('payment')
    .values({
      id,
      order_key: order.orderKey,
      provider: 2,
      amount_minor: 5_250,
      currency: 'GEL',
      captured_minor: 7_000,
      captured_currency: 'GEL',
      refunded_minor: refundedMinor,
      state,
      callback_key: id,
      created_at: now,
      expires_at: now,
    })
    .execute()
  return id
}

async function writeRefund(
  paymentId: string,
  amountMinor: number,
  state: 'pending' | 'done',
): Promise<void> {
  const { db, random, clock } = shop.context
  const id = random.uuid()
  const now = clock.now()
  await db
    .insertInto('refund')
    .values({
      id,
      payment_id: paymentId,
      amount_minor: amountMinor,
      reason: 'mismatch',
      idempotency_key: id,
      state,
      created_at: now,
      ...(state === 'pending' ? { next_attempt_at: now } : { finished_at: now }),
    })
    .execute()
}

async function refundOf({ actor, order }: Purchase) {
  const query = { orderNumber: order.orderNumber }
  const read = await shop.send(actor, calls.orderTickets, { query })
  return read.ok ? read.value.refund : undefined
}

test('the amount under way is what is not back yet of what is refunded', async () => {
  const bought = await buy(shop, { placeIds: [3] })
  const paymentId = await writePayment(bought, 'refunding', 2_000)
  await writeRefund(paymentId, 2_000, 'done')
  await writeRefund(paymentId, 1_500, 'pending')
  expect(await refundOf(bought)).toMatchObject({ amount: { amount: 1_500 }, isDone: false })
})

test('a whole refund that is done states all of it; a part that is done leaves none under way', async () => {
  const whole = await buy(shop, { placeIds: [4] })
  await writeRefund(await writePayment(whole, 'refunded', 7_000), 7_000, 'done')
  expect(await refundOf(whole)).toMatchObject({ amount: { amount: 7_000 }, isDone: true })
  const part = await buy(shop, { placeIds: [5] })
  await writeRefund(await writePayment(part, 'captured', 2_000), 2_000, 'done')
  expect(await refundOf(part)).toBeNull()
})
