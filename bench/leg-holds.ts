import { sql } from 'kysely'
import {
  createOffering,
  holdPlaces,
  type HoldAnswer,
  type HoldRequest,
} from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { createRequestBatcher } from '#platform/request-batcher.ts'
import { withBenchDatabase } from './bench-database.ts'
import { benchContext } from './engine.ts'
import type { BenchFigure } from './figures.ts'
import { findPgbench, runPgbench } from './pgbench.ts'

const legCount = 11
const seatCount = 2_000
const inFlight = 64
const attemptCount = 8_000
const roundCount = 2
const clientCount = 16

/**
 * Attempts per second to hold one seat of a train with eleven legs for a random range: through the engine (batched,
 * 64 in flight) against pgbench with the same hold as one prepared statement each. New trains, alternating rounds,
 * the best round of each counts. fsync is on.
 */
export async function benchLegHolds(): Promise<BenchFigure[]> {
  return withBenchDatabase(16, async (db, url) => {
    return [await measure(benchContext(db), url)]
  })
}

async function measure(context: Context, url: string): Promise<BenchFigure> {
  const binary = await findPgbench()
  let [engine, baseline] = [0, 0]
  for (let round = 0; round < roundCount; round += 1) {
    engine = Math.max(engine, await throughEngine(context, await freshTrain(context)))
    if (!binary) continue
    const script = pgbenchHold(await freshTrain(context))
    const options = { binary, url, script, clientCount, transactionCount: attemptCount }
    baseline = Math.max(baseline, await runPgbench(options))
  }
  const value = Math.round(engine)
  return {
    name: 'Holds of one seat on a stretch of eleven legs',
    value,
    unit: 'attempts/s',
    ...(baseline > 0 && {
      baseline: {
        name: `pgbench, one statement a hold, ${clientCount} clients`,
        value: Math.round(baseline),
      },
      ratio: Math.round((engine / baseline) * 100) / 100,
    }),
    target: 'at least 5,000 a second',
    met: value >= 5_000,
    note: `${seatCount} seats, ${inFlight} in flight, ${attemptCount} attempts`,
  }
}

async function freshTrain(context: Context): Promise<number> {
  const offeringId = await createOffering(context, { placeCount: seatCount, legCount })
  await sql`vacuum analyze place_leg`.execute(context.db)
  return offeringId
}

async function throughEngine(context: Context, offeringId: number): Promise<number> {
  const batcher = createRequestBatcher<HoldRequest, HoldAnswer>({
    batchMax: 256,
    run: (_key, requests) => holdPlaces(context, requests),
  })
  let left = attemptCount
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left > 0) {
        left -= 1
        const legFrom = Math.floor(Math.random() * legCount)
        await batcher.submit(offeringId, {
          holdId: context.random.uuid(),
          offeringId,
          legFrom,
          legTo: legFrom + 1 + Math.floor(Math.random() * (legCount - legFrom)),
          places: [1 + Math.floor(Math.random() * seatCount)],
          pools: [],
          until: new Date(Date.now() + 900_000),
          unless: 'closed',
        })
      }
    }),
  )
  return attemptCount / ((performance.now() - startedAt) / 1000)
}

/** The same hold for one request: lock the seat's legs in order, take them if all are free. */
function pgbenchHold(offeringId: number): string {
  return `\\set seat random(1, ${seatCount})
\\set first random(0, ${legCount - 1})
\\set last random(:first, ${legCount - 1})
with locked as materialized (
  select leg, state in (0, 4) or state = 1 and held_until <= now() as is_free
  from place_leg
  where offering_id = ${offeringId} and place_id = :seat and leg between :first and :last
  order by leg
  for update
), verdict as materialized (
  select bool_and(is_free) as granted, gen_random_uuid() as hold_id from locked
), taken as (
  update place_leg set state = 1, hold_id = verdict.hold_id,
    held_until = now() + interval '15 minutes'
  from locked, verdict
  where verdict.granted and place_leg.offering_id = ${offeringId}
    and place_leg.place_id = :seat and place_leg.leg = locked.leg
)
select granted from verdict;
`
}
