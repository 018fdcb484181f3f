/** Towns and stops as used in searches. */
import type { Locale } from '#kernel/locale.ts'
import type { Network, Stop } from '#modules/timetable/server/public-api.ts'
import type { Brand } from '#modules/timetable/shapes.ts'
import type { PlaceView } from '../contract.ts'

/** Origin or destination: a town with its stops, or a single stop. */
export interface Place {
  readonly view: PlaceView
  readonly localityId: number
  /** Null for all stops of the town. */
  readonly stopId: number | null
}

const stopPattern = /^stop-(\d{1,9})$/

/** Finds a place by code (`tbilisi`, `stop-17`) or by stop number. */
export function placeOf(network: Network, code: string | number, locale: Locale): Place | null {
  const stopId = typeof code === 'number' ? code : Number(stopPattern.exec(code)?.[1] ?? Number.NaN)
  if (!Number.isNaN(stopId)) {
    const stop = network.stops.get(stopId)
    if (!stop || stop.localityId === null) return null
    return { view: stopPlace(network, stop, locale), localityId: stop.localityId, stopId }
  }
  for (const locality of network.localities.values())
    if (locality.code === code) {
      const view = localityPlace(network, locality.localityId, locale)
      return view && { view, localityId: locality.localityId, stopId: null }
    }
  return null
}

export function localityPlace(
  network: Network,
  localityId: number,
  locale: Locale,
): PlaceView | null {
  const locality = network.localities.get(localityId)
  if (!locality) return null
  return {
    placeCode: locality.code,
    name: locality.name[locale],
    brands: brandsAt(network, network.stopsOfLocality.get(localityId) ?? []),
    latitude: locality.latitude,
    longitude: locality.longitude,
  }
}

function stopPlace(network: Network, stop: Stop, locale: Locale): PlaceView {
  return {
    placeCode: `stop-${stop.stopId}`,
    name: stop.name[locale],
    brands: brandsAt(network, [stop.stopId]),
    latitude: stop.latitude,
    longitude: stop.longitude,
  }
}

/** Code of the stop's town, or of the stop itself if it has no town. */
export function placeCodeOf(network: Network, { localityId, stopId }: Stop): string {
  const locality = localityId === null ? undefined : network.localities.get(localityId)
  return locality?.code ?? `stop-${stopId}`
}

const brandsByNetwork = new WeakMap<Network, ReadonlyMap<number, ReadonlySet<Brand>>>()

function brandsOfStops(network: Network): ReadonlyMap<number, ReadonlySet<Brand>> {
  const known = brandsByNetwork.get(network)
  if (known) return known
  const brands = new Map<number, Set<Brand>>()
  for (const [stopId, trips] of network.tripsOfStop) {
    const own = new Set<Brand>()
    for (const { pattern } of trips) {
      const route = network.routes.get(pattern.routeId)
      const agency = route && network.agencies.get(route.agencyId)
      if (agency) own.add(agency.brand)
    }
    brands.set(stopId, own)
  }
  brandsByNetwork.set(network, brands)
  return brands
}

function brandsAt(network: Network, stopIds: readonly number[]): Brand[] {
  const brands = brandsOfStops(network)
  return [...new Set(stopIds.flatMap((stopId) => [...(brands.get(stopId) ?? [])]))]
}

/** Stops served by a carrier family. */
export function stopsOfBrand(network: Network, brand: Brand): Stop[] {
  const brands = brandsOfStops(network)
  return [...network.stops.values()].filter(({ stopId }) => brands.get(stopId)?.has(brand))
}
