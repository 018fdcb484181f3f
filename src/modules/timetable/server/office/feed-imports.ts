/** Feed imports by operators: stored in parts, then validated and applied by the worker. */
import { sql } from 'kysely'
import { errorTable, isErrorCode } from '#contract/errors.ts'
import type { Locale } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import {
  answerAbout,
  type FeedImportView,
  type feedImportStates,
  type FeedReportView,
  type ImportAnswers,
} from '../../feed-contract.ts'
import type { Brand } from '../../shapes.ts'
import { isOfAnother, merchantOf } from '../commands/import-feed.ts'

/** Validates or applies an uploaded feed in the worker; the page displays its progress. */
export const feedImportJob = defineJob<{ readonly importId: string }>('feed-import', {
  retryMax: 2,
})

/** Imports that were not applied are deleted after this period. */
const retentionDays = 7

type FeedImportState = (typeof feedImportStates)[number]

type StoredReport = Omit<FeedReportView, 'soldRuns' | 'soldRunCounts' | 'trips'> &
  Partial<Pick<FeedReportView, 'soldRuns' | 'soldRunCounts'>> & {
    readonly trips: Omit<FeedReportView['trips'], 'renamed'> & { readonly renamed?: number }
  }

export interface FeedImportRow {
  readonly id: string
  readonly operatorId: string | null
  readonly createdAt: Date
  readonly name: string
  readonly brand: Brand
  readonly organiser: string
  readonly fileName: string
  readonly bytes: number
  readonly state: FeedImportState
  readonly step: FeedImportView['step']
  readonly stepsDone: number
  readonly stepsTotal: number | null
  readonly report: StoredReport | null
  readonly failure: string | null
  readonly appliedAt: Date | null
  readonly answers: ImportAnswers | null
}

const summaryColumns = sql`id, operator_id as "operatorId", created_at as "createdAt", name, brand, organiser,
  file_name as "fileName", bytes, state, step, steps_done as "stepsDone", steps_total as "stepsTotal", failure,
  applied_at as "appliedAt", answers`

export async function findFeedImport(
  { db }: Pick<Context, 'db'>,
  id: string,
): Promise<FeedImportRow | undefined> {
  const { rows } = await sql<FeedImportRow>`
    select ${summaryColumns}, report from feed_import where id = ${id}`.execute(db)
  return rows[0]
}

export async function latestFeedImports({ db }: Pick<Context, 'db'>): Promise<FeedImportRow[]> {
  const { rows } = await sql<FeedImportRow>`
    select ${summaryColumns}, null as report from feed_import order by created_at desc, id desc limit 20`.execute(
    db,
  )
  return rows
}

/** Reports of earlier releases say nothing about sold runs and renamed trips. */
function completed(report: StoredReport): FeedReportView {
  return {
    ...report,
    soldRuns: report.soldRuns ?? [],
    soldRunCounts: report.soldRunCounts ?? { same: 0, moved: 0, kept: 0, cancelled: 0, asked: 0 },
    trips: { ...report.trips, renamed: report.trips.renamed ?? 0 },
  }
}

export function presentFeedImport(row: FeedImportRow, locale: Locale): FeedImportView {
  const { id, createdAt, appliedAt, failure, name, brand, fileName, state, step } = row
  return {
    importId: id,
    name,
    brand,
    fileName,
    state,
    createdAt: createdAt.toISOString(),
    appliedAt: appliedAt?.toISOString() ?? null,
    step,
    stepsDone: row.stepsDone,
    stepsTotal: row.stepsTotal,
    report: row.report && completed(row.report),
    failure: failure !== null && isErrorCode(failure) ? errorTable[failure][locale] : '',
  }
}

export async function openFeedImport(
  context: Context,
  upload: {
    readonly name: string
    readonly brand: Brand
    readonly organiser: string
    readonly fileName: string
    readonly bytes: number
  },
): Promise<Result<string, 'NotFound' | 'FeedOfAnother'>> {
  const merchantId = await merchantOf(context, upload.organiser)
  if (merchantId === null) return fail('NotFound')
  if (await isOfAnother(context, upload.name, merchantId)) return fail('FeedOfAnother')
  const id = context.random.uuid()
  const now = context.clock.now()
  const operatorId = context.actor.kind === 'customer' ? context.actor.customerId : null
  const { db } = context
  await sql`
    delete from feed_import where state <> 'applied'
      and created_at < ${new Date(now.getTime() - retentionDays * 86_400_000)}`.execute(db)
  await sql`
    insert into feed_import (id, operator_id, created_at, name, brand, organiser, file_name, bytes, state)
    values (${id}, ${operatorId}, ${now}, ${upload.name}, ${upload.brand}, ${upload.organiser}, ${upload.fileName},
      ${upload.bytes}, 'uploading')`.execute(db)
  return ok(id)
}

