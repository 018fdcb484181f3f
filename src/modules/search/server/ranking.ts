/** Selects the best of many values without sorting all of them. */
export interface Ranked<Value> {
  readonly value: Value
  readonly score: number
}

/**
 * The best `most` values, best first; ties are broken by `comesFirst`. Uses a heap of that size with the worst selected
 * value at its root, so that nearly all other values cost one comparison.
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
    if (heap.length < most) siftUp(heap, candidate, order)
    else if (heap[0] && order(candidate, heap[0]) < 0) siftDown(heap, candidate, order)
  }
  return heap.toSorted(order)
}

type Order<Item> = (left: Item, right: Item) => number

function siftUp<Item>(heap: Item[], item: Item, order: Order<Item>): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const other = heap[parent]
    if (other === undefined || order(item, other) <= 0) break
    heap[at] = other
    at = parent
  }
  heap[at] = item
}

function siftDown<Item>(heap: Item[], item: Item, order: Order<Item>): void {
  let at = 0
  for (;;) {
    let child = at * 2 + 1
    const [left, right] = [heap[child], heap[child + 1]]
    if (left === undefined) break
    let worse = left
    if (right !== undefined && order(right, left) > 0) {
      worse = right
      child += 1
    }
    if (order(item, worse) >= 0) break
    heap[at] = worse
    at = child
  }
  heap[at] = item
}
