/** Lines of carriers in the calls of shows, each with its next departure on sale. */
import { categoryKind } from '#contract/enumerations.ts'
import {
  keyOfShowNumber,
  listedLine,
  showNumbersOf,
  type ListedShow,
  type ListedSource,
} from '#modules/catalogue/server/public-api.ts'
import { findSoldOut } from '#modules/inventory/server/public-api.ts'
import {
  classFares,
  isOrdinary,
  linesOnSale,
  localDate,
  readNetwork,
  readRuns,
  type LineOnSale,
  type LinesQuestion,
  type Network,
  type Route,
  type Run,
} from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { brandPaths } from './describe.ts'
import { transportName } from './names.ts'
import { shopText } from './texts.ts'

const dayMilliseconds = 86_400_000
const colour = '#2765a8'
const categoryName = { ka: 'ტრანსპორტი', en: 'Transport' }

export const transportListedSource: ListedSource = {
  category: categoryKind.Transport,
  isOfOwnCategoryOnly: true,

  listShows: (context, days) => listLines(context, days),

  async findShow(context, showId) {
    const key = await keyOfShowNumber(context, transportName, showId)
    if (key === null) return null
    const [line] = await listLines(context, { routeIds: [Number(key)] })
    if (line) return line
    const network = await readNetwork(context)
    const route = network.routes.get(Number(key))
    return route ? presentLine(context, network, { route, showId }) : null
  },

  findEvent: async () => null,
  calendarOf: async () => null,
}

async function listLines(context: Context, question: LinesQuestion): Promise<ListedShow[]> {
  const network = await readNetwork(context)
  const lines = await linesOnSale(context, question)
  const keys = lines.map(({ routeId }) => String(routeId))
  const numbers = await showNumbersOf(context, transportName, keys)
  const nextIds = lines.map(({ nextRunId }) => nextRunId)
  const runs = new Map((await readRuns(context, nextIds)).map((run) => [run.runId, run]))
  const soldOut = await findSoldOut(
    context,
    [...runs.values()].flatMap(({ offeringId }) => offeringId ?? []),
  )
  return lines.flatMap((line) => {
    const route = network.routes.get(line.routeId)
    const showId = numbers.get(String(line.routeId))
    const run = runs.get(line.nextRunId)
    if (!route || showId === undefined || !run) return []
    const isFull = run.offeringId !== null && soldOut.has(run.offeringId)
    // Only the next departure is looked at: a line is sold out when it has no other.
    const isSoldOut = isFull && line.departureCount === 1
    return [presentLine(context, network, { route, showId, line, run, isSoldOut })]
  })
}

function presentLine(
  context: Context,
  network: Network,
  {
    route,
    showId,
    line,
    run,
    isSoldOut = false,
  }: {
    readonly route: Route
    readonly showId: number
    readonly line?: LineOnSale
    readonly run?: Run
    readonly isSoldOut?: boolean
  },
): ListedShow {
  const { locale } = context
  const agency = network.agencies.get(route.agencyId)
  const prices = run ? pricesOf(context, network, run) : []
  return listedLine({
    showId,
    slug: `line-${route.routeId}`,
    name: shopText(route.name)[locale],
    summary: agency ? shopText(agency.name)[locale] : '',
    merchantId: agency?.merchantId ?? 0,
    cityName: run?.stops[0] ? shopText(run.stops[0].locality)[locale] : '',
    fromDate: line?.firstAt ?? null,
    toDate: line?.lastAt ?? null,
    timeZone: agency?.timeZone ?? 'Asia/Tbilisi',
    departureCount: line?.departureCount ?? 0,
    minPriceMinor: prices.length > 0 ? Math.min(...prices) : null,
    maxPriceMinor: prices.length > 0 ? Math.max(...prices) : null,
    isSoldOut,
    category: {
      slug: agency ? brandPaths[agency.brand].slice(1) : 'transport',
      name: categoryName[locale],
      colour,
    },
  })
}

/** Prices of an adult for the whole way on an empty vehicle, by class. */
function pricesOf({ clock, channel }: Context, network: Network, run: Run): number[] {
  const [from, to] = [run.stops[0], run.stops.at(-1)]
  if (!from || !to) return []
  const date = localDate(run.departsAt, from.timeZone)
  const today = localDate(clock.now(), from.timeZone)
  const fares = classFares(network, {
    agencyId: run.agency.agencyId,
    routeId: run.route.routeId,
    fromStopId: from.stop.stopId,
    toStopId: to.stop.stopId,
    classIds: run.vehicle.places.filter(isOrdinary).map(({ classId }) => classId),
    channel,
    moment: {
      date,
      daysAhead: (Date.parse(date) - Date.parse(today)) / dayMilliseconds,
      occupancyPercent: 0,
    },
  })
  return fares.map(({ priceMinor }) => priceMinor)
}
