/** Finds towns and stops by name, in any script and with typing errors, and by position. */
import { TextIndex } from '#modules/search/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Brand, TimetableText } from '../../shapes.ts'
import { agencyOf } from './runs-between.ts'
import { readNetwork } from '../network-cache.ts'
import type { Locality, Network, Stop } from '../network.ts'
import { distanceKilometres } from '../rules.ts'

export interface SuggestedLocality {
  readonly locality: Locality
  /** The stops of the town that match the query, or all of them if the query matches the town itself. */
  readonly stops: readonly Stop[]
}

interface TownIndex {
  readonly index: TextIndex<number>
  /** Departures on a day, by locality id. */
  readonly calls: ReadonlyMap<number, number>
  readonly brands: ReadonlyMap<number, ReadonlySet<Brand>>
}

const indexes = new WeakMap<Network, TownIndex>()

/**
 * Towns by name, alias or the name of a stop, best matches first; the busiest towns for an empty query.
 *
 * @param options.brand only towns served by this carrier; all if absent
 */
export async function suggestStops(
  context: Pick<Context, 'db'>,
  options: { readonly text: string; readonly brand?: Brand | undefined; readonly limit: number },
): Promise<SuggestedLocality[]> {
  const network = await readNetwork(context)
  const { index, calls, brands } = townIndex(network)
  const isServed = (localityId: number): boolean =>
    options.brand === undefined || brands.get(localityId)?.has(options.brand) === true
  const ranked =
    options.text.trim() === ''
      ? [...calls].toSorted((left, right) => right[1] - left[1]).map(([localityId]) => localityId)
      : bestOf(index.search(options.text, { now: 0 }))
  return ranked
    .filter(isServed)
    .slice(0, options.limit)
    .flatMap((localityId) => suggestionOf(network, localityId) ?? [])
}

/** Towns with stops near a position, nearest first. */
export async function nearbyStops(
  context: Pick<Context, 'db'>,
  options: {
    readonly latitude: number
    readonly longitude: number
    readonly kilometresMax: number
    /** Only towns served by this carrier; all if absent. */
    readonly brand?: Brand | undefined
    readonly limit: number
  },
): Promise<(SuggestedLocality & { readonly kilometres: number })[]> {
  const network = await readNetwork(context)
  const { brands } = townIndex(network)
  const nearest = new Map<number, number>()
  for (const [localityId, stopIds] of network.stopsOfLocality) {
    if (options.brand && !brands.get(localityId)?.has(options.brand)) continue
    for (const stopId of stopIds) {
      const stop = network.stops.get(stopId)
      if (!stop) continue
      const kilometres = distanceKilometres(options, stop)
      if (kilometres <= options.kilometresMax && kilometres < (nearest.get(localityId) ?? Infinity))
        nearest.set(localityId, kilometres)
    }
  }
  return [...nearest]
    .toSorted((left, right) => left[1] - right[1])
    .slice(0, options.limit)
    .flatMap(([localityId, kilometres]) => {
      const suggestion = suggestionOf(network, localityId)
      return suggestion ? [{ ...suggestion, kilometres }] : []
    })
}

function bestOf({
  values,
  scores,
}: {
  values: readonly number[]
  scores: readonly number[]
}): number[] {
  return [...values.keys()]
    .toSorted((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0))
    .map((index) => values[index] ?? 0)
}

function suggestionOf(network: Network, localityId: number): SuggestedLocality | null {
  const locality = network.localities.get(localityId)
  if (!locality) return null
  const stops = (network.stopsOfLocality.get(localityId) ?? []).flatMap(
    (stopId) => network.stops.get(stopId) ?? [],
  )
  return { locality, stops }
}

function townIndex(network: Network): TownIndex {
  let known = indexes.get(network)
  if (!known) indexes.set(network, (known = buildIndex(network)))
  return known
}

function buildIndex(network: Network): TownIndex {
  const index = new TextIndex<number>()
  const calls = new Map<number, number>()
  const brands = new Map<number, Set<Brand>>()
  for (const [localityId, stopIds] of network.stopsOfLocality) {
    const locality = network.localities.get(localityId)
    if (!locality) continue
    const stops = stopIds.flatMap((stopId) => network.stops.get(stopId) ?? [])
    const trips = stopIds.flatMap((stopId) => network.tripsOfStop.get(stopId) ?? [])
    calls.set(localityId, trips.length)
    brands.set(localityId, new Set(trips.flatMap((trip) => agencyOf(network, trip)?.brand ?? [])))
    index.add({
      value: localityId,
      texts: {
        name: [...namesOf(locality.name), ...locality.aliases],
        place: stops.flatMap((stop) => [
          ...namesOf(stop.name),
          ...stop.aliases,
          ...(stop.code === null ? [] : [stop.code]),
        ]),
      },
      popularity: trips.length,
      overAt: Infinity,
    })
  }
  return { index, calls, brands }
}

function namesOf({ ka, en, ru, az }: TimetableText): string[] {
  return [...new Set([ka, en, ru, az].flatMap((text) => text ?? []))]
}
