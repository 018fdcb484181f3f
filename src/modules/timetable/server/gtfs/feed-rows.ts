/** Building blocks of the files of an exported feed. */
import type { Network, Stop, Trip } from '../network.ts'
import { addDays } from '../calendar.ts'
import { runsOn, type ServiceDays } from '../rules.ts'

export type Cell = string | number | null
export type Row = readonly Cell[]

export interface FeedFile {
  readonly name: string
  readonly headings: readonly string[]
  rows(): Iterable<Row>
}

/**
 * Exported ids. Ids that are unique across feeds are unchanged; others are prefixed with the carrier's
 * brand.
 */
export class Ids {
  readonly #feeds: ReadonlyMap<number, string>
  readonly #isAlone: boolean

  constructor(network: Network) {
    const agencies = [...network.agencies.values()]
    this.#feeds = new Map(agencies.map(({ feedId, brand }) => [feedId, `${brand}-${feedId}`]))
    this.#isAlone = new Set(agencies.map(({ feedId }) => feedId)).size < 2
  }

  /** A name that is no row of its own, such as a block, which has a meaning only within its feed. */
  within(feedId: number, gtfsId: string | null): string | null {
    return gtfsId === null ? null : this.of({ feedId, gtfsId })
  }

  of({ feedId, gtfsId }: { readonly feedId: number; readonly gtfsId: string }): string {
    return this.#isAlone ? gtfsId : `${this.#feeds.get(feedId) ?? feedId}.${gtfsId}`
  }
}

export function* sorted<Item>(
  items: Iterable<Item>,
  nameOf: (item: Item) => string,
): Generator<Item> {
  const named = [...items].map((item) => [nameOf(item), item] as const)
  named.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  for (const [, item] of named) yield item
}

export interface Used {
  readonly trips: readonly Trip[]
  readonly stops: readonly Stop[]
  readonly services: readonly { readonly id: string; readonly days: ServiceDays }[]
}

export function usedOf(network: Network): Used {
  const trips = [...network.trips.values()].filter(({ pattern }) =>
    network.routes.has(pattern.routeId),
  )
  const stopIds = new Set(trips.flatMap(({ pattern }) => pattern.stopIds))
  for (const stopId of stopIds) {
    const parentId = network.stops.get(stopId)?.parentId ?? null
    if (parentId !== null) stopIds.add(parentId)
  }
  const timed = [...network.timeframes].flatMap(([key, timeframes]) =>
    timeframes.map(({ serviceId }) => ({ feedId: Number(key.split(' ')[0]), serviceId })),
  )
  const services = new Map(
    [...trips, ...timed].flatMap(({ feedId, serviceId }) => {
      const days = network.services.get(serviceId)
      return days ? [[`${feedId}-${serviceId}`, { id: serviceName(days), days }] as const] : []
    }),
  )
  return {
    trips,
    stops: [...stopIds].flatMap((stopId) => network.stops.get(stopId) ?? []),
    services: [...new Map([...services.values()].map((one) => [one.id, one])).values()],
  }
}

/** Services are named by their content, so that carriers with the same service days share one. */
export function serviceName(days: ServiceDays): string {
  const { weekdays, dayRule, startDate, endDate } = days
  const dates = exceptionsOf(days).map(({ date, isAdded }) => `${isAdded ? '+' : '-'}${date}`)
  let hash = 5_381
  for (const character of dates.join()) hash = (Math.imul(hash, 33) + character.charCodeAt(0)) >>> 0
  return [dayRule === 0 ? weekdays : 0, startDate, endDate, hash.toString(36)].join('_')
}

/** Services on odd, even or every second day are exported as dates. */
export function exceptionsOf(days: ServiceDays): { date: string; isAdded: boolean }[] {
  if (days.dayRule === 0)
    return [...days.exceptions]
      .map(([date, isAdded]) => ({ date, isAdded }))
      .toSorted((left, right) => left.date.localeCompare(right.date))
  const dates: { date: string; isAdded: boolean }[] = []
  for (let date = days.startDate; date <= days.endDate; date = addDays(date, 1))
    if (runsOn(days, date)) dates.push({ date, isAdded: true })
  return dates
}
