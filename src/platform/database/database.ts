import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type RawBuilder,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ChangeNotifier,
  changeNotificationOf,
  registerNotifier,
  type ChangeNotification,
} from './change-notifications.ts'
import { invariant } from '#kernel/result.ts'
import { ProcessInstance } from './process-instance.ts'
import { NotExecuted, wasNotSent } from './not-executed.ts'
import { PreparedPlans, isOutdatedPlan } from './outdated-plans.ts'
import { reserveOf, statementName } from './pool.ts'
import { isBeginPrepared, sendStatement, type StatementResult } from './statement-query.ts'
import { DatabaseUnavailable, isConnectionLoss, tookCommittedAlone } from './unavailable.ts'
import { statementSpan } from '#platform/telemetry/statement-span.ts'
import { tracedPart } from '#platform/telemetry/tracing.ts'
import type { DB } from './types.ts'

export type Database = Kysely<DB>

/** How long a connection to a lost database is retried before the call fails. */
const patienceMilliseconds = 1_500

/** A typed query builder over the pool; every statement is sent prepared. */
export function openDatabase(pool: pg.Pool): Database {
  const notifier = new ChangeNotifier(pool)
  const { connectionString: url, application_name: applicationName = 'bileti' } = pool.options
  const instance = new ProcessInstance({ url, applicationName })
  const reserve = reserveOf(pool)
  const adapter = new PostgresAdapter()
  const databaseOver = (driver: Driver): Database => {
    const database = new Kysely<DB>({
      dialect: {
        createAdapter: () => adapter,
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    })
    registerNotifier(database, notifier, pool)
    instances.set(database, instance)
    return database
  }
  const shared = { pool, reserve, notifier, instance, plans: new PreparedPlans() }
  const database = databaseOver(new NamedStatementDriver({ ...shared, mayUseReserve: false }))
  reserved.set(database, databaseOver(new NamedStatementDriver({ ...shared, mayUseReserve: true })))
  return database
}

/**
 * The same database for short work with many callers: when the pool is exhausted it uses one of two reserved
 * connections instead of queueing. A transaction is returned unchanged. Never closed by itself.
 */
export function withReserve(db: Database): Database {
  return reserved.get(db) ?? db
}

const reserved = new WeakMap<Database, Database>()

const lastQueries = new WeakSet<CompiledQuery>()

/**
 * Executes the last statement of an open transaction together with its commit. A further statement on the transaction
 * throws; an error of its owner afterwards no longer rolls back.
 */
export function executeLast<Row>(
  db: Database,
  statement: RawBuilder<Row> | CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  invariant(db.isTransaction, 'a transaction is ended from inside')
  const query = 'compile' in statement ? statement.compile(db) : statement
  lastQueries.add(query)
  return db.executeQuery(query)
}

/** The same object for a database and every transaction on it, as the key of per-database caches. */
export function databaseOf(db: Database): object {
  return db.getExecutor().adapter
}

const instances = new WeakMap<Database, ProcessInstance>()

/** The identity of this process among all that use the same database; not for transactions. */
export function processInstanceOf(db: Database): ProcessInstance {
  const instance = instances.get(db)
  invariant(instance, 'a process is known by a database of its own, not by a transaction')
  return instance
}

interface DriverOptions {
  readonly pool: pg.Pool
  readonly reserve: pg.Pool
  readonly notifier: ChangeNotifier
  readonly instance: ProcessInstance
  readonly plans: PreparedPlans
  readonly mayUseReserve: boolean
}

class NamedStatementDriver implements Driver {
  readonly #options: DriverOptions
  /** Monotonic milliseconds of the first failed attempt since the last successful one. */
  #awaySince: number | null = null
  readonly #replacement: Replacement

  constructor(options: DriverOptions) {
    this.#options = options
    this.#replacement = {
      connect: () => this.#connect(),
      plans: options.plans,
      // Every connection of the pool may have ended; the one after them is new.
      attemptsMax: options.pool.options.max + 1,
    }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NamedStatementConnection> {
    return new NamedStatementConnection(await this.#connect(), this.#replacement)
  }

  /**
   * A restart or failover takes about a second, so the connection is retried; when the database has been away for
   * longer, the call fails immediately.
   */
  async #connect(): Promise<pg.PoolClient> {
    for (let pauseMilliseconds = 50; ; pauseMilliseconds *= 2) {
      const began = performance.now()
      try {
        const client = await this.#freePool().connect()
        await this.#renew(client)
        this.#awaySince = null
        return client
      } catch (error) {
        if (!isConnectionLoss(error)) throw error
        this.#awaySince ??= began
        if (performance.now() - this.#awaySince > patienceMilliseconds)
          throw new DatabaseUnavailable(error)
      }
      await pause(pauseMilliseconds)
    }
  }

  /** A connection that fails here is not given to anybody. */
  async #renew(client: pg.PoolClient): Promise<void> {
    try {
      await this.#options.plans.renew(client)
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  #freePool(): pg.Pool {
    const { pool, reserve, mayUseReserve } = this.#options
    const isTaken = pool.idleCount === 0 && pool.totalCount >= pool.options.max
    return mayUseReserve && isTaken ? reserve : pool
  }

  async beginTransaction(
    connection: NamedStatementConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    if (!isolationLevel) return connection.beginWithNext()
    await connection.executeQuery(CompiledQuery.raw(`begin isolation level ${isolationLevel}`))
  }

  async commitTransaction(connection: NamedStatementConnection): Promise<void> {
    if (!connection.forgetBegin() && !connection.isOver)
      await connection.executeQuery(CompiledQuery.raw('commit'))
    for (const notification of connection.takeUpdate()) this.#options.notifier.add(notification)
  }

  async rollbackTransaction(connection: NamedStatementConnection): Promise<void> {
    // The transaction is lost with its connection; the caller gets the error that broke it.
    if (connection.broken || connection.isOver || connection.forgetBegin()) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${name}`))
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release savepoint ${name}`))
  }

  async releaseConnection(connection: NamedStatementConnection): Promise<void> {
    await connection.release()
  }

  async destroy(): Promise<void> {
    const { notifier, instance, pool, reserve } = this.#options
    await notifier.flush()
    await instance.close()
    await Promise.all([pool.end(), reserve.end()])
  }
}

