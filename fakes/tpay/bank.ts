import { randomBytes, randomInt } from 'node:crypto'
import type { Callbacks } from './callbacks.ts'
import type { Habits } from '../shared/habits.ts'
import type { PageLanguage } from '../shared/pages.ts'
import type { Vault } from '../shared/vault.ts'
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

/** How a payment without a browser is to end. `slow` leaves it Processing for a while. */
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
 * The demo bank: takes orders, charges cards that do not exist and gives the money back. Each
 * operation checks and changes one payment in one synchronous step, so two requests at once cannot
 * both charge or both return.
 */
export class Bank {
  readonly #vault: Vault<Payment>
  readonly #habits: Habits<Misbehaviour>
  readonly #callbacks: Callbacks
  readonly #open = new Set<Payment>()
  #timer: NodeJS.Timeout | null = null

  constructor(vault: Vault<Payment>, habits: Habits<Misbehaviour>, callbacks: Callbacks) {
    this.#vault = vault
    this.#habits = habits
    this.#callbacks = callbacks
  }

  /** Starts the clockwork that expires sessions and settles slow payments. */
  start(tickMs: number): void {
    for (const payment of this.#vault.all()) this.#watch(payment)
    this.#timer = setInterval(() => this.tick(), tickMs)
    this.#callbacks.resume()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#callbacks.stop()
  }

  /** Ends every open payment whose time has come. */
  tick(now = Date.now()): void {
    for (const payment of this.#open) {
      if (payment.settlesAt !== null && payment.settlesAt <= now) this.#approve(payment)
      else if (payment.settlesAt === null && payment.expiresAt <= now) this.#end(payment, 'Expired')
    }
  }

  get(payId: string): Payment | undefined {
    this.tick()
    return this.#vault.get(payId)
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
    this.#vault.save(payment)
    this.#watch(payment)
    return payment
  }

  /**
   * Puts a card on a payment. A payment that is not open refuses, unless `force` is given: then an
   * approval comes late, after Expired or Failed, as a slow acquirer's may.
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
    this.#vault.save(payment)
    this.#watch(payment)
    return payment
  }

  /** Takes the one-time code of 3-D Secure. A wrong one may be tried again until none are left. */
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
    this.#vault.save(payment)
    return payment
  }

  /**
   * Gives money back: all of it without an amount, else a part. As the bank documents, on the day
   * of the payment one part may go back and then nothing more; a pre-authorisation goes back whole.
   */
  cancel(payment: Payment, amountMinor: number | null): Payment | Refusal {
    if (payment.status === 'WaitingConfirm') {
      if (amountMinor !== null && amountMinor !== payment.amountMinor) {
        return { refused: 'A pre-authorised payment cannot be cancelled in part.' }
      }
      payment.status = 'Returned'
      this.#vault.save(payment)
      return payment
    }
    if (payment.status !== 'Succeeded' && payment.status !== 'PartialReturned') {
      return { refused: `A payment that is ${payment.status} cannot be cancelled.` }
    }
    const left = payment.capturedMinor - payment.returnedMinor
    const wanted = amountMinor ?? left
    if (wanted <= 0 || wanted > left) return { refused: 'The amount exceeds what is left.' }
    const now = Date.now()
    if (payment.returnedMinor > 0 && tbilisiDay(payment.paidAt ?? now) === tbilisiDay(now)) {
      return { refused: 'One partial cancellation is possible on the day of the transaction.' }
    }
    payment.returnedMinor += wanted
    payment.returnedAt = now
    payment.status = wanted === left ? 'Returned' : 'PartialReturned'
    if (wanted !== left) payment.partialReturnAt = now
    this.#vault.save(payment)
    return payment
  }

  /** Captures a pre-authorised payment, whole or in part; the difference goes free. */
  complete(payment: Payment, amountMinor: number | null): Payment | Refusal {
    const wanted = amountMinor ?? payment.amountMinor
    if (payment.status !== 'WaitingConfirm') {
      return { refused: `A payment that is ${payment.status} cannot be completed.` }
    }
    if (wanted <= 0 || wanted > payment.amountMinor) {
      return { refused: 'The amount exceeds what was authorised.' }
    }
    payment.capturedMinor = wanted
    return this.#end(payment, 'Succeeded')
  }

  /** Finds the payment that saved a card which may still be charged. */
  findSavedCard(recId: string): Payment | undefined {
    return this.#vault
      .all()
      .find(
        (payment) => payment.recId === recId && payment.cardMask !== null && !payment.recDeleted,
      )
  }

  /** Forgets a saved card. */
  deleteSavedCard(payment: Payment): void {
    payment.recDeleted = true
    this.#vault.save(payment)
  }

  all(): Payment[] {
    this.tick()
    return this.#vault.all()
  }

  /** Everything that was begun, paid or given back from one moment on and before another. */
  report(from: number, to: number): Payment[] {
    return this.all().filter(({ createdAt, paidAt, returnedAt }) =>
      [createdAt, paidAt, returnedAt ?? null].some((at) => at !== null && at >= from && at < to),
    )
  }

  /** Forgets every payment. */
  clear(): void {
    this.#open.clear()
    this.#vault.clear()
  }

  #approve(payment: Payment): Payment {
    payment.resultCode = 'approved'
    payment.amountMinor =
      this.#habits.read('approveAmountMinor', payment.payId) ?? payment.requestedMinor
    payment.currency = (this.#habits.read('approveCurrency', payment.payId) ??
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
    this.#vault.save(payment)
    if (notifiedStatuses.includes(status)) this.#callbacks.notifyChange(payment)
    return payment
  }

  #watch(payment: Payment): void {
    if (payment.status === 'Created' || payment.status === 'Processing') this.#open.add(payment)
  }
}

/** Money taken and given back, in minor units, by currency. */
export type Totals = Record<string, { captured: number; returned: number; net: number }>

/** Adds up what the bank took and gave back, for reconciling a shop's books against it. */
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

/** Looks like the bank's own ids: lower-case letters and digits, 18 long, not to be guessed. */
function newPayId(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length: 18 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

const tbilisiDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tbilisi' })

function tbilisiDay(at: number): string {
  return tbilisiDate.format(at)
}
