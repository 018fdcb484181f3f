import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { ImportAnswers, ImportStep } from '../../feed-contract.ts'
import { importFeed, type FeedReport } from '../commands/import-feed.ts'
import { findFeedImport, type FeedImportRow } from './feed-imports.ts'

/** Minimum interval between progress updates. */
const progressMilliseconds = 500

/**
 * Job handler: validates a waiting import, applies one that was confirmed, and ignores one that is
 * finished. Idempotent: a feed that an earlier attempt has applied is identical now. A failure changes
 * nothing and is shown to the operator.
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
        packed: { [Symbol.asyncIterator]: () => partsOf(context, row) },
        isDryRun,
        answers: isDryRun ? undefined : hasAnswers(row.answers),
      },
      progressOf(context, importId),
    )
    await (isDryRun
      ? storeValidation(context, importId, report)
      : storeApplied(context, row, report))
  } catch (error) {
    context.log.error({ err: error, importId }, 'a feed was not brought in')
    await sql`update feed_import set state = 'failed', failure = 'ServerSide' where id = ${importId}`.execute(
      context.db,
    )
  }
}

/** Only what was answered: without answers an identical feed is not compared again. */
function hasAnswers(answers: FeedImportRow['answers']): ImportAnswers | undefined {
  return answers && Object.keys(answers).length > 0 ? answers : undefined
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

/** Uses a connection outside the import's transaction, so that progress is visible while it runs. */
function progressOf({ db }: Pick<Context, 'db'>, importId: string) {
  let writtenAt = 0
  return async (step: ImportStep, done: number, total: number | null): Promise<void> => {
    const now = performance.now()
    if (now - writtenAt < progressMilliseconds && done !== total) return
    writtenAt = now
    await sql`
      update feed_import set step = ${step}, steps_done = ${done}, steps_total = ${total}
      where id = ${importId}`.execute(db)
  }
}

async function storeValidation(
  { db }: Context,
  importId: string,
  report: FeedReport,
): Promise<void> {
  await sql`
    update feed_import set state = 'checked', report = ${JSON.stringify(report)}::jsonb
    where id = ${importId}`.execute(db)
}

/** If an earlier attempt has already applied the feed, the report of the validation is kept. */
async function storeApplied(
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
