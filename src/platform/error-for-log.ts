/**
 * What a log may hold of an error: what happened and where. Errors carry more than that: those of PostgreSQL's
 * driver the whole connection, with its password and the key that cancels its statements, and the values of a row.
 */
export function errorForLog(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error
  const given = error as Record<string, unknown>
  const told: Record<string, unknown> = { type: nameOf(error) }
  for (const name of toldFields) if (isPlain(given[name])) told[name] = given[name]
  if (given['cause'] !== undefined) told['cause'] = errorForLog(given['cause'])
  return told
}

/** SQLSTATE and the objects it names; the queue and worker of the job queue that raised it. */
const toldFields = [
  'message',
  'stack',
  'code',
  'severity',
  'table',
  'constraint',
  'queue',
  'worker',
]

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

function nameOf(error: object): string {
  return error instanceof Error ? error.name : 'Error'
}
