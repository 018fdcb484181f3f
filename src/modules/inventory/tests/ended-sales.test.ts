/**
 * Goal: nothing is held after a sale was stopped, even when both happen concurrently, and neither waits for long.
 * Method: one of them stays in an open transaction while the other runs; named places, pools and several offerings.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '#kernel/result.ts'
import { inTransaction } from '#platform/context.ts'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import {
  changeSaleRules,
  createOffering,
  endSale,
  holdAcross,
  holdPlaces,
  releaseHolds,
  sellPlaces,
  setWithdrawn,
  stopSale,
  withdrawSaleEnd,
  type HoldRequest,
} from '../server/public-api.ts'

let context: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  context = await openTestContext(database.url)
  close = async () => {
    await context.close()
    await database.drop()
  }
})
afterAll(() => close())

const offering = () =>
  createOffering(context, { placeCount: 10, pools: [{ poolId: 1, capacity: 10 }] })

let nextPlace = 0
function requestOf(offeringId: number, more: Partial<HoldRequest> = {}): HoldRequest {
  nextPlace = (nextPlace % 10) + 1
  return {
    holdId: context.random.uuid(),
    offeringId,
    legFrom: 0,
    legTo: 1,
    places: [nextPlace],
    pools: [],
    until: new Date(context.clock.now().getTime() + 900_000),
    unless: 'closed',
    ...more,
  }
}

const pool = { places: [], pools: [{ poolId: 1, quantity: 1 }] }
const mixed = { pools: [{ poolId: 1, quantity: 1 }] }
const ways = [
  ['named places', {}],
  ['a pool', pool],
  ['both', mixed],
] as const

/** The outcome of a request: `ok` or the code of its refusal. */
async function codesOf(requests: readonly HoldRequest[], inside = context as never) {
  const answers = await holdPlaces(inside, requests)
  return answers.map((answer) => (answer.ok ? 'ok' : answer.code))
}

test.each(ways)(
  '%s: a stop that is under way refuses at once, and one that failed does not',
  async (_, more) => {
    const offeringId = await offering()
    await inTransaction(context, async (inside) => {
      await stopSale(inside, offeringId)
      expect(await codesOf([requestOf(offeringId, more)])).toEqual(['EventNotActive'])
      // A request without `unless`, such as an entrance counting a use, is not refused.
      expect(await codesOf([requestOf(offeringId, { ...more, unless: undefined })])).toEqual(['ok'])
      throw new Error('rolled back')
    }).catch(() => undefined)
    expect(await codesOf([requestOf(offeringId, more)])).toEqual(['ok'])
    await stopSale(context, offeringId)
    expect(await codesOf([requestOf(offeringId, more), requestOf(offeringId, more)])).toEqual([
      'EventNotActive',
      'EventNotActive',
    ])
  },
)

