import { randomUUID } from 'node:crypto'
import type { Callbacks, CallbackState } from '../shared/callbacks.ts'
import type { PaymentStore } from '../shared/payment-store.ts'
import { toDecimal } from '../shared/money.ts'
import { isTestToken } from './tokens.ts'

/** An order as stored by the bank. */
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

/** Accepts orders, charges test cards and refunds them, each in one synchronous step. */
export class PaymentService {
  readonly #payments: PaymentStore<BogOrder>
  readonly #callbacks: Callbacks<BogOrder>

  constructor(payments: PaymentStore<BogOrder>, callbacks: Callbacks<BogOrder>) {
    this.#payments = payments
    this.#callbacks = callbacks
  }

  get(orderId: string): BogOrder | undefined {
    return this.#payments.get(orderId)
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
    this.#payments.save(order)
    return order
  }

  /** Encrypted wallet data is not decrypted: test tokens select an outcome, any other token is approved. */
  pay(order: BogOrder, token: string): void {
    if (isTestToken(token, 'insufficientFunds')) return this.#end(order, 'rejected', '107')
    if (isTestToken(token, 'declined')) return this.#end(order, 'rejected', '122')
    if (!isTestToken(token, 'challenge')) return this.#end(order, 'completed', '100')
    order.status = 'processing'
    this.#payments.save(order)
  }

  /** The buyer has completed 3-D Secure. */
  confirm(order: BogOrder): void {
    if (order.status === 'processing') this.#end(order, 'completed', '100')
  }

  /** Refunds the amount, or the remaining amount if it is null. Returns whether it was refunded. */
  refund(order: BogOrder, amountMinor: number | null): boolean {
    const left = order.amountMinor - order.refundedMinor
    const wanted = amountMinor ?? left
    const isPaid = order.status === 'completed' || order.status === 'refunded_partially'
    if (!isPaid || wanted <= 0 || wanted > left) return false
    order.refundedMinor += wanted
    order.status = wanted === left ? 'refunded' : 'refunded_partially'
    this.#payments.save(order)
    return true
  }

  #end(order: BogOrder, status: BogOrder['status'], code: string): void {
    order.status = status
    order.code = code
    this.#payments.save(order)
    this.#callbacks.notifyChange(order)
  }
}

/** The payment details, as returned by the API and sent in callbacks. */
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
