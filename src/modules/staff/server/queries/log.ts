import type { LocalizedText } from '#kernel/locale.ts'
import { keysOfFacts } from '#kernel/log-keys.ts'
import { spanOf } from '#kernel/day-span.ts'
import type { Context } from '#platform/context.ts'
import { readLogNames, type LogNamer } from '#platform/log-names.ts'
import type { StaffLogEntry } from '../../team-contract.ts'
import { readStaffLog, type StaffLogFilter, type StaffLogRow } from '../staff-log.ts'

const pageSize = 50

export interface LogQuery {
  /** All organisers when absent. */
  readonly merchantId?: number | undefined
  readonly staffId?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly before?: number | undefined
}

export function filterOf(query: LogQuery, most: number): StaffLogFilter {
  const { dateFrom, dateTo, action, subject, ...rest } = query
  const { from, until } = spanOf({ dateFrom, dateTo })
  return {
    ...rest,
    action: action || undefined,
    subject: subject || undefined,
    from: from ?? undefined,
    until: until ?? undefined,
    most,
  }
}

/** One page of an organiser's log, newest first. */
export async function listLog(context: Context, namers: readonly LogNamer[], query: LogQuery) {
  const rows = await readStaffLog(context, filterOf(query, pageSize + 1))
  const { shown, next } = pageOf(rows)
  const names = await namesOf(context, namers, shown, 'merchant')
  return { entries: shown.map(present), names, next }
}

/** One page of the logs of all organisers, or of one, for operators. */
export async function listMerchantsLog(
  context: Context,
  namers: readonly LogNamer[],
  query: LogQuery,
) {
  const rows = await readStaffLog(context, filterOf(query, pageSize + 1))
  const { shown, next } = pageOf(rows)
  const merchants = await context.db
    .selectFrom('merchant_summary')
    .select(['merchant_id', 'name'])
    .execute()
  const named = merchants.map(({ merchant_id, name }) => ({
    merchantId: merchant_id ?? 0,
    name: (name as unknown as LocalizedText)[context.locale],
  }))
  const nameOf = new Map(named.map(({ merchantId, name }) => [merchantId, name]))
  return {
    entries: shown.map((row) => ({
      ...present(row),
      merchantName: nameOf.get(row.merchantId) ?? '',
    })),
    names: await namesOf(context, namers, shown, 'operator'),
    next,
    merchants: named.toSorted((one, other) => one.name.localeCompare(other.name)),
  }
}

export function namesOf(
  context: Context,
  namers: readonly LogNamer[],
  rows: readonly StaffLogRow[],
  office: 'merchant' | 'operator',
) {
  const keys = rows.flatMap(({ subject, before, after }) => [
    subject,
    ...keysOfFacts(before),
    ...keysOfFacts(after),
  ])
  return readLogNames(context, namers, { keys, office })
}

function pageOf(rows: readonly StaffLogRow[]) {
  const shown = rows.slice(0, pageSize)
  return { shown, next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null }
}

function present({
  id,
  at,
  staffName,
  keyName,
  action,
  subject,
  before,
  after,
}: StaffLogRow): StaffLogEntry {
  return {
    logId: id,
    at: at.toISOString(),
    staffName: staffName ?? '',
    keyName,
    action,
    subject,
    before,
    after,
  }
}
