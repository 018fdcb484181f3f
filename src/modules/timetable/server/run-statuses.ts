import { namedNumbers } from '#platform/database/named-numbers.ts'

/** Values of `run.status`. */
export const runStatus = { scheduled: 0, cancelled: 1 } as const

/** `run.status` by name, for SQL. */
export const runStatuses = namedNumbers(runStatus)
