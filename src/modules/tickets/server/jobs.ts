import { defineJob } from '#platform/jobs/jobs.ts'

/** Sends the tickets of an order to its buyer; issuing them enqueues it. */
export const ticketLetterJob = defineJob<{ readonly orderId: number }>('ticket-letter')

/** Tells the buyer that money goes back in full, and why. The refund's id is the singleton key. */
export const refundLetterJob = defineJob<{ readonly orderId: number; readonly refundId: string }>(
  'refund-letter',
)
