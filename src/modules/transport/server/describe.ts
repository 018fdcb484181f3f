/** Describes sold journeys for orders and tickets. */
import type { TravelMode } from '#contract/travel-modes.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import {
  itemKey,
  type ItemDetails,
  type ItemHead,
  type JourneyStop,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { readRuns, type Run, type RunStop } from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { Context } from '#platform/context.ts'
import { transportCategory } from './names.ts'
import { modeOf, shownArrival, shownDeparture, stretchOf, type RunStretch } from './stretch.ts'
import { shopText } from './texts.ts'

export type JourneyDescription = ItemHead & Extract<ItemDetails, { kind: 'journey' }>

/** Path of each carrier family's page. */
export const brandPaths: Readonly<Record<Brand, string>> = {
  railway: '/railway',
  ortachala: '/ortachala',
  omnibus: '/omnibus',
  georgianbus: '/georgianbus',
  citybus: '/citybus',
  metrogeorgia: '/metrogeorgia',
}

/** Descriptions by `itemKey`, extended by `add`; unknown runs and stops are omitted. */
export async function describeJourneys<Description>(
  context: Pick<Context, 'db'>,
  items: readonly SoldItem[],
  add: (description: JourneyDescription, stretch: RunStretch) => Description,
): Promise<Map<string, Description>> {
  const runs = await readRuns(context, [...new Set(items.map(({ itemId }) => itemId))])
  const byId = new Map(runs.map((run) => [run.runId, run]))
  const described = new Map<string, Description>()
  for (const item of items) {
    const run = byId.get(item.itemId)
    const stretch = run && soldStretch(run, item)
    if (stretch) described.set(itemKey(item), add(descriptionOf(stretch), stretch))
  }
  return described
}

/** Includes seat changes at stops without boarding or alighting. */
function soldStretch(run: Run, { legFrom, legTo }: SoldItem): RunStretch | null {
  const stretch = stretchOf(run, legFrom, legTo)
  const [from, to] = [run.stops[legFrom], run.stops[legTo]]
  return stretch ?? (from && to && legFrom < legTo ? { run, legFrom, legTo, from, to } : null)
}

export function descriptionOf(stretch: RunStretch): JourneyDescription {
  const { run, from, to } = stretch
  const startsAt = shownDeparture(from)
  const endsAt = shownArrival(to)
  return {
    kind: 'journey',
    mode: modeOf(run),
    itemId: run.runId,
    name: {
      ka: `${from.locality.ka} – ${to.locality.ka}`,
      en: `${from.locality.en} – ${to.locality.en}`,
    },
    venue: shopText(from.stop.name),
    startsAt,
    timeZone: from.timeZone,
    endsAt,
    endTimeZone: to.timeZone,
    imageUrl: null,
    category: transportCategory,
    pagePath: brandPaths[run.agency.brand],
    from: {
      ...journeyStop(from, startsAt, from.departsAt),
      ...(from.isBoardingClosed && { isSkipped: true as const }),
    },
    to: {
      ...journeyStop(to, endsAt, to.arrivesAt),
      ...(to.isAlightingClosed && { isSkipped: true as const }),
    },
    carrier: shopText(run.agency.name),
    vehicle: vehicleText(run),
    travelClass: null,
    isCancelled: run.status === 'cancelled',
  }
}

function journeyStop(of: RunStop, at: Date, planned: Date): JourneyStop {
  const { stop, timeZone, platform } = of
  const scheduledAt = at.getTime() === planned.getTime() ? null : planned
  const plannedPlatform = platform === of.plannedPlatform ? null : of.plannedPlatform
  const name = shopText(stop.name)
  return { name, at, timeZone, code: stop.code, scheduledAt, platform, plannedPlatform }
}

/** For example `Train 804`; departures without a number are named by their destination. */
export function vehicleText({
  shortName,
  headsign,
  route,
}: Pick<Run, 'shortName' | 'headsign' | 'route'>): LocalizedText {
  if (shortName === '') return shopText(headsign)
  const { ka, en } = modeNames[modeOf({ route })]
  return { ka: `${ka} ${shortName}`, en: `${en} ${shortName}` }
}

/** Before a number. */
const modeNames: Readonly<Record<TravelMode, LocalizedText>> = {
  bus: { ka: 'ავტობუსი', en: 'Bus' },
  train: { ka: 'მატარებელი', en: 'Train' },
  coach: { ka: 'ავტობუსი', en: 'Coach' },
  ferry: { ka: 'ბორანი', en: 'Ferry' },
  tram: { ka: 'ტრამვაი', en: 'Tram' },
  metro: { ka: 'მეტრო', en: 'Metro' },
  monorail: { ka: 'მონორელსი', en: 'Monorail' },
  trolleybus: { ka: 'ტროლეიბუსი', en: 'Trolleybus' },
  'cable-car': { ka: 'საბაგირო', en: 'Cable car' },
  funicular: { ka: 'ფუნიკულიორი', en: 'Funicular' },
  air: { ka: 'ფრენა', en: 'Flight' },
  taxi: { ka: 'ტაქსი', en: 'Taxi' },
  other: { ka: 'ხაზი', en: 'Line' },
}
