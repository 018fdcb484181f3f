/** Subjects of mailings: items of any source, with the legs whose passengers are addressed. */
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnItem, withLegs, type EntrancePorts } from '#modules/entrance/server/public-api.ts'
import {
  describeBySource,
  itemKey,
  type ItemDescription,
  type OrderPorts,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/** The part of the order ports that describes items. */
export type DescribingPorts = Pick<OrderPorts, 'sources'>

/** An item of a request; all its legs when they are absent. */
export interface NamedItem {
  readonly source: string
  readonly itemId: number
  readonly legFrom?: number | undefined
  readonly legTo?: number | undefined
}

/**
 * The requested items without duplicates; `NotFound` for other organisers' items and for legs that an item does not
 * have.
 */
export async function ownItems(
  context: Context,
  ports: EntrancePorts,
  { actor, named }: { readonly actor: StaffActor; readonly named: readonly NamedItem[] },
): Promise<Result<SoldItem[], 'NotFound'>> {
  const items = new Map<string, SoldItem>()
  for (const one of named) {
    const found = await findOwnItem(context, ports, actor, one)
    if (!found.ok) return found
    const item = withLegs(one, found.value, one)
    if (!item) return fail('NotFound')
    items.set(itemKey(item), item)
  }
  return ok([...items.values()])
}

export interface DescribedItem {
  readonly item: SoldItem
  readonly about: ItemDescription
}

/** Descriptions of these items in the given order; items that no source knows any more are left out. */
export async function describeItems(
  context: Context,
  { sources }: DescribingPorts,
  items: readonly SoldItem[],
): Promise<DescribedItem[]> {
  const unique = new Map(items.map((item) => [itemKey(item), item]))
  const known = await describeBySource(sources, [...unique.values()], (source, own) =>
    source.describeItems(context, own),
  )
  return [...unique].flatMap(([key, item]) => {
    const about = known.get(key)
    return about ? [{ item, about }] : []
  })
}
