/**
 * Goal: a date that is called off gives everybody everything back, once, whatever dies in between; a date that moves
 * keeps its tickets good and lets their holders go for all their money. Method: as in `returns.test.ts`.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { orderStatus } from '#contract/enumerations.ts'
import { ok } from '#kernel/result.ts'
import { cancelEvent, moveEvent } from '#modules/catalogue/server/door.ts'
import { findOrder } from '#modules/orders/server/door.ts'
import { movedLetterJob, tellOfMove, writeMovedLetter } from '#modules/tickets/server/door.ts'
import { readAvailable } from '#modules/wallet/server/door.ts'
import { inTransaction } from '#platform/context.ts'
import type { Letter } from '#platform/mail/mail.ts'
import { refundCancelled } from '../server/refund-cancelled.ts'
import { brokenPromises } from './promises.ts'
import { openReturnWorld, quoteOf, type ReturnWorld } from './world.ts'

let world: ReturnWorld
beforeAll(async () => {
  world = await openReturnWorld()
})
afterEach(async () => {
  await world.refunds(3)
  expect(await brokenPromises(world.context)).toEqual([])
})
afterAll(() => world.close())

const reason = { ka: 'ავადმყოფობა', en: 'Illness' }

test('everybody gets everything: card, balance, fees, also for used and passed tickets', async () => {
  const event = await world.event(5)
  const kept = await world.event(5)
  const who = await world.customer(3_000)
  const taker = await world.guest()
  const orders = [
    await world.buy({ actor: await world.guest(), event, placeIds: [1, 2] }),
    await world.buy({ actor: who, event, standing: 2, balanceMinor: 3_000 }),
    await world.buy({ actor: await world.guest(), event, placeIds: [21] }),
  ]
  const other = await world.buy({ actor: await world.guest(), event: kept, placeIds: [1] })
  const { db } = world.context
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
  expect(await refundCancelled(world.context, world.ports)).toBe(0)
  expect(await cancelEvent(world.context, event.eventId, reason)).toBe(true)
  expect(await cancelEvent(world.context, event.eventId, reason)).toBe(false)
  // One worker dies at every letter; two others come.
  const dying = {
    ...world.context,
    jobs: { ...world.context.jobs, send: () => Promise.reject(new Error('killed')) },
  }
  await refundCancelled(dying, world.ports)
  expect((await findOrder(world.context, { orderId: orders[0]?.order.id ?? 0 }))?.status).toBe(
    orderStatus.Processed,
  )
  await Promise.all([
    refundCancelled(world.context, world.ports),
    refundCancelled(world.context, world.ports),
  ])
  expect(await refundCancelled(world.context, world.ports)).toBe(0)
  await world.refunds()
  for (const { order, payId } of orders) {
    expect((await findOrder(world.context, { orderId: order.id }))?.status).toBe(
      orderStatus.Canceled,
    )
    const held = world.bank.payments().find((each) => each.payId === payId)
    expect(held?.returnedMinor).toBe(order.totalMinor)
  }
  expect(await readAvailable(world.context, who.customerId, 'GEL')).toBe(3_000)
  expect((await findOrder(world.context, { orderId: other.order.id }))?.status).toBe(
    orderStatus.Processed,
  )
})

test('a date that moved: good tickets, a letter to each buyer, all the money back for fourteen days', async () => {
  const event = await world.event(10)
  const bought = await world.buy({ actor: await world.guest(), event, placeIds: [1, 2] })
  const { context } = world
  const now = context.clock.now()
  const startsAt = new Date(now.getTime() + 40 * 86_400_000)
  const fullRefundUntil = new Date(now.getTime() + 14 * 86_400_000)
  const moved = await inTransaction(context, async (inside) =>
    ok(await moveEvent(inside, event.eventId, { startsAt, fullRefundUntil })),
  )
  expect(moved.value).toBe(true)
  const item = { source: 'event', itemId: event.eventId, offeringId: event.offeringId }
  await tellOfMove(context, { ...item, movedAt: now.toISOString() })
  await tellOfMove(context, { ...item, movedAt: now.toISOString() })
  const { rows } = await sql<{ data: { orderId: number } }>`
    select data from pgboss.job where name = ${movedLetterJob.name}`.execute(context.db)
  expect(rows.map(({ data }) => data.orderId)).toEqual([bought.order.id])
  const send = vi.fn(async (_letter: Letter, _key: string) => undefined)
  const payload = { orderId: bought.order.id, source: 'event', itemId: event.eventId }
  await writeMovedLetter(context, { send } as never, payload, world.ports.tickets)
  expect(send.mock.calls[0]?.[0].subject).toBe('New date: Test concert')
  const quote = await quoteOf(world, bought, bought.tickets.slice(0, 1))
  expect(quote.back.amount).toBe(5_250)
  expect(await world.carryOut(bought.actor, quote.quote)).toMatchObject({ ok: true })
  context.clock.advance(15 * 86_400)
  const later = await quoteOf(world, bought, bought.tickets.slice(1))
  // Twenty-five days before the new date the tiers hold again: nothing is kept, the fee stays.
  expect(later.back.amount).toBe(5_000)
})
