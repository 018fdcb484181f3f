import { ConfigError } from '#platform/config.ts'
import { explainDatabaseError } from '#platform/start-errors.ts'

/** Exit code for an invalid configuration: supervisors need not restart the process. */
export const settingsExitCode = 2

/**
 * Ends a process that could not start, with one line that says why. An unavailable database may be back soon, so it
 * is not reported as an error of the settings.
 */
export function exitWith(error: unknown): never {
  const line =
    error instanceof ConfigError
      ? error.message
      : explainDatabaseError(error, process.env['DATABASE_URL'] ?? '')
  process.stderr.write(`${line ?? (error as Error).stack ?? String(error)}\n`)
  process.exit(error instanceof ConfigError ? settingsExitCode : 1)
}