/** Where a connection gets another one from, when its own had ended before the first statement. */
interface Replacement {
  readonly connect: () => Promise<pg.PoolClient>
  readonly attemptsMax: number
  readonly plans: PreparedPlans
}

class NamedStatementConnection implements DatabaseConnection {
  #client: pg.PoolClient
  /** It was given back, and no other one came. */
  #isReleased = false
  readonly #replacement: Replacement
  /** A connection that failed outside a statement is not returned to the pool. */
  broken = false
  /** The transaction was committed with its last statement. */
  isOver = false
  /** The transaction is open for its owner, but its `begin` is only sent with its first statement. */
  #beginsWithNext = false
  /** Notifications that are sent once the open transaction has committed. */
  #notification: ChangeNotification[] = []
  /** A statement was asked for; only the first one may be sent again on another connection. */
  #isUsed = false
  /** The first statement, while the connection may still be replaced. */
  #opening: Promise<unknown> | null = null

  constructor(client: pg.PoolClient, replacement: Replacement) {
    this.#client = client
    this.#replacement = replacement
  }

  async release(): Promise<void> {
    if (this.#opening) await this.#opening
    if (!this.#isReleased) this.#client.release(this.broken)
  }

  takeUpdate(): ChangeNotification[] {
    const notification = this.#notification
    this.#notification = []
    return notification
  }

  beginWithNext(): void {
    this.#beginsWithNext = true
  }

  /**
   * Whether the open transaction has had no statement; then PostgreSQL was never sent its `begin`, and there is nothing
   * to end.
   */
  forgetBegin(): boolean {
    const isUnknown = this.#beginsWithNext
    this.#beginsWithNext = false
    return isUnknown
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const notification = changeNotificationOf(query)
    if (notification) {
      this.#notification.push(notification)
      return { rows: [] }
    }
    if (this.isOver) throw new Error('A statement came after the commit of its transaction')
    try {
      const isLast = lastQueries.has(query)
      const result = await tracedPart(
        () => statementSpan(query.sql),
        () => this.#sendInTurn(query, isLast),
      )
      if (tookCommittedAlone(this.#client))
        throw new DatabaseUnavailable(new Error('no second machine has confirmed the commit'))
      return { rows: result.rows as unknown as Row[], numAffectedRows: BigInt(result.rowCount) }
    } catch (failure) {
      const error: unknown = failure instanceof NotExecuted ? failure.cause : failure
      if (isConnectionLoss(error)) {
        this.broken = true
        throw new DatabaseUnavailable(error)
      }
      if (!(error instanceof Error && 'severity' in error)) this.broken = true
      throw error
    }
  }

  /** Statements that are asked for at the same time wait until the first has found a living connection. */
  async #sendInTurn(query: CompiledQuery, isLast: boolean): Promise<StatementResult> {
    if (this.#isUsed) {
      if (this.#opening) await this.#opening
      return this.#send(query, isLast)
    }
    this.#isUsed = true
    const first = this.#sendFirst(query, isLast)
    this.#opening = first.catch(() => {})
    try {
      return await first
    } finally {
      this.#opening = null
    }
  }

  /**
   * The first statement is sent again on another connection when its own had ended and nothing was executed, and once
   * more when it had been prepared before a change of the schema. Nothing of a transaction is lost by that: its `begin`
   * is sent with this statement.
   */
  async #sendFirst(query: CompiledQuery, isLast: boolean): Promise<StatementResult> {
    const { connect, attemptsMax, plans } = this.#replacement
    const begins = this.#beginsWithNext
    let isPreparedAnew = false
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#send(query, isLast)
      } catch (error) {
        if (isOutdatedPlan(error) && !isPreparedAnew) {
          isPreparedAnew = true
          if (begins) await this.#client.query('rollback')
          await plans.renew(this.#client)
          this.#beginsWithNext = begins
          continue
        }
        const isUnexecuted = error instanceof NotExecuted || (!isLast && wasNotSent(error))
        if (!isUnexecuted || attempt === attemptsMax) throw error
      }
      // Before another one is asked for: the pool may have no more than this.
      this.#client.release(true)
      this.#isReleased = true
      this.#client = await connect()
      this.#isReleased = false
      this.#beginsWithNext = begins
    }
  }

  async #send(
    { sql: text, parameters: values }: CompiledQuery,
    isLast: boolean,
  ): Promise<StatementResult> {
    const begins = this.forgetBegin()
    const name = statementName(text, values.length > 0)
    if (name === undefined || !isBeginPrepared(this.#client)) {
      if (begins) await this.#client.query('begin')
      const { rows, rowCount } = await this.#client.query({ name, text, values: [...values] })
      return { rows, rowCount: rowCount ?? 0 }
    }
    const statement = { name, text, values, begins, commits: isLast }
    try {
      const result = await sendStatement(this.#client, statement)
      if (isLast) this.isOver = true
      return result
    } catch (error) {
      if (isOutdatedPlan(error)) this.#replacement.plans.refused(this.#client)
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- cursors are not used; the interface asks for the method
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming queries are not supported')
  }
}
