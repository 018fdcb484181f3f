/**
 * Goal: no sale of an upcoming date is ever paid out early, and no return stays reserved, whatever the statistics know
 * yet. Method: a transaction of another connection stays open, so that the statistics cannot be updated.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from 'kysely'
import { ok } from '#kernel/result.ts'
import { refundCancelled } from '../../src/flows/returns/server/refund-cancelled.ts'
import { executeQuote } from '../../src/flows/returns/server/execute-quote.ts'
import { quoteOf } from '../../src/flows/returns/tests/test-env.ts'
import { cancelEvent } from '#modules/catalogue/server/public-api.ts'
import { eventTicketSource } from '#modules/events/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { cancelItem } from '#modules/tickets/server/public-api.ts'
import { inTransaction } from '#platform/context.ts'
import { decidePayout } from '../../src/modules/settlements/server/payouts.ts'
import { createSettlementPorts } from '../../src/modules/settlements/server/ports.ts'
import { readReserve } from '../../src/modules/settlements/server/reserves.ts'
import { makeStatement } from '../../src/modules/settlements/server/statements.ts'
import {
  addTerms,
  openSettlementFixture,
  proposedPayout,
  readUpcoming,
  type SettlementFixture,
} from './fixture.ts'

const price = 5_000
let fixture: SettlementFixture
let elsewhere: pg.Client
beforeAll(async () => {
  fixture = await openSettlementFixture()
  elsewhere = new pg.Client({ connectionString: inject('postgresUrl') })
  await elsewhere.connect()
})
afterAll(async () => {
  await elsewhere.end()
  await fixture.close()
})

/** Runs the work while a transaction is open, so that changes of tickets are not in the statistics. */
async function withoutStatistics(work: () => Promise<void>): Promise<void> {
  await elsewhere.query('begin')
  await elsewhere.query('select pg_current_xact_id()')
  try {
    await work()
  } finally {
    await elsewhere.query('rollback')
  }
}

async function close(merchantId: number, read = readUpcoming) {
  const { context } = fixture.env
  context.clock.advance(1)
  const made = await makeStatement(context, read, { merchantId })
  expect(made).toMatchObject({ ok: true })
  return made.ok ? made.value : null
}

/** From now on this share of sales is reserved until their date, without commission. */
async function reserve(merchantId: number, reserveBasisPoints: number): Promise<void> {
  const { context } = fixture.env
  await addTerms(context, merchantId, {
    commissionBasisPoints: 0,
    commissionMinor: 0,
    isCommissionReturned: true,
    reserveBasisPoints,
  })
  context.clock.advance(1)
}

test('a statement reserves sales and releases returns that the statistics do not contain', async () => {
  const { env } = fixture
  const event = await fixture.event(20 * 24)
  const { merchantId } = event
  await reserve(merchantId, 10_000)
  await env.buy({ actor: await env.guest(), event, placeIds: [3] })
  expect(await close(merchantId)).toMatchObject({ reservedMinor: price })
  await withoutStatistics(async () => {
    const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
    expect(await close(merchantId)).toMatchObject({
      closingMinor: 3 * price,
      reservedMinor: 3 * price,
    })
    expect(await proposedPayout(env.context, merchantId)).toBeNull()
    const { quote } = await quoteOf(env, bought, bought.tickets.slice(0, 1))
    env.context.clock.advance(1)
    await executeQuote(env.context.as(bought.actor), env.ports, 'return', quote ?? '')
    expect(await close(merchantId)).toMatchObject({ reservedMinor: 2 * price })
  })
})

test('a payout is lowered by a date that was moved into the future just now', async () => {
  const { env } = fixture
  const ports = createSettlementPorts({
    sources: [eventTicketSource],
    canPayOut: true,
    orderSources: [],
  })
  const event = await fixture.event(3)
  const { merchantId } = event
  await reserve(merchantId, 10_000)
  await env.buy({ actor: await env.guest(), event, placeIds: [1] })
  env.context.clock.advance(60 * 3_600)
  await close(merchantId, ports.readUpcoming)
  const proposed = await proposedPayout(env.context, merchantId)
  expect(proposed?.amountMinor).toBe(price)
  const later = new Date(env.context.clock.now().getTime() + 86_400_000)
  const [known] = await ports.readUpcoming(env.context)
  expect(known?.itemIds).not.toContain(event.eventId)
  await sql`update event set starts_at = ${later} where id = ${event.eventId}`.execute(
    env.context.db,
  )
  const decision = {
    payoutId: proposed?.id ?? '',
    decision: 'approve',
    amountMinor: price,
  } as const
  expect(await decidePayout(env.context, ports.readUpcoming, decision)).toMatchObject({
    ok: false,
    code: 'PayoutChanged',
  })
})

const reason = { ka: 'ავადმყოფობა', en: 'Illness' }

/** Cancels the date; its tickets stay valid until the worker refunds them. */
async function cancel({ eventId, offeringId }: MadeEvent): Promise<void> {
  const { context } = fixture.env
  const lastStart = new Date(context.clock.now().getTime() + 86_400_000)
  const item = { source: 'event', itemId: eventId, offeringId, reason, lastStart }
  await inTransaction(context, async (inside) => {
    await cancelEvent(inside, eventId, reason)
    return ok(await cancelItem(inside, item))
  })
}

test.each([10_000, 2_500, 0])(
  'tickets of a cancelled date are reserved whole until they are refunded, where %i basis points of sales are',
  async (share) => {
    const { env } = fixture
    const event = await fixture.event(20 * 24)
    const { merchantId } = event
    await reserve(merchantId, share)
    await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
    expect(await close(merchantId)).toMatchObject({ reservedMinor: (2 * price * share) / 10_000 })
    const proposed = await proposedPayout(env.context, merchantId)
    const known = await readUpcoming(env.context)
    await cancel(event)
    if (proposed) {
      const { id: payoutId, amountMinor } = proposed
      const decision = { payoutId, decision: 'approve', amountMinor } as const
      expect(await decidePayout(env.context, readUpcoming, decision)).toMatchObject({
        ok: false,
        code: 'PayoutChanged',
      })
    }
    expect(await proposedPayout(env.context, merchantId)).toBeNull()
    // The second list was read before the date was cancelled.
    const terms = { reserveBasisPoints: share }
    for (const upcoming of [await readUpcoming(env.context), known])
      expect(await readReserve(env.context, merchantId, terms, upcoming)).toBe(2 * price)
    await refundCancelled(env.context, env.ports)
    expect(await close(merchantId)).toMatchObject({ closingMinor: 0, reservedMinor: 0 })
  },
)
