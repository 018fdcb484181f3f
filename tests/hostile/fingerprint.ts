import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#platform/database/database.ts'

/**
 * Tables that a refused request may change: its idempotency key, its new session, and rate limits. Responses of
 * external suppliers are cached by the first request and shared. The log of writes is our own.
 */
const passing: readonly string[] = [
  'idempotency_key',
  'session',
  'request_count',
  'migration',
  'flight_search',
  'flight_search_answer',
  'flight_lowest_fare',
  'write_log',
]

/** Names of the tables that are compared, quoted where they need it. */
async function comparedTables(db: Database, ignored = passing): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not like 'pgboss%' and not table_name = any(${ignored})
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

/** The rows of a table: how many, and the sum of their checksums. */
interface Sums {
  readonly rows: bigint
  readonly checksum: bigint
}

const textOfSums = (sums: ReadonlyMap<string, Sums>): string =>
  textOf(new Map([...sums].map(([name, { rows, checksum }]) => [name, `${rows} ${checksum}`])))

/** A written row adds its new checksum to the log and subtracts the earlier one, in its own transaction. */
const logOfWrites = `
  create unlogged table write_log (name text not null, rows int not null, checksum numeric not null);
  create function log_write() returns trigger language plpgsql as $$
  declare
    added numeric := 0;
    removed numeric := 0;
  begin
    if tg_op <> 'DELETE' then added := hashtextextended(new::text, 1); end if;
    if tg_op <> 'INSERT' then removed := hashtextextended(old::text, 1); end if;
    insert into write_log values (tg_argv[0],
      case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end, added - removed);
    return null;
  end $$;
  create function log_truncation() returns trigger language plpgsql as $$
  begin
    insert into write_log values (tg_argv[0], -1000000, 0);
    return null;
  end $$;`

interface WatchOptions {
  /** Has been counting since before the first connection was opened. */
  readonly traffic?: Traffic
  /** Tables that are not watched. */
  readonly ignored?: readonly string[]
}

/**
 * A fast fingerprint for use after every request: triggers log what each written row adds to the fingerprint of its
 * table, so that no table is read again.
 */
export class WatchedDatabase {
  readonly #client: pg.Client
  readonly #traffic: Traffic
  readonly #sums: Map<string, Sums>
  #text: string

  private constructor(client: pg.Client, sums: Map<string, Sums>, traffic: Traffic) {
    this.#client = client
    this.#sums = sums
    this.#text = textOfSums(sums)
    this.#traffic = traffic
  }

  static async start(
    db: Database,
    url: string,
    { traffic = new Traffic(), ignored = passing }: WatchOptions = {},
  ): Promise<WatchedDatabase> {
    const tables = await comparedTables(db, ignored)
    const triggers = tables.map(
      (name) => `
        create trigger log_write after insert or update or delete on ${name}
          for each row execute function log_write('${name}');
        create trigger log_truncation after truncate on ${name}
          for each statement execute function log_truncation('${name}');`,
    )
    await sql.raw(logOfWrites + triggers.join('')).execute(db)
    const client = new pg.Client({ connectionString: url, stream: () => traffic.apart() })
    await client.connect()
    const sums = new Map(
      [...(await digests(db, tables))].map(([name, digest]) => {
        const [rows = 0n, checksum = 0n] = digest.split(' ').map(BigInt)
        return [name, { rows, checksum }]
      }),
    )
    return new WatchedDatabase(client, sums, traffic)
  }

  /** Unchanged as long as this process has exchanged nothing with the database. */
  traffic(): number {
    return this.#traffic.bytes()
  }

  /** Names of the tables of which rows were written since the last look. */
  async written(): Promise<ReadonlySet<string>> {
    const written = await this.#ask<{ name: string; rows: string; checksum: string }>(
      'write_log',
      `with taken as (delete from write_log returning *)
        select name, sum(rows)::text as rows, sum(checksum)::text as checksum from taken group by name`,
    )
    for (const { name, rows, checksum } of written) {
      const before = this.#sums.get(name) ?? { rows: 0n, checksum: 0n }
      this.#sums.set(name, {
        rows: before.rows + BigInt(rows),
        checksum: before.checksum + BigInt(checksum),
      })
    }
    return new Set(written.map(({ name }) => name))
  }

  /** Unchanged as long as no row of any table has changed. */
  async fingerprint(): Promise<string> {
    const written = await this.written()
    if (written.size > 0) this.#text = textOfSums(this.#sums)
    return this.#text
  }

  async #ask<Row extends pg.QueryResultRow>(name: string, text: string): Promise<Row[]> {
    return (await this.#client.query<Row>({ name, text })).rows
  }

  stop(): Promise<void> {
    this.#traffic.stop()
    return this.#client.end()
  }
}
