/** Fares of one line as its carrier's staff read and set them. */
import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readLegCounts } from '#modules/inventory/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { localDate } from '../calendar.ts'
import { readClasses } from './travel-classes.ts'
import { raiseTimetableVersion, readNetwork, reloadNetwork } from '../network-cache.ts'
import type { Agency, Fare, Network, Route } from '../network.ts'
import { fareTable, type ClassFare } from '../queries/fares.ts'
import { runStatuses } from '../run-statuses.ts'
import { replaceSpan, type DaySpan, type FareSpan } from './fare-spans.ts'

type Caller = Pick<StaffActor, 'merchantId'>

/** A line of the organiser with its carrier. */
export interface OwnLine {
  readonly agency: Agency
  readonly route: Route
}

/** A line of the organiser; others are reported as not found. */
export function findOwnLine(
  network: Network,
  { merchantId }: Caller,
  lineId: number,
): Result<OwnLine, 'NotFound'> {
  const route = network.routes.get(lineId)
  const agency = route && network.agencies.get(route.agencyId)
  return agency && agency.merchantId === merchantId ? ok({ agency, route }) : fail('NotFound')
}

/** Stops of a line, in the order of its longest trip; with those that follow a stop on any trip. */
export function stopsOfLine(
  network: Network,
  lineId: number,
): { readonly stopIds: readonly number[]; readonly followers: ReadonlyMap<number, Set<number>> } {
  const followers = new Map<number, Set<number>>()
  let longest: readonly number[] = []
  const patterns = new Set(
    [...network.trips.values()].flatMap(({ pattern }) =>
      pattern.routeId === lineId ? [pattern] : [],
    ),
  )
  for (const { stopIds, pickup, dropOff } of patterns) {
    if (stopIds.length > longest.length) longest = stopIds
    stopIds.forEach((from, index) => {
      if (pickup[index] === 1) return
      const known = followers.get(from) ?? new Set<number>()
      followers.set(from, known)
      stopIds.forEach((to, at) => at > index && dropOff[at] !== 1 && to !== from && known.add(to))
    })
  }
  const others = [...followers.keys()].filter((stopId) => !longest.includes(stopId))
  return { stopIds: [...longest, ...others], followers }
}

/** Prices of a line on a day, before price steps. */
export function faresOfLine(
  network: Network,
  { agency, route }: OwnLine,
  on: { readonly channel: string | null; readonly date: string },
): (fromStopId: number, toStopId: number) => ClassFare[] {
  return fareTable(network, {
    agencyId: agency.agencyId,
    routeId: route.routeId,
    channel: on.channel ?? 'web',
    moment: { date: on.date, daysAhead: 0, occupancyPercent: 0 },
  })
}

interface FareCell {
  readonly fromStopId: number
  readonly toStopId: number
  readonly classId: number
}

export interface FareChange extends DaySpan {
  readonly lineId: number
  /** Sales channel; null: all. */
  readonly channel: string | null
  readonly prices: readonly (FareCell & {
    /** Adult price; null removes the carrier's own fare, so that the one of its feed applies again. */
    readonly priceMinor: number | null
  })[]
  readonly isDryRun: boolean
}

export interface FareEffect extends FareCell {
  /** Adult price on the first day before price steps; null where nothing is sold. */
  readonly beforeMinor: number | null
  readonly afterMinor: number | null
  readonly currency: string
}

export interface FareOutcome {
  /** Only stretches and classes whose price differs on the first day. */
  readonly effects: readonly FareEffect[]
  /** Runs in these days that carry passengers over a priced stretch. */
  readonly runs: number
  /** Places of them that are sold or held and keep their price. */
  readonly sold: number
}

interface OwnFareRow extends FareCell, FareSpan {
  readonly id: number
}

/**
 * Sets fares for the days of boarding from the first day on. Sold and held places keep their prices, which are stored
 * with the order. A dry run returns the same outcome and changes nothing; so does repeating a change.
 */
