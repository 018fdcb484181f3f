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
  /** Does not reach the shop with the next checks, where a bank asks before it takes money. Global only. */
  checkLostCalls: count.optional(),
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
  /** Charges the saved card and gives no answer, for the next execution calls. Global only. */
  executionLostCalls: count.optional(),
  /** Answers 500 to the next execution calls and charges nothing. Global only. */
  executionErrorCalls: count.optional(),
  /** Declines the saved card in the next execution calls. Global only. */
  executionDeclinedCalls: count.optional(),
  /** Answers 500 to the next report calls. Global only. */
  reportErrorCalls: count.optional(),
  /** Leaves the payment of this id out of the report. Global only. */
  reportOmits: z.string().max(100).optional(),
  /** Answers 500 to the next access-token calls. Global only. */
  tokenErrorCalls: count.optional(),
})

export type Misbehaviour = z.infer<typeof misbehaviourShape>
