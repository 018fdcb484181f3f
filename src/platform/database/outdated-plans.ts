/**
 * Prepared statements whose result has changed its columns: a migration beneath a running server changes what
 * `select *` means, and PostgreSQL refuses such a statement (0A000) before it executes any of it, on every connection
 * that prepared it, until it is prepared anew.
 */
import type pg from 'pg'
import { forgetPrepared } from './statement-query.ts'

/** The place in PostgreSQL that refuses; its message is translated. */
const refusedBy = 'RevalidateCachedQuery'

/** Whether PostgreSQL refused a statement because it was prepared before a change of the schema. */
export function isOutdatedPlan(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === refusedBy
}

/**
 * Which connections of a pool prepared their statements before the last known change of the schema. One refusal tells of
 * all: a transaction with ten statements is not refused ten times, and on each connection again.
 */
export class PreparedPlans {
  #changes = 0
  /** The number of known changes at the time when the connection's statements began to be prepared. */
  readonly #since = new WeakMap<pg.ClientBase, number>()

  /** A statement of this connection was refused. */
  refused(client: pg.ClientBase): void {
    if (this.#sinceOf(client) === this.#changes) this.#changes += 1
  }

  /** Forgets what an outdated connection has prepared. Not inside a transaction. */
  async renew(client: pg.ClientBase): Promise<void> {
    const changes = this.#changes
    if (this.#sinceOf(client) === changes) return
    await forgetPrepared(client)
    this.#since.set(client, changes)
  }

  #sinceOf(client: pg.ClientBase): number {
    const known = this.#since.get(client)
    if (known !== undefined) return known
    this.#since.set(client, this.#changes)
    return this.#changes
  }
}
