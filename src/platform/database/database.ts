import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { Announcer, newsOf, registerAnnouncer, type News } from './announce.ts'
import { statementName } from './pool.ts'
import type { DB } from './types.ts'

export type Database = Kysely<DB>

/** A typed query builder over the pool; every statement is sent prepared. */
export function openDatabase(pool: pg.Pool): Database {
  const announcer = new Announcer(pool)
  const database = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new NamedStatementDriver(pool, announcer),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  registerAnnouncer(database, announcer, pool)
  return database
}

/** The same object for a database and for every transaction on it: what is kept of a database is kept by it. */
export function databaseOf(db: Database): object {
  return db.getExecutor().adapter
}

class NamedStatementDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #announcer: Announcer

  constructor(pool: pg.Pool, announcer: Announcer) {
    this.#pool = pool
    this.#announcer = announcer
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<NamedStatementConnection> {
    return new NamedStatementConnection(await this.#pool.connect())
  }

  async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${level}`))
  }

  async commitTransaction(connection: NamedStatementConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
    for (const news of connection.takeNews()) this.#announcer.add(news)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
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
    connection.client.release(connection.broken)
  }

  async destroy(): Promise<void> {
    await this.#announcer.flush()
    await this.#pool.end()
  }
}

class NamedStatementConnection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** A connection that failed outside a statement is not given back to others. */
  broken = false
  /** What the open transaction will have to tell. */
  #news: News[] = []

  constructor(client: pg.PoolClient) {
    this.client = client
  }

  takeNews(): News[] {
    const news = this.#news
    this.#news = []
    return news
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const news = newsOf(query)
    if (news) {
      this.#news.push(news)
      return { rows: [] }
    }
    try {
      const result = await this.client.query({
        name: query.parameters.length > 0 ? statementName(query.sql) : undefined,
        text: query.sql,
        values: [...query.parameters],
      })
      return { rows: result.rows as Row[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    } catch (error) {
      if (!(error instanceof Error && 'severity' in error)) this.broken = true
      throw error
    }
  }

  // oxlint-disable-next-line require-yield -- cursors are not used; the interface asks for the method
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming queries are not supported')
  }
}
