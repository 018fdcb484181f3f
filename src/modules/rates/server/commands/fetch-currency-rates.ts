import { z } from 'zod'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { readText } from '#platform/bounded-reply.ts'
import {
  dayOfRates,
  foreignCurrencies,
  newestRate,
  requiredCurrencies,
  type ForeignCurrency,
  type Rate,
} from '../rules.ts'
import { readRates } from '../store.ts'
import { isRate, setCurrencyRates } from './set-currency-rates.ts'

const path = '/gw/api/ct/monetarypolicy/currencies/ka/json/'
const answerMilliseconds = 10_000
const answerBytesMax = 512 * 1024

/** A rate that moved further than this since the last one is a mistake more likely than a market. */
const moveMax = 0.2

/** The answer of the National Bank: one day with its currencies, `rate` for `quantity` units. */
const answerShape = z
  .array(
    z.object({
      date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
      currencies: z.array(
        z.object({
          code: z.string(),
          quantity: z.number().int().positive(),
          rate: z.number().positive().finite(),
        }),
      ),
    }),
  )
  .min(1)

export type FetchRefusal = 'unreachable' | 'unreadable' | 'incomplete' | 'implausible'

/**
 * Fetches today's rates from the National Bank. Nothing is stored unless all currencies of the shop are present and
 * plausible; of the others, which only carriers use, an implausible rate is left out. Earlier rates stay valid until they are too old, so a failure of the bank does not stop sales.
 */
export async function fetchCurrencyRates(
  context: Context,
  options: { readonly url: string },
): Promise<Result<{ readonly changed: number }, FetchRefusal>> {
  const today = dayOfRates(context.clock.now())
  const text = await ask(`${options.url.replace(/\/+$/, '')}${path}?date=${today}`)
  if (text === null) return refuse(context, 'unreachable')
  const rates = readAnswer(text)
  if (!rates) return refuse(context, 'unreadable')
  const brought = new Set(rates.map(({ currency }) => currency))
  if (!requiredCurrencies.every((currency) => brought.has(currency)))
    return refuse(context, 'incomplete')
  const known = await readRates(context.db)
  const plausible = rates.filter(
    (rate) => isRate(rate.lariMillionths) && !hasJumped(rate, known, context.clock.now()),
  )
  const stored = new Set(plausible.map(({ currency }) => currency))
  if (!requiredCurrencies.every((currency) => stored.has(currency)))
    return refuse(context, 'implausible')
  const set = await setCurrencyRates(context, {
    ratedOn: today,
    rates: Object.fromEntries(plausible.map((rate) => [rate.currency, rate.lariMillionths])),
    source: 'nbg',
  })
  return set.ok ? ok(set.value) : refuse(context, 'implausible')
}

function refuse(context: Context, reason: FetchRefusal): Result<never, FetchRefusal> {
  context.log.warn({ reason }, 'currency rates were not brought')
  return fail(reason)
}

/** The answer as text; null when there was none in time, or too much of it. */
async function ask(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(answerMilliseconds),
    })
    return response.ok ? await readText(response, answerBytesMax) : null
  } catch {
    return null
  }
}

function readAnswer(text: string): Rate[] | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  const read = answerShape.safeParse(answer)
  const [day] = read.success ? read.data : []
  if (!day) return null
  return day.currencies.flatMap(({ code, quantity, rate }) => {
    const currency = foreignCurrencies.find((candidate) => candidate === code)
    if (!currency) return []
    const lariMillionths = Math.round((rate * 1_000_000) / quantity)
    return [{ currency, ratedOn: day.date.slice(0, 10), lariMillionths }]
  })
}

function hasJumped(
  rate: { readonly currency: ForeignCurrency; readonly lariMillionths: number },
  known: readonly Rate[],
  now: Date,
): boolean {
  const last = newestRate(known, rate.currency, now)
  if (!last) return false
  return Math.abs(rate.lariMillionths / last.lariMillionths - 1) > moveMax
}
