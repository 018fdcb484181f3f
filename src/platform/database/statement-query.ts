import pg from 'pg'
import { messageOf, type Statement } from './statement-message.ts'
import { NotExecuted, isTermination } from './not-executed.ts'
import { isConnectionLoss } from './unavailable.ts'

const prepared = new WeakSet<pg.ClientBase>()

/** How many statements PostgreSQL has begun to execute, by connection. */
const begun = new WeakMap<pg.Connection, number>()

/** Prepares `begin` and `commit` on a new connection, before the pool hands it out. */
export async function prepareBegin(client: pg.ClientBase): Promise<void> {
  const { connection } = client as unknown as { connection: pg.Connection }
  connection.on('bindComplete', () => begun.set(connection, begunOn(connection) + 1))
  await prepareEnds(client)
  prepared.add(client)
}

async function prepareEnds(client: pg.ClientBase): Promise<void> {
  await client.query({ name: 'begin', text: 'begin' })
  await client.query({ name: 'commit', text: 'commit' })
}

/** Forgets all prepared statements of a connection outside a transaction: each is prepared anew when it is next sent. */
export async function forgetPrepared(client: pg.ClientBase): Promise<void> {
  const { connection } = client as unknown as { connection: pg.Connection }
  await client.query('deallocate all')
  const { parsedStatements } = connection as unknown as Preparing
  for (const name of Object.keys(parsedStatements)) delete parsedStatements[name]
  knownColumns.delete(connection)
  await prepareEnds(client)
}

function begunOn(connection: pg.Connection): number {
  return begun.get(connection) ?? 0
}

/** Whether a `Statement` may be sent there. */
export function isBeginPrepared(client: pg.ClientBase): boolean {
  return prepared.has(client)
}

export interface StatementResult {
  readonly rows: readonly Record<string, unknown>[]
  readonly rowCount: number
}

/**
 * Sends a statement as one message. When a part of it fails, PostgreSQL skips the rest: a statement never runs outside
 * its transaction, and what failed is not committed.
 */
export function sendStatement(
  client: pg.ClientBase,
  statement: Statement,
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    client.query(
      new StatementQuery(statement, (error, result) =>
        result ? resolve(result) : reject(error as Error),
      ),
    )
  })
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/**
 * Columns of the results of prepared statements, by connection. They are the same at each execution, so PostgreSQL
 * describes them once; it refuses a statement whose columns have changed since.
 */
const knownColumns = new WeakMap<pg.Connection, Map<string, readonly Column[]>>()

function columnsOf(connection: pg.Connection): Map<string, readonly Column[]> {
  let columns = knownColumns.get(connection)
  if (!columns) knownColumns.set(connection, (columns = new Map()))
  return columns
}

/** What `pg` keeps of a connection and leaves out of its types. */
interface Preparing {
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

type Callback = (error: Error | null, result?: StatementResult) => void

/** A query as `pg` runs it: it calls the `handle…` methods for what PostgreSQL answers, up to the end or an error. */
class StatementQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  /** Replaced by `pg`, which adds its time limit. */
  callback: Callback
  readonly #statement: Statement
  /** Commands that end before the statement does. */
  #before: number
  #columns: readonly Column[] | undefined
  #remember: ((columns: readonly Column[]) => void) | undefined
  readonly #rows: Record<string, unknown>[] = []
  #rowCount = 0
  #failure: Error | null = null
  /** The connection, and what had begun on it before this statement was sent there. */
  #sent: { readonly connection: pg.Connection; readonly begun: number } | null = null

  constructor(statement: Statement, callback: Callback) {
    this.name = statement.name
    this.text = statement.text
    this.callback = callback
    this.#statement = statement
    this.#before = statement.begins ? 1 : 0
  }

  submit(connection: pg.Connection): Error | null {
    const { name, text } = this
    const { parsedStatements, submittedNamedStatements } = connection as unknown as Preparing
    const isParsed = (parsedStatements[name] ?? submittedNamedStatements[name]) !== undefined
    const columns = columnsOf(connection)
    this.#columns = columns.get(name)
    if (!this.#columns) this.#remember = (found) => columns.set(name, found)
    try {
      const message = messageOf(this.#statement, {
        parses: !isParsed,
        describes: this.#columns === undefined,
      })
      if (!connection.stream.writable) return new Error('Connection terminated')
      if (!isParsed) submittedNamedStatements[name] = text
      this.#sent = { connection, begun: begunOn(connection) }
      connection.stream.write(message)
      return null
    } catch (error) {
      return error as Error
    }
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#know(
      fields.map(({ name, dataTypeID }) => ({
        name,
        parse: pg.types.getTypeParser(dataTypeID, 'text') as Column['parse'],
      })),
    )
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure) return
    const columns = this.#columns ?? []
    const row: Record<string, unknown> = {}
    try {
      for (let index = 0; index < columns.length; index += 1) {
        const { name, parse } = columns[index] as Column
        const text = fields[index] ?? null
        row[name] = text === null ? null : parse(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#failure = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#before-- !== 0) return
    // Without a description there are no rows.
    if (!this.#columns) this.#know([])
    const count = Number(text.slice(text.lastIndexOf(' ') + 1))
    this.#rowCount = Number.isNaN(count) ? 0 : count
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(this.#failure ?? (this.#isNotExecuted(error) ? new NotExecuted(error) : error))
  }

  /** It was never sent, or PostgreSQL ended the session before it accepted any of it. */
  #isNotExecuted(error: Error): boolean {
    if (this.#sent === null) return isConnectionLoss(error)
    const { connection, begun: before } = this.#sent
    return isTermination(error) && begunOn(connection) === before
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure)
    else this.callback(null, { rows: this.#rows, rowCount: this.#rowCount })
  }

  #know(columns: readonly Column[]): void {
    this.#columns = columns
    this.#remember?.(columns)
  }
}
