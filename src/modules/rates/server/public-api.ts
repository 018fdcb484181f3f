/** What other modules may ask of currency rates on the server. */
export {
  isForeign,
  newestRate,
  rateOfDay,
  rateText,
  toLari,
  type ForeignCurrency,
  type Rate,
} from './rules.ts'
export { readRates } from './store.ts'
export { setCurrencyRates, type CurrencyRatesOptions } from './commands/set-currency-rates.ts'
export { fetchCurrencyRates } from './commands/fetch-currency-rates.ts'
