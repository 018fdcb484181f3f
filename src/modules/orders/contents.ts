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
  const counts = { ticket: 0, goods: 0, baggage: 0 }
  for (const one of all) counts[contentKindOf(one)] += one.quantity ?? 1
  return { ticketCount: counts.ticket, goodsCount: counts.goods, baggageCount: counts.baggage }
}

/** "2 tickets", "2 tickets, 1 bar item", "1 ticket, 2 pieces of baggage" or "1 bar item". */
export function contentsInWords(
  t: (key: keyof Contents, values: { readonly count: number }) => string,
  { ticketCount, goodsCount, baggageCount }: Contents,
): string {
  const hasOthers = goodsCount + baggageCount > 0
  return [
    (ticketCount > 0 || !hasOthers) && t('ticketCount', { count: ticketCount }),
    goodsCount > 0 && t('goodsCount', { count: goodsCount }),
    baggageCount > 0 && t('baggageCount', { count: baggageCount }),
  ]
    .filter(Boolean)
    .join(', ')
}
