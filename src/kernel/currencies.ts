/** Apart from amounts: pages of shoppers need no list of currencies. */
export const shopCurrencies = ['GEL', 'USD', 'EUR', 'GBP'] as const
/** What the shop charges, pays out and keeps balances in. */
export type ShopCurrency = (typeof shopCurrencies)[number]

/** Those of the shop, and those in which carriers may set prices: the National Bank of Georgia publishes their rates. */
export const currencies = [
  ...shopCurrencies,
  'AED',
  'AMD',
  'AUD',
  'AZN',
  'BGN',
  'BRL',
  'BYN',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EGP',
  'HKD',
  'HUF',
  'ILS',
  'INR',
  'ISK',
  'JPY',
  'KGS',
  'KRW',
  'KWD',
  'KZT',
  'MDL',
  'NOK',
  'NZD',
  'PLN',
  'QAR',
  'RON',
  'RSD',
  'RUB',
  'SEK',
  'SGD',
  'TJS',
  'TMT',
  'TRY',
  'UAH',
  'ZAR',
] as const
export type Currency = (typeof currencies)[number]

export function isCurrency(value: string): value is Currency {
  return (currencies as readonly string[]).includes(value)
}
