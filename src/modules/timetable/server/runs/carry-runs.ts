/** Carries the runs of a feed over to its new version. */
import { sql } from 'kysely'
import {
  isTaken,
  readLegUse,
  readRides,
  readUse,
  type LegUse,
} from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import {
  answerAbout,
  type ImportAnswers,
  type RunAnswer,
  type SoldRun,
} from '../../feed-contract.ts'
import {
  collectStaleRuns,
  readCurrentPatterns,
  readPlaces,
  readStaleRuns,
  readTripRows,
  type Places,
  type StaleRun,
  type TripRow,
} from './former-timetable.ts'
import { Alignments, findSlots, formerRunOf, type TripSlot } from './find-slots.ts'
import { matchRuns, type Match } from './match-runs.ts'
import { cancelRuns, dropRuns } from './end-runs.ts'
import {
  keepRuns,
  moveRuns,
  parkRuns,
  recordFormerIds,
  type KeptRun,
  type MovedRun,
} from './write-runs.ts'

interface CarriedRuns {
  readonly removed: number
  readonly sold: readonly SoldRun[]
}

interface Situation {
  readonly trips: ReadonlyMap<number, TripRow>
  readonly places: Places
  readonly matches: ReadonlyMap<number, Match<TripSlot>>
}

/**
 * Matches the runs of trips and days that changed with the departures of the new timetable. What is the same train moves
 * over with its places, tickets and history; what has passengers and no match stays on sale as it was sold or is
 * cancelled, as the operator answers; the rest is removed. In the transaction of the import.
 */
export async function carryRuns(
  context: Context,
  feedId: number,
  answers: ImportAnswers,
): Promise<CarriedRuns> {
  const { db } = context
  const places = await readPlaces(db, feedId)
  await collectStaleRuns(context, feedId, places.changed)
  const stale = await readStaleRuns(context)
  const notable = stale.filter(({ isNotable }) => isNotable)
  const offeringIds = notable.flatMap(({ offeringId }) => offeringId ?? [])
  const use = await readUse(context, offeringIds)
  const isSold = ({ offeringId }: StaleRun): boolean => isTaken(use.get(offeringId ?? 0))
  const situation = await compare(context, { feedId, stale, places })
  const plan = planOf(notable, situation, isSold, answers)
  await parkRuns(context, notable)
  const removed = await deleteUnopened(db, notable)
  await moveRuns(context, plan.moved)
  // Sales are stopped before places are locked.
  await cancelRuns(context, plan.cancelled, situation)
  const held = await dropRuns(context, plan.dropped, situation)
  await keepRuns(context, [...plan.kept, ...withTrips(held, situation)], places)
  await recordFormerIds(context, feedId, plan.moved)
  await sql`
    delete from trip where feed_id = ${feedId} and retired_at is not null
      and not exists (select from run where run.trip_id = trip.id)`.execute(db)
  const legUse = await readLegUse(
    context,
    plan.sold.flatMap(({ run }) => run.offeringId ?? []),
  )
  const sold = plan.sold.map(({ run, ...told }) => {
    const pools = use.get(run.offeringId ?? 0)?.pools ?? []
    const inPools = pools.reduce((sum, { taken }) => sum + taken, 0)
    return { ...told, places: placesTaken(legUse.get(run.offeringId ?? 0)) + inPools }
  })
  return { removed: removed + plan.dropped.length - held.length, sold }
}

