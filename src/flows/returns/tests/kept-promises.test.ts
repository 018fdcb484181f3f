/**
 * Goal: what a buyer was promised at the order stays, whatever an organiser or operator changes afterwards, and what the
 * ticket states is what a return accepts. Method: as in `returns.test.ts`; one promise for each kind of change. Screenings,
 * journeys and flights have theirs in `flows/cinema`, `flows/journeys` and `tests/flights`; terms of passes cannot change.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rescheduleEvent } from '#modules/operator/server/commands/cancel-event.ts'
import { noReturns, writePolicy, type ReturnPolicy } from '#modules/returns/server/public-api.ts'
import { holdTickets } from '#modules/tickets/server/public-api.ts'
import { brokenInvariants } from './invariants.ts'
import { openReturnTestEnv, type Bought, type ReturnTestEnv } from './test-env.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let env: ReturnTestEnv
beforeAll(async () => {
  env = await openReturnTestEnv()
})
afterEach(async () => {
  await env.refunds(2)
  expect(await brokenInvariants(env.context)).toEqual([])
})
afterAll(() => env.close())

const day = 86_400
const buy = async (eventId: Parameters<ReturnTestEnv['buy']>[0]['event'], place: number) =>
  env.buy({ actor: await env.guest(), event: eventId, placeIds: [place] })

async function backOf({ actor, tickets }: Bought, kind?: 'resale'): Promise<unknown> {
  const asked = { ticketIdentifier: tickets[0]?.identifier }
  const quoted = await env.quote(actor, asked, kind)
  if (!quoted.ok) return quoted.code
  const [ticket] = quoted.value.tickets
  return ticket?.refusal?.code ?? quoted.value.back.amount
}

/** Until when the ticket itself states a full refund. */
async function statedEnd({ order }: Bought): Promise<Date | null | undefined> {
  const [held] = await holdTickets(env.context, env.ports.tickets, [order])
  return held?.subject.fullRefundUntil
}

/** Changes the terms a moment after what was bought, and lets another moment pass. */
async function change(policy: Partial<ReturnPolicy>): Promise<void> {
  env.context.clock.advance(1)
  await writePolicy(env.context, { ...noReturns, source: 'event', ...policy })
  env.context.clock.advance(1)
  // Policies are read once a second at most.
  await expireCaches(1_500)
}

const whole = [{ hoursBefore: 1, deductionBasisPoints: 0 }]
const half = [{ hoursBefore: 1, deductionBasisPoints: 5_000 }]

test('whoever ends or worsens returns after the sale takes them from nobody who has a ticket', async () => {
  const event = await env.event(20 * 24)
  const { eventId: itemId } = event
  const resale = {
    hoursBefore: 1,
    feeBasisPoints: 0,
    transactionFeeBasisPoints: 0,
    serviceFeeMinor: 100,
  }
  // Sold under the terms for everything: nothing is deducted until ten days before.
  const first = await buy(event, 1)
  await change({ itemId, tiers: half, resale })
  const second = await buy(event, 2)
  await change({ itemId, tiers: [], resale: null })
  const third = await buy(event, 3)
  await change({ itemId, tiers: whole })
  const fourth = await buy(event, 4)
  const all = [first, second, third, fourth]
  expect(await Promise.all(all.map((one) => backOf(one)))).toEqual([
    5_000,
    2_500,
    'ReturnNotAllowed',
    5_000,
  ])
  expect(await Promise.all([second, third].map((one) => backOf(one, 'resale')))).toEqual([
    4_900,
    'ResaleNotAllowed',
  ])
})

test('terms of an organiser that had none of its own do not reach tickets that were sold before', async () => {
  const event = await env.event(20 * 24)
  const before = await buy(event, 1)
  await change({ merchantId: event.merchantId, tiers: [] })
  const after = await buy(event, 2)
  expect([await backOf(before), await backOf(after)]).toEqual([5_000, 'ReturnNotAllowed'])
})

test('unchanged terms are not kept a second time', async () => {
  const event = await env.event(20 * 24)
  const policy = { ...noReturns, source: 'event', itemId: event.eventId, tiers: half }
  expect(await writePolicy(env.context, policy)).toBe(true)
  expect(await writePolicy(env.context, policy)).toBe(false)
})

test('a full refund that was told until a day stays until that day, though the date is moved to an earlier one', async () => {
  const event = await env.event(3 * 24)
  const { eventId } = event
  const start = env.context.clock.now().getTime()
  const at = (days: number) => new Date(start + days * day * 1_000)
  const bought = await buy(event, 1)
  // Told: everything goes back for fourteen days.
  expect(await rescheduleEvent(env.context, eventId, at(40))).toMatchObject({ ok: true })
  const told = await statedEnd(bought)
  expect(told).toEqual(at(14))
  env.context.clock.advance(day)
  expect(await rescheduleEvent(env.context, eventId, at(2))).toMatchObject({ ok: true })
  // The notice of the second move promises fourteen days too.
  expect(await statedEnd(bought)).toEqual(at(15))
  env.context.clock.advance(13 * day)
  expect(await backOf(bought)).toBe(5_250)
  env.context.clock.advance(2 * day)
  expect(await backOf(bought)).toEqual(expect.stringMatching(/^Return/))
})

test('a ticket states no later end than a return accepts', async () => {
  const event = await env.event(24)
  const bought = await buy(event, 1)
  const startsAt = new Date(env.context.clock.now().getTime() + 2 * day * 1_000)
  expect(await rescheduleEvent(env.context, event.eventId, startsAt)).toMatchObject({ ok: true })
  expect(await statedEnd(bought)).toEqual(startsAt)
  env.context.clock.advance(2 * day - 1)
  expect(await backOf(bought)).toBe(5_250)
  env.context.clock.advance(2)
  expect(await backOf(bought)).toBe('ReturnTooLate')
})

test('a resale that was possible until a day stays so, though the date is brought forward', async () => {
  const event = await env.event(20 * 24)
  const bought = await buy(event, 1)
  const startsAt = new Date(env.context.clock.now().getTime() + 3_600_000)
  expect(await rescheduleEvent(env.context, event.eventId, startsAt)).toMatchObject({ ok: true })
  env.context.clock.advance(19 * day)
  expect(await backOf(bought, 'resale')).toEqual(expect.any(Number))
})
