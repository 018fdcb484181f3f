/** Names of tickets and orders in change logs. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { ticketPlaceOf, type LineDetail } from '#modules/orders/server/public-api.ts'
import { createLogNamer, type LogNamer } from '#platform/log-names.ts'

export const ticketLogNamers: readonly LogNamer[] = [
  createLogNamer({
    kind: 'order',
    ids: (ids) => ids,
    query: (ids) => sql<{ id: string }>`
      select order_number as id from order_summary where order_number = any(${ids}::text[])`,
    merchants: (ids) => sql<{ merchantId: number | null }>`
      select distinct l.merchant_id as "merchantId" from order_line_summary l
      join order_summary o on o.order_id = l.order_id where o.order_number = any(${ids}::text[])`,
    present: ({ id }) => ({
      name: id,
      merchantPath: `/merchant/orders/${id}`,
      operatorPath: `/operator/orders/${id}`,
    }),
  }),
  createLogNamer({
    kind: 'ticket',
    ids: (ids) => ids,
    query: (ids) => sql<{
      id: string
      section: LocalizedText | null
      row: string | null
      seat: string | null
      type: LocalizedText
      detail: LineDetail
    }>`
      select t.identifier as id, t.section_name as section, t.row_label as row, t.seat_label as seat,
        l.description as type, l.detail
      from ticket_summary t join order_line_summary l on l.order_line_id = t.order_line_id
      where t.identifier = any(${ids}::text[])`,
    present: ({ type, ...place }, locale) => ({
      name: ticketPlaceOf(place, locale) ?? type[locale],
    }),
  }),
]
