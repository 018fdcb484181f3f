import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#platform/database/database.ts'

/**
 * Tables that a refused request may change: its idempotency key, its new session, and rate limits. Responses of
 * external suppliers are cached by the first request and shared.
 */
const passing = [
  'idempotency_key',
  'session',
  'request_count',
  'migration',
  'flight_search',
  'flight_search_answer',
  'flight_lowest_fare',
]

/** Names of the tables that are compared, quoted where they need it. */
async function comparedTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'pgboss%' and not table_name = any(${passing})
    order by 1
  `.execute(db)
  return rows.map(({ name }) => name)
}

/** The number of rows of a table and the sum of their checksums, which is independent of their order. */
function digestOf(table: string): string {
  return `select '${table}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 1)), 0) as digest
    from ${table} t`
}

async function digests(db: Database, tables: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql
    .raw<{ name: string; digest: string }>(tables.map(digestOf).join(' union all '))
    .execute(db)
  return new Map(rows.map((row) => [row.name, row.digest]))
}

const tablesOf = new WeakMap<Database, readonly string[]>()

/** Rows and checksum of every table, as one text that changes when any row does. */
export async function fingerprint(db: Database): Promise<string> {
  const tables = tablesOf.get(db) ?? (await comparedTables(db))
  tablesOf.set(db, tables)
  return textOf(await digests(db, tables))
}

function textOf(parts: ReadonlyMap<string, string>): string {
  return [...parts]
    .map(([name, digest]) => `${name} ${digest}`)
    .toSorted()
    .join('\n')
}

/** Counts the bytes that this process exchanges over its connections, to a database or elsewhere. */
export class Traffic {
  readonly #sockets = new Set<Socket>()
  /** Bytes of closed connections. */
  #closedBytes = 0
  readonly #apart = new Set<Socket>()
  readonly #add = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    if (!this.#apart.has(socket)) this.#sockets.add(socket)
  }

  constructor() {
    subscribe(channel, this.#add)
  }

  bytes(): number {
    let sum = this.#closedBytes
    for (const socket of this.#sockets) {
      sum += socket.bytesRead + socket.bytesWritten
      if (!socket.destroyed) continue
      this.#closedBytes += socket.bytesRead + socket.bytesWritten
      this.#sockets.delete(socket)
    }
    return sum
  }

  /** A connection that is not counted. */
  apart(): Socket {
    const socket = new Socket()
    this.#apart.add(socket)
    return socket
  }

  stop(): void {
    unsubscribe(channel, this.#add)
  }
}

const channel = 'net.client.socket'

/**
 * A fast fingerprint for use after every request: a written row changes the mark of its table, even if its
 * transaction is rolled back, and only tables with a changed mark are read again.
 */
export class WatchedDatabase {
  readonly #db: Database
  readonly #client: pg.Client
  readonly #tables: readonly string[]
  #mark = ''
  #marks = new Map<string, string>()
  readonly #digests = new Map<string, string>()
  readonly #traffic: Traffic

  private constructor(
    db: Database,
    client: pg.Client,
    { tables, traffic }: { readonly tables: readonly string[]; readonly traffic: Traffic },
  ) {
    this.#db = db
    this.#client = client
    this.#tables = tables
    this.#traffic = traffic
  }

  /** `traffic` must have been counting since before the first connection was opened. */
  static async start(db: Database, url: string, traffic = new Traffic()): Promise<WatchedDatabase> {
    const tables = await comparedTables(db)
    const triggers = tables.map(
      (name, number) => `create sequence write_mark_${number};
        create trigger write_mark after insert or update or delete on ${name}
          for each row execute function move_write_mark('write_mark_${number}');
        create trigger write_mark_emptied after truncate on ${name}
          for each statement execute function move_write_mark('write_mark_${number}');`,
    )
    await sql
      .raw(
        `create sequence write_mark;
        create function move_write_mark() returns trigger language plpgsql as $$
        begin
          perform nextval('write_mark'), nextval(tg_argv[0]::regclass);
          return null;
        end $$;
        ${triggers.join('\n')}`,
      )
      .execute(db)
    const client = new pg.Client({ connectionString: url, stream: () => traffic.apart() })
    await client.connect()
    const watched = new WatchedDatabase(db, client, { tables, traffic })
    await watched.fingerprint()
    return watched
  }

  /** Unchanged as long as this process has exchanged nothing with the database. */
  traffic(): number {
    return this.#traffic.bytes()
  }

  /** Unchanged as long as nothing is written; cheap. */
  async mark(): Promise<string> {
    const [row] = await this.#ask<{ mark: string }>(
      'write_mark',
      'select last_value || is_called::text as mark from write_mark',
    )
    return row?.mark ?? ''
  }

  /** Unchanged as long as no row of any table has changed. */
  async fingerprint(): Promise<string> {
    const mark = await this.mark()
    if (mark === this.#mark) return textOf(this.#digests)
    const rows = await this.#ask<{ mark: string }>(
      'write_marks',
      this.#tables
        .map(
          (_, number) => `select last_value || is_called::text as mark from write_mark_${number}`,
        )
        .join(' union all '),
    )
    const marks = new Map(this.#tables.map((name, number) => [name, rows[number]?.mark ?? '']))
    const moved = this.#tables.filter((name) => this.#marks.get(name) !== marks.get(name))
    for (const [name, digest] of await digests(this.#db, moved)) this.#digests.set(name, digest)
    this.#mark = mark
    this.#marks = marks
    return textOf(this.#digests)
  }

  async #ask<Row extends pg.QueryResultRow>(name: string, text: string): Promise<Row[]> {
    return (await this.#client.query<Row>({ name, text })).rows
  }

  stop(): Promise<void> {
    this.#traffic.stop()
    return this.#client.end()
  }
}
