/** What the orders of a statement were for. */
import { sql } from 'kysely'
import { formatTime, dayKey } from '#kernel/format.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import {
  describeBySource,
  itemKey,
  itemNote,
  type ItemDescription,
  type OrderPorts,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { LocalMoment } from '#platform/tables/column.ts'

/** An order of a statement: its number, and the names and dates of the organiser's items in it. */
export interface StatedOrder {
  readonly orderNumber: string
  /** Those of several dates with their dates. */
  readonly items: string
  /** The first date, in the time zone of its place; null for passes. */
  readonly startsAt: LocalMoment | null
}

interface StatedLine extends SoldItem {
  readonly orderKey: string
  readonly description: LocalizedText
}

/** Orders by key; keys grant access to orders and must not be shown. */
export async function readStatedOrders(
  context: Context,
  sources: OrderPorts['sources'],
  request: {
    readonly merchantId: number
    readonly keys: readonly string[]
    readonly locale: Locale
  },
): Promise<ReadonlyMap<string, StatedOrder>> {
  const { merchantId, locale } = request
  const keys = [...new Set(request.keys)]
  if (keys.length === 0) return new Map()
  const numbers = await context.db
    .selectFrom('order_summary')
    .select(['order_key', 'order_number'])
    .where('order_key', 'in', keys)
    .execute()
  const { rows } = await sql<StatedLine>`
    select o.order_key as "orderKey", l.source, l.item_id as "itemId", l.leg_from as "legFrom",
      l.leg_to as "legTo", (array_agg(l.description order by l.order_line_id))[1] as description
    from order_summary o join order_line_summary l on l.order_id = o.order_id
    where o.order_key = any(${keys}::uuid[]) and l.merchant_id = ${merchantId} and l.kind = 'Ticket'
      and l.item_id is not null and l.leg_from is not null and l.leg_to is not null
    group by 1, 2, 3, 4, 5 order by 1, min(l.order_line_id)`.execute(context.db)
  const items = [...new Map(rows.map((line) => [itemKey(line), line])).values()]
  const described = await describeBySource(sources, items, (source, own) =>
    source.describeItems(context, own),
  )
  const byOrder = Map.groupBy(rows, ({ orderKey }) => orderKey)
  return new Map(
    numbers.map(({ order_key: key, order_number: number }) => {
      const lines = byOrder.get(key ?? '') ?? []
      const about = lines.map((line) => described.get(itemKey(line)))
      const names = lines.map(
        (line, index) => nameOf(about[index], locale) ?? line.description[locale],
      )
      const dates = about.map((one) => (one ? dateOf(one) : null))
      const hasOneDate = new Set(dates.map((one) => one?.at.getTime())).size === 1
      const dated = names.map((name, index) => {
        const date = dates[index]
        return hasOneDate || !date ? name : `${name} (${dateText(date)})`
      })
      const [startsAt = null] = dates
        .filter((one) => one !== null)
        .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      return [key ?? '', { orderNumber: number ?? '', items: dated.join('; '), startsAt }]
    }),
  )
}

/** With the vehicle or the hall, where it is not the venue that distinguishes it. */
function nameOf(about: ItemDescription | undefined, locale: Locale): string | undefined {
  if (!about) return undefined
  const note = about.kind === 'event' ? '' : itemNote(about)[locale]
  return note === '' ? about.name[locale] : `${about.name[locale]} (${note})`
}

function dateOf(about: ItemDescription): LocalMoment | null {
  return about.kind === 'pass' ? null : { at: about.startsAt, timeZone: about.timeZone }
}

function dateText({ at, timeZone }: LocalMoment): string {
  return `${dayKey(at, timeZone)} ${formatTime(at, timeZone)}`
}