async function compare(
  context: Context,
  {
    feedId,
    stale,
    places,
  }: { readonly feedId: number; readonly stale: readonly StaleRun[]; readonly places: Places },
): Promise<Situation> {
  const { db } = context
  const tripIds = [...new Set(stale.map(({ tripId }) => tripId))]
  const trips = new Map(
    (await readTripRows(db, sql`trip.id = any(${tripIds}::int[])`)).map((trip) => [
      trip.tripId,
      trip,
    ]),
  )
  if (stale.length === 0) return { trips, places, matches: new Map() }
  const current = await readCurrentPatterns(db, feedId)
  const slots = await findSlots(db, { feedId, runs: stale, trips, current, places })
  const rides = await readRides(
    context,
    stale.flatMap(({ offeringId }) => offeringId ?? []),
  )
  const runs = stale.flatMap((run) => {
    const trip = trips.get(run.tripId)
    return trip ? [formerRunOf(run, trip, rides.get(run.offeringId ?? 0) ?? [])] : []
  })
  const patterns = new Map([
    ...[...trips.values()].map(({ patternId, stopIds }) => [patternId, stopIds] as const),
    ...current.map(({ patternId, stopIds }) => [patternId, stopIds] as const),
  ])
  return { trips, places, matches: matchRuns(runs, slots, new Alignments(places, patterns).of) }
}

interface Plan {
  readonly moved: MovedRun[]
  readonly kept: KeptRun[]
  readonly cancelled: StaleRun[]
  readonly dropped: StaleRun[]
  readonly sold: (Omit<SoldRun, 'places'> & { readonly run: StaleRun })[]
}

function planOf(
  runs: readonly StaleRun[],
  { trips, matches }: Situation,
  isSold: (run: StaleRun) => boolean,
  answers: ImportAnswers,
): Plan {
  const plan: Plan = { moved: [], kept: [], cancelled: [], dropped: [], sold: [] }
  for (const run of runs) {
    const trip = trips.get(run.tripId)
    if (!trip) continue
    const match = matches.get(run.runId) ?? null
    const found = foundOf(match)
    const isMovable = match !== null && match.isWholeForRides
    if (!isSold(run) || run.isCancelled) {
      if (match && isMovable && match.isSure)
        plan.moved.push({ run, trip, match, isSold: isSold(run) })
      else if (isSold(run)) plan.kept.push({ run, trip, slot: null })
      else plan.dropped.push(run)
      continue
    }
    const answer = answerAbout(answers, { runId: run.runId, found })
    const outcome = outcomeOf(found, answer)
    plan.sold.push({
      run,
      runId: run.runId,
      tripId: trip.gtfsId,
      newTripId: match?.slot.gtfsId ?? null,
      serviceDate: run.serviceDate,
      found,
      minutes: Math.round((match?.shift ?? 0) / 60),
      hasOtherStops: match !== null && !match.alignment.isWhole,
      outcome,
    })
    if (outcome === 'moved' && match) plan.moved.push({ run, trip, match, isSold: true })
    else if (outcome === 'cancelled') plan.cancelled.push(run)
    else plan.kept.push({ run, trip, slot: match?.slot ?? null })
  }
  return plan
}

function foundOf(match: Match | null): SoldRun['found'] {
  if (!match) return 'missing'
  if (!match.isWholeForRides) return 'broken'
  if (!match.isSure) return 'unsure'
  return match.shift === 0 && match.alignment.isWhole ? 'same' : 'moved'
}

function outcomeOf(found: SoldRun['found'], answer: RunAnswer | undefined): SoldRun['outcome'] {
  if (found === 'same' || found === 'moved') return 'moved'
  if (answer === 'cancel') return 'cancelled'
  if (answer === 'move' && found === 'unsure') return 'moved'
  return answer === 'keep' ? 'kept' : 'asked'
}

/** Those of which nothing is known but trip and day; what is left of them is created again. */
async function deleteUnopened(db: Context['db'], notable: readonly StaleRun[]): Promise<number> {
  const result = await sql`
    delete from run using stale_run
    where stale_run.id = run.id and run.offering_id is null
      and not exists (select from unnest(${notable.map(({ runId }) => runId)}::int[]) as id where id = run.id)`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0)
}

function withTrips(runs: readonly StaleRun[], { trips }: Situation): KeptRun[] {
  return runs.flatMap((run) => {
    const trip = trips.get(run.tripId)
    return trip ? [{ run, trip, slot: null }] : []
  })
}

/** How many named places are sold or held on any leg. */
export function placesTaken(use: Pick<LegUse, 'taken'> | undefined): number {
  return use?.taken.filter((legs) => legs !== 0n).length ?? 0
}
