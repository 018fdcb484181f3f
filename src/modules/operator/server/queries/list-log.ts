import type { z } from 'zod'
import { readCustomerNames } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { keysOfFacts } from '#kernel/log-keys.ts'
import { readLogNames, type LogNamer } from '#platform/log-names.ts'
import { readOperatorLog } from '#platform/operator-log.ts'
import type { listOperatorLog, LogEntryView } from '../../contract.ts'

const pageSize = 50

export async function listLog(
  context: Context,
  namers: readonly LogNamer[],
  before: number | undefined,
): Promise<z.output<typeof listOperatorLog.reply>> {
  const rows = await readOperatorLog(context, { before, most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const names = await readCustomerNames(
    context,
    shown.flatMap((row) => row.operator_id ?? []),
  )
  const named = await readLogNames(context, namers, {
    keys: shown.flatMap(({ subject, detail }) => [
      subject,
      ...keysOfFacts(detail as Record<string, unknown>),
    ]),
    office: 'operator',
  })
  return {
    names: named,
    entries: shown.map((row): LogEntryView => ({
      logId: row.id,
      at: row.at.toISOString(),
      operatorName: names.get(row.operator_id ?? '') ?? '',
      action: row.action,
      subject: row.subject,
      detail: row.detail as Record<string, unknown>,
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  }
}