/** Stores a part; returns the number of bytes received so far. */
export async function storePart(
  { db }: Context,
  importId: string,
  part: { readonly number: number; readonly content: Uint8Array },
): Promise<Result<number, 'NotFound' | 'ImportStateNotAllowed'>> {
  const row = await findFeedImport({ db }, importId)
  if (!row) return fail('NotFound')
  const { rows } = await sql<{ bytes: number }>`
    with kept as (
      insert into feed_import_part (import_id, number, content)
      select id, ${part.number}::int, ${Buffer.from(part.content)} from feed_import
      where id = ${importId} and state = 'uploading'
      on conflict (import_id, number) do update set content = excluded.content
      returning number, length(content) as bytes
    )
    select (coalesce((select sum(length(content)) from feed_import_part
        where import_id = ${importId} and number <> ${part.number}), 0)
      + (select bytes from kept))::int as bytes
    where exists (select from kept)`.execute(db)
  const [kept] = rows
  return kept ? ok(kept.bytes) : fail('ImportStateNotAllowed')
}

/** Starts the validation of a complete upload; returns `ImportOutdated` while bytes are missing. */
export async function requestCheck(
  context: Context,
  importId: string,
): Promise<Result<null, 'NotFound' | 'ImportStateNotAllowed' | 'ImportOutdated'>> {
  return inTransaction(context, async (inside) => {
    const { rows } = await sql<{ id: string }>`
      update feed_import set state = 'waiting' where id = ${importId} and state = 'uploading'
        and bytes = (select sum(length(content)) from feed_import_part where import_id = ${importId})
      returning id`.execute(inside.db)
    if (rows.length === 0) {
      const row = await findFeedImport(inside, importId)
      if (!row) return fail('NotFound')
      return fail(row.state === 'uploading' ? 'ImportOutdated' : 'ImportStateNotAllowed')
    }
    await enqueue(inside, feedImportJob, { importId }, { singletonKey: `${importId} check` })
    return ok(null)
  })
}

/** Whether every sold run that the feed does not settle has an answer. */
function isAnswered(report: StoredReport | null, answers: ImportAnswers): boolean {
  return (report?.soldRuns ?? []).every(
    (run) => run.outcome !== 'asked' || answerAbout(answers, run) !== undefined,
  )
}

/** Starts the application of a validated feed, at most once. */
export async function requestFeedApply(
  context: Context,
  importId: string,
  answers: ImportAnswers,
): Promise<
  Result<null, 'NotFound' | 'ImportHasProblems' | 'ImportNeedsAnswers' | 'ImportStateNotAllowed'>
> {
  const planned = await findFeedImport(context, importId)
  if (planned?.state === 'checked' && !isAnswered(planned.report, answers))
    return fail('ImportNeedsAnswers')
  return inTransaction(context, async (inside) => {
    const { rows } = await sql<{ name: string; organiser: string }>`
      update feed_import set state = 'applying', step = null, steps_done = 0, steps_total = null,
        answers = ${JSON.stringify(answers)}::jsonb
      where id = ${importId} and state = 'checked' and (report->>'errors')::int = 0
        and not (report->>'isSame')::boolean
      returning name, organiser`.execute(inside.db)
    const [row] = rows
    if (!row) {
      const known = await findFeedImport(inside, importId)
      if (!known) return fail('NotFound')
      return fail(known.state === 'checked' ? 'ImportHasProblems' : 'ImportStateNotAllowed')
    }
    await logOperatorAction(inside, {
      action: 'timetable.import-feed',
      subject: `feed ${row.name}`,
      detail: { importId, answers, merchantIds: [await merchantOf(inside, row.organiser)] },
    })
    await enqueue(inside, feedImportJob, { importId }, { singletonKey: `${importId} apply` })
    return ok(null)
  })
}
