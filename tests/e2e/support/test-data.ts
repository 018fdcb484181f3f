import pg from 'pg'
import { expect, inject } from 'vitest'
import type { Visitor } from './visitor.ts'

/** The demo's content, read from the shop's database. */
export interface TestData {
  /** The first column of the first row. */
  one(sql: string, values?: readonly unknown[]): Promise<string>
  close(): Promise<void>
}

/** A connection to the database of the shop, or of another one, which the caller ends. */
export async function openDatabase(url = inject('shop').databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Runs statements in the shop's database. */
export async function withDatabase<Result>(
  work: (database: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

export async function openTestData(databaseUrl?: string): Promise<TestData> {
  const client = await openDatabase(databaseUrl)
  // A connection sends one statement after another; several roles read at once.
  let turn: Promise<unknown> = Promise.resolve()
  return {
    one(sql, values = []) {
      const answer = turn.then(async () => {
        const { rows } = await client.query({ text: sql, values: [...values], rowMode: 'array' })
        const value: unknown = rows[0]?.[0]
        if (value === undefined || value === null) throw new Error(`The demo has none: ${sql}`)
        return String(value)
      })
      turn = answer.catch(() => {})
      return answer
    },
    close: () => client.end(),
  }
}

/** The date in Tbilisi after this many days. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
}

/** Sends a call with a visitor's session, and returns its reply. */
export async function callAs(
  { context, url }: Pick<Visitor, 'context' | 'url'>,
  path: string,
  data?: object,
  // oxlint-disable-next-line typescript/no-explicit-any -- a journey reads what calls answer
): Promise<any> {
  const headers = { 'x-api-key': 'demo-web', origin: url, 'accept-language': 'en' }
  const answer = await (data
    ? context.request.post(url + path, { headers, data })
    : context.request.get(url + path, { headers }))
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}
