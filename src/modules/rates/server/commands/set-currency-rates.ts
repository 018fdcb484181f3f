import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { foreignCurrencies, type ForeignCurrency, type Rate } from '../rules.ts'
import { writeRates } from '../store.ts'

export interface CurrencyRatesOptions {
  /** ISO date the rates are good from, by the calendar of Tbilisi; may lie in the future. */
  readonly ratedOn: string
  /** Lari for one unit, in millionths, by currency. */
  readonly rates: Readonly<Partial<Record<ForeignCurrency, number>>>
  /** Source of the rates: `nbg`, or the operator's name. */
  readonly source: string
}

/** A lari is worth more than a thousandth of any of these, and less than a thousandth of one of it. */
const lariMillionthsMin = 1_000
const lariMillionthsMax = 1_000_000_000

/**
 * Sets the rates of a day, new or corrected. All or none: one invalid value refuses them all. Returns how many
 * changed. Sold tickets keep the rate they were sold at.
 */
export async function setCurrencyRates(
  context: Context,
  options: CurrencyRatesOptions,
): Promise<Result<{ readonly changed: number }, ErrorCode>> {
  const rates: Rate[] = []
  for (const currency of foreignCurrencies) {
    const lariMillionths = options.rates[currency]
    if (lariMillionths === undefined) continue
    if (!isRate(lariMillionths)) return refusal(`rates.${currency}`, 'Not a rate')
    rates.push({ currency, ratedOn: options.ratedOn, lariMillionths })
  }
  if (!isDate(options.ratedOn)) return refusal('ratedOn', 'Not a date')
  if (rates.length === 0) return refusal('rates', 'No rate')
  const about = { source: options.source, at: context.clock.now() }
  return ok({ changed: await writeRates(context.db, rates, about) })
}

/** Rates below a thousandth of a lari would be too imprecise in millionths. */
export function isRate(lariMillionths: number): boolean {
  return (
    Number.isSafeInteger(lariMillionths) &&
    lariMillionths >= lariMillionthsMin &&
    lariMillionths <= lariMillionthsMax
  )
}

function refusal(path: string, message: string): Result<never, ErrorCode> {
  return fail('BadRequest', { fields: [{ path, message }] })
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