export async function changeFares(
  context: Context,
  caller: Caller,
  change: FareChange,
): Promise<Result<FareOutcome, 'NotFound' | 'FareDaysWrong'>> {
  const network = await readNetwork(context)
  const line = findOwnLine(network, caller, change.lineId)
  if (!line.ok) return line
  const { agency } = line.value
  const today = localDate(context.clock.now(), agency.timeZone)
  if (change.from < today || (change.until !== null && change.until < change.from))
    return fail('FareDaysWrong')
  const { followers } = stopsOfLine(network, change.lineId)
  const isKnown = ({ fromStopId, toStopId, classId }: FareCell): boolean =>
    followers.get(fromStopId)?.has(toStopId) === true &&
    network.classes.get(classId)?.agencyId === agency.agencyId
  if (!change.prices.every(isKnown)) return fail('NotFound')
  const result = await inTransaction(context, async (inside) => {
    await sql`select id from agency where id = ${agency.agencyId} for update`.execute(inside.db)
    // A class may have been removed since the network was read.
    const present = new Set((await readClasses(inside, agency.agencyId)).map(({ id }) => id))
    if (!change.prices.every(({ classId }) => present.has(classId))) return fail('NotFound')
    const rows = await readOwnFares(inside, change)
    const next = change.prices.map((price) =>
      spansAfter(network, line.value, { change, rows, price }),
    )
    const outcome = await outcomeOf(inside, { network, line: line.value, change, next })
    const changed = next.filter(({ isChanged }) => isChanged)
    if (!change.isDryRun && changed.length > 0) {
      await writeFares(inside, line.value, { channel: change.channel, cells: changed })
      await logStaffChange(inside, {
        action: 'line-fares.change',
        subject: `line ${change.lineId}`,
        before: { priceMinor: outcome.effects.map(({ beforeMinor }) => beforeMinor) },
        after: {
          validFrom: change.from,
          until: change.until,
          channel: change.channel,
          priceMinor: outcome.effects.map(({ afterMinor }) => afterMinor),
        },
      })
      await raiseTimetableVersion(inside)
    }
    return ok(outcome)
  })
  if (result.ok && !change.isDryRun) await reloadNetwork(context)
  return result
}

async function readOwnFares(
  { db }: Pick<Context, 'db'>,
  { lineId, channel }: FareChange,
): Promise<readonly OwnFareRow[]> {
  const { rows } = await sql<OwnFareRow>`
    select id, from_stop_id as "fromStopId", to_stop_id as "toStopId", class_id as "classId",
      price_minor as "priceMinor", currency, valid_from::text as "from", valid_until::text as "until"
    from fare where is_own and route_id = ${lineId} and channel is not distinct from ${channel}
    order by id`.execute(db)
  return rows
}

interface CellAfter extends FareCell {
  readonly replaced: readonly number[]
  readonly spans: readonly FareSpan[]
  readonly isChanged: boolean
}

/** The spans of one stretch and class after the change. The currency stays that of the current fare. */
function spansAfter(
  network: Network,
  line: OwnLine,
  one: {
    readonly change: FareChange
    readonly rows: readonly OwnFareRow[]
    readonly price: FareChange['prices'][number]
  },
): CellAfter {
  const { change, rows, price } = one
  const { fromStopId, toStopId, classId, priceMinor } = price
  const own = rows.filter(
    (row) => row.fromStopId === fromStopId && row.toStopId === toStopId && row.classId === classId,
  )
  const current = faresOfLine(network, line, { channel: change.channel, date: change.from })
  const currency =
    current(fromStopId, toStopId).find((fare) => fare.classId === classId)?.currency ?? 'GEL'
  const spans = replaceSpan(own, change, priceMinor === null ? null : { priceMinor, currency })
  const textOf = (span: FareSpan) =>
    `${span.from} ${span.until} ${span.priceMinor} ${span.currency}`
  const isChanged = spans.map(textOf).toSorted().join() !== own.map(textOf).toSorted().join()
  return { fromStopId, toStopId, classId, replaced: own.map(({ id }) => id), spans, isChanged }
}

