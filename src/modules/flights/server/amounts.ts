/** Amounts of external suppliers: decimal text in currencies that we convert. */
import { shopCurrencies } from '#kernel/currencies.ts'
import { type Currency } from '#kernel/money.ts'

/** Minor units of an amount such as `30.20`; null if it has another format. */
export function minorOf(amount: string): number | null {
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : null
}

export function amountOf(minor: number): string {
  return (minor / 100).toFixed(2)
}

export function currencyOf(code: string): Currency | null {
  return shopCurrencies.find((currency) => currency === code) ?? null
}
