/** Search items: towns with stops, and lines. */
import { readNetwork, type Network } from '#modules/timetable/server/public-api.ts'
import type { SearchableItem, SearchSource } from '#modules/search/server/public-api.ts'
import { brandPaths } from './describe.ts'
import { transportName } from './names.ts'
import { shopText } from './texts.ts'

/** Added to line ids, because towns and lines share one id space. */
const routeIdBase = 1_000_000

export const transportSearchSource: SearchSource = {
  name: transportName,
  readVersion: async (context) => String((await readNetwork(context)).version),

  async listItems(context) {
    const network = await readNetwork(context)
    return [...towns(network), ...lines(network)]
  },
}

function towns(network: Network): SearchableItem[] {
  return [...network.localities.values()].flatMap((locality) => {
    const stopIds = network.stopsOfLocality.get(locality.localityId) ?? []
    const trips = new Set(stopIds.flatMap((stopId) => network.tripsOfStop.get(stopId) ?? []))
    const [first] = trips
    const agency = first && agencyOfRoute(network, first.pattern.routeId)
    if (!agency) return []
    const { ru, az } = locality.name
    return [
      {
        id: locality.localityId,
        name: shopText(locality.name),
        aliases: [...locality.aliases, ...(ru ? [ru] : []), ...(az ? [az] : [])],
        note: { ka: 'მატარებლები და ავტობუსები', en: 'Trains and buses' },
        path: `${brandPaths[agency.brand]}?from=${encodeURIComponent(locality.code)}`,
        imageUrl: null,
        popularity: Math.min(500, trips.size * 5),
        overAt: null,
      },
    ]
  })
}

function lines(network: Network): SearchableItem[] {
  const used = new Set([...network.trips.values()].map(({ pattern }) => pattern.routeId))
  return [...network.routes.values()].flatMap((route) => {
    const agency = used.has(route.routeId) ? network.agencies.get(route.agencyId) : undefined
    if (!agency) return []
    return [
      {
        id: routeIdBase + route.routeId,
        name: shopText(route.name),
        aliases: route.shortName === '' ? [] : [route.shortName],
        note: shopText(agency.name),
        path: brandPaths[agency.brand],
        imageUrl: null,
        popularity: 10,
        overAt: null,
      },
    ]
  })
}

function agencyOfRoute(network: Network, routeId: number) {
  const route = network.routes.get(routeId)
  return route && network.agencies.get(route.agencyId)
}
