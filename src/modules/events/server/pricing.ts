/** The price of one ticket in lari, converted from the currency it was set in. Pure. */
import { money } from '#kernel/money.ts'
import type { TicketTypeForSale } from '#modules/catalogue/server/public-api.ts'
import type { ForeignPrice } from '#modules/orders/server/public-api.ts'
import {
  isForeign,
  newestRate,
  rateOfDay,
  toLari,
  type Rate,
} from '#modules/rates/server/public-api.ts'

/** The charged price of one ticket. */
export interface LariPrice {
  readonly priceMinor: number
  readonly feeMinor: number
  /** Set when the price was set in another currency. */
  readonly foreign: ForeignPrice | null
  /** False when the rate is too old to sell at. */
  readonly isSellable: boolean
}

/**
 * Face price and fee, converted separately at the rate of the day. With a rate that is too old the price can still be
 * shown, but nothing is sold at it; null without any rate.
 */
export function lariPrice(
  type: TicketTypeForSale,
  rates: readonly Rate[],
  now: Date,
): LariPrice | null {
  const { priceMinor, feeMinor, currency } = type
  if (!isForeign(currency)) return { priceMinor, feeMinor, foreign: null, isSellable: true }
  const rate = newestRate(rates, currency, now)
  if (!rate) return null
  return {
    priceMinor: toLari(money(priceMinor, currency), rate).amount,
    feeMinor: toLari(money(feeMinor, currency), rate).amount,
    foreign: {
      unitPriceMinor: priceMinor,
      currency,
      lariMillionths: rate.lariMillionths,
      ratedOn: rate.ratedOn,
    },
    isSellable: rateOfDay(rates, currency, now) !== null,
  }
}
