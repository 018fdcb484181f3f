import { paymentProvider } from '#contract/enumerations.ts'

/** Names of the outside providers, as they write them. */
export const providerNames: Readonly<Record<number, string>> = {
  [paymentProvider.gc]: 'gc',
  [paymentProvider.tpay]: 'tpay',
  [paymentProvider.epoint]: 'Epoint',
  [paymentProvider.citypay]: 'CityPay',
}
