import type { Logger } from 'pino'
import type { StaffRole } from '#contract/enumerations.ts'
import type { StaffPermission } from '#contract/staff-permissions.ts'
import type { Random } from '#kernel/ids.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Bounds } from './bounds.ts'
import type { Database } from './database/database.ts'
import { repeatTransaction } from './database/repeat-transaction.ts'
import type { JobQueue } from './jobs/queue.ts'

/** The caller. A guest is a visitor who has started to book and has a guest session. */
export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'guest'; readonly sessionId: string }
  | {
      readonly kind: 'customer'
      readonly sessionId: string
      readonly customerId: string
      /** Whether the customer is an operator, who may make calls with the credential `operator`. */
      readonly isOperator?: boolean
    }
  | StaffActor
  | { readonly kind: 'system' }

/** A member of an organiser's staff. This is not a customer's session: it owns no orders. */
export interface StaffActor {
  readonly kind: 'staff'
  readonly staffSessionId: string
  readonly staffId: string
  readonly merchantId: number
  readonly role: StaffRole
  /** A program that acts for them with an API key, and the key's permissions. */
  readonly apiKey?: StaffApiKey | undefined
}

export interface StaffApiKey {
  readonly id: string
  readonly permissions: readonly StaffPermission[]
  readonly requestsPerMinute: number
}

export interface Clock {
  now(): Date
}

/** A session that was opened for this request; its row is inserted by the request. */
export interface UnwrittenSession {
  readonly id: string
  readonly tokenHash: Buffer
  readonly expiresAt: Date
  readonly userAgent: string
  /** Set once the transaction that wrote it has committed. */
  isWritten: boolean
  /** Inserts it unless it exists. */
  write(): Promise<void>
}

/**
 * Everything a command or query may use. Nothing comes from globals, so that a test can control time and randomness.
 */
export interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly actor: Actor
  readonly locale: Locale
  readonly log: Logger
  readonly jobs: JobQueue
  /** The integration channel of the API key; `web` when none was given, empty when the given key is unknown. */
  readonly channel: string
  /** Public origin of this installation, without a trailing slash. */
  readonly origin: string
  /** IP address of the caller; absent for work that no request started. */
  readonly ip?: string
  readonly userAgent?: string
  /**
   * The session of a guest whose row does not exist yet. Code that inserts rows referring to it inserts it too, or
   * calls `write` first.
   */
  readonly unwrittenSession?: UnwrittenSession | undefined
  /** The partner whose secret API key the request has. */
  readonly partner?: string | undefined
  /** How many requests this key may make in a minute. */
  readonly partnerRequestsPerMinute?: number | undefined
  /** A proof of work that the caller sends with the request. */
  readonly workProof?: string | undefined
  /** Limits on what one caller may use; absent means no limits. */
  readonly bounds?: Bounds | undefined
}

export { systemRandom } from './random.ts'

export const systemClock: Clock = { now: () => new Date() }

/**
 * Runs the work in one transaction (joins the one that is already open). Rolls back when the work throws or returns a
 * failure, so that a refused command changes nothing. The work may run again (`repeatTransaction`), so it has no effects
 * outside the database.
 */
export async function inTransaction<Value extends { readonly ok: boolean }>(
  context: Context,
  work: (context: Context) => Promise<Value>,
): Promise<Value> {
  if (context.db.isTransaction) return work(context)
  try {
    return await repeatTransaction(context.log, () =>
      context.db.transaction().execute(async (db) => {
        const result = await work({ ...context, db })
        if (!result.ok) throw new Refused(result)
        return result
      }),
    )
  } catch (error) {
    if (error instanceof Refused) return error.result as Value
    throw error
  }
}

class Refused extends Error {
  readonly result: { readonly ok: boolean }

  constructor(result: { readonly ok: boolean }) {
    super('Refused')
    this.result = result
  }
}
