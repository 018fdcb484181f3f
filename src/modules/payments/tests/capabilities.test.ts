import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { paymentProvider } from '#contract/enumerations.ts'
import { capabilitiesOf } from '../capability-shapes.ts'
import { supportsRefund } from '../server/provider-facts.ts'
import { providerNames } from '../name-shapes.ts'
import { cash } from '../server/cash.ts'
import { createCityPay } from '../server/citypay/adapter.ts'
import { createEpoint } from '../server/epoint/adapter.ts'
import { createGc } from '../server/gc/adapter.ts'
import type { PaymentProvider } from '../server/provider.ts'
import { createTpay } from '../server/tpay/adapter.ts'

const url = 'http://127.0.0.1:1'
const certificate = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
})
const providers: readonly PaymentProvider[] = [
  createTpay({ url, apiKey: 'a', clientId: 'b', clientSecret: 'c' }),
  createEpoint({ url, publicKey: 'a', privateKey: 'b' }),
  createCityPay({ url, ordersUrl: url, customerId: 'a', accessToken: 'b' }),
  createGc({
    url,
    merchantId: 'a',
    apiPassword: 'b',
    pageId: 'c',
    accountId: 'd',
    caller: { user: 'e', password: 'f', certificate: String(certificate) },
  }).provider,
  cash,
]

/**
 * Goal: a provider's declared capabilities match its adapter. Method: each declaration is compared with its adapter.
 */
describe.each(providers.map((provider) => [provider.name, provider] as const))(
  '%s',
  (_, provider) => {
    const capabilities = capabilitiesOf(provider.number)

    it('refunds if and only if that is declared', () => {
      expect(provider.refund !== null).toBe(supportsRefund(provider.number))
    })

    it('charges saved cards if and only if that is declared', () => {
      expect(provider.charge !== undefined).toBe(capabilities.savesCards)
      expect(provider.find !== undefined).toBe(capabilities.savesCards)
    })

    it('takes no cards where the buyer sends the money or pays at a counter', () => {
      expect(capabilities.takesCards).toBe(!provider.isPush && provider !== cash)
    })
  },
)

it('every provider of the specification has an adapter and a name', () => {
  const numbers = Object.values(paymentProvider)
  expect(providers.map(({ number }) => number)).toEqual(expect.arrayContaining(numbers))
  expect(Object.keys(providerNames).map(Number).toSorted()).toEqual(numbers.toSorted())
})
