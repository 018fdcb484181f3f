import { sql } from 'kysely'
import { fail, ok, type Result } from '#kernel/result.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { listExtras } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { csvFile } from '#platform/csv.ts'

const headings = {
  ka: ['შეკვეთა', 'რიგი', 'ადგილი', 'ველი', 'პასუხი'],
  en: ['order', 'row', 'seat', 'field', 'answer'],
} as const

/**
 * Questions and answers of paid orders, one answer per line, for one event or all events of a show. The export contains
 * personal data, so it is logged.
 */
export async function exportExtras(
  context: Context,
  { eventId, showId }: { readonly eventId?: number; readonly showId?: number },
): Promise<Result<string, 'BadRequest'>> {
  if ((eventId === undefined) === (showId === undefined)) {
    const message = 'Either an event or a show is needed'
    return fail('BadRequest', { fields: [{ path: 'query.eventId', message }] })
  }
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event_summary
    where event_id = ${eventId ?? null}::int or show_id = ${showId ?? null}::int`.execute(
    context.db,
  )
  const { locale } = context
  const extras = await listExtras(
    context,
    eventSource.name,
    rows.map(({ id }) => id),
  )
  await logOperatorAction(context, {
    action: 'orders.export-extras',
    subject: eventId === undefined ? `show ${showId}` : `event ${eventId}`,
    detail: { answerCount: extras.length },
  })
  return ok(
    csvFile([
      [...headings[locale]],
      ...extras.map(({ orderNumber, row, seat, label, value }) => [
        orderNumber,
        row,
        seat,
        label[locale],
        value[locale],
      ]),
    ]),
  )
}
