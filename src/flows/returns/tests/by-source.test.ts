/**
 * Goal: returns identify items by source, number and legs. Method: a boat and an event with the same number in one
 * order; terms, places and cancellations of one do not affect the other. As in `returns.test.ts` otherwise.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { invariant, ok } from '#kernel/result.ts'
import { createOffering, isSelling, readOffering } from '#modules/inventory/server/public-api.ts'
import { noReturns, writePolicy } from '#modules/returns/server/public-api.ts'
import { cancelItem, type ItemCancellation } from '#modules/tickets/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { refundCancelled } from '../server/refund-cancelled.ts'
import { brokenInvariants } from './invariants.ts'
import { openReturnTestEnv, quoteOf, type Bought, type ReturnTestEnv } from './test-env.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let env: ReturnTestEnv
beforeAll(async () => {
  env = await openReturnTestEnv()
})
afterEach(async () => {
  await env.refunds(3)
  expect(await brokenInvariants(env.context)).toEqual([])
})
afterAll(() => env.close())

/** An event in forty days, and a sailing of the same number: five piers, three seats, a deck for two. */
async function sameNumber() {
  const event = await env.event(40 * 24)
  const offeringId = await createOffering(env.context, {
    legCount: 4,
    placeCount: 3,
    pools: [{ poolId: 1, capacity: 2 }],
  })
  return { event, offeringId, itemId: event.eventId }
}

/** State of a seat leg by leg, and the quantity taken of the deck on each. */
async function legsOf(offeringId: number) {
  const places = await sql<{ states: string }>`
    select string_agg(state::text, '' order by leg) as states from place_leg
    where offering_id = ${offeringId} and place_id = 1`.execute(env.context.db)
  const pools = await sql<{ taken: number }>`
    select taken from pool_leg where offering_id = ${offeringId} order by leg`.execute(
    env.context.db,
  )
  return [places.rows[0]?.states, pools.rows.map(({ taken }) => taken).join('')]
}

const deductions = async (bought: Bought) =>
  (await quoteOf(env, bought)).tickets.map(
    ({ refusal, deduction }) => refusal?.code ?? deduction.amount,
  )

test('tiers count from the pier where a ticket boards, and exactly its legs go free', async () => {
  const { event, offeringId, itemId } = await sameNumber()
  const bought = await env.buy({
    actor: await env.guest(),
    event,
    placeIds: [1],
    journey: {
      offeringId,
      itemId,
      parts: [
        { legFrom: 0, legTo: 1, places: [1], deck: 1 },
        { legFrom: 2, legTo: 4, places: [1], deck: 1 },
      ],
    },
  })
  // Nineteen and a half hours before the first departure; Transport's terms deduct nothing until 15 hours.
  expect(await deductions(bought)).toEqual([0, 0, 0, 0, 0])
  const [, seatFirst, deckFirst, seatThird, deckThird] = bought.tickets
  invariant(
    seatFirst && deckFirst && seatThird && deckThird,
    'an event ticket and four of the boat',
  )
  env.context.clock.advance(6 * 3_600)
  // Fourteen hours before the first pier, sixteen before the third.
  expect(await deductions(bought)).toEqual([0, 75, 75, 0, 0])
  const quote = await quoteOf(env, bought, [seatThird, deckThird])
  expect(await env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
  expect(await legsOf(offeringId)).toEqual(['2000', '1000'])
})

test('terms are of a source and an item: the event of the same number keeps its own', async () => {
  const { event, offeringId, itemId } = await sameNumber()
  const { context } = env
  await writePolicy(context, { ...noReturns, source: 'boat', itemId })
  const tiers = [{ hoursBefore: 1, deductionBasisPoints: 5_000 }]
  await writePolicy(context, { ...noReturns, source: 'event', itemId, tiers })
  const parts = [{ legFrom: 0, legTo: 1, places: [1] }]
  const bought = await env.buy({
    actor: await env.guest(),
    event,
    placeIds: [1],
    journey: { offeringId, itemId, parts },
  })
  // A process caches policies for a second.
  const known = async (expected: readonly unknown[]) => {
    await expireCaches(1_100)
    expect(await deductions(bought)).toEqual(expected)
  }
  await known([2_500, 'ReturnNotAllowed'])
  await writePolicy(context, { ...noReturns, source: 'boat', itemId, tiers })
  await known([2_500, 250])
})

const reason = { ka: 'შტორმი', en: 'Storm' }
const cancel = (item: Omit<ItemCancellation, 'reason' | 'lastStart'>) =>
  inTransaction(env.context, async (inside) =>
    ok(await cancelItem(inside, { ...item, reason, lastStart: new Date('2026-12-02T09:00:00Z') })),
  )

test('a sailing that is cancelled gives back its own tickets by its terms, and late money too', async () => {
  const { event, offeringId, itemId } = await sameNumber()
  const parts = [
    { legFrom: 0, legTo: 1, places: [1] },
    { legFrom: 2, legTo: 4, places: [1] },
  ]
  await writePolicy(env.context, {
    ...noReturns,
    source: 'boat',
    itemId,
    isFeeReturnedIfCancelled: false,
  })
  const journey = { offeringId, itemId, parts }
  const mixed = await env.buy({ actor: await env.guest(), event, placeIds: [1], journey })
  const statuses = async () => {
    const rows = await env.context.db
      .selectFrom('ticket')
      .select(['source', 'leg_from', 'status'])
      .where('order_id', '=', mixed.order.id)
      .orderBy('id')
      .execute()
    return rows.map(({ source, leg_from, status }) => `${source} ${leg_from} ${status}`)
  }
  // The third pier is left out; the seat is free again behind it alone.
  const legs = { from: 1, to: 3 }
  expect(await cancel({ source: 'boat', itemId, offeringId, legs })).toMatchObject({ value: true })
  expect(await cancel({ source: 'boat', itemId, offeringId, legs })).toMatchObject({ value: false })
  expect(await refundCancelled(env.context, env.ports)).toBe(1)
  expect(await statuses()).toEqual(['event 0 1', 'boat 0 1', 'boat 2 2'])
  expect((await legsOf(offeringId))[0]).toBe('2000')
  const { rows } = await sql<{ amount: number }>`
    select amount_minor as amount from ticket_return where order_id = ${mixed.order.id}`.execute(
    env.context.db,
  )
  // Two legs at 5.00; the fee of 0.40 stays.
  expect(rows).toEqual([{ amount: 1_000 }])
  // The whole item: nothing more is sold, and earlier holds are paid too late: no tickets, and the money goes back.
  const late = await env.buy({
    actor: await env.guest(),
    journey: { ...journey, parts: parts.map((part) => ({ ...part, places: [2] })) },
    beforeCapture: async () => {
      await cancel({ source: 'boat', itemId, offeringId })
      expect(await refundCancelled(env.context, env.ports)).toBe(1)
      expect(await statuses()).toEqual(['event 0 1', 'boat 0 2', 'boat 2 2'])
      const offering = await readOffering(env.context, offeringId)
      expect(offering && isSelling(offering, env.context.clock.now())).toBe(false)
    },
  })
  expect(late.order.totalMinor).toBe(1_560)
  const issued = await env.context.db
    .selectFrom('ticket')
    .select('id')
    .where('order_id', '=', late.order.id)
    .execute()
  expect(issued).toEqual([])
  expect(await refundCancelled(env.context, env.ports)).toBe(0)
})
