import { z } from 'zod'
import { currencies, paymentStatuses } from './protocol.ts'

const count = z.number().int().min(0).max(100_000)

/**
 * Faults of the bank, for one payment or for all. Fields that end in `Calls` count down and affect that
 * number of calls.
 */
export const misbehaviourShape = z.strictObject({
  /** Delay before the first callback, in milliseconds. */
  callbackDelayMs: count.optional(),
  /** How often the callback is delivered; 1 is the normal behaviour. */
  callbackCopies: z.number().int().min(1).max(1_000).optional(),
  /** Never sends the callback. */
  callbackLost: z.boolean().optional(),
  /** After the success, sends a second callback, whose status call reports Failed. */
  failureAfterSuccess: z.boolean().optional(),
  /** Charges this amount instead of the requested one, in minor units. */
  approveAmountMinor: count.optional(),
  /** Charges in this currency instead of the requested one. */
  approveCurrency: z.enum(currencies as [string, ...string[]]).optional(),
  /** Reports this status in the next `reportStatusCalls` status calls, regardless of the actual one. */
  reportStatus: z.enum(paymentStatuses).optional(),
  reportStatusCalls: count.optional(),
  /** Number of check calls that do not reach the shop, at banks that ask before charging. Global only. */
  checkLostCalls: count.optional(),
  /** Number of status calls answered with 500. */
  statusErrorCalls: count.optional(),
  /** Number of status calls that are not answered. */
  statusTimeoutCalls: count.optional(),
  /** Number of create calls answered with 500 and without effect. Global only. */
  createErrorCalls: count.optional(),
  /** Number of create calls that take effect but are not answered. Global only. */
  createLostCalls: count.optional(),
  /** Number of cancel calls answered with 500 and without effect. */
  cancelErrorCalls: count.optional(),
  /** Number of cancel calls that take effect but are not answered. */
  cancelLostCalls: count.optional(),
  /** Number of execution calls that charge the saved card but are not answered. Global only. */
  executionLostCalls: count.optional(),
  /** Number of execution calls answered with 500 and without effect. Global only. */
  executionErrorCalls: count.optional(),
  /** Number of execution calls in which the saved card is declined. Global only. */
  executionDeclinedCalls: count.optional(),
  /** Number of report calls answered with 500. Global only. */
  reportErrorCalls: count.optional(),
  /** Omits the payment with this id from the report. Global only. */
  reportOmits: z.string().max(100).optional(),
  /** Number of access token calls answered with 500. Global only. */
  tokenErrorCalls: count.optional(),
})

export type Misbehaviour = z.infer<typeof misbehaviourShape>
