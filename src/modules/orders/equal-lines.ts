import type { OrderLineView } from './contract.ts'

/** Lines with the same text and price become one with their sum: the fee of each ticket is a line of its own. */
export function joinEqualLines(lines: readonly OrderLineView[]): readonly OrderLineView[] {
  const joined = new Map<string, OrderLineView>()
  for (const line of lines) {
    const key = JSON.stringify([line.kind, line.description, line.price])
    const before = joined.get(key)
    joined.set(
      key,
      before
        ? {
            ...before,
            quantity: before.quantity + line.quantity,
            amount: { ...before.amount, amount: before.amount.amount + line.amount.amount },
          }
        : line,
    )
  }
  return [...joined.values()]
}

/** What a line is for, if the order has several items: two trains have seats of the same name. */
export function itemNameOf(
  {
    items,
  }: { readonly items: readonly { readonly name: string; readonly lineIds: readonly number[] }[] },
  lineId: number,
): string | null {
  return items.length < 2
    ? null
    : (items.find(({ lineIds }) => lineIds.includes(lineId))?.name ?? null)
}
