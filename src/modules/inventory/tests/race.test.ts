/**
 * Goal: no place is ever held twice, however many clients and processes compete. Method: fifty clients over three
 * connection pools compete for twenty seats. The same race is first run with a naive hold that reads, waits and
 * writes, to show that the test detects an oversell.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestBatcher } from '#platform/request-batcher.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { ok } from '#kernel/result.ts'
import {
  createOffering,
  extendHolds,
  holdPlaces,
  releaseHolds,
  sellPlaces,
  type HoldAnswer,
  type HoldRequest,
} from '../server/public-api.ts'
import {
  inSeconds,
  openInventoryEnv,
  readPlaces,
  readPools,
  requestFor,
  type InventoryEnv,
} from './support.ts'
import { seedOf } from '../../../../tests/support/tier.ts'
import { waitFor } from '../../../../tests/support/wait.ts'

let env: InventoryEnv
let processes: Context[]
beforeAll(async () => {
  env = await openInventoryEnv()
  processes = [env.context, env.anotherProcess(), env.anotherProcess()]
})
afterAll(() => env.close())

type Hold = (context: Context, request: HoldRequest) => Promise<boolean>

const clientCount = 50
const seatCount = 20

/** The requests that were granted. */
async function contend(offeringId: number, hold: Hold): Promise<HoldRequest[]> {
  const outcomes = await Promise.all(
    Array.from({ length: clientCount }, async (_, client) => {
      const context = processes[client % processes.length] as Context
      const start = (client * 7) % (seatCount - 2)
      const wanted = [start + 1, start + 2, start + 3]
      const places = client % 2 === 0 ? wanted : wanted.toReversed()
      const request = requestFor(context, offeringId, { places })
      return (await hold(context, request)) ? [request] : []
    }),
  )
  return outcomes.flat()
}

function placesPromisedTwice(granted: readonly HoldRequest[]): number[] {
  const reserved = granted.flatMap((request) => request.places)
  return reserved.filter((placeId, index) => reserved.indexOf(placeId) !== index)
}

/** Reads, waits until all clients have read, then writes: the lost-update mistake in its simplest form. */
function naiveHold(): Hold {
  let readers = 0
  let letAllWrite: () => void = () => undefined
  const everybodyHasRead = new Promise<void>((resolve) => {
    letAllWrite = resolve
  })
  return async (context, request) => {
    const { rows } = await sql<{ state: number }>`
      select state from place_leg where offering_id = ${request.offeringId}
        and place_id = any(${`{${request.places.join()}}`}::int[])`.execute(context.db)
    readers += 1
    if (readers === clientCount) letAllWrite()
    await everybodyHasRead
    if (rows.some((row) => row.state !== 0)) return false
    await sql`
      update place_leg set state = 1, hold_id = ${request.holdId}, held_until = ${request.until}
      where (offering_id, place_id, leg) in (
        select offering_id, place_id, leg from place_leg where offering_id = ${request.offeringId}
          and place_id = any(${`{${request.places.join()}}`}::int[]) order by place_id for update
      )`.execute(context.db)
    return true
  }
}

test('with the guard off the race oversells, and this test sees it', async () => {
  const offeringId = await createOffering(env.context, { placeCount: seatCount })
  const granted = await contend(offeringId, naiveHold())
  expect(placesPromisedTwice(granted)).not.toEqual([])
})

test('with the guard no place is granted twice', async () => {
  for (let round = 0; round < 10; round += 1) {
    const offeringId = await createOffering(env.context, { placeCount: seatCount })
    const granted = await contend(offeringId, async (context, request) => {
      const [answer] = await holdPlaces(context, [request])
      return answer?.ok === true
    })
    expect(granted.length).toBeGreaterThan(0)
    expect(placesPromisedTwice(granted)).toEqual([])
    const holders = new Map(
      granted.flatMap(({ holdId, places }) => places.map((placeId) => [placeId, holdId])),
    )
    for (const row of await readPlaces(env.context, offeringId))
      expect(row.holdId).toBe(holders.get(row.placeId) ?? null)
  }
})

