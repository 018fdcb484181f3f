import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Attempts at one transaction; PostgreSQL finds a deadlock after a second of waiting. */
const attemptsMax = 5
const pauseMilliseconds = 20

let met = 0

/** Number of transactions of this process that PostgreSQL ended because of a deadlock. */
export const deadlocksMet = (): number => met

/** Whether PostgreSQL ended a transaction because it and others waited for each other; it has had no effect. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '40P01'
}

/**
 * Runs a whole transaction, and runs it again when PostgreSQL ended it because of a deadlock. It must have no effects
 * outside the database.
 */
export async function repeatDeadlocked<Value>(
  log: Logger,
  transaction: () => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isDeadlock(error)) throw error
      met += 1
      log.warn({ err: error, attempt }, 'a transaction met a deadlock')
      if (attempt === attemptsMax) throw error
    }
    // Those that met do not begin again at the same moment.
    await pause(Math.random() * attempt * pauseMilliseconds)
  }
}
