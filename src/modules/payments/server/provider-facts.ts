import { paymentProvider, type PaymentMethodName } from '#contract/enumerations.ts'
import { capabilitiesOf, cashNumber, terminalNumber } from '../capability-shapes.ts'

const methods: Readonly<Record<number, PaymentMethodName>> = {
  // It takes cards, and is an online payment service by the specification.
  [paymentProvider.epoint]: 'EPayment',
  [paymentProvider.citypay]: 'EPayment',
  // Wallets (Apple Pay, Google Pay) in the shop's own page.
  6: 'EPayment',
  [cashNumber]: 'Cash',
  [terminalNumber]: 'PosTerminal',
}

/** Cash is refunded in cash at a counter, or to a balance; citypay has no refunds. */
const withoutRefunds: ReadonlySet<number> = new Set([paymentProvider.citypay, cashNumber])

/** Whether a provider can refund to the source of the payment; otherwise the money goes to the buyer's balance. */
export function supportsRefund(provider: number): boolean {
  return !withoutRefunds.has(provider)
}

/** The specification's payment method of a provider; the page of a bank is a virtual terminal. */
export function methodOf(provider: number): PaymentMethodName {
  return methods[provider] ?? (capabilitiesOf(provider).takesCards ? 'VirtualPos' : 'NotApplicable')
}
