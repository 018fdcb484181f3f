import {
  describeBySource,
  itemKey,
  type ItemDescription,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { RequestPorts } from './request-source.ts'

/** What is asked for, by `itemKey`; what its source no longer knows is left out. */
export function describeRequested(
  context: Context,
  { orders }: RequestPorts,
  items: readonly SoldItem[],
) {
  const once = new Map(items.map((item) => [itemKey(item), item]))
  return describeBySource(orders.sources, [...once.values()], (source, own) =>
    source.describeItems(context, own),
  )
}

/** Where its places are chosen, without a locale prefix. */
export function pathOf({ placesPath, pagePath }: ItemDescription): string {
  return placesPath ?? pagePath
}
