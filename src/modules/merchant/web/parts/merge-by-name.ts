import type { Bar } from './bars.tsx'

/** Bars of one name as one, the highest amount first: every date has ticket types of its own. */
export function mergeByName(bars: readonly Bar[]): readonly Bar[] {
  const merged = new Map<string, Bar>()
  for (const bar of bars) {
    const before = merged.get(bar.name)
    merged.set(bar.name, {
      key: bar.name,
      name: bar.name,
      ticketCount: (before?.ticketCount ?? 0) + bar.ticketCount,
      sold: { ...bar.sold, amount: (before?.sold.amount ?? 0) + bar.sold.amount },
    })
  }
  return [...merged.values()].toSorted((one, other) => other.sold.amount - one.sold.amount)
}
