import type { Database } from '#platform/database/database.ts'

/**
 * A job: named work that is done later, at least once, so its handler must be idempotent.
 * It is enqueued in the same transaction as what caused it, so neither is there without the other.
 */
export interface Job<Payload extends object = object> {
  readonly name: string
  readonly retryMax: number
  /** Seconds before the first retry; doubled each time, an hour at most. */
  readonly retryDelaySeconds: number
  /** Never set: it only ties the payload's type to the name. */
  readonly payload?: Payload
}

export interface EnqueueOptions {
  readonly startAfter?: Date
  /** At most one waiting job of this name and key; a second is dropped quietly. */
  readonly singletonKey?: string
}

/** The queue as commands see it. */
export interface JobQueue {
  send(db: Database, job: Job, payload: object, options: EnqueueOptions): Promise<void>
}
