/** Pure functions of this module. */
import { isIPv6 } from 'node:net'

/** `2026-11-21`: the day in Tbilisi. */
export function localDay(at: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO('Asia/Tbilisi')
    .toPlainDate()
    .toString()
}

/** The network of one household or company: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1] !== undefined) return mapped[1]
  const address = ip.split('%', 1)[0] ?? ip
  if (!isIPv6(address)) return ip
  const [head = '', tail] = address.split('::')
  const first = head.split(':').filter(Boolean)
  const last = (tail ?? '').split(':').filter(Boolean)
  const groups =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Picks an item with a probability proportional to its weight. `share` is in [0, 1). */
export function pickByWeight<Item extends { readonly weight: number }>(
  items: readonly Item[],
  share: number,
): Item | null {
  const total = items.reduce((sum, item) => sum + item.weight, 0)
  let left = share * total
  for (const item of items) {
    left -= item.weight
    if (left < 0) return item
  }
  return items.at(-1) ?? null
}
