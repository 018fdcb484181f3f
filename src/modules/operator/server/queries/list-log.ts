import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { listOperatorLog, LogEntryView } from '../../contract.ts'

const pageSize = 50

export async function listLog(
  context: Context,
  before: number | undefined,
): Promise<z.output<typeof listOperatorLog.reply>> {
  let query = context.db
    .selectFrom('operator_log')
    .leftJoin('customer', 'customer.id', 'operator_log.operator_id')
    .select([
      'operator_log.id',
      'operator_log.at',
      'operator_log.action',
      'operator_log.subject',
      'operator_log.detail',
      'customer.full_name',
      'customer.email',
    ])
    .orderBy('operator_log.id', 'desc')
    .limit(pageSize + 1)
  if (before !== undefined) query = query.where('operator_log.id', '<', before)
  const rows = await query.execute()
  const shown = rows.slice(0, pageSize)
  return {
    entries: shown.map((row): LogEntryView => ({
      logId: row.id,
      at: row.at.toISOString(),
      operatorName: row.full_name || row.email || '',
      action: row.action,
      subject: row.subject,
      detail: row.detail as Record<string, unknown>,
    })),
    next: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
  }
}
