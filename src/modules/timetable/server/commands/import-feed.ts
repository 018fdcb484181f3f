import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { repeatTransaction } from '#platform/database/repeat-transaction.ts'
import type { ImportAnswers, ImportStep, SoldRun } from '../../feed-contract.ts'
import type { AgencyTerms, Brand } from '../../shapes.ts'
import { applyVehicles } from '../gtfs/apply-extensions.ts'
import { applyLinks } from '../gtfs/apply-links.ts'
import { applyFares } from '../gtfs/apply-fares.ts'
import { applyPlaces, type Changes } from '../gtfs/apply-places.ts'
import { applyTrips, type TripChanges } from '../gtfs/apply-trips.ts'
import { checkFeed } from '../gtfs/check.ts'
import { termsWithRiders } from '../gtfs/feed-riders.ts'
import { Notices, type Notice } from '../gtfs/notices.ts'
import { stageFeed } from '../gtfs/stage.ts'
import { expireNetwork, raiseTimetableVersion } from '../network-cache.ts'
import { carryRuns } from '../runs/carry-runs.ts'
import { rememberStops } from '../runs/former-timetable.ts'
import { makeRuns, waitForRunsBeingMade } from './make-runs.ts'

export interface FeedRequest {
  /** Name of the feed; importing under the same name updates it. */
  readonly name: string
  /** The ZIP archive in chunks; read from the start again when the import is repeated, so no generator. */
  readonly packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Brand of the feed's carriers, unless the feed specifies one. */
  readonly brand: Brand
  /** Slug of the organiser who receives the revenue. */
  readonly organiser: string
  /** Validates and compares only; nothing is changed. */
  readonly isDryRun?: boolean
  /** What becomes of runs with passengers that the feed does not settle. */
  readonly answers?: ImportAnswers | undefined
}

export interface FeedReport {
  readonly name: string
  readonly digest: string
  readonly rows: number
  /** Whether the feed is identical to the last imported version; then nothing was done. */
  readonly isSame: boolean
  /** Whether the changes below were applied; otherwise they are what an import would change. */
  readonly isApplied: boolean
  readonly errors: number
  /** At most 50 for each code and file. */
  readonly notices: readonly Notice[]
  readonly noticeCounts: Notices['counts']
  /** Number of rows added or changed, by kind. */
  readonly changes: Changes
  readonly trips: TripChanges
  readonly runsRemoved: number
  /** Runs with passengers whose trip or day has changed, by day; at most `soldRunsShown`. */
  readonly soldRuns: readonly SoldRun[]
  /** How many of them there are, by what becomes of them. */
  readonly soldRunCounts: Readonly<Record<SoldRun['outcome'] | 'same', number>>
}

/** Receives the number of completed steps and their total, which is null while unknown. */
export type FeedProgress = (step: ImportStep, done: number, total: number | null) => Promise<void>

/** Maximum number of runs that a report lists, those that need an answer first. */
const soldRunsShown = 1_000

const importLock = 7_310_220_113

/** Initial terms of a new carrier, until an operator changes them. */
const initialTerms: AgencyTerms = {
  holdSeconds: 900,
  saleOpensDays: 40,
  saleClosesSeconds: 600,
  passengersMax: 9,
  riders: [
    {
      code: 'adult',
      name: { ka: 'ზრდასრული', en: 'Adult' },
      discountBasisPoints: 0,
      proof: null,
      ageMin: null,
      ageMax: null,
    },
  ],
  refundTiers: [
    { untilSeconds: 86_400, deductionBasisPoints: 1_000 },
    { untilSeconds: 0, deductionBasisPoints: 10_000 },
  ],
  childReturnsWithAdult: false,
  changeFeeMinor: 0,
  changeUntilSeconds: 86_400,
  freeAfterDelaySeconds: 3_600,
  serviceFeeMinor: 0,
  channelBasisPoints: {},
  code: 'qr',
  asksDocument: false,
  asksBirthDate: false,
  asksNameKa: false,
  seatChoice: true,
  mayPassOn: true,
  perKilometreMinor: null,
  text: { ka: '', en: '' },
}

/**
 * Imports a GTFS Schedule feed in one transaction; any error in the feed rejects all of it. The runs of the
 * coming days are created afterwards. Throws `RangeError` if the organiser is unknown.
 */
export async function importFeed(
  context: Context,
  request: FeedRequest,
  progress?: FeedProgress,
): Promise<FeedReport> {
  try {
    const report = await repeatTransaction(context.log, () =>
      context.db
        .transaction()
        .execute((db) => importInTransaction({ ...context, db }, request, progress)),
    )
    expireNetwork(context)
    await makeRuns(context, {
      progress: (done, total) => progress?.('runs', done, total) ?? Promise.resolve(),
    })
    return report
  } catch (error) {
    if (error instanceof RolledBack) return error.report
    throw error
  }
}

/** Carries the report out of a transaction that is rolled back. */
class RolledBack extends Error {
  readonly report: FeedReport

