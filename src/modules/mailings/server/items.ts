/** Subjects of mailings: items of any source, with the legs whose travellers are addressed. */
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

/** Whose sources describe items. */
export type Describing = Pick<OrderPorts, 'sources'>

/** An item as the caller names it; without legs all of them. */
export interface NamedItem {
  readonly source: string
  readonly itemId: number
  readonly legFrom?: number | undefined
  readonly legTo?: number | undefined
}

/** The items of the caller's organiser, each once; another one's, and legs that an item has not, do not exist. */
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

/** What these items are, in their order; what no source knows any more is left out. */
export async function describeItems(
  context: Context,
  { sources }: Describing,
  items: readonly SoldItem[],
): Promise<DescribedItem[]> {
  const once = new Map(items.map((item) => [itemKey(item), item]))
  const known = await describeBySource(sources, [...once.values()], (source, own) =>
    source.describeItems(context, own),
  )
  return [...once].flatMap(([key, item]) => {
    const about = known.get(key)
    return about ? [{ item, about }] : []
  })
}
