/** Conversion of prices to lari at the rate of the day, and to the displayed currency. */
import { money, type Currency, type Money } from '#kernel/money.ts'
import {
  isForeign,
  rateOfDay,
  readRates,
  toLari,
  type Rate,
} from '#modules/rates/server/public-api.ts'
import { createTtlCache } from '#platform/ttl-cache.ts'
import type { Context } from '#platform/context.ts'
import type { TravellerPrice } from '../itinerary.ts'

const ratesNow = createTtlCache<string, readonly Rate[]>({
  milliseconds: 30_000,
  most: 1,
  read: ({ db }) => readRates(db),
})

export interface Rates {
  /** An amount in lari, in minor units; null without a rate. */
  toLari(minor: number, currency: Currency): number | null
  /** A lari amount in the displayed currency; in lari without a rate. */
  shown(lariMinor: number): Money
  /** The rate used by `shown`; null for lari. */
  readonly shownAt: Rate | null
  of(currency: Currency): Rate | null
}

export async function ratesFor(context: Context, shownIn: Currency = 'GEL'): Promise<Rates> {
  const rates = await ratesNow(context, 'rates')
  const now = context.clock.now()
  const of = (currency: Currency) => (isForeign(currency) ? rateOfDay(rates, currency, now) : null)
  const shownAt = of(shownIn)
  return {
    of,
    shownAt,
    toLari(minor, currency) {
      if (!isForeign(currency)) return minor
      const rate = of(currency)
      return rate && toLari(money(minor, currency), rate).amount
    },
    shown: (lariMinor) =>
      shownAt
        ? money(Math.round((lariMinor * 1_000_000) / shownAt.lariMillionths), shownAt.currency)
        : money(lariMinor),
  }
}

/** The charge of one traveller. Each ticket is converted separately, so that the tickets sum to the total. */
export function unitInLari(price: TravellerPrice, currency: Currency, rate: Rate | null): number {
  if (!rate || !isForeign(currency)) return price.unitMinor
  return toLari(money(price.unitMinor, currency), rate).amount
}

export function totalInLari(
  prices: readonly TravellerPrice[],
  currency: Currency,
  rate: Rate | null,
): number {
  return prices.reduce((sum, price) => sum + price.count * unitInLari(price, currency, rate), 0)
}

/** The price of chosen seats, each converted separately like tickets. */
export function seatsInLari(
  seats: readonly { readonly priceMinor: number }[],
  currency: Currency,
  rate: Rate | null,
): number {
  return seats.reduce((sum, { priceMinor: amount }) => {
    if (!rate || !isForeign(currency)) return sum + amount
    return sum + toLari(money(amount, currency), rate).amount
  }, 0)
}

/**
 * What comes back of a paid sum, in lari, when a supplier refunds a part of it in its own currency. Rounded down once
 * for the whole booking, so that it never exceeds what the supplier refunds.
 */
export function refundInLari(
  paidLari: number,
  { paidMinor, refundMinor }: { readonly paidMinor: number; readonly refundMinor: number },
): number {
  if (paidMinor === 0) return 0
  return Math.floor((paidLari * Math.min(refundMinor, paidMinor)) / paidMinor)
}

/** The total of a booking with this offer: fares and chosen seats. */
export function bookingTotal(
  {
    seats,
    rate,
  }: { readonly seats: readonly { readonly priceMinor: number }[]; readonly rate: Rate | null },
  { prices, currency }: { readonly prices: readonly TravellerPrice[]; readonly currency: Currency },
): number {
  return totalInLari(prices, currency, rate) + seatsInLari(seats, currency, rate)
}
