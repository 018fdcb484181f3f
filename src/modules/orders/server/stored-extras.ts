/** Answers to the fields of orders as they are stored, for those who may read them. */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { Locale, LocalizedText } from '#kernel/locale.ts'
import type { ExtraField, ExtraKind } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import type { OrderLine } from './order.ts'

/** A stored answer with its question at that time. */
export interface StoredExtra {
  readonly orderId: number
  readonly key: string
  readonly kind: ExtraKind
  readonly label: LocalizedText
  /** Readable form; for a select, the label of the option. */
  readonly value: LocalizedText
  /** As it is stored; for a select, the value of the option. */
  readonly answer: string
  readonly isOnTicket: boolean
  /** Null for a field of the whole order. */
  readonly lineId: number | null
  readonly unit: number
  /** The items that asked it of the whole order; null for a field of one ticket. */
  readonly askedBy: readonly string[] | null
}

export interface StoredAnswer {
  readonly key: string
  readonly value: string
  readonly lineId: number | null
  readonly unit: number
  /** Of answers for the whole order: the items that asked. Absent in orders of earlier versions. */
  readonly askedBy?: readonly string[]
}

/** Answers of these orders; orders without fields need no query. */
export async function readExtras(
  context: Pick<Context, 'db'>,
  orders: readonly { readonly id: number; readonly lines: readonly Pick<OrderLine, 'detail'>[] }[],
): Promise<StoredExtra[]> {
  const ids = orders.flatMap(({ id, lines }) =>
    lines.some((line) => line.detail.hasExtras) ? [id] : [],
  )
  if (ids.length === 0) return []
  return readExtrasOf(context, ids)
}

/** All answers a customer has given, for the export of their data. */
export async function exportAnswers(
  context: Pick<Context, 'db'> & { readonly locale: Locale },
  orders: readonly (Parameters<typeof readExtras>[1][number] & { readonly orderNumber: string })[],
): Promise<{ orderNumber: string; question: string; answer: string }[]> {
  const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]))
  const { locale } = context
  return (await readExtras(context, orders)).map(({ orderId, label, value }) => ({
    orderNumber: numbers.get(orderId) ?? '',
    question: label[locale],
    answer: value[locale],
  }))
}

/** Answers of these orders, with or without fields. */
export async function readExtrasOf(
  context: Pick<Context, 'db'>,
  orderIds: readonly number[],
): Promise<StoredExtra[]> {
  const { rows } = await sql<ExtraRow>`
    select e.order_id as "orderId", e.questions, e.answers, ${itemsOfOne} as items
    from order_extra e where e.order_id = any(${[...orderIds]}::bigint[])`.execute(context.db)
  return rows.flatMap(keptOf)
}

/**
 * The items of an order whose tickets one organiser sells, otherwise none: they asked what an order of an earlier version
 * does not say who asked.
 */
const itemsOfOne = sql`(
  select case when count(distinct l.merchant_id) = 1
    then jsonb_agg(distinct l.source || ' ' || l.item_id) else '[]' end
  from order_line l where l.order_id = e.order_id and l.kind = 'Ticket')`

interface ExtraRow {
  readonly orderId: number
  readonly questions: readonly ExtraField[]
  readonly answers: readonly StoredAnswer[]
  readonly items: readonly string[]
}

function keptOf({ orderId, questions, answers, items }: ExtraRow): StoredExtra[] {
  return answers.flatMap(({ key, value, lineId, unit, askedBy = items }) => {
    const per = lineId === null ? 'order' : 'ticket'
    const field = questions.find((question) => question.key === key && question.per === per)
    if (!field) return []
    const option = field.options?.find((one) => one.value === value)
    return [
      {
        orderId,
        key,
        kind: field.kind,
        label: field.label,
        value: option?.label ?? { ka: value, en: value },
        answer: value,
        isOnTicket: field.isOnTicket,
        lineId,
        unit,
        askedBy: lineId === null ? askedBy : null,
      },
    ]
  })
}

interface PrintedTicket {
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
  readonly source: string
  readonly itemId: number
}

/** Answers printed on a ticket: those of its own unit, and those of the whole order that its item asked for. */
export function extrasOnTicket(
  extras: readonly StoredExtra[],
  ticket: PrintedTicket,
): StoredExtra[] {
  return extras.filter(
    ({ orderId, isOnTicket, lineId, unit, askedBy }) =>
      isOnTicket &&
      orderId === ticket.orderId &&
      (lineId === null
        ? isAskedBy(askedBy, [ticket])
        : lineId === ticket.orderLineId && unit === ticket.lineUnit),
  )
}

/** Whether one of these items asked it of the whole order, or may have: orders of several organisers did not always say. */
function isAskedBy(
  askedBy: StoredExtra['askedBy'],
  items: readonly { readonly source: string; readonly itemId: number }[],
): boolean {
  if (!askedBy || askedBy.length === 0) return true
  return items.some(({ source, itemId }) => askedBy.includes(`${source} ${itemId}`))
}

const paidStatuses = [
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Transferred,
  orderStatus.Imported,
]

/** One row of the list that operators print: paid orders for these events. */
export interface ExtraListRow {
  readonly orderNumber: string
  readonly itemId: number
  readonly row: string | null
  readonly seat: string | null
  readonly label: LocalizedText
  readonly value: LocalizedText
}

/** Answers of the orders that hold tickets of these items of a source, oldest order first. */
export async function listExtras(
  context: Pick<Context, 'db'>,
  source: string,
  itemIds: readonly number[],
): Promise<ExtraListRow[]> {
  const { rows } = await sql<ExtraRow & { number: string; places: PlaceOfLine[] }>`
    select o.id as "orderId", o.order_number as number, e.questions, e.answers, '[]'::jsonb as items,
      jsonb_agg(jsonb_build_object('id', l.id, 'itemId', l.item_id, 'row', l.detail->>'row', 'seat', l.detail->>'seat')
        order by l.id)
        as places
    from order_extra e
    join orders o on o.id = e.order_id and o.status = any(${paidStatuses}::smallint[])
    join order_line l on l.order_id = o.id and l.kind = 'Ticket'
    where l.source = ${source} and l.item_id = any(${itemIds}::integer[])
    group by o.id, e.order_id order by o.id`.execute(context.db)
  const items = itemIds.map((itemId) => ({ source, itemId }))
  return rows.flatMap((row) =>
    keptOf(row).flatMap(({ lineId, label, value, askedBy }) => {
      // Another event's question in the same order belongs to that event's list.
      if (!isAskedBy(askedBy, items)) return []
      const place = row.places.find(({ id }) => id === lineId)
      // Another event's tickets in the same order belong to that event's list.
      if (lineId !== null && !place) return []
      const where = { row: place?.row ?? null, seat: place?.seat ?? null }
      // An answer for the whole order stands with its first item.
      const itemId = (place ?? row.places[0])?.itemId ?? 0
      return [{ orderNumber: row.number, itemId, ...where, label, value }]
    }),
  )
}

interface PlaceOfLine {
  readonly id: number
  readonly itemId: number
  readonly row: string | null
  readonly seat: string | null
}
