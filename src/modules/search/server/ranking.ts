/** Selects the best of many values without sorting all of them. */
export interface Ranked<Value> {
  readonly value: Value
  readonly score: number
}

/**
 * The best `most` values, best first; ties are broken by `comesFirst`. A heap of that size with the worst of the best
 * at its root: nearly all other values cost one comparison.
 */
export function bestOf<Value>(
  ranked: Iterable<Ranked<Value>>,
  most: number,
  comesFirst: (left: Value, right: Value) => number,
): Ranked<Value>[] {
  const order = (left: Ranked<Value>, right: Ranked<Value>): number =>
    right.score - left.score || comesFirst(left.value, right.value)
  const heap: Ranked<Value>[] = []
  if (most <= 0) return heap
  for (const candidate of ranked) {
    if (heap.length < most) rise(heap, candidate, order)
    else if (heap[0] && order(candidate, heap[0]) < 0) sink(heap, candidate, order)
  }
  return heap.toSorted(order)
}

type Order<Item> = (left: Item, right: Item) => number

function rise<Item>(heap: Item[], item: Item, order: Order<Item>): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    const other = heap[above]
    if (other === undefined || order(item, other) <= 0) break
    heap[at] = other
    at = above
  }
  heap[at] = item
}

function sink<Item>(heap: Item[], item: Item, order: Order<Item>): void {
  let at = 0
  for (;;) {
    let below = at * 2 + 1
    const [left, right] = [heap[below], heap[below + 1]]
    if (left === undefined) break
    let worse = left
    if (right !== undefined && order(right, left) > 0) {
      worse = right
      below += 1
    }
    if (order(item, worse) >= 0) break
    heap[at] = worse
    at = below
  }
  heap[at] = item
}
