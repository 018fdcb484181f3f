import type { Database } from '#platform/database/database.ts'

/**
 * A job: named work that is done later, at least once, so its handler must be idempotent. It is enqueued in the same
 * transaction as what caused it, so either both exist or neither.
 */
export interface Job<Payload extends object = object> {
  readonly name: string
  readonly retryMax: number
  /** Seconds before the first retry; doubled each time, an hour at most. */
  readonly retryDelaySeconds: number
  /** A message to somebody: when all retries have failed it waits in the list of undelivered messages. */
  readonly isMessage: boolean
  /** Converts the payload of an older release to the current shape, since jobs survive an upgrade. */
  readonly upgrade?: (stored: object) => Payload
  /** Never set: it only ties the payload's type to the name. */
  readonly payload?: Payload
}

export interface EnqueueOptions {
  readonly startAfter?: Date
  /** At most one waiting job of this name and key; a second is dropped without an error. */
  readonly singletonKey?: string
}

/** A message that was abandoned: its retries are used up, or the receiving side refused it for good. */
export interface UndeliveredMessage {
  readonly id: string
  /** Name of the job. */
  readonly job: string
  readonly payload: Readonly<Record<string, unknown>>
  /** Error of the last attempt. */
  readonly error: string
  readonly attempts: number
  readonly enqueuedAt: Date
  readonly failedAt: Date
}

/** The queue as commands see it. */
export interface JobQueue {
  send(db: Database, job: Job, payload: object, options: EnqueueOptions): Promise<void>
  /** Abandoned messages, the newest first, with their total number. */
  listUndelivered(limit: number): Promise<{ messages: UndeliveredMessage[]; total: number }>
  /** Puts abandoned messages back into their queues with a full set of retries. Returns how many were found. */
  resend(ids: readonly string[]): Promise<number>
}

/** A failure that no retry can fix: the job fails without further attempts. */
export class PermanentFailure extends Error {}

/**
 * The service that carries messages did not answer, or is out of order: nothing was wrong with this message, and those
 * that wait because of it are sent as soon as the service is back (`wakeMessages`).
 */
export class ServiceAway extends Error {
  readonly channel: Channel

  constructor(channel: Channel, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ServiceAway'
    this.channel = channel
  }
}

export type Channel = 'email' | 'sms'

/** The service works and does not take this message now because of its receiver: a full mailbox, a server that is away. */
export class ReceiverDelays extends Error {}
