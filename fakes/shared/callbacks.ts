/** State of the callbacks for a payment. */
export type CallbackState = 'none' | 'owed' | 'delivered' | 'lost' | 'given-up'

/** The properties of a payment that the callbacks need. */
export interface NotifiedPayment {
  readonly callbackUrl: string | null
  callback: CallbackState
  callbackAttempts: number
}

/** The body of a callback and its content type. */
export interface Message {
  readonly contentType: string
  readonly body: string
}

/** Faults of callbacks. */
export interface CallbackFaults {
  callbackDelayMs?: number
  callbackCopies?: number
  callbackLost?: boolean
}

export interface CallbackOptions<Payment> {
  /** Delays before each repetition after a response other than 2xx, in milliseconds. */
  readonly retryDelaysMs: readonly number[]
  /** Timeout of a delivery in milliseconds. */
  readonly timeoutMs: number
  readonly idOf: (payment: Payment) => string
  /** Builds the callback; called again for each attempt. */
  readonly messageOf: (payment: Payment) => Message
  /** Called after the merchant has accepted the callback. */
  readonly onDelivered?: (payment: Payment) => void
}

/** A delivery, recorded for tests. `status` is null if there was no response. */
export type Delivery = { payId: string; url: string; at: number; status: number | null }

const deliveriesMax = 5_000

/** The store of payments. */
interface Store<Payment> {
  get(id: string): Payment | undefined
  all(): Payment[]
  save(payment: Payment): void
}

/**
 * Sends callbacks to merchants and repeats them until they are answered with 2xx or all repetitions have
 * failed.
 */
export class Callbacks<Payment extends NotifiedPayment> {
  readonly #store: Store<Payment>
  readonly #faultsOf: (id: string) => CallbackFaults
  readonly #options: CallbackOptions<Payment>
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #aborter = new AbortController()
  readonly deliveries: Delivery[] = []

  constructor(
    store: Store<Payment>,
    faultsOf: (id: string) => CallbackFaults,
    options: CallbackOptions<Payment>,
  ) {
    this.#store = store
    this.#faultsOf = faultsOf
    this.#options = options
  }

  /** Starts the callbacks for a payment that has changed. */
  notifyChange(payment: Payment): void {
    if (payment.callbackUrl === null) return
    const id = this.#options.idOf(payment)
    const { callbackLost, callbackDelayMs = 0, callbackCopies = 1 } = this.#faultsOf(id)
    if (callbackLost) return this.#mark(payment, 'lost')
    this.#mark(payment, 'owed')
    for (let copy = 0; copy < callbackCopies; copy += 1) this.attemptLater(id, callbackDelayMs)
  }

  /** Resumes the callbacks that were pending when the process ended. */
  resume(): void {
    for (const payment of this.#store.all()) {
      if (payment.callback === 'owed') this.attemptLater(this.#options.idOf(payment), 0)
    }
  }

  /** Schedules a callback with the payment's state at that time. */
  attemptLater(id: string, delayMs: number, tries = 0): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#attempt(id, tries)
    }, delayMs)
    this.#timers.add(timer)
  }

  /** Posts a message once to any URL, for forged callbacks. Resolves to the response status. */
  async post(url: string, payId: string, message: Message): Promise<number | null> {
    const delivery: Delivery = { payId, url, at: Date.now(), status: null }
    this.deliveries.push(delivery)
    if (this.deliveries.length > deliveriesMax) this.deliveries.shift()
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': message.contentType },
        body: message.body,
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

  /** Cancels scheduled callbacks; they stay pending in the store. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#aborter.abort()
  }

  async #attempt(id: string, tries: number): Promise<void> {
    const payment = this.#store.get(id)
    if (!payment?.callbackUrl) return
    const status = await this.post(payment.callbackUrl, id, this.#options.messageOf(payment))
    if (this.#aborter.signal.aborted) return
    payment.callbackAttempts += 1
    if (status !== null && status >= 200 && status < 300) {
      this.#mark(payment, 'delivered')
      this.#options.onDelivered?.(payment)
      return
    }
    const delayMs = this.#options.retryDelaysMs[tries]
    if (delayMs === undefined) return this.#mark(payment, 'given-up')
    this.#store.save(payment)
    this.attemptLater(id, delayMs, tries + 1)
  }

  #mark(payment: Payment, state: CallbackState): void {
    payment.callback = state
    this.#store.save(payment)
  }
}
