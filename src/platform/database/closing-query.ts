import pg from 'pg'
import { commitStatement } from './opening-query.ts'

/**
 * The last statement of a transaction, followed by its `commit` in the same message: it saves a round trip, and row
 * locks are released earlier. When the statement fails, PostgreSQL skips the commit.
 */
export class ClosingQuery extends pg.Query {
  #isDone = false

  /** What `pg` sends when the statement is bound; its own sends the end of the message here. */
  readonly _getRows = (connection: pg.Connection): void => {
    connection.execute(null, true)
    connection.bind({ statement: commitStatement }, true)
    connection.execute(null, true)
    connection.sync()
  }

  /** Called by `pg` for each statement that has ended; the second is `commit`. */
  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (!this.#isDone) queryPrototype.handleCommandComplete.call(this, message, connection)
    this.#isDone = true
  }
}

/** Methods that `pg` calls on a query but leaves out of its types. */
const queryPrototype = pg.Query.prototype as unknown as {
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}
