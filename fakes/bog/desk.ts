import { randomUUID } from 'node:crypto'
import type { Callbacks, CallbackState } from '../shared/callbacks.ts'
import type { Vault } from '../shared/vault.ts'
import { toDecimal } from '../shared/money.ts'
import { testWalletTokens } from './tokens.ts'

/** One order as the bank holds it. */
export interface BogOrder {
  readonly orderId: string
  readonly externalOrderId: string | null
  readonly method: 'apple_pay' | 'google_pay'
  readonly currency: string
  readonly amountMinor: number
  readonly callbackUrl: string
  readonly successUrl: string
  status: 'created' | 'processing' | 'completed' | 'rejected' | 'refunded' | 'refunded_partially'
  code: string | null
  refundedMinor: number
  callback: CallbackState
  callbackAttempts: number
}

export type NewOrder = Pick<
  BogOrder,
  'externalOrderId' | 'method' | 'currency' | 'amountMinor' | 'callbackUrl' | 'successUrl'
>

/** Takes orders, charges cards that do not exist and gives the money back, each in one synchronous step. */
export class Desk {
  readonly #vault: Vault<BogOrder>
  readonly #callbacks: Callbacks<BogOrder>

  constructor(vault: Vault<BogOrder>, callbacks: Callbacks<BogOrder>) {
    this.#vault = vault
    this.#callbacks = callbacks
  }

  get(orderId: string): BogOrder | undefined {
    return this.#vault.get(orderId)
  }

  open(asked: NewOrder): BogOrder {
    const order: BogOrder = {
      ...asked,
      orderId: randomUUID(),
      status: 'created',
      code: null,
      refundedMinor: 0,
      callback: 'none',
      callbackAttempts: 0,
    }
    this.#vault.save(order)
    return order
  }

  /** It reads nothing of what a wallet encrypts: the test tokens decide, and any other card pays. */
  pay(order: BogOrder, token: string): void {
    if (token === testWalletTokens.insufficientFunds) return this.#end(order, 'rejected', '107')
    if (token === testWalletTokens.declined) return this.#end(order, 'rejected', '122')
    if (token !== testWalletTokens.challenge) return this.#end(order, 'completed', '100')
    order.status = 'processing'
    this.#vault.save(order)
  }

  /** The buyer has been seen. */
  confirm(order: BogOrder): void {
    if (order.status === 'processing') this.#end(order, 'completed', '100')
  }

  /** Gives money back: all that is left without an amount. Answers whether it did. */
  refund(order: BogOrder, amountMinor: number | null): boolean {
    const left = order.amountMinor - order.refundedMinor
    const wanted = amountMinor ?? left
    const isPaid = order.status === 'completed' || order.status === 'refunded_partially'
    if (!isPaid || wanted <= 0 || wanted > left) return false
    order.refundedMinor += wanted
    order.status = wanted === left ? 'refunded' : 'refunded_partially'
    this.#vault.save(order)
    return true
  }

  #end(order: BogOrder, status: BogOrder['status'], code: string): void {
    order.status = status
    order.code = code
    this.#vault.save(order)
    this.#callbacks.notifyChange(order)
  }
}

/** The body of the payment details, which callbacks carry too. */
export function receiptOf(order: BogOrder) {
  const isPaid = ['completed', 'refunded', 'refunded_partially'].includes(order.status)
  return {
    order_id: order.orderId,
    external_order_id: order.externalOrderId,
    capture: 'automatic',
    order_status: { key: order.status },
    purchase_units: {
      request_amount: String(toDecimal(order.amountMinor)),
      transfer_amount: isPaid ? String(toDecimal(order.amountMinor)) : null,
      refund_amount: order.refundedMinor > 0 ? String(toDecimal(order.refundedMinor)) : null,
      currency_code: order.currency,
    },
    payment_detail: { transfer_method: { key: order.method }, code: order.code },
  }
}
