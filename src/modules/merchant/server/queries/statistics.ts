import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#platform/context.ts'
import { countedIn, type Span } from '#kernel/day-span.ts'
import { forecastOf, forecastSpan, spanBefore } from '../period.ts'
import { eventSource } from './names.ts'

/** Items of a merchant; null for all of them, of any source. */
export type ItemChoice = readonly { readonly source: string; readonly itemId: number }[] | null

/** Figures of tickets, in the terms of docs/figures.md; money in tetri. */
export interface Figures {
  readonly ticketCount: number
  readonly endedCount: number
  readonly usedCount: number
  readonly faceMinor: number
  readonly merchantDiscountMinor: number
  readonly houseDiscountMinor: number
  /** Paid in advance with passes. */
  readonly advanceMinor: number
  /** Paid for the tickets: face value less discounts and payments in advance. */
  readonly soldMinor: number
  /** The part of it that was paid for tickets that have ended since. */
  readonly endedMinor: number
  /** Valid tickets that were sold elsewhere, which are counted in `ticketCount`, and what was paid for them there. */
  readonly elsewhereCount: number
  readonly elsewhereMinor: number
}

/** Figures of one value of a dimension: a day, an hour of the day, a channel, a zone, a ticket type. */
export interface Group extends Figures {
  readonly key: string
}

/** A zone of one event, or of all items of another source: a key may have another name in another hall. */
export interface ZoneGroup extends Group {
  readonly source: string
  readonly eventId: number | null
  /** One of the items, the last. */
  readonly itemId: number
}

export interface Statistics {
  readonly totals: Figures
  /** The preceding period of the same length; null for an open period. */
  readonly before: Figures | null
  readonly byDay: readonly Group[]
  readonly byHour: readonly Group[]
  readonly byChannel: readonly Group[]
  readonly byZone: readonly ZoneGroup[]
  readonly byType: readonly (Group & { readonly source: string })[]
  /** Campaigns and sites that buyers came from, by number of tickets; the key is empty when unknown. */
  readonly byVisit: readonly Group[]
  readonly forecast: ReturnType<typeof forecastOf>
}

const sums =
  sql.raw(`sum(ticket_count)::int as "ticketCount", sum(ended_count)::int as "endedCount",
  sum(used_count)::int as "usedCount", sum(sold_minor)::float8 as "faceMinor",
  sum(merchant_discount_minor)::float8 as "merchantDiscountMinor",
  sum(house_discount_minor)::float8 as "houseDiscountMinor", sum(advance_minor)::float8 as "advanceMinor",
  sum(sold_minor - merchant_discount_minor - house_discount_minor - advance_minor)::float8 as "soldMinor",
  sum(ended_minor - ended_reduction_minor)::float8 as "endedMinor",
  sum(elsewhere_count)::int as "elsewhereCount", sum(elsewhere_minor)::float8 as "elsewhereMinor"`)
const summed = sql.raw(`ticket_count, ended_count, used_count, sold_minor, ended_minor,
  merchant_discount_minor, house_discount_minor, advance_minor, ended_reduction_minor, elsewhere_count, elsewhere_minor`)

const nothing: Figures = {
  ticketCount: 0,
  endedCount: 0,
  usedCount: 0,
  faceMinor: 0,
  merchantDiscountMinor: 0,
  houseDiscountMinor: 0,
  advanceMinor: 0,
  soldMinor: 0,
  endedMinor: 0,
  elsewhereCount: 0,
  elsewhereMinor: 0,
}
const names = Object.keys(nothing) as (keyof Figures)[]

/** Figures computed one by one. */
function figuresWith(valueOf: (name: keyof Figures) => number): Figures {
  const figures: Record<keyof Figures, number> = { ...nothing }
  for (const name of names) figures[name] = valueOf(name)
  return figures
}

/** The sum of figures. */
export function sumFigures(all: readonly Figures[]): Figures {
  return figuresWith((name) => all.reduce((sum, one) => sum + one[name], 0))
}

interface GroupedRow extends Figures {
  readonly day: string | null
  readonly hour: number | null
  readonly channel: string | null
  readonly zone: string | null
  readonly source: string | null
  readonly ticketTypeId: number | null
  readonly eventId: number | null
  readonly lastItemId: number | null
  /** Dimension of the row, as numbered by `grouping`. */
  readonly dimension: number
}

