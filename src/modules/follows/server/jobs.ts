import { defineMessageJob } from '#platform/jobs/jobs.ts'

/** Sends a customer's news of one day. Customer and day are the singleton key. */
export const followEmailJob = defineMessageJob<{
  readonly customerId: string
  /** ISO date, such as `2026-11-22`. */
  readonly day: string
}>('follow-letter')
