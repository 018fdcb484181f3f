/** Inserts the demo's events: places, prices and packages. */
import { showStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { allInPrice, feeRuleFor } from '#modules/catalogue/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { shows } from './content/shows.ts'
import type { EventSeed, ShowSeed, TableSeed } from './content/types.ts'
import { venues } from './content/venues.ts'
import { hallOf, type Hall } from './halls.ts'
import { momentOf } from './moments.ts'
import { createDemoOffering } from './offerings.ts'
import { insertRows, type Row } from './rows.ts'

const minuteMilliseconds = 60_000
const doorsMinutesBefore = 60
const eventIdFirst = 101
const ticketTypeIdFirst = 1_001

export interface FeeRuleRow {
  readonly show_id: number | null
  readonly basis_points: number
  readonly fixed_minor: number
}

/** Which events are inserted, and their numbers. */
export interface EventPlan {
  isWanted(show: ShowSeed, event: EventSeed): boolean
  eventId(index: number): number
  ticketTypeId(index: number): number
}

const whole: EventPlan = {
  isWanted: () => true,
  eventId: (index) => eventIdFirst + index,
  ticketTypeId: (index) => ticketTypeIdFirst + index,
}

/** Inserts the events of all shows with offerings, ticket types, tables, terms, packages and groups. */
export async function writeEvents(
  context: Context,
  halls: ReadonlyMap<string, Hall>,
  feeRules: readonly FeeRuleRow[],
): Promise<void> {
  await writeDates(context, { halls, feeRules, plan: whole })
  await insertRows(context.db, 'show_member', memberRows())
}

/** Inserts the events of a plan; the shows exist already. Returns their ids. */
export async function writeDates(
  context: Context,
  {
    halls,
    feeRules,
    plan,
  }: {
    readonly halls: ReadonlyMap<string, Hall>
    readonly feeRules: readonly FeeRuleRow[]
    readonly plan: EventPlan
  },
): Promise<number[]> {
  const written: WrittenEvents = {
    events: [],
    types: [],
    tables: [],
    terms: [],
    typeIds: new Map(),
  }
  const rules = feeRules.map((row) => ({
    showId: row.show_id,
    eventId: null,
    basisPoints: row.basis_points,
    fixedMinor: row.fixed_minor,
  }))
  for (const [index, show] of shows.entries())
    for (const [number, event] of show.events.entries()) {
      if (!plan.isWanted(show, event)) continue
      const id = plan.eventId(written.events.length)
      const showId = index + 1
      const hall = hallOf(event, halls)
      // A package has one price without a fee.
      const rule = event.parts ? null : feeRuleFor(rules, { id, showId })
      const types = ticketTypesOf(event, hall)
      const prices = types.map((type) => allInPrice(Math.round(type.price * 100), rule).totalMinor)
      written.events.push({
        ...(await eventRow(context, show, event, hall)),
        id,
        show_id: showId,
        min_price_minor: Math.min(...prices),
        max_price_minor: Math.max(...prices),
      })
      for (const type of types) {
        const typeId = plan.ticketTypeId(written.types.length)
        written.typeIds.set(`${show.slug} ${number} ${type.key}`, typeId)
        written.types.push(
          ticketTypeRow(type, { id: typeId, event_id: id, merchant_id: show.merchant }),
        )
        if (type.table) written.tables.push(tableRow(typeId, type.table))
      }
      if (event.isOffer)
        written.terms.push({
          event_id: id,
          valid_from: context.clock.now(),
          valid_until: momentOf(event.when, context.clock.now()),
        })
    }
  await insertRows(context.db, 'event', written.events)
  await insertRows(context.db, 'ticket_type', written.types)
  await insertRows(context.db, 'table_type', written.tables)
  await insertRows(context.db, 'offer_term', written.terms)
  await insertRows(context.db, 'package_part', packageRows(written.typeIds, plan))
  return written.events.map(({ id }) => id)
}

interface WrittenEvents {
  readonly events: ({ readonly id: number } & Readonly<Record<string, unknown>>)[]
  readonly types: Row[]
  readonly tables: Row[]
  readonly terms: Row[]
  /** By show slug, index of its event, and price key. */
  readonly typeIds: Map<string, number>
}

async function eventRow(
  context: Context,
  show: ShowSeed,
  event: EventSeed,
  hall: Hall,
): Promise<Row> {
  const now = context.clock.now()
  const { timeZone } = venues.find(({ id }) => id === hall.venueId) ?? {}
  const startsAt = momentOf(event.when, now, timeZone)
  const name = `${show.slug} ${event.when}`
  const salesOpenAt =
    event.salesOpenInDays === undefined
      ? undefined
      : momentOf(`+${event.salesOpenInDays} 12:00`, now)
  const minutes = show.durationMinutes ?? 120
  const doorsAt = new Date(startsAt.getTime() - doorsMinutesBefore * minuteMilliseconds)
  const endsAt = new Date(startsAt.getTime() + minutes * minuteMilliseconds)
  return {
    venue_id: hall.venueId,
    layout_id: hall.layout?.id ?? null,
    offering_id: await createDemoOffering(context, { name, hall, event, startsAt, salesOpenAt }),
    status: showStatus.Active,
    starts_at: startsAt,
    doors_at: event.isOffer || event.tables ? null : doorsAt,
    ends_at: event.isOffer ? null : endsAt,
    is_sold_out: event.sold === 1,
    forbids_single_seats: event.forbidsSingleSeats ?? false,
  }
}

interface PlannedType {
  readonly key: string
  readonly name: LocalizedText
  readonly zone: string | null
  readonly poolId: number | null
  readonly price: number
  readonly position: number
  readonly currency: string
  readonly table: TableSeed | undefined
}

/** One ticket type for each zone and pool of the hall, each with a price; then additional ones. */
function ticketTypesOf(event: EventSeed, hall: Hall): PlannedType[] {
  const known = new Map(hall.sellables.map((sellable) => [sellable.key, sellable]))
  const wanted = [...Object.keys(event.prices), ...(event.also ?? []).map((type) => type.of)]
  const unknown = wanted.filter((key) => !known.has(key))
  if (unknown.length > 0) throw new Error(`${hall.key}: no zone ${unknown.join(', ')}`)
  const planned = hall.sellables.map((sellable) => {
    const price = event.prices[sellable.key]
    if (price === undefined) throw new Error(`${hall.key}: zone ${sellable.key} has no price`)
    const table = event.tables?.[sellable.key]
    return { sellable, key: sellable.key, name: sellable.name, price, table }
  })
  const beside = (event.also ?? []).flatMap(({ of, name, price, table }, index) => {
    const sellable = known.get(of)
    return sellable ? [{ sellable, key: `${of} ${index + 1}`, name, price, table }] : []
  })
  return [...planned, ...beside].map(({ sellable, table, ...type }, index) => ({
    ...type,
    zone: sellable.poolId === null ? sellable.key : null,
    poolId: sellable.poolId,
    position: index + 1,
    currency: event.currency ?? 'GEL',
    table,
  }))
}

function ticketTypeRow(
  type: PlannedType,
  of: { id: number; event_id: number; merchant_id: number },
) {
  return {
    ...of,
    name: type.name,
    zone: type.zone,
    pool_id: type.poolId,
    price_minor: Math.round(type.price * 100),
    currency: type.currency,
    position: type.position,
    status: 'Active',
  }
}

function tableRow(ticket_type_id: number, table: TableSeed): Row {
  return {
    ticket_type_id,
    guests_min: table.guests[0],
    guests_max: table.guests[1],
    is_per_guest: table.isPerGuest ?? false,
    is_deposit: table.isDeposit ?? false,
  }
}

function packageRows(typeIds: ReadonlyMap<string, number>, plan: EventPlan): Row[] {
  const idOf = (name: string): number => {
    const id = typeIds.get(name)
    if (id === undefined) throw new Error(`No ticket type ${name}`)
    return id
  }
  return shows.flatMap((show) =>
    show.events.flatMap((event, number) => {
      if (!plan.isWanted(show, event)) return []
      return Object.entries(event.parts ?? {}).flatMap(([key, parts]) =>
        parts.map((part, index) => ({
          package_type_id: idOf(`${show.slug} ${number} ${key}`),
          position: index + 1,
          part_type_id: idOf(`${part.show} ${part.event} ${part.of}`),
          quantity: part.quantity,
        })),
      )
    }),
  )
}

function memberRows(): Row[] {
  return shows.flatMap((show, index) =>
    (show.members ?? []).map((member, position) => ({
      group_show_id: index + 1,
      member_show_id: shows.findIndex(({ slug }) => slug === member) + 1,
      position: position + 1,
    })),
  )
}
