import { randomBytes, randomInt } from 'node:crypto'
import type { Callbacks } from './callbacks.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { PageLanguage } from '../shared/pages.ts'
import type { PaymentStore } from '../shared/payment-store.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { Currency, Payment, PaymentStatus, ResultCode } from './protocol.ts'
import { notifiedStatuses } from './protocol.ts'

export type CreateOrder = {
  amountMinor: number
  currency: Currency
  returnUrl: string
  callbackUrl: string | null
  merchantPaymentId: string | null
  expirationMinutes: number
  preAuth: boolean
  saveCard: boolean
  language: PageLanguage
  skipInfoMessage: boolean
  description: string | null
  extra: string | null
}

/** Outcome of a payment without a browser. `slow` keeps it in Processing for a while. */
export type PayOutcome =
  | { kind: 'approve' }
  | { kind: 'decline'; resultCode: ResultCode }
  | { kind: 'challenge'; alwaysFails: boolean }
  | { kind: 'slow'; settlesAfterMs: number }
  | { kind: 'expire' }

export type Refusal = { refused: string }

const challengeTries = 3
const oneTimeCode = '1234'
const demoCardMask = '400000******0001'

/**
 * The fake bank: accepts orders, charges test cards and refunds them. Each operation checks and changes a
 * payment in one synchronous step, so concurrent requests cannot charge or refund twice.
 */
export class Bank {
  readonly #payments: PaymentStore<Payment>
  readonly #faults: FaultRegistry<Misbehaviour>
  readonly #callbacks: Callbacks
  readonly #open = new Set<Payment>()
  #timer: NodeJS.Timeout | null = null

  constructor(
    payments: PaymentStore<Payment>,
    faults: FaultRegistry<Misbehaviour>,
    callbacks: Callbacks,
  ) {
    this.#payments = payments
    this.#faults = faults
    this.#callbacks = callbacks
  }

