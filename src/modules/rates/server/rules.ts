/** Foreign prices in lari: pure, so that the rounding can be tried by itself. */
import { currencies } from '#kernel/currencies.ts'
import { minorDigitsOf, money, type Currency, type Money } from '#kernel/money.ts'

/** Without their rates nothing that the bank says is stored. */
export const requiredCurrencies = ['USD', 'EUR', 'GBP'] as const satisfies readonly Currency[]
export type ForeignCurrency = Exclude<Currency, 'GEL'>
export const foreignCurrencies: readonly ForeignCurrency[] = currencies.filter(isForeign)

export function isForeign(currency: Currency): currency is ForeignCurrency {
  return currency !== 'GEL'
}

/** What one unit of a foreign currency costs, as of a day. */
export interface Rate {
  readonly currency: ForeignCurrency
  /** ISO date, by the calendar of Tbilisi. */
  readonly ratedOn: string
  /** Lari for one unit, in millionths: 2.7153 is 2_715_300. */
  readonly lariMillionths: number
}

/**
 * A rate older than this sells nothing. The National Bank sets rates on working days, and the longest row of
 * holidays (Easter with a weekend around it) is shorter.
 */
export const rateDaysMax = 7

const million = 1_000_000n
const tetriDigits = minorDigitsOf('GEL')

/**
 * A foreign amount in lari, rounded half away from zero to a whole tetri. Face price and fee of one ticket are
 * converted each by itself, never a sum, so that quantity times the price shown is the amount charged.
 */
export function toLari(value: Money, rate: Rate): Money {
  if (value.currency !== rate.currency)
    throw new RangeError(`A rate of ${rate.currency} says nothing of ${value.currency}`)
  const exact = BigInt(value.amount) * BigInt(rate.lariMillionths) * 10n ** BigInt(tetriDigits)
  const unit = million * 10n ** BigInt(minorDigitsOf(value.currency))
  const size = exact < 0n ? -exact : exact
  const rounded = Number((size + unit / 2n) / unit)
  return money(exact < 0n ? -rounded : rounded)
}

/** The rate of the day: the newest one that is not of the future; null when it is too old or there is none. */
export function rateOfDay(
  rates: readonly Rate[],
  currency: ForeignCurrency,
  now: Date,
): Rate | null {
  const newest = newestRate(rates, currency, now)
  if (!newest) return null
  const age = Temporal.PlainDate.from(newest.ratedOn).until(dayOfRates(now)).days
  return age > rateDaysMax ? null : newest
}

/** The newest rate that is not of the future, however old. */
export function newestRate(
  rates: readonly Rate[],
  currency: ForeignCurrency,
  now: Date,
): Rate | null {
  const today = dayOfRates(now)
  let newest: Rate | null = null
  for (const rate of rates) {
    if (rate.currency !== currency || rate.ratedOn > today) continue
    if (newest === null || rate.ratedOn > newest.ratedOn) newest = rate
  }
  return newest
}

/** The date in Tbilisi, where the rates are set. */
export function dayOfRates(now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('Asia/Tbilisi')
    .toPlainDate()
    .toString()
}

/** 2_715_300 as people read it: `2.7153`. Never fewer than four digits, as the National Bank writes them. */
export function rateText(lariMillionths: number): string {
  const text = (lariMillionths / 1_000_000).toFixed(6)
  return text.replace(/0{1,2}$/, '')
}
