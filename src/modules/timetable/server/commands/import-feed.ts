import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { AgencyTerms, Brand } from '../../shapes.ts'
import { applyVehicles } from '../gtfs/apply-own.ts'
import { applyFares } from '../gtfs/apply-fares.ts'
import { applyPlaces, type Changes } from '../gtfs/apply-places.ts'
import { applyTrips, type TripChanges } from '../gtfs/apply-trips.ts'
import { checkFeed } from '../gtfs/check.ts'
import { termsWithRiders } from '../gtfs/feed-riders.ts'
import { keepSoldRuns, type KeptRun } from '../gtfs/keep-sold-runs.ts'
import { Notices, type Notice } from '../gtfs/notices.ts'
import { stageFeed } from '../gtfs/stage.ts'
import { raiseTimetableVersion } from '../network-cache.ts'
import { makeRuns } from './make-runs.ts'

export interface FeedRequest {
  /** What this feed is called here; the same name again changes it. */
  readonly name: string
  /** The packed feed, in pieces as they are read. */
  readonly packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Under which its carriers sell, unless the feed says so itself. */
  readonly brand: Brand
  /** Slug of the organiser who earns the fares. */
  readonly organiser: string
  /** Looks only: nothing is changed. */
  readonly isDryRun?: boolean
}

export interface FeedReport {
  readonly name: string
  readonly digest: string
  readonly rows: number
  /** The same feed is in already; nothing was done. */
  readonly isSame: boolean
  /** Whether what follows was done, or would be. */
  readonly isApplied: boolean
  readonly errors: number
  /** At most 50 of a code and file. */
  readonly notices: readonly Notice[]
  readonly noticeCounts: Notices['counts']
  /** Rows added or changed, by what they are. */
  readonly changes: Changes
  readonly trips: TripChanges
  readonly runsRemoved: number
  /** Runs that were sold and stay as they are: the carrier moves or refunds their passengers. */
  readonly keptRuns: readonly KeptRun[]
}

/** Steps done, of how many; null while nobody knows. */
export type FeedProgress = (
  step: 'read' | 'trips',
  done: number,
  total: number | null,
) => Promise<void>

const importLock = 7_310_220_113

/** Terms of a carrier that comes with a feed, until an operator writes others. */
const plainTerms: AgencyTerms = {
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
 * Brings a GTFS Schedule feed in, in one transaction: any error of it refuses the whole. Runs of the coming days are
 * made afterwards. Throws `RangeError` when the organiser is unknown.
 */
export async function importFeed(
  context: Context,
  request: FeedRequest,
  progress?: FeedProgress,
): Promise<FeedReport> {
  try {
    const report = await context.db
      .transaction()
      .execute((db) => bringIn({ ...context, db }, request, progress))
    await makeRuns(context)
    return report
  } catch (error) {
    if (error instanceof RolledBack) return error.report
    throw error
  }
}

/** Carries a report out of a transaction that must not be kept. */
class RolledBack extends Error {
  readonly report: FeedReport

  constructor(report: FeedReport) {
    super('A dry run, or a feed with errors')
    this.report = report
  }
}

async function bringIn(
  context: Context,
  { name, packed, brand, organiser, isDryRun = false }: FeedRequest,
  progress?: FeedProgress,
): Promise<FeedReport> {
  const { db } = context
  await sql`select pg_advisory_xact_lock(${importLock})`.execute(db)
  const merchantId = await merchantOf(context, organiser)
  if (merchantId === null) throw new RangeError(`No organiser is called ${organiser}`)
  const notices = new Notices()
  const staged = await stageFeed(db, packed, {
    notices,
    rowsRead: (rows) => progress?.('read', rows, null) ?? Promise.resolve(),
  })
  const isRead = notices.errors === 0
  if (isRead) await checkFeed(db, notices)
  const so = {
    name,
    digest: staged.digest,
    rows: staged.rows,
    isSame: false,
    isApplied: false,
    changes: {},
    trips: { added: 0, changed: 0, removed: 0, unchanged: 0 },
    runsRemoved: 0,
    keptRuns: [],
    ...found(notices),
  }
  if (notices.errors > 0) throw new RolledBack(so)
  const known = await feedOf(context, name)
  if (known.digest === staged.digest) throw new RolledBack({ ...so, isSame: true })
  const { feedId } = known
  const terms = await termsWithRiders(db, plainTerms, notices)
  const places = await applyPlaces(db, { feedId, brand, merchantId, terms })
  const vehicles = await applyVehicles(db, feedId)
  const trips = await applyTrips(context, feedId, (done, total) =>
    progress ? progress('trips', done, total) : Promise.resolve(),
  )
  const changes: Changes = { ...places, vehicles, fares: await applyFares(db, feedId, notices) }
  const { removed, kept } = await keepSoldRuns(context, feedId)
  await sql`
    update feed set digest = ${staged.digest}, imported_at = ${context.clock.now()},
      version = (select feed_version from staged_feed_info limit 1)
    where id = ${feedId}`.execute(db)
  await raiseTimetableVersion(context)
  const report = { ...so, ...found(notices), changes, trips, runsRemoved: removed, keptRuns: kept }
  if (isDryRun || notices.errors > 0) throw new RolledBack(report)
  return { ...report, isApplied: true }
}

function found(notices: Notices): Pick<FeedReport, 'errors' | 'notices' | 'noticeCounts'> {
  return { errors: notices.errors, notices: notices.kept, noticeCounts: notices.counts }
}

/** Number of an organiser; null when there is none. */
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
  if (!row) throw new Error('A feed has a row')
  return row
}
