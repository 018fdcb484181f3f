import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { questionColumns } from '../columns.ts'

/** Editors refuse to save a version that is not the current one. */
const nextVersion = sql<number>`version + 1`

/** Changes how a category is listed; returns whether it exists. */
export async function changeCategory(
  { db }: Pick<Context, 'db'>,
  options: {
    readonly categoryId: number
    readonly name: LocalizedText
    readonly position: number
    readonly status: 'Active' | 'Inactive' | 'Pending'
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('category')
    .set({
      name: JSON.stringify(options.name),
      position: options.position,
      status: options.status,
      version: nextVersion,
    })
    .where('id', '=', options.categoryId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All categories in their order, including unlisted ones. */
export async function readCategories({ db }: Pick<Context, 'db'>) {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'version', 'slug', 'name', 'position', 'status'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    slug: row.slug,
    name: row.name as unknown as LocalizedText,
    position: row.position,
    status: row.status as 'Active' | 'Inactive' | 'Pending',
  }))
}

/** Frequent questions in their order. */
export async function readQuestions({ db }: Pick<Context, 'db'>) {
  const rows = await db
    .selectFrom('faq_entry')
    .select(questionColumns)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    question: row.question as unknown as LocalizedText,
    answer: row.answer as unknown as LocalizedText,
    position: row.position,
  }))
}

/**
 * Changes a frequent question, or adds one when no id is given.
 *
 * @returns its number; null when it does not exist
 */
export async function saveQuestion(
  { db }: Pick<Context, 'db'>,
  options: {
    readonly faqId?: number | undefined
    readonly question: LocalizedText
    readonly answer: LocalizedText
    readonly position: number
  },
): Promise<number | null> {
  const row = {
    question: JSON.stringify(options.question),
    answer: JSON.stringify(options.answer),
    position: options.position,
  }
  if (options.faqId !== undefined) {
    const { numUpdatedRows } = await db
      .updateTable('faq_entry')
      .set({ ...row, version: nextVersion })
      .where('id', '=', options.faqId)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? options.faqId : null
  }
  // Question numbers are set by the seeds instead of a sequence, so the next one is determined under a lock of the
  // table.
  await sql`lock table faq_entry in share row exclusive mode`.execute(db)
  const { id } = await db
    .insertInto('faq_entry')
    .values({ id: sql<number>`(select coalesce(max(id), 0) + 1 from faq_entry)`, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a question; returns whether it existed. */
export async function removeQuestion({ db }: Pick<Context, 'db'>, faqId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('faq_entry')
    .where('id', '=', faqId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
