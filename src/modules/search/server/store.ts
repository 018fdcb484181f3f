/** SQL statements of search. */
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Retention of clicks in days. */
const clickRetentionDays = 60

/** Returns the salt of a day: the given one, unless another process stored one first. Deletes earlier salts and old clicks. */
export async function readSalt(db: Database, day: string, salt: Buffer): Promise<Buffer> {
  await sql`delete from search_salt where day < ${day}::date`.execute(db)
  await sql`delete from search_click where day < ${day}::date - ${clickRetentionDays}::int`.execute(
    db,
  )
  const inserted = await sql<{ salt: Buffer }>`
    insert into search_salt (day, salt) values (${day}, ${salt})
    on conflict (day) do update set day = excluded.day
    returning salt`.execute(db)
  return inserted.rows[0]?.salt ?? salt
}

export interface ClickRow {
  readonly day: string
  readonly textKey: string
  readonly text: string
  readonly itemType: string
  readonly itemId: number
  readonly position: number
  readonly visitor: Buffer
}

/** Inserts clicks in one statement; repeated clicks of a visitor on the same item are ignored. */
export async function insertClicks(db: Database, rows: readonly ClickRow[]): Promise<void> {
  await sql`
    insert into search_click (day, text_key, item_type, item_id, visitor, text, position)
    select * from unnest(
      ${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.textKey)}::text[],
      ${rows.map((row) => row.itemType)}::text[], ${rows.map((row) => row.itemId)}::int[],
      ${rows.map((row) => row.visitor)}::bytea[], ${rows.map((row) => row.text)}::text[],
      ${rows.map((row) => row.position)}::smallint[])
    on conflict do nothing`.execute(db)
}

interface Decay {
  readonly max: number
  readonly halfLife: number
}

/** Choices of the last `decay.max` days with the highest weights. */
export async function readChoices(db: Database, today: string, decay: Decay) {
  const result = await sql<{ textKey: string; itemType: string; itemId: number; weight: number }>`
    select text_key as "textKey", item_type as "itemType", item_id as "itemId",
      sum(power(0.5, (${today}::date - day) / ${decay.halfLife}::float8))::float8 as weight
    from search_click
    where day > ${today}::date - ${decay.max}::int
    group by text_key, item_type, item_id
    order by weight desc, text_key, item_id
    limit 20000`.execute(db)
  return result.rows
}

/**
 * Texts by the number of people who chose a result after them, in their most frequent spelling. For privacy, texts
 * that never reached `peopleMin` users in a day are left out.
 */
export async function readSearchWords(
  db: Database,
): Promise<{ textKey: string; text: string; createdAt: Date }[]> {
  const rows = await db
    .selectFrom('search_word')
    .select(['text_key', 'text', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('text_key')
    .limit(500)
    .execute()
  return rows.map(({ text_key, text, created_at }) => ({
    textKey: text_key,
    text,
    createdAt: created_at,
  }))
}

/** Returns whether the words were not there yet. */
export async function insertSearchWord(
  db: Database,
  { textKey, text, at }: { readonly textKey: string; readonly text: string; readonly at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('search_word')
    .values({ text_key: textKey, text, created_at: at })
    .onConflict((conflict) => conflict.column('text_key').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function deleteSearchWord(db: Database, textKey: string): Promise<boolean> {
  const result = await db
    .deleteFrom('search_word')
    .where('text_key', '=', textKey)
    .executeTakeFirst()
  return Number(result.numDeletedRows) === 1
}

export async function readTopTexts(
  db: Database,
  today: string,
  options: Decay & { readonly peopleMin: number; readonly topMax: number },
): Promise<string[]> {
  const result = await sql<{ text: string }>`
    with of_day as (
      select text_key, day, count(distinct visitor) as people
      from search_click
      where day > ${today}::date - ${options.max}::int
      group by text_key, day
    ), top as (
      select text_key,
        sum(people * power(0.5, (${today}::date - day) / ${options.halfLife}::float8)) as weight
      from of_day
      group by text_key
      having max(people) >= ${options.peopleMin}::int
      order by weight desc, text_key
      limit ${options.topMax}
    )
    select (
      select text from search_click where search_click.text_key = top.text_key
      group by text order by count(distinct visitor) desc, text limit 1
    ) as text
    from top order by weight desc, text_key`.execute(db)
  return result.rows.map((row) => row.text)
}

export interface SavedSearchRow {
  readonly keyword: string
  readonly textKey: string
  readonly customerId: string | null
  readonly visitor: Buffer | null
  readonly browser: string
  readonly day: string
  readonly savedAt: Date
}

/** Saves a search; saving it again updates it. */
export async function upsertSavedSearch(db: Database, row: SavedSearchRow): Promise<void> {
  await db
    .insertInto('saved_search')
    .values({
      keyword: row.keyword,
      text_key: row.textKey,
      customer_id: row.customerId,
      visitor: row.visitor,
      browser: row.browser,
      day: row.day,
      saved_at: row.savedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(row.customerId === null ? ['visitor', 'text_key'] : ['customer_id', 'text_key'])
        .doUpdateSet({ keyword: row.keyword, day: row.day, saved_at: row.savedAt }),
    )
    .execute()
}

/** Deletes the oldest saved searches of a customer beyond the newest `most`. */
export async function trimSavedSearches(
  db: Database,
  customerId: string,
  most: number,
): Promise<void> {
  await sql`
    delete from saved_search where id in (
      select id from saved_search where customer_id = ${customerId}
      order by saved_at desc, id desc offset ${most}
    )`.execute(db)
}

export function readSavedSearches(db: Database, customerId: string) {
  return db
    .selectFrom('saved_search')
    .select(['id', 'keyword', 'saved_at as savedAt'])
    .where('customer_id', '=', customerId)
    .orderBy('saved_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns false when the customer has no such search. */
export async function deleteSavedSearch(
  db: Database,
  customerId: string,
  id: number,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('saved_search')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
