import type { OrderSummaryView } from '#modules/orders/contract.ts'
import type { useTexts } from './texts.ts'

/** "2 tickets", "2 tickets, 1 bar item" or "1 bar item". */
export function orderContents(
  t: ReturnType<typeof useTexts>,
  { ticketCount, goodsCount }: Pick<OrderSummaryView, 'ticketCount' | 'goodsCount'>,
): string {
  return [
    ...(ticketCount > 0 || goodsCount === 0 ? [t('ticketCount', { count: ticketCount })] : []),
    ...(goodsCount > 0 ? [t('goodsCount', { count: goodsCount })] : []),
  ].join(', ')
}
