import { randomInt } from 'node:crypto'
import type { Callbacks } from '../shared/callbacks.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { PaymentStore } from '../shared/payment-store.ts'
import type { Misbehaviour, Payment, Status } from './protocol.ts'

export const outcomes = [
  'approve',
  'decline',
  'insufficient-funds',
  'challenge',
  'challenge-fails',
  'slow',
] as const
export type Outcome = (typeof outcomes)[number]

export type NewPayment = Pick<
  Payment,
  | 'orderId'
  | 'currency'
  | 'requestedMinor'
  | 'savesCard'
  | 'description'
  | 'language'
  | 'successUrl'
  | 'errorUrl'
  | 'callbackUrl'
>

const oneTimeCode = '1234'
const challengeTries = 3
const slowMs = 20_000
const demoCardMask = '400000******0001'

/**
 * Accepts orders, charges test cards and refunds them. Each operation checks and changes a payment in one
 * synchronous step, so concurrent requests cannot charge or refund twice.
 */
export class PaymentService {
  readonly #payments: PaymentStore<Payment>
  readonly #faults: FaultRegistry<Misbehaviour>
  readonly #callbacks: Callbacks<Payment>
  readonly #sessionMs: number
  #timer: NodeJS.Timeout | null = null

  constructor(
    payments: PaymentStore<Payment>,
    faults: FaultRegistry<Misbehaviour>,
    callbacks: Callbacks<Payment>,
    sessionMs: number,
  ) {
    this.#payments = payments
    this.#faults = faults
    this.#callbacks = callbacks
    this.#sessionMs = sessionMs
  }

  start(tickMs: number): void {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#callbacks.resume()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#callbacks.stop()
  }

  get(transaction: string): Payment | undefined {
    return this.#payments.get(transaction)
  }

  /** The latest payment of a merchant's order. */
  ofOrder(orderId: string): Payment | undefined {
    return this.#payments.all().findLast((payment) => payment.orderId === orderId)
  }

  all(): Payment[] {
    return this.#payments.all()
  }

  clear(): void {
    this.#payments.clear()
  }

  create(order: NewPayment): Payment {
    const now = Date.now()
    const payment: Payment = {
      ...order,
      transaction: `te${String(randomInt(10 ** 9, 10 ** 10))}`,
      status: 'new',
      code: null,
      amountMinor: order.requestedMinor,
      reversedMinor: 0,
      cardId: null,
      cardMask: null,
      rrn: null,
      createdAt: now,
      paidAt: null,
      expiresAt: now + this.#sessionMs,
      challenge: null,
      settlesAt: null,
      callback: 'none',
      callbackAttempts: 0,
    }
    this.#payments.save(payment)
    return payment
  }

  /**
   * Pays with a test card. Returns the reason if it is not possible, or null. With `force`, an approval is
   * possible after the page has expired or the payment has failed.
   */
  pay(payment: Payment, outcome: Outcome, force = false): string | null {
    const isOpen = payment.status === 'new' && payment.expiresAt > Date.now()
    if (!isOpen && !(force && payment.status !== 'success' && payment.status !== 'returned'))
      return `A payment that is ${payment.status} takes no card.`
    payment.cardMask = demoCardMask
    if (outcome === 'approve') return this.#approve(payment)
    if (outcome === 'decline') return this.#fail(payment, '100')
    if (outcome === 'insufficient-funds') return this.#fail(payment, '116')
    if (outcome === 'slow') payment.settlesAt = Date.now() + slowMs
    else payment.challenge = { triesLeft: challengeTries, alwaysFails: outcome !== 'challenge' }
    this.#payments.save(payment)
    return null
  }

  /** Checks the one-time code of 3-D Secure; a wrong code can be repeated while tries are left. */
  answerChallenge(payment: Payment, code: string): void {
    const { challenge } = payment
    if (challenge === null) return
    if (code.trim() === oneTimeCode && !challenge.alwaysFails) {
      this.#approve(payment)
      return
    }
    challenge.triesLeft -= 1
    if (challenge.triesLeft <= 0 || challenge.alwaysFails) this.#fail(payment, '100')
    else this.#payments.save(payment)
  }

  /**
   * Refunds the amount, or the remaining amount if it is null. Returns the reason if it is not possible, or
   * null.
   */
  reverse(payment: Payment, amountMinor: number | null): string | null {
    if (payment.status !== 'success') return `A payment that is ${payment.status} is not reversed.`
    const left = payment.amountMinor - payment.reversedMinor
    const wanted = amountMinor ?? left
    if (wanted <= 0 || wanted > left) return 'The amount exceeds what is left.'
    payment.reversedMinor += wanted
    if (wanted === left) payment.status = 'returned'
    this.#payments.save(payment)
    return null
  }

  /** The payment that saved a card, if the card can be charged. */
  ofCard(cardId: string): Payment | undefined {
    return this.#payments.all().find((payment) => payment.cardId === cardId)
  }

  #tick(): void {
    for (const payment of this.#payments.all())
      if (payment.settlesAt !== null && payment.settlesAt <= Date.now()) this.#approve(payment)
  }

  #approve(payment: Payment): null {
    const { transaction } = payment
    payment.code = '000'
    payment.paidAt = Date.now()
    payment.amountMinor =
      this.#faults.read('approveAmountMinor', transaction) ?? payment.requestedMinor
    payment.currency = this.#faults.read('approveCurrency', transaction) ?? payment.currency
    payment.rrn = String(randomInt(10 ** 11, 10 ** 12))
    if (payment.savesCard) payment.cardId = `ce${String(randomInt(10 ** 9, 10 ** 10))}`
    return this.#end(payment, 'success')
  }

  #fail(payment: Payment, code: string): null {
    payment.code = code
    return this.#end(payment, 'failed')
  }

  #end(payment: Payment, status: Status): null {
    payment.status = status
    payment.challenge = null
    payment.settlesAt = null
    this.#payments.save(payment)
    this.#callbacks.notifyChange(payment)
    return null
  }
}
