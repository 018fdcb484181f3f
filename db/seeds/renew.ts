/**
 * Continues the demo from today: a database that was seeded weeks ago would show an empty programme. Existing content
 * stays as it is, so that orders remain consistent.
 */
import { sql } from 'kysely'
import { showStatus } from '#contract/enumerations.ts'
import { createScreeningsOfRuns } from '#modules/cinema/server/public-api.ts'
import { makeRuns } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { shows } from './content/shows.ts'
import type { ShowSeed } from './content/types.ts'
import { venues } from './content/venues.ts'
import { buildHalls, hallOf, type Hall } from './halls.ts'
import { contextOf, seedLock } from './seed.ts'
import { serviceDays } from './timetable/write-timetable.ts'
import { feeRuleRows } from './write-catalogue.ts'
import { writeGateTypes } from './write-entrances.ts'
import { writeDates } from './write-events.ts'
import { passNames } from './write-passes.ts'

/** A timetable, a pass or a row of screenings that ends within this number of days is continued. */
const daysLeftMin = { services: 200, passes: 100, runs: 7 }

export interface RenewOptions {
  /** URL of a migrated database; without the demo nothing is done. */
  readonly url: string
  readonly log: (line: string) => void
  readonly now?: Date
}

export async function renewDemo({ url, log, now = new Date() }: RenewOptions): Promise<void> {
  const pool = openPool({ url, connectionsMax: 2, applicationName: 'bileti-seed' })
  const db = openDatabase(pool)
  try {
    const dates = await db.transaction().execute(async (inside) => {
      await sql`select pg_advisory_xact_lock(${seedLock})`.execute(inside)
      const context = contextOf(now, inside)
      const seeded = await inside
        .selectFrom('seed')
        .select('name')
        .where('name', '=', 'demo')
        .execute()
      if (seeded.length === 0) return 0
      await renewJourneys(context)
      await renewPasses(context)
      await renewScreenings(context)
      return renewShows(context)
    })
    if (dates > 0) log(`The demo's programme goes on: ${dates} new dates`)
  } finally {
    await db.destroy()
  }
}

/** Shows without a coming date get all their coming dates anew, relative to today. Returns the number of dates. */
async function renewShows(context: Context): Promise<number> {
  const over = await showsThatAreOver(context)
  if (over.size === 0) return 0
  const halls = buildHalls(venues)
  const layouts = await context.db.selectFrom('seat_layout').select(['id', 'digest']).execute()
  const isUnchanged = ({ layout }: Hall) =>
    !layout || layouts.some(({ id, digest }) => id === layout.id && digest === layout.digest)
  const renewed = shows.filter(
    ({ slug, events }) =>
      over.has(slug) && events.every((event) => isUnchanged(hallOf(event, halls))),
  )
  const eventIds = await nextNumbers(
    context,
    'event',
    countOf(renewed, () => 1),
  )
  const typeIds = await nextNumbers(
    context,
    'ticket_type',
    countOf(renewed, (event) => hallOf(event, halls).sellables.length + (event.also?.length ?? 0)),
  )
  const written = await writeDates(context, {
    halls,
    feeRules: feeRuleRows(),
    plan: {
      isWanted: (show, event) => renewed.includes(show) && isComing(event),
      eventId: (index) => eventIds[index] as number,
      ticketTypeId: (index) => typeIds[index] as number,
    },
  })
  await writeGateTypes(context, written)
  return written.length
}

const isComing = ({ when }: ShowSeed['events'][number]): boolean => !when.startsWith('-')

function countOf(
  of: readonly ShowSeed[],
  count: (event: ShowSeed['events'][number]) => number,
): number {
  return of
    .flatMap(({ events }) => events.filter(isComing))
    .reduce((sum, event) => sum + count(event), 0)
}

/** Shows whose dates have passed; those of a package are continued together, since its parts are sold as one. */
async function showsThatAreOver(context: Context): Promise<ReadonlySet<string>> {
  const rows = await context.db
    .selectFrom('show')
    .select('slug')
    .where('status', '=', showStatus.Active)
    .where(
      'slug',
      'in',
      shows.filter(({ events }) => events.some(isComing)).map(({ slug }) => slug),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('event')
            .select('event.id')
            .whereRef('event.show_id', '=', 'show.id')
            .where('event.starts_at', '>', context.clock.now()),
        ),
      ),
    )
    .execute()
  const over = new Set(rows.map(({ slug }) => slug))
  for (const { slug, events } of shows) {
    const parts = events.flatMap((event) => Object.values(event.parts ?? {}).flat())
    const group = [slug, ...parts.map(({ show }) => show)]
    if (parts.length > 0 && group.some((one) => over.has(one)))
      for (const one of group) over.add(one)
  }
  return over
}

async function nextNumbers(
  { db }: Context,
  kind: 'event' | 'ticket_type',
  count: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(${`${kind}_number`}::regclass)::int as id from generate_series(1, ${count}::int)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Extends the carriers' services, and creates the runs of the coming days, as the worker does every hour. */
async function renewJourneys(context: Context): Promise<void> {
  const now = context.clock.now()
  await sql`
    update service set end_date = (${now}::timestamptz)::date + ${serviceDays}::int
    from feed where feed.id = service.feed_id and feed.name like 'demo %'
      and service.end_date < (${now}::timestamptz)::date + ${daysLeftMin.services}::int`.execute(
    context.db,
  )
  if (await isFilled(context, sql`select max(service_date) from run`)) return
  await makeRuns(context)
}

async function renewScreenings(context: Context): Promise<void> {
  if (await isFilled(context, sql`select max(business_date) from screening`)) return
  await createScreeningsOfRuns(context)
}

/** Whether the last date is far enough ahead. */
async function isFilled({ db, clock }: Context, last: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean | null }>`
    select (${last}) > (${clock.now()}::timestamptz)::date + ${daysLeftMin.runs}::int as filled`.execute(
    db,
  )
  return rows[0]?.filled === true
}

async function renewPasses({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await sql`
    update multipass_product set valid_until = ${now}::timestamptz + interval '365 days'
    where name->>'en' = any(${passNames}) and merchant_id = (select id from merchant where slug = 'kulisa')
      and valid_until < ${now}::timestamptz + ${daysLeftMin.passes}::int * interval '1 day'`.execute(
    db,
  )
}
