import { invariant } from '#kernel/result.ts'
import type { Currency } from '#kernel/money.ts'

/** One side of a transfer: a debit is positive, a credit negative; minor units. */
export interface Posting {
  /** Code of the account, e.g. `provider:tpay` or `order:{orderKey}`. */
  readonly account: string
  readonly currency: Currency
  readonly amountMinor: number
}

export interface Transfer {
  /** Transfers with the same key are posted once, however often they are requested. */
  readonly idempotencyKey: string
  /** What happened: `capture`, `refund`, `sale`. */
  readonly kind: string
  /** Reference for people who read the ledger: an order key. */
  readonly reference: string
  readonly postings: readonly Posting[]
}

/**
 * One posting per account and currency, in a fixed order, without zero postings. Throws when an amount is not whole or
 * the sums are not zero.
 */
export function balancedPostings(postings: readonly Posting[]): Posting[] {
  const sums = new Map<string, Posting>()
  const totals = new Map<Currency, number>()
  for (const posting of postings) {
    const { account, currency, amountMinor } = posting
    invariant(Number.isSafeInteger(amountMinor), `whole minor units, not ${amountMinor}`)
    const key = `${currency} ${account}`
    const sum = (sums.get(key)?.amountMinor ?? 0) + amountMinor
    sums.set(key, { account, currency, amountMinor: sum })
    totals.set(currency, (totals.get(currency) ?? 0) + amountMinor)
  }
  for (const [currency, total] of totals) {
    invariant(total === 0, `postings in ${currency} balance, off by ${total}`)
  }
  const keys = [...sums.keys()].toSorted()
  return keys.map((key) => sums.get(key) as Posting).filter((posting) => posting.amountMinor !== 0)
}