/** All figures of a merchant, in one pass over its hours. */
export async function readStatistics(
  context: Context,
  merchantId: number,
  { items, span }: { readonly items: ItemChoice; readonly span: Span },
): Promise<Statistics> {
  const { rows } = await sql<GroupedRow>`
    select day, hour_of_day as hour, channel, zone, source, ticket_type_id as "ticketTypeId",
      event_id as "eventId", max(item_id) as "lastItemId",
      grouping(day, hour_of_day, channel, zone, source, ticket_type_id) as dimension, ${sums}
    from (
      select to_char(hour at time zone ${countedIn}, 'YYYY-MM-DD') as day,
        extract(hour from hour at time zone ${countedIn})::int as hour_of_day, channel, zone, source, ticket_type_id,
        item_id, case when source = ${eventSource} then item_id end as event_id, ${summed}
      from merchant_sale where ${conditionOf(merchantId, items, span)}
    ) as sold
    group by grouping sets ((), (day), (hour_of_day), (channel), (source, event_id, zone),
      (source, ticket_type_id))
    order by 1, 2, 3, 4, 5, 6, 7`.execute(context.db)
  const visits = await readVisits(context, merchantId, { items, span })
  const of = (dimension: number) => rows.filter((row) => row.dimension === dimension)
  const now = context.clock.now()
  const lately = await readDays(context, merchantId, { items, span: forecastSpan(now) })
  const earlier = spanBefore(span)
  return {
    totals: figuresOf(of(dimensions.all)[0]),
    before: earlier && (await readTotals(context, merchantId, { items, span: earlier })),
    byDay: of(dimensions.day).map((row) => ({ ...figuresOf(row), key: row.day ?? '' })),
    byHour: of(dimensions.hour).map((row) => ({ ...figuresOf(row), key: String(row.hour) })),
    byChannel: of(dimensions.channel).map((row) => ({ ...figuresOf(row), key: row.channel ?? '' })),
    byZone: of(dimensions.zone).map((row) => ({
      ...figuresOf(row),
      key: row.zone ?? '',
      source: row.source ?? '',
      eventId: row.eventId,
      itemId: row.lastItemId ?? 0,
    })),
    byType: of(dimensions.type).map((row) => ({
      ...figuresOf(row),
      key: String(row.ticketTypeId),
      source: row.source ?? '',
    })),
    byVisit: withRemainder(visits, figuresOf(of(dimensions.all)[0])),
    forecast: forecastOf(now, lately),
  }
}

/** `grouping` sets a bit for each column that is not grouped by, the last column's lowest. */
const dimensions = {
  all: 0b111111,
  day: 0b011111,
  hour: 0b101111,
  channel: 0b110111,
  zone: 0b111001,
  type: 0b111100,
} as const

function figuresOf(row: GroupedRow | undefined): Figures {
  if (!row || row.ticketCount === null) return nothing
  return figuresWith((name) => row[name])
}

function conditionOf(
  merchantId: number,
  items: ItemChoice,
  { from, until }: Span,
): RawBuilder<unknown> {
  const named = items && JSON.stringify(items)
  return sql`merchant_id = ${merchantId}
    and (${from}::timestamptz is null or hour >= ${from}::timestamptz)
    and (${until}::timestamptz is null or hour < ${until}::timestamptz)
    and (${named}::jsonb is null or (source, item_id) in (
      select one.source, one."itemId" from jsonb_to_recordset(${named}::jsonb) as one(source text, "itemId" integer)))`
}

async function readTotals(
  context: Context,
  merchantId: number,
  { items, span }: { readonly items: ItemChoice; readonly span: Span },
): Promise<Figures> {
  const { rows } = await sql<GroupedRow>`
    select ${sums} from merchant_sale where ${conditionOf(merchantId, items, span)}`.execute(
    context.db,
  )
  return figuresOf(rows[0])
}

const visitsMax = 50

async function readVisits(
  context: Context,
  merchantId: number,
  { items, span }: { readonly items: ItemChoice; readonly span: Span },
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select visit as key, ${sums} from merchant_sale_visit
    where ${conditionOf(merchantId, items, span)}
    group by visit order by sum(ticket_count) desc, visit limit ${visitsMax}`.execute(context.db)
  return rows
}

/** Adds a group with the difference to the total. */
function withRemainder(known: readonly Group[], all: Figures): Group[] {
  const sum = sumFigures(known)
  const rest = figuresWith((name) => all[name] - sum[name])
  // Goods have amounts and no tickets.
  return rest.ticketCount > 0 || rest.faceMinor > 0 ? [...known, { key: '', ...rest }] : [...known]
}

async function readDays(
  context: Context,
  merchantId: number,
  { items, span }: { readonly items: ItemChoice; readonly span: Span },
): Promise<{ day: string; ticketCount: number; soldMinor: number }[]> {
  const { rows } = await sql<{ day: string; ticketCount: number; soldMinor: number }>`
    select to_char(hour at time zone ${countedIn}, 'YYYY-MM-DD') as day, sum(ticket_count)::int as "ticketCount",
      sum(sold_minor - merchant_discount_minor - house_discount_minor - advance_minor)::float8 as "soldMinor"
    from merchant_sale where ${conditionOf(merchantId, items, span)} group by 1`.execute(context.db)
  return rows
}

/** Figures of one ticket type in one section of one item. */
export interface SoldType extends Figures {
  readonly source: string
  readonly itemId: number
  readonly ticketTypeId: number
  /** As in `ZoneGroup`. */
  readonly zone: string
}

/** Rows of a table that is downloaded. */
const soldTypesMax = 20_000

/** Every ticket type by item and section, those of the newest items first. */
export async function readSoldTypes(
  context: Context,
  merchantId: number,
  { items, span }: { readonly items: ItemChoice; readonly span: Span },
): Promise<SoldType[]> {
  const { rows } = await sql<SoldType>`
    select source, item_id as "itemId", ticket_type_id as "ticketTypeId", zone, ${sums}
    from merchant_sale where ${conditionOf(merchantId, items, span)}
    group by source, item_id, ticket_type_id, zone
    order by source, item_id desc, ticket_type_id, zone limit ${soldTypesMax}`.execute(context.db)
  return rows
}

export interface ItemFigures extends Figures {
  readonly source: string
  readonly itemId: number
}

/** Figures of each item of which a merchant has sold tickets. */
export async function readItemFigures(
  context: Context,
  merchantId: number,
): Promise<ItemFigures[]> {
  const { rows } = await sql<ItemFigures>`
    select source, item_id as "itemId", ${sums} from merchant_sale
    where merchant_id = ${merchantId} group by source, item_id order by source, item_id`.execute(
    context.db,
  )
  return rows
}