async function writeFares(
  { db }: Pick<Context, 'db'>,
  { agency, route }: OwnLine,
  { channel, cells }: { readonly channel: string | null; readonly cells: readonly CellAfter[] },
): Promise<void> {
  await sql`delete from fare where id = any(${cells.flatMap(({ replaced }) => replaced)}::int[])`.execute(
    db,
  )
  const rows = cells.flatMap(({ fromStopId, toStopId, classId, spans }) =>
    spans.map((span) => ({ ...span, fromStopId, toStopId, classId })),
  )
  await sql`
    insert into fare (agency_id, route_id, class_id, from_stop_id, to_stop_id, price_minor, currency, channel,
      valid_from, valid_until, is_own)
    select ${agency.agencyId}, ${route.routeId}, "classId", "fromStopId", "toStopId", "priceMinor", currency,
      ${channel}, "from", until, true
    from json_to_recordset(${JSON.stringify(rows)}::json) as one ("classId" int, "fromStopId" int, "toStopId" int,
      "priceMinor" int, currency text, "from" date, until date)`.execute(db)
}

/** Compares the prices of the first day, and counts the runs and the places that keep theirs. */
async function outcomeOf(
  context: Context,
  one: {
    readonly network: Network
    readonly line: OwnLine
    readonly change: FareChange
    readonly next: readonly CellAfter[]
  },
): Promise<FareOutcome> {
  const { network, line, change, next } = one
  const { agencyId } = line.agency
  const isOfCell = (fare: Fare): boolean =>
    fare.isOwn &&
    fare.routeId === change.lineId &&
    fare.channel === change.channel &&
    next.some(
      (cell) =>
        cell.fromStopId === fare.fromStopId &&
        cell.toStopId === fare.toStopId &&
        cell.classId === fare.classId,
    )
  const added: Fare[] = next.flatMap(({ spans, fromStopId, toStopId, classId }) =>
    spans.map((span) => ({
      agencyId,
      routeId: change.lineId,
      classId,
      fromStopId,
      toStopId,
      fromZone: null,
      toZone: null,
      priceMinor: span.priceMinor,
      currency: span.currency,
      channel: change.channel,
      validFrom: span.from,
      validUntil: span.until,
      isOwn: true,
    })),
  )
  const ofCarrier = network.fares.filter((fare) => fare.agencyId === agencyId && !isOfCell(fare))
  const on = { channel: change.channel, date: change.from }
  const before = faresOfLine(network, line, on)
  const after = faresOfLine({ ...network, fares: [...ofCarrier, ...added] }, line, on)
  const effects = next.flatMap(({ fromStopId, toStopId, classId }) => {
    const fareIn = (table: typeof before): ClassFare | undefined =>
      table(fromStopId, toStopId).find((fare) => fare.classId === classId)
    const [old, changed] = [fareIn(before), fareIn(after)]
    const effect = {
      beforeMinor: old?.baseMinor ?? null,
      afterMinor: changed?.baseMinor ?? null,
      currency: changed?.currency ?? old?.currency ?? 'GEL',
    }
    if (effect.beforeMinor === effect.afterMinor) return []
    return [{ fromStopId, toStopId, classId, ...effect }]
  })
  return { effects, ...(await countRuns(context, change)) }
}

async function countRuns(
  context: Context,
  { lineId, from, until, prices }: FareChange,
): Promise<{ readonly runs: number; readonly sold: number }> {
  const { rows } = await sql<{ offeringId: number | null }>`
    with priced as (
      select distinct trip_pattern.id
      from trip_pattern, unnest(${prices.map(({ fromStopId }) => fromStopId)}::int[],
        ${prices.map(({ toStopId }) => toStopId)}::int[]) as stretch (from_id, to_id)
      where route_id = ${lineId} and exists (
        select from unnest(stop_ids) with ordinality as boarding (id, at)
        join unnest(stop_ids) with ordinality as leaving (id, at) on leaving.at > boarding.at
        where boarding.id = from_id and leaving.id = to_id)
    )
    select run.offering_id::float8 as "offeringId" from run
    join trip on trip.id = run.trip_id join priced on priced.id = trip.pattern_id
    where run.status = ${runStatuses.scheduled}
      and run.service_date >= ${from}::date and run.departs_at > ${context.clock.now()}
      and (${until}::date is null or run.service_date <= ${until}::date)`.execute(context.db)
  const opened = rows.flatMap(({ offeringId }) => offeringId ?? [])
  const counts = await readLegCounts(context, opened)
  const sold = [...counts.values()].reduce((sum, one) => sum + one.sold + one.held, 0)
  return { runs: rows.length, sold }
}
