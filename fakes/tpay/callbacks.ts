import type { Habits } from './misbehaviour.ts'
import type { Payment } from './protocol.ts'
import type { Vault } from './vault.ts'

export type CallbackOptions = {
  /** Pauses before each repetition after an answer other than 2xx, in milliseconds. */
  retryDelaysMs: readonly number[]
  /** How long one delivery may take, in milliseconds. */
  timeoutMs: number
}

/** One delivery as it happened, for tests that count them. `status` is null when nothing came. */
export type Delivery = { payId: string; url: string; at: number; status: number | null }

const deliveriesKept = 5_000

/**
 * Tells merchants of final statuses: an unsigned POST of `{"PaymentId": "…"}`, repeated until the
 * merchant answers 2xx or the pauses run out. The real bank documents the first attempt only; the
 * repetitions are this fake's own, so that a merchant has to live with them.
 */
export class Callbacks {
  readonly #vault: Vault
  readonly #habits: Habits
  readonly #options: CallbackOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #aborter = new AbortController()
  readonly deliveries: Delivery[] = []

  constructor(vault: Vault, habits: Habits, options: CallbackOptions) {
    this.#vault = vault
    this.#habits = habits
    this.#options = options
  }

  /** Starts telling the merchant of a payment that has just reached a final status. */
  announce(payment: Payment): void {
    if (payment.callbackUrl === null) return
    if (this.#habits.read('callbackLost', payment.payId)) {
      this.#mark(payment, 'lost')
      return
    }
    this.#mark(payment, 'owed')
    const delayMs = this.#habits.read('callbackDelayMs', payment.payId) ?? 0
    const copies = this.#habits.read('callbackCopies', payment.payId) ?? 1
    for (let copy = 0; copy < copies; copy += 1) {
      this.#later(delayMs, () => this.#attempt(payment.payId, 0))
    }
  }

  /** Goes on with what was still owed when the process ended. */
  resume(): void {
    for (const payment of this.#vault.all()) {
      if (payment.callback === 'owed') this.#later(0, () => this.#attempt(payment.payId, 0))
    }
  }

  /** Posts any `PaymentId` to any address once, as a forger would. Resolves to the answer's status. */
  async post(url: string, payId: string): Promise<number | null> {
    const delivery: Delivery = { payId, url, at: Date.now(), status: null }
    this.deliveries.push(delivery)
    if (this.deliveries.length > deliveriesKept) this.deliveries.shift()
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ PaymentId: payId }),
        redirect: 'manual',
        signal: AbortSignal.any([
          this.#aborter.signal,
          AbortSignal.timeout(this.#options.timeoutMs),
        ]),
      })
      await answer.body?.cancel()
      delivery.status = answer.status
    } catch {
      delivery.status = null
    }
    return delivery.status
  }

  /** Stops all that is waiting. What is owed stays owed in the vault. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#aborter.abort()
  }

  async #attempt(payId: string, tries: number): Promise<void> {
    const payment = this.#vault.get(payId)
    if (!payment?.callbackUrl) return
    const status = await this.post(payment.callbackUrl, payId)
    if (this.#aborter.signal.aborted) return
    payment.callbackAttempts += 1
    if (status !== null && status >= 200 && status < 300) {
      this.#mark(payment, 'delivered')
      this.#contradict(payment)
      return
    }
    const delayMs = this.#options.retryDelaysMs[tries]
    if (delayMs === undefined) this.#mark(payment, 'given-up')
    else {
      this.#vault.save(payment)
      this.#later(delayMs, () => this.#attempt(payId, tries + 1))
    }
  }

  /** The habit of telling a failure after the success: once, and false. */
  #contradict(payment: Payment): void {
    if (!this.#habits.read('failureAfterSuccess', payment.payId)) return
    if (payment.status !== 'Succeeded') return
    this.#habits.add(
      { failureAfterSuccess: false, reportStatus: 'Failed', reportStatusCalls: 1 },
      payment.payId,
    )
    this.#later(0, () => this.#attempt(payment.payId, 0))
  }

  #mark(payment: Payment, state: Payment['callback']): void {
    payment.callback = state
    this.#vault.save(payment)
  }

  #later(delayMs: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void run()
    }, delayMs)
    this.#timers.add(timer)
  }
}