  /** Starts the timer that expires sessions and completes slow payments. */
  start(tickMs: number): void {
    for (const payment of this.#payments.all()) this.#watch(payment)
    this.#timer = setInterval(() => this.tick(), tickMs)
    this.#callbacks.resume()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#callbacks.stop()
  }

  /** Ends all open payments whose time is over. */
  tick(now = Date.now()): void {
    for (const payment of this.#open) {
      if (payment.settlesAt !== null && payment.settlesAt <= now) this.#approve(payment)
      else if (payment.settlesAt === null && payment.expiresAt <= now) this.#end(payment, 'Expired')
    }
  }

  get(payId: string): Payment | undefined {
    this.tick()
    return this.#payments.get(payId)
  }

  create(order: CreateOrder): Payment {
    const now = Date.now()
    const payment: Payment = {
      payId: newPayId(),
      merchantPaymentId: order.merchantPaymentId,
      status: 'Created',
      resultCode: null,
      currency: order.currency,
      requestedMinor: order.amountMinor,
      requestedCurrency: order.currency,
      amountMinor: order.amountMinor,
      capturedMinor: 0,
      returnedMinor: 0,
      preAuth: order.preAuth,
      saveCard: order.saveCard,
      recId: order.saveCard ? randomBytes(16).toString('hex').toUpperCase() : null,
      recDeleted: false,
      cardMask: null,
      transactionId: null,
      rrn: null,
      description: order.description,
      extra: order.extra,
      language: order.language,
      skipInfoMessage: order.skipInfoMessage,
      returnUrl: order.returnUrl,
      callbackUrl: order.callbackUrl,
      createdAt: now,
      expiresAt: now + order.expirationMinutes * 60_000,
      paidAt: null,
      partialReturnAt: null,
      returnedAt: null,
      challenge: null,
      settlesAt: null,
      callback: 'none',
      callbackAttempts: 0,
    }
    this.#payments.save(payment)
    this.#watch(payment)
    return payment
  }

  /**
   * Pays with a test card. A payment that is not open is refused unless `force` is given: then an approval
   * comes after Expired or Failed, as with slow acquirers.
   */
  pay(
    payment: Payment,
    outcome: PayOutcome,
    cardMask = demoCardMask,
    force = false,
  ): Payment | Refusal {
    const open = payment.status === 'Created' || payment.status === 'Processing'
    const late = force && (payment.status === 'Expired' || payment.status === 'Failed')
    if (!open && !late) return { refused: `A payment that is ${payment.status} takes no card.` }
    if (outcome.kind === 'expire') return this.#end(payment, 'Expired')
    payment.cardMask = cardMask
    if (outcome.kind === 'approve') return this.#approve(payment)
    if (outcome.kind === 'decline') return this.#decline(payment, outcome.resultCode)
    payment.status = 'Processing'
    if (outcome.kind === 'slow') payment.settlesAt = Date.now() + outcome.settlesAfterMs
    else payment.challenge = { triesLeft: challengeTries, alwaysFails: outcome.alwaysFails }
    this.#payments.save(payment)
    this.#watch(payment)
    return payment
  }

  /** Checks the one-time code of 3-D Secure; a wrong code can be repeated while tries are left. */
  answerChallenge(payment: Payment, code: string): Payment | Refusal {
    const challenge = payment.challenge
    if (payment.status !== 'Processing' || challenge === null) {
      return { refused: 'No code is awaited.' }
    }
    if (code.trim() === oneTimeCode && !challenge.alwaysFails) return this.#approve(payment)
    challenge.triesLeft -= 1
    if (challenge.triesLeft <= 0 || (challenge.alwaysFails && code.trim() === oneTimeCode)) {
      return this.#decline(payment, 'decline_general')
    }
    this.#payments.save(payment)
    return payment
  }

  /**
   * Refunds the amount, or all of it without an amount. As the bank documents, on the day of the payment
   * only one partial refund is possible, after which nothing more can be refunded; a pre-authorisation is
   * cancelled as a whole.
   */
  cancel(payment: Payment, amountMinor: number | null): Payment | Refusal {
    if (payment.status === 'WaitingConfirm') {
      if (amountMinor !== null && amountMinor !== payment.amountMinor) {
        return { refused: 'A pre-authorised payment cannot be cancelled in part.' }
      }
      payment.status = 'Returned'
      this.#payments.save(payment)
      return payment
    }
    if (payment.status !== 'Succeeded' && payment.status !== 'PartialReturned') {
      return { refused: `A payment that is ${payment.status} cannot be cancelled.` }
    }
    const left = payment.capturedMinor - payment.returnedMinor
    const requested = amountMinor ?? left
    if (requested <= 0 || requested > left) return { refused: 'The amount exceeds what is left.' }
    const now = Date.now()
    if (payment.returnedMinor > 0 && tbilisiDay(payment.paidAt ?? now) === tbilisiDay(now)) {
      return { refused: 'One partial cancellation is possible on the day of the transaction.' }
    }
    payment.returnedMinor += requested
    payment.returnedAt = now
    payment.status = requested === left ? 'Returned' : 'PartialReturned'
    if (requested !== left) payment.partialReturnAt = now
    this.#payments.save(payment)
    return payment
  }

  /** Captures a pre-authorised payment in full or in part; the difference is released. */
  complete(payment: Payment, amountMinor: number | null): Payment | Refusal {
    const requested = amountMinor ?? payment.amountMinor
    if (payment.status !== 'WaitingConfirm') {
      return { refused: `A payment that is ${payment.status} cannot be completed.` }
    }
    if (requested <= 0 || requested > payment.amountMinor) {
      return { refused: 'The amount exceeds what was authorised.' }
    }
    payment.capturedMinor = requested
    return this.#end(payment, 'Succeeded')
  }

  /** The payment that saved a card, if the card can be charged. */
  findSavedCard(recId: string): Payment | undefined {
    return this.#payments
      .all()
      .find(
        (payment) => payment.recId === recId && payment.cardMask !== null && !payment.recDeleted,
      )
  }

  /** Deletes a saved card. */
  deleteSavedCard(payment: Payment): void {
    payment.recDeleted = true
    this.#payments.save(payment)
  }

  all(): Payment[] {
    this.tick()
    return this.#payments.all()
  }

  /** Payments created, paid or refunded in a period; `to` is exclusive. */
  report(from: number, to: number): Payment[] {
    return this.all().filter(({ createdAt, paidAt, returnedAt }) =>
      [createdAt, paidAt, returnedAt ?? null].some((at) => at !== null && at >= from && at < to),
    )
  }

  /** Deletes all payments. */
  clear(): void {
    this.#open.clear()
    this.#payments.clear()
  }

  #approve(payment: Payment): Payment {
    payment.resultCode = 'approved'
    payment.amountMinor =
      this.#faults.read('approveAmountMinor', payment.payId) ?? payment.requestedMinor
    payment.currency = (this.#faults.read('approveCurrency', payment.payId) ??
      payment.requestedCurrency) as Currency
    payment.paidAt = Date.now()
    payment.transactionId = randomBytes(20).toString('hex').toUpperCase()
    payment.rrn = String(randomInt(10 ** 11, 10 ** 12))
    if (payment.preAuth) return this.#end(payment, 'WaitingConfirm')
    payment.capturedMinor = payment.amountMinor
    return this.#end(payment, 'Succeeded')
  }

  #decline(payment: Payment, resultCode: ResultCode): Payment {
    payment.resultCode = resultCode
    return this.#end(payment, 'Failed')
  }

  #end(payment: Payment, status: PaymentStatus): Payment {
    payment.status = status
    payment.challenge = null
    payment.settlesAt = null
    this.#open.delete(payment)
    this.#payments.save(payment)
    if (notifiedStatuses.includes(status)) this.#callbacks.notifyChange(payment)
    return payment
  }

  #watch(payment: Payment): void {
    if (payment.status === 'Created' || payment.status === 'Processing') this.#open.add(payment)
  }
}

/** Captured and refunded totals in minor units, by currency. */
export type Totals = Record<string, { captured: number; returned: number; net: number }>

/** Totals of the bank, for reconciliation with a shop's ledger. */
export function addUp(payments: readonly Payment[]): Totals {
  const totals: Totals = {}
  for (const payment of payments) {
    const total = (totals[payment.currency] ??= { captured: 0, returned: 0, net: 0 })
    total.captured += payment.capturedMinor
    total.returned += payment.returnedMinor
    total.net = total.captured - total.returned
  }
  return totals
}

/** An id in the bank's format: 18 random lower-case letters and digits. */
function newPayId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length: 18 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

const tbilisiDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tbilisi' })

function tbilisiDay(at: number): string {
  return tbilisiDate.format(at)
}
