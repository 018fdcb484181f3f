/** Long immutable sorted lists: a change returns another list. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Negative when `left` sorts first; no two items are equal. */
export type Order<Item> = (left: Item, right: Item) => number

export interface ListChange<Item> {
  readonly removed: Set<Item>
  readonly added: Item[]
}

/** Up to this many changes are inserted one by one by binary search. */
const fewMax = 48
/** Items sorted or merged before yielding to the event loop: a few milliseconds of work. */
const chunkItems = 8_192

/** Processes items in chunks and yields to the event loop in between. */
export async function inChunks<Item>(
  items: readonly Item[],
  itemsMax: number,
  work: (some: readonly Item[]) => void,
): Promise<void> {
  for (let from = 0; from < items.length; from += itemsMax) {
    if (from > 0) await nextTurn()
    work(items.slice(from, from + itemsMax))
  }
}

/** Index of the first item that does not sort before, by binary search. */
export function firstNot<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(items[middle] as Item)) low = middle + 1
    else high = middle
  }
  return low
}

/** The list without `removed` and with `added`; never blocks for more than a few milliseconds. */
export async function withChange<Item>(
  items: readonly Item[],
  change: ListChange<Item>,
  order: Order<Item>,
): Promise<readonly Item[]> {
  const { removed, added } = change
  if (removed.size + added.length <= fewMax) return withFew(items, change, order)
  const kept = removed.size === 0 ? items : items.filter((item) => !removed.has(item))
  return merged(kept, await sortedGently(added, order), order)
}

function withFew<Item>(
  items: readonly Item[],
  { removed, added }: ListChange<Item>,
  order: Order<Item>,
): readonly Item[] {
  const copy = items.slice()
  const placeOf = (item: Item): number => firstNot(copy, (other) => order(other, item) < 0)
  for (const item of removed) {
    const place = placeOf(item)
    if (copy[place] === item) copy.splice(place, 1)
  }
  for (const item of added) copy.splice(placeOf(item), 0, item)
  return copy
}

async function sortedGently<Item>(items: Item[], order: Order<Item>): Promise<Item[]> {
  let runs: Item[][] = []
  await inChunks(items, chunkItems, (some) => runs.push(some.toSorted(order)))
  while (runs.length > 1) {
    const longer: Item[][] = []
    for (let index = 0; index < runs.length; index += 2) {
      const [left = [], right = []] = runs.slice(index, index + 2)
      longer.push(await merged(left, right, order))
    }
    runs = longer
  }
  return runs[0] ?? []
}

async function merged<Item>(
  left: readonly Item[],
  right: readonly Item[],
  order: Order<Item>,
): Promise<Item[]> {
  if (left.length === 0) return right.slice()
  if (right.length === 0) return left.slice()
  const items: Item[] = []
  let leftIndex = 0
  let rightIndex = 0
  while (leftIndex < left.length && rightIndex < right.length) {
    const leftItem = left[leftIndex] as Item
    const rightItem = right[rightIndex] as Item
    if (order(leftItem, rightItem) < 0) {
      items.push(leftItem)
      leftIndex += 1
    } else {
      items.push(rightItem)
      rightIndex += 1
    }
    if (items.length % chunkItems === 0) await nextTurn()
  }
  return items.concat(left.slice(leftIndex), right.slice(rightIndex))
}
