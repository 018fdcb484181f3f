import { z } from 'zod'
import { currencies, paymentStatuses } from './protocol.ts'

const count = z.number().int().min(0).max(100_000)

/**
 * Everything the bank can be told to do wrong, for one payment or for all. Fields that end in
 * `Calls` count down: they spoil the next so many calls and then stop.
 */
export const misbehaviourShape = z.strictObject({
  /** Waits this long before the first callback, in milliseconds. */
  callbackDelayMs: count.optional(),
  /** How many times the callback is delivered in all; 1 is honest. */
  callbackCopies: z.number().int().min(1).max(1_000).optional(),
  /** Never sends the callback. */
  callbackLost: z.boolean().optional(),
  /** After the success was told, tells a failure: a second callback whose status call says Failed. */
  failureAfterSuccess: z.boolean().optional(),
  /** Charges this amount instead of the one asked for, in minor units. */
  approveAmountMinor: count.optional(),
  /** Charges in this currency instead of the one asked for. */
  approveCurrency: z.enum(currencies as [string, ...string[]]).optional(),
  /** Reports this status in the next `reportStatusCalls` status calls, whatever is true. */
  reportStatus: z.enum(paymentStatuses).optional(),
  reportStatusCalls: count.optional(),
  /** Answers 500 to the next status calls. */
  statusErrorCalls: count.optional(),
  /** Leaves the next status calls without an answer. */
  statusTimeoutCalls: count.optional(),
  /** Answers 500 to the next create calls and creates nothing. Global only. */
  createErrorCalls: count.optional(),
  /** Creates the payment and gives no answer, for the next create calls. Global only. */
  createLostCalls: count.optional(),
  /** Answers 500 to the next cancel calls and returns nothing. */
  cancelErrorCalls: count.optional(),
  /** Returns the money and gives no answer, for the next cancel calls. */
  cancelLostCalls: count.optional(),
  /** Answers 500 to the next access-token calls. Global only. */
  tokenErrorCalls: count.optional(),
})

export type Misbehaviour = z.infer<typeof misbehaviourShape>

type CountedField = {
  [K in keyof Misbehaviour]-?: K extends `${string}Calls` ? K : never
}[keyof Misbehaviour]

/** The bank's present bad habits: some for all payments, some for one. One payment's come first. */
export class Habits {
  #global: Misbehaviour = {}
  readonly #byPayment = new Map<string, Misbehaviour>()

  /** Adds habits to what is set already. Without `payId` they hold for every payment. */
  add(habits: Misbehaviour, payId?: string): void {
    if (payId === undefined) this.#global = { ...this.#global, ...habits }
    else this.#byPayment.set(payId, { ...this.#byPayment.get(payId), ...habits })
  }

  /** Forgets all habits: the bank is honest again. */
  clear(): void {
    this.#global = {}
    this.#byPayment.clear()
  }

  /** Reads one habit, the payment's own before the global one. */
  read<K extends keyof Misbehaviour>(field: K, payId?: string): Misbehaviour[K] {
    const own = payId === undefined ? undefined : this.#byPayment.get(payId)?.[field]
    return own ?? this.#global[field]
  }

  /** Spends one call of a counted habit. True when this call is to be spoilt. */
  spend(field: CountedField, payId?: string): boolean {
    const own = payId === undefined ? undefined : this.#byPayment.get(payId)
    for (const habits of [own, this.#global]) {
      const left = habits?.[field]
      if (habits && left !== undefined && left > 0) {
        habits[field] = left - 1
        return true
      }
    }
    return false
  }

  /** What is set now, for the control listing. */
  list(): { global: Misbehaviour; payments: Record<string, Misbehaviour> } {
    return { global: this.#global, payments: Object.fromEntries(this.#byPayment) }
  }
}
