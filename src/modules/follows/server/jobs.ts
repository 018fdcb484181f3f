import { defineMessageJob } from '#platform/jobs/jobs.ts'

/** Writes a customer the news of a day. Both are the singleton key. */
export const followEmailJob = defineMessageJob<{
  readonly customerId: string
  /** `2026-11-22`. */
  readonly day: string
}>('follow-letter')
