import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isOutdatedPlan } from './outdated-plans.ts'

/** Attempts at one transaction; PostgreSQL finds a deadlock after a second of waiting. */
const attemptsMax = 5
const pauseMilliseconds = 20

let met = 0

/** Number of transactions of this process that PostgreSQL ended because of a deadlock. */
export const deadlocksMet = (): number => met

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '40P01'
}

/**
 * Whether PostgreSQL ended a transaction for a reason that is gone when it begins again: it and others waited for each
 * other, or the schema changed after its statements had been prepared. It has had no effect.
 */
export function isRepeatable(error: unknown): boolean {
  return isDeadlock(error) || isOutdatedPlan(error)
}

/**
 * Runs a whole transaction, and runs it again when PostgreSQL ended it because of a deadlock or of a change of the schema.
 * It must have no effects outside the database.
 */
export async function repeatTransaction<Value>(
  log: Logger | null,
  transaction: () => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isRepeatable(error)) throw error
      if (isDeadlock(error)) met += 1
      log?.warn(
        { err: error, attempt },
        `a transaction met a ${isDeadlock(error) ? 'deadlock' : 'changed schema'}`,
      )
      if (attempt === attemptsMax) throw error
    }
    // Those that met do not begin again at the same moment.
    await pause(Math.random() * attempt * pauseMilliseconds)
  }
}
