import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { importFeed, type FeedReport } from '../commands/import-feed.ts'
import { findFeedImport, type FeedImportRow } from './feed-imports.ts'

/** Progress is written at most so often. */
const noteMilliseconds = 500

/**
 * Job handler: checks a waiting feed, carries out one that is to be applied, and ignores one that is done. Idempotent: a
 * feed that an attempt before has brought in is the same now. A failure is told to the operator and changes nothing.
 */
export async function runFeedImport(context: Context, importId: string): Promise<void> {
  const row = await findFeedImport(context, importId)
  if (!row) return
  const { state } = row
  if (state !== 'waiting' && state !== 'checking' && state !== 'applying') return
  const isDryRun = state !== 'applying'
  try {
    if (isDryRun)
      await sql`update feed_import set state = 'checking' where id = ${importId}`.execute(
        context.db,
      )
    const report = await importFeed(
      context,
      {
        name: row.name,
        brand: row.brand,
        organiser: row.organiser,
        packed: partsOf(context, row),
        isDryRun,
      },
      progressOf(context, importId),
    )
    await (isDryRun ? noteCheck(context, importId, report) : noteApplied(context, row, report))
  } catch (error) {
    context.log.error({ err: error, importId }, 'a feed was not brought in')
    await sql`update feed_import set state = 'failed', failure = 'ServerSide' where id = ${importId}`.execute(
      context.db,
    )
  }
}

async function* partsOf(
  { db }: Pick<Context, 'db'>,
  { id }: FeedImportRow,
): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const { rows } = await sql<{ content: Uint8Array }>`
      select content from feed_import_part where import_id = ${id} and number = ${number}`.execute(
      db,
    )
    const [part] = rows
    if (!part) return
    yield part.content
  }
}

/** Written beside the transaction of the import, so that others see it. */
function progressOf({ db }: Pick<Context, 'db'>, importId: string) {
  let notedAt = 0
  return async (step: 'read' | 'trips', done: number, total: number | null): Promise<void> => {
    const now = performance.now()
    if (now - notedAt < noteMilliseconds && done !== total) return
    notedAt = now
    await sql`
      update feed_import set step = ${step}, steps_done = ${done}, steps_total = ${total}
      where id = ${importId}`.execute(db)
  }
}

async function noteCheck({ db }: Context, importId: string, report: FeedReport): Promise<void> {
  await sql`
    update feed_import set state = 'checked', report = ${JSON.stringify(report)}::jsonb
    where id = ${importId}`.execute(db)
}

/** What the check said stays where an attempt before has done it. */
async function noteApplied(
  { db, clock }: Context,
  { id, report }: FeedImportRow,
  done: FeedReport,
): Promise<void> {
  const isRefused = done.errors > 0
  await sql`
    update feed_import set state = ${isRefused ? 'checked' : 'applied'},
      applied_at = ${isRefused ? null : clock.now()},
      report = ${JSON.stringify(done.isSame ? report : done)}::jsonb
    where id = ${id}`.execute(db)
  if (!isRefused) await sql`delete from feed_import_part where import_id = ${id}`.execute(db)
}
