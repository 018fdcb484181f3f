import { shareOfDiscounts } from './discounts.ts'
import type { Order } from './order.ts'

/** One merchant's part of an order, in minor units; null: the platform, and merchants it collects for. */
export interface MerchantShare {
  readonly merchantId: number | null
  readonly amountMinor: number
}

/**
 * Amounts of an order by seller, in the order of the lines. A discount reduces the share of the party that funds it,
 * so the platform's share may be negative. The sum equals the lines without balance, which is the amount charged.
 */
export function moneyByMerchant(order: Pick<Order, 'lines'>): MerchantShare[] {
  const shares = new Map<number | null, number>()
  const add = (merchantId: number | null, amountMinor: number): void => {
    shares.set(merchantId, (shares.get(merchantId) ?? 0) + amountMinor)
  }
  for (const line of order.lines) {
    if (line.detail.balance ?? line.detail.reduction ?? line.detail.credit) continue
    if (line.detail.option) {
      add(null, line.amountMinor)
      continue
    }
    const share = shareOfDiscounts(order, line)
    const isOrganisers = line.kind === 'Ticket' || line.detail.passedOn?.by === 'organiser'
    const isPlatforms = !isOrganisers || line.detail.earner !== undefined
    add(isPlatforms ? null : line.merchantId, line.amountMinor - share.fundedByMerchantMinor)
    // Amounts paid in advance are held by the platform and paid to the merchant now.
    const byPlatform = share.takenOffMinor - share.fundedByMerchantMinor
    if (byPlatform !== 0) add(null, -byPlatform)
  }
  return [...shares].map(([merchantId, amountMinor]) => ({ merchantId, amountMinor }))
}
