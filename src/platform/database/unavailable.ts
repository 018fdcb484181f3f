/**
 * The database is unavailable: the connection broke, or none could be opened. Callers may retry; a statement under
 * way has either happened completely or not at all.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The database is unavailable: ${(cause as Error)?.message ?? 'unknown reason'}`, {
      cause,
    })
    this.name = 'DatabaseUnavailable'
  }
}

/** SQLSTATE classes and codes of a server that stops, starts, or refuses connections: 08, 57P01–57P05, 53300. */
const lostStates = /^(?:08...|57P0[1-5]|53300)$/

/** The same for a Unix socket that does not exist yet, or whose queue is full. */
const lostUnixSockets = /^(?:ENOENT|EAGAIN)$/

/** Errors of Node and `pg` when a socket breaks or nothing listens at the address. */
const lostSockets =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
const lostWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|timeout expired)/

/** True when an error reports a lost connection rather than a failed statement. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (syscall === 'connect' && lostUnixSockets.test(code)) return true
  return lostStates.test(code) || lostSockets.test(code) || lostWords.test(error.message)
}

/**
 * PostgreSQL's warning when an operator cancels a commit that waits for synchronous replication: it is committed on the
 * primary alone and a failover may lose it, so it is not acknowledged.
 */
const alone = /^canceling wait for synchronous replication/

const committedAlone = new WeakSet<object>()

/** Records such a warning on a connection. */
export function recordWarning(connection: object, message: string): void {
  if (alone.test(message)) committedAlone.add(connection)
}

/** Whether the last statement of a connection ended with such a warning; reading it resets it. */
export function tookCommittedAlone(connection: object): boolean {
  return committedAlone.delete(connection)
}
