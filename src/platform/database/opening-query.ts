import pg from 'pg'

/** Name of the prepared `begin` of a connection. */
const beginStatement = 'begin'

/** Name of the prepared `commit` of a connection. */
export const commitStatement = 'commit'

const prepared = new WeakSet<pg.ClientBase>()

/** Prepares `begin` and `commit` on a new connection, before the pool hands it out. */
export async function prepareBegin(client: pg.ClientBase): Promise<void> {
  await client.query({ name: beginStatement, text: 'begin' })
  await client.query({ name: commitStatement, text: 'commit' })
  prepared.add(client)
}

/** Whether an `OpeningQuery` or a `ClosingQuery` may be sent there. */
export function isBeginPrepared(client: pg.ClientBase): boolean {
  return prepared.has(client)
}

/**
 * The first statement of a transaction, preceded by its `begin` in the same message, which saves a round trip. Both are
 * skipped up to the same point when one of them fails, so the statement never runs outside a transaction.
 */
export class OpeningQuery extends pg.Query {
  #hasBegun = false

  override readonly submit = (connection: pg.Connection): void => {
    connection.stream.cork()
    try {
      connection.bind({ statement: beginStatement }, true)
      connection.execute(null, true)
      return queryPrototype.submit.call(this, connection)
    } finally {
      connection.stream.uncork()
    }
  }

  /** Called by `pg` for each statement that has ended; the first is `begin`. */
  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#hasBegun) queryPrototype.handleCommandComplete.call(this, message, connection)
    this.#hasBegun = true
  }
}

/** Methods that `pg` calls on a query but leaves out of its types. */
const queryPrototype = pg.Query.prototype as unknown as {
  submit(connection: pg.Connection): void
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}
