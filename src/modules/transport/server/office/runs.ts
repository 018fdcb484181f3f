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
import type { listOfficeRuns, OfficeRunView } from '../../office-contract.ts'
import { vehicleText } from '../describe.ts'
import { presentOfficeRun, presentRunLine } from './present-run.ts'

const pageSize = 25

interface RunsQuery {
  readonly day?: string | undefined
  readonly lineId?: number | undefined
  readonly text?: string | undefined
  readonly offset: number
}

/** A page of the runs of a day, today by default; `NotFound` for a line of another organiser. */
export async function listRunsForOffice(
  context: Context,
  { merchantId }: Pick<StaffActor, 'merchantId'>,
  { day, lineId, text = '', offset }: RunsQuery,
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
  const page = runs.slice(offset, offset + pageSize)
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
