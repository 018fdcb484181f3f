/**
 * Goal: after any sequence of holds, extensions, releases, sales, returns and expiries the inventory agrees with a
 * plain model; nothing is ever sold beyond the stock. Method: fast-check draws random commands over three legs, five
 * places and two pools and runs them against both. The seed is printed; `SEED=<number>` replays a run, `RUNS` sets
 * how many are drawn.
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#platform/context.ts'
import {
  availabilityState,
  createOffering,
  extendHolds,
  holdPlaces,
  readAvailability,
  reclaimExpired,
  releaseHolds,
  returnPlaces,
  sellPlaces,
  type PlaceAllocation,
} from '../server/public-api.ts'
import { Model } from './model.ts'
import { openInventoryEnv, readPools, type InventoryEnv } from './support.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'

let env: InventoryEnv
beforeAll(async () => {
  env = await openInventoryEnv()
})
afterAll(() => env.close())

const placeCount = 5
const legCount = 3
const capacities = new Map([
  [1, 6],
  [2, 3],
])
const holderCount = 4

interface Request {
  readonly holder: number
  readonly legs: readonly [number, number]
  readonly places: readonly number[]
  readonly pools: readonly { readonly poolId: number; readonly quantity: number }[]
}

type Command =
  | { readonly kind: 'hold'; readonly requests: readonly Request[]; readonly seconds: number }
  | { readonly kind: 'extend'; readonly holders: readonly number[]; readonly seconds: number }
  | { readonly kind: 'release'; readonly request: Request; readonly whole: boolean }
  | { readonly kind: 'sell'; readonly request: Request }
  | { readonly kind: 'returnSold'; readonly request: Request; readonly asResale: boolean }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'sweep' }

const holder = fc.nat({ max: holderCount - 1 })
const seconds = fc.constantFrom(60, 120, 300)
const request: fc.Arbitrary<Request> = fc.record({
  holder,
  legs: fc.constantFrom([0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]),
  places: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: placeCount }), { maxLength: 3 }),
    },
    { weight: 1, arbitrary: fc.constant([placeCount + 1]) },
  ),
  pools: fc.uniqueArray(
    fc.record({
      poolId: fc.constantFrom(1, 1, 1, 2, 2, 3),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 2, selector: (pool) => pool.poolId },
  ),
})
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      requests: fc.array(request, { minLength: 1, maxLength: 4 }),
      seconds,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      holders: fc.uniqueArray(holder, { minLength: 1, maxLength: 2 }),
      seconds,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('release' as const), request, whole: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sell' as const), request }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('returnSold' as const),
      request,
      asResale: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const) }) },
)

interface ModelRun {
  readonly context: Context & { readonly clock: { advance(seconds: number): void } }
  readonly model: Model
  readonly offeringId: number
  readonly holdIds: readonly string[]
}

async function openModelRun(): Promise<ModelRun> {
  const { context } = env
  const pools = [...capacities].map(([poolId, capacity]) => ({ poolId, capacity }))
  const offeringId = await createOffering(context, { placeCount, legCount, pools })
  const model = new Model(placeCount, legCount, capacities)
  const holdIds = Array.from({ length: holderCount }, () => context.random.uuid())
  return { context, model, offeringId, holdIds }
}

function claimOf(run: ModelRun, { holder: index, legs, places, pools }: Request): PlaceAllocation {
  return {
    holdId: run.holdIds[index] ?? '',
    offeringId: run.offeringId,
    legFrom: legs[0],
    legTo: legs[1],
    places,
    pools,
  }
}

/** Runs one command against both and compares the results. */
async function runBoth(run: ModelRun, one: Command): Promise<void> {
  const { context, model } = run
  model.now = context.clock.now().getTime()
  const later = (after: number) => new Date(model.now + after * 1000)
  switch (one.kind) {
    case 'hold': {
      const until = later(one.seconds)
      const requests = one.requests.map((each) => ({ ...claimOf(run, each), until }))
      const answers = await holdPlaces(context, requests)
      expect(answers.map((answer) => answer.ok)).toEqual(model.hold(requests))
      return
    }
    case 'extend': {
      const holdIds = one.holders.map((index) => run.holdIds[index] ?? '')
      const answer = await extendHolds(context, holdIds, later(one.seconds))
      expect(answer.ok).toBe(model.extend(holdIds, later(one.seconds)))
      return
    }
    case 'release': {
      const { holdId, places, pools } = claimOf(run, one.request)
      const only = one.whole ? undefined : { places, pools }
      await releaseHolds(context, [holdId], only)
      model.release(holdId, only)
      return
    }
    case 'sell': {
      const allocation = claimOf(run, one.request)
      expect((await sellPlaces(context, [allocation])).ok).toBe(model.sell(allocation))
      return
    }
    case 'returnSold': {
      const allocation = claimOf(run, one.request)
      await returnPlaces(context, [allocation], { asResale: one.asResale })
      model.releaseOrder(allocation, one.asResale)
      return
    }
    case 'wait':
      run.context.clock.advance(one.seconds)
      return
    case 'sweep':
      await reclaimExpired(context)
      model.sweep()
  }
}

