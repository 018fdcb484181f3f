/**
 * What an order, or a part of it, contains: tickets, which admit somebody, and what is sold with them under a code of
 * its own: goods of a bar and pieces of baggage.
 */
interface Marked {
  readonly isGoods?: boolean
  readonly isBaggage?: boolean
}

export interface Contents {
  readonly ticketCount: number
  readonly goodsCount: number
  readonly baggageCount: number
}

/** What a ticket is for, by the marks of its line: only a `ticket` admits somebody. */
export function contentKindOf({ isGoods, isBaggage }: Marked): 'ticket' | 'goods' | 'baggage' {
  if (isGoods) return 'goods'
  return isBaggage ? 'baggage' : 'ticket'
}

/** Each counts as often as its quantity, once if it has none. */
export function countContents(all: readonly (Marked & { readonly quantity?: number })[]): Contents {
  const counts = { ticketCount: 0, goodsCount: 0, baggageCount: 0 }
  for (const one of all) counts[`${contentKindOf(one)}Count`] += one.quantity ?? 1
  return counts
}

const inOrder = ['ticketCount', 'goodsCount', 'baggageCount'] as const

/** "2 tickets", "2 tickets, 1 bar item", "1 ticket, 2 pieces of baggage" or "1 bar item"; "0 tickets" for nothing. */
export function contentsInWords(
  t: (key: keyof Contents, values: { readonly count: number }) => string,
  contents: Contents,
): string {
  const some = inOrder.filter((key) => contents[key] > 0)
  return (some.length > 0 ? some : inOrder.slice(0, 1))
    .map((key) => t(key, { count: contents[key] }))
    .join(', ')
}