test.each(ways)('%s: a stop waits for a hold under way', async (_, more) => {
  const offeringId = await offering()
  const order: string[] = []
  let stopped: Promise<void> | undefined
  await inTransaction(context, async (inside) => {
    expect(await codesOf([requestOf(offeringId, more)], inside as never)).toEqual(['ok'])
    stopped = stopSale(context, offeringId).then(() => void order.push('stopped'))
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())
        `.execute(context.db)
        return rows[0]?.count
      })
      .toBe(1)
    // The stop is granted before the next hold, which does not wait for it.
    if (!('pools' in more))
      expect(await codesOf([requestOf(offeringId)])).toEqual(['EventNotActive'])
    order.push('held')
    return ok(undefined)
  })
  await stopped
  expect(order).toEqual(['held', 'stopped'])
})

test('a sale that has not begun or is over; a repeat of what was chosen in time', async () => {
  const offeringId = await offering()
  const now = context.clock.now().getTime()
  const rules = { offeringId, isOnSale: true, placesPerOrderMax: 10 }
  const window = (opens: number | null, closes: number | null) =>
    changeSaleRules(context, [
      {
        ...rules,
        salesOpenAt: opens === null ? null : new Date(now + opens),
        salesCloseAt: closes === null ? null : new Date(now + closes),
      },
    ])
  await window(1, null)
  expect(await codesOf([requestOf(offeringId)])).toEqual(['EventNotActive'])
  await window(0, 1)
  expect(await codesOf([requestOf(offeringId)])).toEqual(['ok'])
  await window(null, 0)
  expect(
    await codesOf([requestOf(offeringId), requestOf(offeringId, { unless: 'closed' })]),
  ).toEqual(['EventNotActive', 'EventNotActive'])
  expect(await codesOf([requestOf(offeringId, { unless: 'stopped' })])).toEqual(['ok'])
})

test('several offerings: the stopped one alone is refused, or all where it is all or nothing', async () => {
  const [first, second] = [await offering(), await offering()]
  await stopSale(context, first)
  const requests = () => [requestOf(first), requestOf(second)]
  const codes = async (isAllOrNothing: boolean) => {
    const { answers, refused } = await holdAcross(context, requests(), { isAllOrNothing })
    return [answers.map((answer) => (answer.ok ? 'ok' : answer.code)), refused]
  }
  expect(await codes(false)).toEqual([['EventNotActive', 'ok'], [0]])
  expect(await codes(true)).toEqual([['EventNotActive', 'EventNotActive'], [0]])
})

test.each(ways)(
  '%s of an ended sale: neither held nor sold until the end is withdrawn',
  async (_, more) => {
    const offeringId = await offering()
    const held = requestOf(offeringId, more)
    const unlimited = requestOf(offeringId, more)
    expect(await codesOf([held, unlimited])).toEqual(['ok', 'ok'])
    const { until: _until, unless: _unless, ...sold } = unlimited
    expect((await sellPlaces(context, [sold])).ok).toBe(true)
    await endSale(context, offeringId)
    const { until: _end, unless: _rule, ...allocation } = held
    expect(await sellPlaces(context, [allocation])).toMatchObject({ code: 'SeatNotAvailable' })
    // A repeat of what was sold before is answered as it was.
    expect((await sellPlaces(context, [sold])).ok).toBe(true)
    const open = { offeringId, isOnSale: true, placesPerOrderMax: 10 }
    const reopen = () =>
      changeSaleRules(context, [{ ...open, salesOpenAt: null, salesCloseAt: null }])
    await reopen()
    expect(await codesOf([requestOf(offeringId, more)])).toEqual(['EventNotActive'])
    await withdrawSaleEnd(context, offeringId)
    expect(await codesOf([requestOf(offeringId, more)])).toEqual(['EventNotActive'])
    await reopen()
    expect(await codesOf([requestOf(offeringId, more)])).toEqual(['ok'])
    expect((await sellPlaces(context, [allocation])).ok).toBe(true)
  },
)

test.each(ways)(
  '%s of a lapsed hold: not sold to a late payment while the sale is stopped or the item is withdrawn',
  async (_, more) => {
    const offeringId = await offering()
    const [lapsed, kept] = [requestOf(offeringId, more), requestOf(offeringId, more)]
    expect(await codesOf([lapsed, kept])).toEqual(['ok', 'ok'])
    await releaseHolds(context, [lapsed.holdId])
    const allocationOf = ({ until: _until, unless: _unless, ...one }: typeof lapsed) => one
    const sell = (one: typeof lapsed) => sellPlaces(context, [allocationOf(one)])
    const rules = { offeringId, placesPerOrderMax: 10, salesOpenAt: null, salesCloseAt: null }
    await changeSaleRules(context, [{ ...rules, isOnSale: false }])
    expect(await sell(lapsed)).toMatchObject({ code: 'SeatNotAvailable' })
    await changeSaleRules(context, [{ ...rules, isOnSale: true }])
    await setWithdrawn(context, [offeringId], true)
    expect(await sell(lapsed)).toMatchObject({ code: 'SeatNotAvailable' })
    // What is held is paid and gets its tickets.
    expect((await sell(kept)).ok).toBe(true)
    await setWithdrawn(context, [offeringId], false)
    expect((await sell(lapsed)).ok).toBe(true)
  },
)