/** Compares every place, every pool, every pool hold, and what a new caller would see. */
async function compare(run: ModelRun): Promise<void> {
  const { context, model, offeringId } = run
  model.now = context.clock.now().getTime()
  const { rows } = await sql<{ name: string; state: number; hold: string; until: Date | null }>`
    select place_id || '.' || leg as name, state, hold_id as hold, held_until as until
    from place_leg where offering_id = ${offeringId}`.execute(context.db)
  const names = ['free', 'held', 'sold', 'blocked', 'resale']
  for (const row of rows) {
    const expected = model.placeLegs.get(row.name)
    expect([row.name, names[row.state], row.hold]).toEqual([
      row.name,
      expected?.state,
      expected?.holdId,
    ])
    if (row.until) expect(row.until.getTime()).toBe(expected?.until)
  }
  for (const pool of await readPools(context, offeringId)) {
    expect(pool.inHolds).toBe(pool.taken)
    expect(pool.taken).toBeLessThanOrEqual(pool.capacity)
  }
  const parts = await sql<{ line: string }>`
    select concat_ws(' ', hold_id, pool_id, leg_from, leg_to, quantity, state = 2) as line
    from pool_hold where offering_id = ${offeringId}`.execute(context.db)
  const expectedParts = model.parts.map((part) =>
    [part.holdId, part.poolId, part.legFrom, part.legTo, part.quantity, part.sold ? 't' : 'f'].join(
      ' ',
    ),
  )
  expect(parts.rows.map((row) => row.line).toSorted()).toEqual(expectedParts.toSorted())
  for (let leg = 0; leg < legCount; leg += 1) await compareShown(run, leg)
}

async function compareShown({ context, model, offeringId, holdIds }: ModelRun, leg: number) {
  const [mine = ''] = holdIds
  const stretch = { legFrom: leg, legTo: leg + 1 }
  const shown = await readAvailability(context, offeringId, { ...stretch, holdIds: [mine] })
  const expected = Array.from({ length: placeCount }, (_, index) => {
    const place = model.placeLegs.get(`${index + 1}.${leg}`)
    if (place?.state === 'resale') return availabilityState.refunded
    if (place?.state === 'sold') return availabilityState.sold
    if (place?.state !== 'held' || place.until <= model.now) return availabilityState.free
    return place.holdId === mine ? availabilityState.yours : availabilityState.held
  })
  expect([...shown.states]).toEqual(expected)
  expect(shown.pools).toEqual(
    [...capacities.keys()].map((poolId) => ({ poolId, left: model.left(poolId, stretch) })),
  )
}

test('random holds, sales, returns and endings agree with a plain model', async () => {
  const seed = seedOf('inventory model', 20_261_122)
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
      const run = await openModelRun()
      for (const one of commands) {
        await runBoth(run, one)
        await compare(run)
      }
    }),
    { seed, numRuns: Number(process.env.RUNS ?? sizeOf({ usual: 80, nightly: 200 })) },
  )
}, 300_000)