test('an expiring hold is taken by exactly one of all who wait for it', async () => {
  const { context } = env
  for (let round = 0; round < 20; round += 1) {
    const offeringId = await createOffering(context, { placeCount: 1 })
    const old = requestFor(context, offeringId, { places: [1], until: inSeconds(context, 60) })
    expect((await holdPlaces(context, [old]))[0]?.ok).toBe(true)
    const sellsLate = round % 2 === 0
    // The clocks of two processes differ a little: for some the hold still lasts, for others it is over.
    const early = { ...context, clock: { now: () => new Date(old.until.getTime() - 1) } }
    const after = processes.map((process) => ({ ...process, clock: { now: () => old.until } }))
    const [ours, ...others] = await Promise.all([
      sellsLate
        ? sellPlaces(after[0] as Context, [old])
        : extendHolds(early, [old.holdId], inSeconds(context, 120)),
      ...Array.from({ length: 12 }, async (_, client) => {
        const process = after[client % after.length] as Context
        const until = inSeconds(context, 600)
        const [answer] = await holdPlaces(process, [
          requestFor(process, offeringId, { places: [1], until }),
        ])
        return answer as HoldAnswer
      }),
    ])
    const winners = others.filter((answer) => answer.ok).length + (ours.ok ? 1 : 0)
    expect(winners).toBe(1)
  }
})

test('two gathering processes and a direct one: no place twice, no pool overdrawn, no deadlock', async () => {
  const { context } = env
  const offeringId = await createOffering(context, {
    placeCount: 60,
    pools: [
      { poolId: 1, capacity: 40 },
      { poolId: 2, capacity: 25 },
    ],
  })
  const gathering = processes.slice(0, 2).map((process) =>
    createRequestBatcher<HoldRequest, HoldAnswer>({
      batchMax: 64,
      run: async (_key, requests) => {
        // Holds run inside a transaction that continues with other writes, as orders do.
        const result = await inTransaction(process, async (inside) => {
          const answers = await holdPlaces(inside, requests)
          await sql`select 1`.execute(inside.db)
          return ok(answers)
        })
        return result.value
      },
    }),
  )
  const direct = processes[2] as Context
  const chance = numbers(seedOf('inventory race', 20_261_121))
  const granted: HoldRequest[] = []
  await Promise.all(
    Array.from({ length: 60 }, async (_, client) => {
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const request = requestFor(context, offeringId, {
          places: client % 5 === 0 ? [] : Array.from({ length: 3 }, () => 1 + chance(60)),
          pools:
            client % 3 === 0
              ? [2, 1].map((poolId) => ({ poolId, quantity: 1 + chance(3) }))
              : client % 5 === 0
                ? [{ poolId: 1, quantity: 1 }]
                : [],
        })
        const batcher = gathering[client % 3]
        const answer = batcher
          ? await batcher.submit(offeringId, request)
          : (await holdPlaces(direct, [request]))[0]
        if (!answer?.ok) continue
        if (chance(3) > 0) await releaseHolds(direct, [request.holdId])
        else if (chance(2) === 0) {
          expect(await sellPlaces(direct, [request])).toMatchObject({ ok: true })
          granted.push(request)
        } else granted.push(request)
      }
    }),
  )
  const places = granted.flatMap((request) => [...new Set(request.places)])
  expect(new Set(places).size).toBe(places.length)
  const taken = (await readPlaces(context, offeringId)).filter((row) => row.state !== 0)
  expect(taken.map((row) => row.placeId)).toEqual(places.toSorted((a, b) => a - b))
  for (const pool of await readPools(context, offeringId)) {
    const reserved = granted
      .flatMap(({ pools }) => pools)
      .filter(({ poolId }) => poolId === pool.poolId)
      .reduce((sum, { quantity }) => sum + quantity, 0)
    expect(pool.taken).toBe(reserved)
    expect(pool.inHolds).toBe(reserved)
    expect(reserved).toBeLessThanOrEqual(pool.capacity)
  }
})

test('a batch inside a transaction never locks out of order, even for requests that wait', async () => {
  const offeringId = await createOffering(env.context, { placeCount: 8, blockedPlaces: [8] })
  const [mine, theirs] = processes as [Context, Context]
  const request = (...places: number[]) => requestFor(env.context, offeringId, { places })
  let batch: Promise<unknown> = Promise.resolve()
  await inTransaction(theirs, async (inside) => {
    await holdPlaces(inside, [request(3)])
    // The first is refused for place 8 and the second then gets its turn; it wants the lower place 3.
    batch = inTransaction(mine, async (open) =>
      ok((await holdPlaces(open, [request(5, 8), request(3, 5)])).map((answer) => answer.ok)),
    )
    await somebodyWaitsForALock()
    // Had the batch locked place 5 already, each side would now wait for the other.
    const [upwards] = await holdPlaces(inside, [request(5)])
    expect(upwards?.ok).toBe(true)
    return ok(undefined)
  })
  expect(await batch).toEqual(ok([false, false]))
})

async function somebodyWaitsForALock(): Promise<void> {
  await waitFor(
    'somebody waits for a lock',
    async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(env.context.db)
      return rows.length > 0
    },
    { everyMilliseconds: 5 },
  )
}

/** A small seeded generator, so that failures can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * below)
  }
}
