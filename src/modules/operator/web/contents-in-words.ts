import type { useTexts } from './texts.ts'

/** "2 tickets", "2 tickets, 1 bar item" or "1 bar item". */
export function contentsInWords(
  t: ReturnType<typeof useTexts>,
  { ticketCount, goodsCount }: { readonly ticketCount: number; readonly goodsCount: number },
): string {
  return [
    ...(ticketCount > 0 || goodsCount === 0 ? [t('ticketCount', { count: ticketCount })] : []),
    ...(goodsCount > 0 ? [t('goodsCount', { count: goodsCount })] : []),
  ].join(', ')
}
