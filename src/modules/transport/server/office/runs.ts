/** Lists of runs for their carrier's staff. */
import type { ReplyOf } from '#contract/call.ts'
import { formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { hasSearchWords } from '#kernel/search-words.ts'
import { readLegCounts } from '#modules/inventory/server/public-api.ts'
import {
  findOwnRun,
  listRunsOfDay,
  localDate,
  readNetwork,
  type Network,
  type Run,
} from '#modules/timetable/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { listOfficeRuns, OfficeRunSort, OfficeRunView } from '../../office-contract.ts'
import { vehicleText } from '../describe.ts'
import { comparisonOf } from './compare-runs.ts'
import { presentOfficeRun, presentRunLine } from './present-run.ts'

const pageSize = 25

interface RunsQuery {
  readonly day?: string | undefined
  readonly lineId?: number | undefined
  readonly text?: string | undefined
  readonly sort?: OfficeRunSort
  readonly offset: number
}

/** A page of the runs of a day, today by default; `NotFound` for a line of another organiser. */
export async function listRunsForOffice(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  { day, lineId, text = '', sort = 'departure', offset }: RunsQuery,
): Promise<Result<ReplyOf<typeof listOfficeRuns>, 'NotFound'>> {
  const { locale } = context
  const now = context.clock.now()
  const network = await readNetwork(context)
  const lines = linesOf(network, merchantId, locale)
  if (lineId !== undefined && !lines.some((line) => line.lineId === lineId)) return fail('NotFound')
  const timeZone =
    [...network.agencies.values()].find((agency) => agency.merchantId === merchantId)?.timeZone ??
    'Asia/Tbilisi'
  const shownDay = day ?? localDate(now, timeZone)
  const runs = (await listRunsOfDay(context, { merchantId, day: shownDay })).filter(
    (run) =>
      (lineId === undefined || run.route.routeId === lineId) &&
      hasSearchWords(searchTextOf(run, locale), text),
  )
  const sorted = await sortRuns(context, runs, { sort, now })
  const page = sorted.slice(offset, offset + pageSize)
  const counts = await countSeats(context, page)
  return ok({
    day: shownDay,
    lines,
    total: runs.length,
    items: page.map((run) =>
      presentRunLine(run, { counts: counts.get(run.offeringId ?? 0), now, locale }),
    ),
    next: offset + pageSize < runs.length ? offset + pageSize : null,
  })
}

/** One run of the organiser. */
export async function readRunForOffice(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  runId: number,
): Promise<Result<OfficeRunView, 'NotFound'>> {
  const run = await findOwnRun(context, { merchantId, runId })
  if (!run.ok) return run
  const { offeringId } = run.value
  const counts = await countSeats(context, [run.value])
  const now = context.clock.now()
  return ok(
    presentOfficeRun(run.value, {
      counts: counts.get(offeringId ?? 0),
      now,
      locale: context.locale,
    }),
  )
}

/** Only by their sales are the seats of all runs counted. */
async function sortRuns(
  context: Context,
  runs: readonly Run[],
  { sort, now }: { readonly sort: OfficeRunSort; readonly now: Date },
): Promise<readonly Run[]> {
  const { locale } = context
  // They are read in this order.
  if (sort === 'departure') return runs
  const isBySales = sort === 'fewestSold' || sort === 'mostSold'
  const counts = await countSeats(context, isBySales ? runs : [])
  const compare = comparisonOf(sort, locale)
  return runs
    .map((run) => ({
      run,
      line: presentRunLine(run, { counts: counts.get(run.offeringId ?? 0), now, locale }),
    }))
    .toSorted((one, other) => compare(one.line, other.line))
    .map(({ run }) => run)
}

/** Seats in use by offering; passengers whose vehicle has no seat for them are counted separately. */
function countSeats(context: Context, runs: readonly Run[]) {
  const placesOf = new Map(
    runs.flatMap(({ offeringId, vehicle }): [number, number][] =>
      offeringId === null ? [] : [[offeringId, vehicle.places.length]],
    ),
  )
  return readLegCounts(context, [...placesOf.keys()], placesOf)
}

/** Lines of the organiser's carriers, by number and name. */
export function linesOf(
  network: Network,
  merchantId: number,
  locale: Locale,
): { lineId: number; name: string }[] {
  return [...network.routes.values()]
    .filter(({ agencyId }) => network.agencies.get(agencyId)?.merchantId === merchantId)
    .map(({ routeId, shortName, name }) => ({
      lineId: routeId,
      name: [shortName, name[locale]].filter(Boolean).join(' · '),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}

/** What the search of runs compares: vehicle, line, stops and the time at the first stop. */
function searchTextOf(run: Run, locale: Locale): string {
  const { departsAt, route, stops } = run
  return [
    vehicleText(run)[locale],
    route.shortName,
    route.name[locale],
    formatTime(departsAt, stops[0]?.timeZone),
    ...stops.flatMap(({ stop, locality }) => [stop.name[locale], locality[locale]]),
  ].join(' ')
}
