import { randomBytes } from 'node:crypto'
import type { Callbacks } from '../shared/callbacks.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { PaymentStore } from '../shared/payment-store.ts'
import type { Misbehaviour, Order } from './protocol.ts'

/**
 * Possible acts of a buyer: sending the amount, six tenths or six fifths of it, or the rest; cancelling;
 * letting the order expire.
 */
export const acts = ['send', 'send-less', 'send-more', 'send-rest', 'cancel', 'expire'] as const
export type Act = (typeof acts)[number]

export type NewOrder = Pick<
  Order,
  | 'token'
  | 'clientOrderId'
  | 'amountMinor'
  | 'language'
  | 'successUrl'
  | 'cancelUrl'
  | 'callbackUrl'
>

export interface DeskOptions {
  /** How long an order waits for the payment, in milliseconds. */
  readonly sessionMs: number
  readonly confirmAfterMs: number
}

/**
 * Accepts orders and simulates incoming transfers; there are no refunds. An order that received too little
 * until its deadline is EXPIRED with the received amount, without a callback.
 */
export class PaymentService {
  readonly #payments: PaymentStore<Order>
  readonly #faults: FaultRegistry<Misbehaviour>
  readonly #callbacks: Callbacks<Order>
  readonly #options: DeskOptions
  #timer: NodeJS.Timeout | null = null

  constructor(
    payments: PaymentStore<Order>,
    faults: FaultRegistry<Misbehaviour>,
    callbacks: Callbacks<Order>,
    options: DeskOptions,
  ) {
    this.#payments = payments
    this.#faults = faults
    this.#callbacks = callbacks
    this.#options = options
  }

  start(tickMs: number): void {
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#callbacks.resume()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#callbacks.stop()
  }

  get(token: string): Order | undefined {
    this.#tick()
    return this.#payments.get(token)
  }

  all(): Order[] {
    return this.#payments.all()
  }

  clear(): void {
    this.#payments.clear()
  }

  /** Null if the token is already used. */
  create(request: NewOrder): Order | null {
    if (this.#payments.get(request.token)) return null
    const now = Date.now()
    const order: Order = {
      ...request,
      status: 'PENDING',
      currency: 'GEL',
      receivedMinor: 0,
      address: `T${randomBytes(16).toString('hex')}`,
      createdAt: now,
      receivedAt: null,
      expiresAt: now + this.#options.sessionMs,
      confirmsAt: null,
      callback: 'none',
      callbackAttempts: 0,
    }
    this.#payments.save(order)
    return order
  }

  /**
   * Returns the reason why the act is not possible, or null. With `force`, money may arrive after the order
   * has ended.
   */
  act(order: Order, act: Act, force = false): string | null {
    const isOpen = order.status === 'PENDING' || order.status === 'IN_PROGRESS'
    if (!isOpen && !(force && order.status !== 'CONFIRMED'))
      return `An order that is ${order.status} takes nothing.`
    const { amountMinor, receivedMinor } = order
    if (act === 'send') this.#receive(order, amountMinor)
    else if (act === 'send-less') this.#receive(order, Math.floor((amountMinor * 6) / 10))
    else if (act === 'send-more') this.#receive(order, Math.floor((amountMinor * 12) / 10))
    else if (act === 'send-rest') this.#receive(order, Math.max(1, amountMinor - receivedMinor))
    else this.#close(order, act === 'cancel' ? 'CANCELED' : 'EXPIRED')
    return null
  }

  #receive(order: Order, minor: number): void {
    order.receivedMinor += minor
    order.receivedAt = Date.now()
    order.status = 'IN_PROGRESS'
    if (order.receivedMinor >= order.amountMinor) {
      const waitMs = this.#faults.read('confirmAfterMs', order.token)
      order.confirmsAt = Date.now() + (waitMs ?? this.#options.confirmAfterMs)
    }
    this.#payments.save(order)
    this.#callbacks.notifyChange(order)
    this.#tick()
  }

  /** Ends an order without a callback. */
  #close(order: Order, status: 'CANCELED' | 'EXPIRED'): void {
    order.status = status
    order.confirmsAt = null
    this.#payments.save(order)
  }

  #tick(now = Date.now()): void {
    for (const order of this.#payments.all()) {
      if (order.status !== 'PENDING' && order.status !== 'IN_PROGRESS') continue
      if (order.confirmsAt === null) {
        if (order.expiresAt <= now) this.#close(order, 'EXPIRED')
      } else if (order.confirmsAt <= now) {
        order.status = 'CONFIRMED'
        order.confirmsAt = null
        this.#payments.save(order)
        this.#callbacks.notifyChange(order)
      }
    }
  }
}
