/** Names of tickets and orders in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { ticketPlaceOf, type LineDetail } from '#modules/orders/server/public-api.ts'
import type { LogNamer } from '#platform/log-names.ts'

export const ticketLogNamers: readonly LogNamer[] = [
  {
    kind: 'order',
    async readNames({ db }, ids) {
      const { rows } = await sql<{ orderNumber: string }>`
        select order_number as "orderNumber" from order_summary
        where order_number = any(${[...ids]}::text[])`.execute(db)
      return new Map(
        rows.map(({ orderNumber }) => [
          orderNumber,
          {
            name: orderNumber,
            merchantPath: `/merchant/orders/${orderNumber}`,
            operatorPath: `/operator/orders/${orderNumber}`,
          },
        ]),
      )
    },
  },
  {
    kind: 'ticket',
    async readNames({ db, locale }, ids) {
      const { rows } = await sql<{
        identifier: string
        section: LocalizedText | null
        row: string | null
        seat: string | null
        type: LocalizedText
        detail: LineDetail
      }>`
        select t.identifier, t.section_name as section, t.row_label as row, t.seat_label as seat,
          l.description as type, l.detail
        from ticket_summary t join order_line_summary l on l.order_line_id = t.order_line_id
        where t.identifier = any(${[...ids]}::text[])`.execute(db)
      return new Map(
        rows.map(({ identifier, type, ...place }) => [
          identifier,
          { name: ticketPlaceOf(place, locale) ?? type[locale] },
        ]),
      )
    },
  },
]
