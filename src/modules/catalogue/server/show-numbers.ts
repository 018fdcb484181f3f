/** Numbers of shows for what a vertical lists without a number of its own. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** By key. A key that is listed for the first time gets a number, which it keeps. */
export async function showNumbersOf(
  { db }: Context,
  source: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = await readNumbers(db, source, keys)
  const unknown = keys.filter((key) => !known.has(key))
  if (unknown.length === 0) return known
  // Only missing keys are inserted, so that repeated readings use no numbers; sorted, so that two readings never wait for each other.
  await sql`
    insert into listed_show (source, key)
    select ${source}, key from unnest(${unknown.toSorted()}::text[]) as missing (key)
    on conflict (source, key) do nothing`.execute(db)
  return readNumbers(db, source, keys)
}

async function readNumbers(
  db: Context['db'],
  source: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; showId: number }>`
    select key, show_id as "showId" from listed_show
    where source = ${source} and key = any(${[...keys]}::text[])`.execute(db)
  return new Map(rows.map(({ key, showId }) => [key, showId]))
}

/** What a source knows a number by; null if the number is not its own. */
export async function keyOfShowNumber(
  { db }: Context,
  source: string,
  showId: number,
): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select key from listed_show where source = ${source} and show_id = ${showId}`.execute(db)
  return rows[0]?.key ?? null
}
