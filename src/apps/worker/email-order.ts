/** Priorities and concurrency of emails. */

/** Priorities of waiting emails. */
export const priority = {
  /** The recipient is waiting for it. */
  account: 3,
  confirmation: 2,
  news: 1,
  reminder: 0,
} as const

/** Emails that a worker process prepares and sends concurrently, per connection to the mail server. */
export const emailsPerConnection = 2
/** Emails of one kind that are fetched from the queue together. */
export const batchOf = { confirmations: 24, others: 8 } as const
