/** A plain model of orders, holds, payments and the bank, run in parallel with the shop. */

type ModelStatus = 'Checkout' | 'PaymentPending' | 'Processed' | 'Failed' | 'Timeout'
type Outcome = 'open' | 'approved' | 'declined' | 'expired'

export interface ModelPayment {
  readonly order: ModelOrder
  /** Its state at the bank. */
  outcome: Outcome
  /** The bank took another amount than requested. */
  isWrongAmount: boolean
  /** Whether the bank's id ever reached the shop. */
  isKnown: boolean
  isOpen: boolean
  isCaptured: boolean
  isRefunded: boolean
}

export interface ModelOrder {
  readonly places: readonly number[]
  deadline: number
  status: ModelStatus
  /** Its holds were moved to its retry. */
  isRepeated: boolean
}

interface ModelPlace {
  holder: ModelOrder | null
  until: number
  isSold: boolean
}

export class CheckoutModel {
  readonly places = new Map<number, ModelPlace>()
  readonly orders: ModelOrder[] = []
  readonly payments: ModelPayment[] = []

  #place(placeId: number): ModelPlace {
    const place = this.places.get(placeId) ?? { holder: null, until: 0, isSold: false }
    this.places.set(placeId, place)
    return place
  }

  /** Whether an order could take or keep a place: free, its own, or held past its time. */
  isTakable(placeId: number, order: ModelOrder | null, now: number): boolean {
    const place = this.#place(placeId)
    if (place.isSold) return false
    if (place.holder === null || place.until <= now) return true
    return order !== null && place.holder === order && !order.isRepeated
  }

  canHold(placeIds: readonly number[], now: number): boolean {
    return placeIds.every((placeId) => this.isTakable(placeId, null, now))
  }

  hold(placeIds: readonly number[], deadline: number): ModelOrder {
    const order: ModelOrder = { places: placeIds, deadline, status: 'Checkout', isRepeated: false }
    for (const placeId of placeIds) {
      this.places.set(placeId, { holder: order, until: deadline, isSold: false })
    }
    this.orders.push(order)
    return order
  }

  repeat(order: ModelOrder, deadline: number): ModelOrder {
    order.isRepeated = true
    return this.hold(order.places, deadline)
  }

  begin(order: ModelOrder, isKnown: boolean): ModelPayment {
    const payment: ModelPayment = {
      order,
      outcome: 'open',
      isWrongAmount: false,
      isKnown,
      isOpen: true,
      isCaptured: false,
      isRefunded: false,
    }
    order.status = 'PaymentPending'
    this.payments.push(payment)
    return payment
  }

  /** The shop asks the bank about a payment and acts on the answer. */
  settle(payment: ModelPayment, now: number): void {
    if (!payment.isKnown || payment.isCaptured || payment.outcome === 'open') return
    if (payment.outcome === 'approved') return this.#capture(payment, now)
    if (!payment.isOpen) return
    payment.isOpen = false
    const { order } = payment
    if (payment.outcome === 'declined' && order.status === 'PaymentPending') order.status = 'Failed'
  }

  #capture(payment: ModelPayment, now: number): void {
    const { order } = payment
    payment.isOpen = false
    payment.isCaptured = true
    if (payment.isWrongAmount) {
      if (order.status === 'PaymentPending') order.status = 'Failed'
      payment.isRefunded = true
    } else if (order.status === 'Processed') {
      payment.isRefunded = true
    } else if (order.places.every((placeId) => this.isTakable(placeId, order, now))) {
      for (const placeId of order.places) {
        this.places.set(placeId, { holder: order, until: 0, isSold: true })
      }
      order.status = 'Processed'
    } else {
      this.#release(order)
      if (order.status === 'PaymentPending') order.status = 'Timeout'
      payment.isRefunded = true
    }
  }

  /** The sweep of expired orders in payment. */
  expire(order: ModelOrder, now: number): void {
    for (const payment of this.payments) {
      if (payment.order === order && payment.isOpen) this.settle(payment, now)
    }
    if (order.status !== 'PaymentPending' || order.deadline > now) return
    this.#release(order)
    order.status = 'Timeout'
  }

  #release(order: ModelOrder): void {
    if (order.isRepeated) return
    for (const placeId of order.places) {
      const place = this.#place(placeId)
      if (place.holder === order && !place.isSold) place.holder = null
    }
  }

  hasOpenPayment(order: ModelOrder): boolean {
    return this.payments.some((payment) => payment.order === order && payment.isOpen)
  }
}
