import {
  describeBySource,
  itemKey,
  itemNote,
  type OrderPorts,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { SoldItemView } from '../../sales-contract.ts'

/** Sources that describe sold items. */
export type SoldPorts = Pick<OrderPorts, 'sources'>

/**
 * Adds names to items of any sources, with one call per source; items unknown to their source get the fallback's name.
 */
export async function nameItems<Item extends SoldItem>(
  context: Context,
  { sources }: SoldPorts,
  items: readonly Item[],
  fallback: (item: Item) => LocalizedText = ({ source, itemId }) => ({
    ka: `${source} ${itemId}`,
    en: `${source} ${itemId}`,
  }),
): Promise<(item: Item) => SoldItemView> {
  const known = await describeBySource(sources, items, (source, own) =>
    source.describeItems(context, own),
  )
  return (item) => {
    const found = known.get(itemKey(item))
    const { source, itemId, legFrom, legTo } = item
    // A pass has days of validity instead of a date and a place.
    const dated = found && found.kind !== 'pass' ? found : null
    return {
      source,
      itemId,
      name: { ...(found?.name ?? fallback(item)) },
      venueName: dated ? { ...dated.venue } : null,
      startsAt: dated?.startsAt.toISOString() ?? null,
      timeZone: dated?.timeZone ?? null,
      legFrom,
      legTo,
      note: dated ? { ...itemNote(dated) } : null,
    }
  }
}
