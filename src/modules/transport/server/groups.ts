/** Groups of journeys to which promotions can be restricted: lines, and towns of origin or destination. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { ItemGroup } from '#modules/orders/server/public-api.ts'
import {
  readNetwork,
  suggestStops,
  type Network,
  type Route,
} from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { placeCodeOf } from './places.ts'
import type { RunStretch } from './stretch.ts'
import { shopText } from './texts.ts'

const most = 12

/** Keys of the groups of a ticket; stored in order lines, so they must not change. */
export function groupsOf(network: Network, { run, from, to }: RunStretch): string[] {
  return [
    `line-${run.route.routeId}`,
    `from-${placeCodeOf(network, from.stop)}`,
    `to-${placeCodeOf(network, to.stop)}`,
  ]
}

/**
 * Groups by key, or by search text: towns in any spelling, as origin and as destination, and lines by
 * number or name.
 */
export async function findGroups(
  context: Context,
  query: { readonly text: string } | { readonly keys: readonly string[] },
): Promise<readonly ItemGroup[]> {
  const network = await readNetwork(context)
  if ('keys' in query) return query.keys.flatMap((key) => groupOf(network, key) ?? [])
  const text = query.text.trim().toLowerCase()
  const towns = await suggestStops(context, { text: query.text, limit: most / 4 })
  const lines = [...network.routes.values()].filter(({ shortName, name }) =>
    [shortName, name.ka, name.en].some((word) => word.toLowerCase().includes(text)),
  )
  return [
    ...towns.flatMap(({ locality }) => endsOf(locality.code, locality.name)),
    ...lines.slice(0, most / 2).map((route) => lineGroup(network, route)),
  ]
}

/** Names of lines by their number in the timetable. */
export async function nameGroups(
  context: Context,
  routeIds: readonly number[],
): Promise<ReadonlyMap<number, LocalizedText>> {
  const network = await readNetwork(context)
  return new Map(
    routeIds.flatMap((routeId): [number, LocalizedText][] => {
      const route = network.routes.get(routeId)
      return route ? [[routeId, lineGroup(network, route).name]] : []
    }),
  )
}

function groupOf(network: Network, key: string): ItemGroup | null {
  const [, kind = '', id = ''] = /^(line|from|to)-(.+)$/.exec(key) ?? []
  if (kind === 'line') {
    const route = network.routes.get(Number(id))
    return route ? lineGroup(network, route) : null
  }
  const town = [...network.localities.values()].find(({ code }) => code === id)
  return (
    endsOf(id, town?.name ?? { ka: id, en: id }).find((group) => group.key === key && town) ?? null
  )
}

function endsOf(code: string, name: LocalizedText): ItemGroup[] {
  const { ka, en } = shopText(name)
  return [
    { key: `from-${code}`, name: { ka: `${ka} → …`, en: `${en} → …` } },
    { key: `to-${code}`, name: { ka: `… → ${ka}`, en: `… → ${en}` } },
  ]
}

function lineGroup(network: Network, { routeId, shortName, name, agencyId }: Route): ItemGroup {
  const carrier = network.agencies.get(agencyId)?.name
  const label = (locale: 'ka' | 'en'): string =>
    [carrier?.[locale], shortName, name[locale]].filter(Boolean).join(' · ')
  return { key: `line-${routeId}`, name: { ka: label('ka'), en: label('en') } }
}
