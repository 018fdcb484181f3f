/**
 * Goal: who bought a ticket loses nothing when its date is brought forward: the full refund lasts 72 hours after the
 * notice at least, and the terms of the sale count from the start that was sold. Method: as in `returns.test.ts`, with
 * the operator's own command.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { rescheduleEvent } from '#modules/operator/server/commands/cancel-event.ts'
import { noticeHoursMin } from '#modules/returns/server/public-api.ts'
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

const hour = 3_600
const everything = 5_250
const withoutFee = 5_000
type Bought = Awaited<ReturnType<ReturnTestEnv['buy']>>

async function moveTo({ eventId }: MadeEvent, secondsAhead: number): Promise<void> {
  const startsAt = new Date(env.context.clock.now().getTime() + secondsAhead * 1000)
  expect(await rescheduleEvent(env.context, eventId, startsAt)).toMatchObject({ ok: true })
}

const buy = async (event: MadeEvent, placeIds: readonly number[]) =>
  env.buy({ actor: await env.guest(), event, placeIds })
/** What one ticket would bring now, or why none. */
async function backOf({ actor, tickets }: Bought, at: number): Promise<unknown> {
  const ticketIdentifier = tickets[at]?.identifier
  const quoted = await env.quote(actor, { ticketIdentifier })
  if (!quoted.ok) return quoted.code
  const [ticket] = quoted.value.tickets
  return ticket?.refusal ?? quoted.value.back.amount
}

test('brought forward to ninety seconds from now, everything is refunded for days, then by the terms of the sale', async () => {
  const event = await env.event(30 * 24)
  const bought = await buy(event, [1, 2, 3])
  await moveTo(event, 90)
  env.context.clock.advance((noticeHoursMin - 1) * hour)
  expect(await backOf(bought, 0)).toBe(everything)
  const quote = await quoteOf(env, bought, bought.tickets.slice(0, 1))
  expect(await env.executeReturn(bought.actor, quote.quote)).toMatchObject({ ok: true })
  env.context.clock.advance(13 * 24 * hour)
  // Beyond the fourteen days, and as far before the start that was sold as the tiers ask for.
  expect(await backOf(bought, 1)).toBe(withoutFee)
  // Whoever has been there has used it.
  await env.context.db
    .updateTable('ticket')
    .set({ used_at: env.context.clock.now() })
    .where('id', '=', bought.tickets[2]?.id ?? 0)
    .execute()
  expect(await backOf(bought, 2)).not.toEqual(expect.any(Number))
  env.context.clock.advance(16 * 24 * hour)
  expect(await backOf(bought, 1)).not.toEqual(expect.any(Number))
})

test('a start that was near: the notice ends after 72 hours, and then nothing is left', async () => {
  const event = await env.event(10)
  const bought = await buy(event, [1])
  await moveTo(event, hour)
  env.context.clock.advance(noticeHoursMin * hour)
  expect(await backOf(bought, 0)).toBe(everything)
  env.context.clock.advance(1)
  expect(await backOf(bought, 0)).not.toEqual(expect.any(Number))
})

test('who buys after the move knows the new start: for that ticket it ends then', async () => {
  const event = await env.event(30 * 24)
  const early = await buy(event, [1])
  await moveTo(event, 48 * hour)
  env.context.clock.advance(60)
  const late = await buy(event, [2])
  env.context.clock.advance(49 * hour)
  expect(await backOf(late, 0)).not.toEqual(expect.any(Number))
  expect(await backOf(early, 0)).toBe(everything)
})

test('moved on and back again: each notice counts from its own day, and none shortens another', async () => {
  const event = await env.event(5 * 24)
  const bought = await buy(event, [1])
  await moveTo(event, 20 * 24 * hour)
  env.context.clock.advance(hour)
  const between = await buy(event, [2])
  env.context.clock.advance(hour)
  await moveTo(event, hour)
  env.context.clock.advance(70 * hour)
  for (const one of [bought, between]) expect(await backOf(one, 0)).toBe(everything)
  // Sold for a day that is over by now, or for one that is far: the terms of its own sale.
  env.context.clock.advance(15 * 24 * hour)
  expect(await backOf(bought, 0)).not.toEqual(expect.any(Number))
  expect(await backOf(between, 0)).toEqual(expect.any(Number))
})
