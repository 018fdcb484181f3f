import { defineMessageJob } from '#platform/jobs/jobs.ts'

/** Sends one message to one address: that of an order's buyer, or of a customer to whom tickets were transferred. */
export const mailingEmailJob = defineMessageJob<{
  readonly mailingId: number
  readonly orderId: number
  /** Absent for the buyer. */
  readonly customerId?: string
}>('mailing-letter')

/** Sends a mailing to its author. */
export const mailingTestJob = defineMessageJob<{
  readonly mailingId: number
  readonly staffId: string
  readonly locale: 'ka' | 'en'
}>('mailing-test')