  constructor(report: FeedReport) {
    super('Rolled back: a dry run, an unchanged feed, or a feed with errors')
    this.report = report
  }
}

async function importInTransaction(
  context: Context,
  { name, packed, brand, organiser, isDryRun = false, answers }: FeedRequest,
  progress?: FeedProgress,
): Promise<FeedReport> {
  const { db } = context
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(db)
  const merchantId = await merchantOf(context, organiser)
  if (merchantId === null) throw new RangeError(`There is no organiser ${organiser}`)
  if (await isOfAnother(context, name, merchantId))
    throw new RangeError(`The feed ${name} is not of the organiser ${organiser}`)
  const notices = new Notices()
  const staged = await stageFeed(db, packed, {
    notices,
    rowsRead: (rows) => progress?.('read', rows, null) ?? Promise.resolve(),
  })
  const isRead = notices.errors === 0
  if (isRead) await checkFeed(db, notices, context.clock.now())
  const summary = {
    name,
    digest: staged.digest,
    rows: staged.rows,
    isSame: false,
    isApplied: false,
    changes: {},
    trips: { added: 0, changed: 0, removed: 0, unchanged: 0, renamed: 0 },
    runsRemoved: 0,
    soldRuns: [],
    soldRunCounts: countOutcomes([]),
    ...noticesOf(notices),
  }
  if (notices.errors > 0) throw new RolledBack(summary)
  const known = await feedOf(context, name)
  // With answers the same feed is compared again: they settle what was asked.
  if (known.digest === staged.digest && !answers) throw new RolledBack({ ...summary, isSame: true })
  const { feedId } = known
  await rememberStops(db, feedId)
  const terms = await termsWithRiders(db, initialTerms, notices)
  const places = await applyPlaces(db, { feedId, brand, merchantId, terms })
  const vehicles = await applyVehicles(db, feedId)
  const trips = await applyTrips(context, feedId, (done, total) =>
    progress ? progress('trips', done, total) : Promise.resolve(),
  )
  const hasPriority = staged.columns.has('fare_leg_rules.txt rule_priority')
  const fares = await applyFares(context, { feedId, hasPriority }, notices)
  const transfers = (places['transfers'] ?? 0) + (await applyLinks(db, feedId))
  const changes: Changes = { ...places, transfers, vehicles, fares }
  // Runs that another process creates of the former trips are either removed below or created of the new ones.
  await waitForRunsBeingMade(context)
  const { removed, sold } = await carryRuns(context, feedId, answers ?? {})
  await sql`
    update feed set digest = ${staged.digest}, imported_at = ${context.clock.now()},
      version = (select feed_version from staged_feed_info limit 1)
    where id = ${feedId}`.execute(db)
  await raiseTimetableVersion(context)
  const report = {
    ...summary,
    ...noticesOf(notices),
    changes,
    trips,
    runsRemoved: removed,
    soldRuns: sold.toSorted(byNeed).slice(0, soldRunsShown),
    soldRunCounts: countOutcomes(sold),
  }
  if (isDryRun || notices.errors > 0) throw new RolledBack(report)
  return { ...report, isApplied: true }
}

/** Those that need an answer first, then by day. */
function byNeed(one: SoldRun, other: SoldRun): number {
  const isAsked = ({ outcome }: SoldRun): number => (outcome === 'asked' ? 0 : 1)
  return (
    isAsked(one) - isAsked(other) ||
    one.serviceDate.localeCompare(other.serviceDate) ||
    one.runId - other.runId
  )
}

function countOutcomes(runs: readonly SoldRun[]): FeedReport['soldRunCounts'] {
  const counts = { same: 0, moved: 0, kept: 0, cancelled: 0, asked: 0 }
  for (const { found, outcome } of runs) counts[found === 'same' ? 'same' : outcome] += 1
  return counts
}

function noticesOf(notices: Notices): Pick<FeedReport, 'errors' | 'notices' | 'noticeCounts'> {
  return { errors: notices.errors, notices: notices.kept, noticeCounts: notices.counts }
}

/**
 * Whether carriers of a feed are somebody else's: a carrier's organiser receives its revenue, so a new file of the feed
 * must not bring another one in.
 */
export async function isOfAnother(
  { db }: Pick<Context, 'db'>,
  name: string,
  merchantId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from feed join agency on agency.feed_id = feed.id
    where feed.name = ${name} and agency.merchant_id <> ${merchantId} limit 1`.execute(db)
  return rows.length > 0
}

/** Id of an organiser by slug; null if it is unknown. */
export async function merchantOf(
  { db }: Pick<Context, 'db'>,
  slug: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select merchant_id as id from merchant_summary where slug = ${slug}`.execute(db)
  return rows[0]?.id ?? null
}

async function feedOf(
  { db }: Context,
  name: string,
): Promise<{ feedId: number; digest: string | null }> {
  const { rows } = await sql<{ feedId: number; digest: string | null }>`
    insert into feed (name) values (${name}) on conflict (name) do update set name = excluded.name
    returning id as "feedId", digest`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A feed must have a row')
  return row
}
