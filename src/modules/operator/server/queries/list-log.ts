import type { z } from 'zod'
import { readCustomerNames } from '#modules/accounts/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { readOperatorLog } from '#platform/operator-log.ts'
import type { listOperatorLog, LogEntryView } from '../../contract.ts'

const pageSize = 50

export async function listLog(
  context: Context,
  before: number | undefined,
): Promise<z.output<typeof listOperatorLog.reply>> {
  const rows = await readOperatorLog(context, { before, most: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const names = await readCustomerNames(
    context,
    shown.flatMap((row) => row.operator_id ?? []),
  )
  return {
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
