import { sql } from 'kysely'
import { errorTable, isErrorCode } from '#contract/errors.ts'
import type { Locale } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { namedColumns } from '#platform/database/named-columns.ts'
import type { importStates, ImportItemView, ImportView } from '../import-contract.ts'
import { unpackFiles } from './import/pack-files.ts'
import type { ImportPlan, ImportRequest, ItemReport } from './import/plan.ts'
import type { Problem } from './import/record.ts'
import { describeProblem } from './labels.ts'

export type ImportState = (typeof importStates)[number]

const headColumns = [
  'id',
  'operator_id',
  'created_at',
  'name',
  'source',
  'state',
  'steps_done',
  'steps_total',
  'digest',
  'counts',
  'failure',
  'applied_at',
] as const

export async function findImport(context: Context, id: string) {
  return context.db
    .selectFrom('import_run')
    .select(headColumns)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function listLatestImports(context: Context, most: number) {
  return context.db
    .selectFrom('import_run')
    .select(headColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

export function presentImport(locale: Locale, row: ImportRow): ImportView {
  const counts = row.counts as Partial<ImportView['counts']>
  const failure = row.failure ?? ''
  return {
    importId: row.id,
    name: row.name,
    source: row.source,
    state: row.state as ImportState,
    createdAt: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    stepsDone: row.steps_done,
    stepsTotal: row.steps_total,
    digest: row.digest,
    counts: {
      new: counts.new ?? 0,
      changed: counts.changed ?? 0,
      unchanged: counts.unchanged ?? 0,
      bad: counts.bad ?? 0,
    },
    failure: isErrorCode(failure) ? errorTable[failure][locale] : '',
  }
}

/** The request of an import; its files are deleted once they are applied. */
export async function readRequest(
  context: Context,
  id: string,
): Promise<ImportRequest | undefined> {
  const row = await context.db
    .selectFrom('import_run')
    .select(['files', 'source', 'defaults'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    files: unpackFiles(row.files),
    source: row.source,
    defaults: row.defaults as ImportRequest['defaults'],
  }
}

export async function saveProgress(
  context: Context,
  id: string,
  done: number,
  total: number,
): Promise<void> {
  await context.db
    .updateTable('import_run')
    .set({ steps_done: done, steps_total: total })
    .where('id', '=', id)
    .execute()
}

/** Saves the report, replacing that of an earlier check. */
export async function saveReport(context: Context, id: string, plan: ImportPlan): Promise<void> {
  const { db } = context
  await db.deleteFrom('import_item').where('import_id', '=', id).execute()
  const size = 5_000
  for (let at = 0; at < plan.report.length; at += size) {
    const rows = plan.report.slice(at, at + size).map((item, index) => ({
      import_id: id,
      number: at + index + 1,
      kind: item.kind,
      key: item.key,
      action: item.action,
      // The letters have no column of their own.
      place: JSON.stringify({ ...item.place, unprintable: item.unprintable }),
      changes: item.changes,
      problems: item.problems,
    }))
    const columns = namedColumns(['import_id', ...itemColumns])
    await sql`insert into import_item (${columns})
      select ${columns} from jsonb_populate_recordset(null::import_item, ${JSON.stringify(rows)}::jsonb)`.execute(
      db,
    )
  }
  await db
    .updateTable('import_run')
    .set({
      state: 'checked',
      digest: plan.digest,
      counts: JSON.stringify(plan.counts),
      source: plan.source,
    })
    .where('id', '=', id)
    .execute()
}

const pageSize = 100

export async function readItems(
  context: Context,
  id: string,
  options: { readonly action?: string | undefined; readonly after?: number | undefined },
): Promise<{ items: ImportItemView[]; next: number | null }> {
  let query = context.db
    .selectFrom('import_item')
    .select(itemColumns)
    .where('import_id', '=', id)
    .where('number', '>', options.after ?? 0)
    .orderBy('number')
    .limit(pageSize + 1)
  if (options.action !== undefined) query = query.where('action', '=', options.action)
  const rows = await query.execute()
  const shown = rows
    .slice(0, pageSize)
    .map((row) => presentItem(context.locale, itemOf(row), row.number))
  return { items: shown, next: rows.length > pageSize ? (shown.at(-1)?.number ?? null) : null }
}

/** All items with problems, for the report. */
export async function readProblemItems(context: Context, id: string): Promise<ItemReport[]> {
  const rows = await context.db
    .selectFrom('import_item')
    .select(itemColumns)
    .where('import_id', '=', id)
    .where('action', '=', 'bad')
    .orderBy('number')
    .execute()
  return rows.map(itemOf)
}

const itemColumns = ['number', 'kind', 'key', 'action', 'place', 'changes', 'problems'] as const

function itemOf(row: {
  kind: string
  key: string
  action: string
  place: string
  changes: unknown
  problems: unknown
}): ItemReport {
  const { unprintable = [], ...place } = JSON.parse(row.place) as ItemReport['place'] &
    Partial<Pick<ItemReport, 'unprintable'>>
  return {
    kind: row.kind as ItemReport['kind'],
    key: row.key,
    action: row.action as ItemReport['action'],
    place,
    unprintable,
    changes: row.changes as ItemReport['changes'],
    problems: row.problems as Problem[],
  }
}

/** Long texts are truncated, since the page only shows what changes. */
const shownMax = 160

function presentItem(locale: Locale, item: ItemReport, number: number): ImportItemView {
  const cut = (value: string) => (value.length > shownMax ? `${value.slice(0, shownMax)}…` : value)
  return {
    number,
    kind: item.kind,
    key: item.key,
    action: item.action,
    file: item.place.file,
    at: item.place.at,
    changes: item.changes.map(({ column, from, to }) => ({ column, from: cut(from), to: cut(to) })),
    problems: item.problems.map((problem) => ({
      column: problem.column ?? '',
      code: problem.code,
      message: describeProblem(locale, problem),
    })),
    unprintable: [...item.unprintable],
  }
}
