import {
  describeBySource,
  itemKey,
  type ItemDescription,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { RequestPorts } from './request-source.ts'

/** Descriptions of requested items by `itemKey`; items that their source no longer knows are left out. */
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

/** Path of the page where its places are chosen, without a locale prefix. */
export function pathOf({ placesPath, pagePath }: ItemDescription): string {
  return placesPath ?? pagePath
}
