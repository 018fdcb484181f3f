/**
 * What proves that PostgreSQL has executed nothing of a statement, so that it may be sent again: connections of a pool
 * may have ended while they were idle, which is noticed only when the next statement is sent.
 */

/** A statement failed with its connection, and nothing of it was executed. */
export class NotExecuted extends Error {
  override readonly cause: Error

  constructor(cause: Error) {
    super(cause.message)
    this.name = 'NotExecuted'
    this.cause = cause
  }
}

/**
 * PostgreSQL says that it has ended the session, on command (57P01) or because it was idle (57P05). Everything that it
 * said about earlier messages arrives before this.
 */
export function isTermination(error: Error): boolean {
  const { code = '', severity } = error as { code?: string; severity?: string }
  return severity === 'FATAL' && (code === '57P01' || code === '57P05')
}

/** What `pg` says instead of sending on a connection that it knows to have ended. */
const unsendable = /^Client (?:has encountered a connection error|was closed) and is not queryable/

/**
 * A message was not sent, or not to its end, because the other side had closed the connection. Without the end of a
 * message PostgreSQL commits nothing, unless the message has a `commit` of its own.
 */
export function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  const isRefused = syscall === 'write' && (code === 'EPIPE' || code === 'ECONNRESET')
  return isRefused || unsendable.test(error.message)
}
