/** Earnings of each party from an order. Pure. */
import { shareOfDiscounts, type Order } from '#modules/orders/server/public-api.ts'

/** One party's earnings. */
export interface Earning {
  readonly account: string
  /** Negative for discounts that the platform funds. */
  readonly amountMinor: number
}

/**
 * Earnings of each party from these lines of an order; for all lines their sum equals what was paid, without the credit
 * of replaced tickets.
 */
export function earningsOf(order: Pick<Order, 'lines'>, lines: Order['lines']): Earning[] {
  return lines.flatMap((line) => earningsOfLine(order, line))
}

/** The same for one line, or for one unit of it (from 0): the units add up to the line. */
export function earningsOfLine(
  order: Pick<Order, 'lines'>,
  line: Order['lines'][number],
  unit?: number,
): Earning[] {
  const { balance, reduction, option, credit } = line.detail
  if (balance || reduction || credit) return []
  const amountMinor = unit === undefined ? line.amountMinor : line.unitPriceMinor
  if (option) return [{ account: option.earner, amountMinor }]
  const share = shareOfDiscounts(order, line, unit)
  const advances = share.paidInAdvance.map((paid) => ({
    account: paid.account,
    amountMinor: -paid.amountMinor,
  }))
  const advanceMinor = advances.reduce((sum, paid) => sum - paid.amountMinor, 0)
  if (line.kind !== 'Ticket' || line.merchantId === null) {
    const earnedMinor = amountMinor - share.takenOffMinor + advanceMinor
    return [{ account: feeAccount(line), amountMinor: earnedMinor }, ...advances]
  }
  return [
    {
      account: line.detail.earner ?? `merchant:${line.merchantId}`,
      amountMinor: amountMinor - share.fundedByMerchantMinor,
    },
    { account: 'house:promotions', amountMinor: -share.fundedByPlatformMinor },
    ...advances,
  ]
}

/** Who earns a fee. */
function feeAccount({ detail, merchantId }: Order['lines'][number]): string {
  if (detail.passedOn?.by === 'commission') return 'house:commission'
  return detail.passedOn && merchantId !== null ? `merchant:${merchantId}` : 'house:fees'
}
