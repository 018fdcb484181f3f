import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { listExtras } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import type { Column } from '#platform/tables/column.ts'
import { tableLabel as label } from '../import/state-words.ts'

interface EventRow {
  readonly id: number
  readonly name: LocalizedText
  readonly startsAt: Date
  readonly timeZone: string
}

type AnswerRow = Awaited<ReturnType<typeof listExtras>>[number] & {
  readonly event: EventRow | undefined
}

/**
 * Questions and answers of paid orders, one answer per line, for one event or all events of a show. The export contains
 * personal data, so it is logged.
 */
export async function exportExtras(
  context: Context,
  {
    eventId,
    showId,
  }: { readonly eventId?: number | undefined; readonly showId?: number | undefined },
): Promise<Result<Sheet, 'BadRequest'>> {
  if ((eventId === undefined) === (showId === undefined)) {
    const message = 'Either an event or a show is needed'
    return fail('BadRequest', { fields: [{ path: 'query.eventId', message }] })
  }
  const { rows: events } = await sql<EventRow>`
    select event_id as id, name, starts_at as "startsAt", time_zone as "timeZone" from event_summary
    where event_id = ${eventId ?? null}::int or show_id = ${showId ?? null}::int`.execute(
    context.db,
  )
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const extras = await listExtras(context, eventSource.name, [...eventOf.keys()])
  await logOperatorAction(context, {
    action: 'orders.export-extras',
    subject: eventId === undefined ? `show ${showId}` : `event ${eventId}`,
    detail: { answerCount: extras.length },
  })
  const { locale } = context
  const rows = extras.map((extra) => ({ ...extra, event: eventOf.get(extra.itemId) }))
  const columns: readonly Column<AnswerRow>[] = [
    { kind: 'text', key: 'orderNumber', label: label('order'), of: (row) => row.orderNumber },
    { kind: 'text', key: 'show', label: label('show'), of: ({ event }) => event?.name[locale] },
    {
      kind: 'moment',
      key: 'startsAt',
      label: label('startsAt'),
      zone: 'each',
      of: ({ event }) => event && { at: event.startsAt, timeZone: event.timeZone },
    },
    { kind: 'text', key: 'row', label: label('row'), of: ({ row }) => row },
    { kind: 'text', key: 'seat', label: label('seat'), of: ({ seat }) => seat },
    { kind: 'text', key: 'field', label: label('field'), of: (row) => row.label[locale] },
    { kind: 'text', key: 'answer', label: label('answer'), of: ({ value }) => value[locale] },
  ]
  return ok(sheetOf(locale, { name: label('answers'), columns, rows }))
}
