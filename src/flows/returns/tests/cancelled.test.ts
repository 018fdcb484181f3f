/**
 * Goal: a cancelled date refunds everybody in full, once, despite crashes; a rescheduled date keeps its tickets valid
 * and lets their holders return them for a full refund. Method: as in `returns.test.ts`.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { rescheduleEvent } from '#modules/operator/server/commands/cancel-event.ts'
import { cancelEvent } from '#modules/catalogue/server/public-api.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import { cancelItem } from '#modules/tickets/server/public-api.ts'
import { readAvailable } from '#modules/wallet/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { newsRunner } from '../../../../tests/support/run-news.ts'
import { refundCancelled } from '../server/refund-cancelled.ts'
import { brokenInvariants } from './invariants.ts'
import { openReturnTestEnv, quoteOf, type ReturnTestEnv } from './test-env.ts'

let env: ReturnTestEnv
beforeAll(async () => {
  env = await openReturnTestEnv()
})
afterEach(async () => {
  await env.refunds(3)
  expect(await brokenInvariants(env.context)).toEqual([])
})
afterAll(() => env.close())

const reason = { ka: 'ავადმყოფობა', en: 'Illness' }

test('everybody gets everything: card, balance, fees, also for used and passed tickets', async () => {
  const event = await env.event(5)
  const kept = await env.event(5)
  const who = await env.customer(3_000)
  const taker = await env.guest()
  const orders = [
    await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] }),
    await env.buy({ actor: who, event, standing: 2, balanceMinor: 3_000 }),
    await env.buy({ actor: await env.guest(), event, placeIds: [21] }),
  ]
  const other = await env.buy({ actor: await env.guest(), event: kept, placeIds: [1] })
  const { db } = env.context
  await db
    .updateTable('ticket')
    .set({ used_at: new Date() })
    .where('id', '=', orders[0]?.tickets[0]?.id ?? 0)
    .execute()
  if (taker.kind === 'guest')
    await db
      .updateTable('ticket')
      .set({ holder_session_id: taker.sessionId })
      .where('id', '=', orders[2]?.tickets[0]?.id ?? 0)
      .execute()
  expect(await refundCancelled(env.context, env.ports)).toBe(0)
  const { eventId, offeringId } = event
  const lastStart = new Date(env.context.clock.now().getTime() + 5 * 3_600_000)
  const item = { source: 'event', itemId: eventId, offeringId, reason, lastStart }
  const cancel = () =>
    inTransaction(env.context, async (inside) => {
      const isStanding = await cancelEvent(inside, eventId, reason)
      return ok([isStanding, await cancelItem(inside, item)])
    })
  expect((await cancel()).value).toEqual([true, true])
  expect((await cancel()).value).toEqual([false, false])
  // One worker crashes at every email; two others run.
  const dying = {
    ...env.context,
    jobs: { ...env.context.jobs, send: () => Promise.reject(new Error('killed')) },
  }
  await refundCancelled(dying, env.ports)
  expect((await findOrder(env.context, { orderId: orders[0]?.order.id ?? 0 }))?.status).toBe(
    orderStatus.Processed,
  )
  // A failed refund is retried after growing pauses, so that it does not delay others.
  expect(await refundCancelled(env.context, env.ports)).toBe(0)
  env.context.clock.advance(5)
  expect(await refundCancelled(dying, env.ports)).toBe(orders.length)
  env.context.clock.advance(5)
  expect(await refundCancelled(env.context, env.ports)).toBe(0)
  env.context.clock.advance(5)
  await Promise.all([
    refundCancelled(env.context, env.ports),
    refundCancelled(env.context, env.ports),
  ])
  expect(await refundCancelled(env.context, env.ports)).toBe(0)
  await env.refunds()
  for (const { order, payId } of orders) {
    expect((await findOrder(env.context, { orderId: order.id }))?.status).toBe(orderStatus.Canceled)
    const held = env.bank.payments().find((each) => each.payId === payId)
    expect(held?.returnedMinor).toBe(order.totalMinor)
  }
  expect(await readAvailable(env.context, who.customerId, 'GEL')).toBe(3_000)
  expect((await findOrder(env.context, { orderId: other.order.id }))?.status).toBe(
    orderStatus.Processed,
  )
})

test('a date that moved: valid tickets, an email to each buyer, all the money back for fourteen days', async () => {
  const event = await env.event(10)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  const { context } = env
  const now = context.clock.now()
  const startsAt = new Date(now.getTime() + 40 * 86_400_000)
  expect(await rescheduleEvent(context, event.eventId, startsAt)).toMatchObject({ ok: true })
  const news = newsRunner(context, env.ports.tickets)
  const decided = ['event-moved', 'moved-letter'] as const
  const { mails } = await news(decided)
  expect(mails.map(({ mail }) => [mail.to, mail.subject])).toEqual([
    [bought.order.buyer.email, 'New date: Test concert'],
  ])
  expect((await news(decided)).mails).toEqual([])
  const quote = await quoteOf(env, bought, bought.tickets.slice(0, 1))
  expect(quote.back.amount).toBe(5_250)
  expect(await env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
  context.clock.advance(15 * 86_400)
  const later = await quoteOf(env, bought, bought.tickets.slice(1))
  // Twenty-five days before the new date the tiers apply again: nothing is deducted, the fee remains.
  expect(later.back.amount).toBe(5_000)
})
