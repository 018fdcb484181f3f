/** Factories of events with maps, pools and prices, and of buyers, on a real database. */
import { createHash, randomBytes } from 'node:crypto'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import type { Actor, Context } from '#platform/context.ts'
import { placeCount, poolsOf, type SeatLayout } from '#seatmap/layout.ts'

export interface MadeTicketType {
  readonly ticketTypeId: number
  readonly priceMinor: number
  readonly feeMinor: number
}

export interface MadeEvent {
  readonly eventId: number
  readonly showId: number
  readonly offeringId: number
  readonly merchantId: number
  readonly layoutId: number
  readonly layoutDigest: string
  readonly layout: SeatLayout
  /** The first ticket type of each price zone. */
  readonly seatTypes: Readonly<Record<string, MadeTicketType>>
  /** The ticket type of each pool. */
  readonly poolTypes: Readonly<Record<number, MadeTicketType>>
}

export interface EventOptions {
  /** `smallLayout()` when absent: zones `a` and `b` of twenty seats each, pool 1 of fifty. */
  readonly layout?: SeatLayout
  /** A new one when absent. */
  readonly showId?: number
  /** Face price of a zone, 5000 when absent. */
  readonly zonePricesMinor?: Readonly<Record<string, number>>
  readonly poolPriceMinor?: number
  /** 500 when absent, which is 5 %. */
  readonly feeBasisPoints?: number
  readonly feeFixedMinor?: number
  readonly holdSeconds?: number
  readonly placesPerOrderMax?: number
  readonly perOrderMax?: number
  readonly isOnSale?: boolean
  readonly salesOpenAt?: Date
  readonly salesCloseAt?: Date
  /** Thirty days from the context's now when absent. */
  readonly startsAt?: Date
  /** Number of the specification's show status; 1 is active. */
  readonly status?: number
  readonly blockedPlaces?: readonly number[]
  readonly forbidsSingleSeats?: boolean
}

// Far above the ids of any seed, so that both can exist in one database.
let lastId = 1_000_000

function nextId(): number {
  return ++lastId
}

/** Two blocks of two rows of ten seats (zones `a` and `b`, places 1–40) and a standing floor (pool 1). */
export function smallLayout(options: { poolCapacity?: number } = {}): SeatLayout {
  const row = (id: number, label: string, firstPlaceId: number, y: number) => ({
    id,
    label,
    firstPlaceId,
    line: [20, y, 0] as [number, number, number],
    numbering: [[10, 1, 1]] as [number, number, number][],
  })
  const box = (top: number) => [10, top, 90, top, 90, top + 30, 10, top + 30]
  return {
    formatVersion: 1,
    name: { ka: 'საცდელი დარბაზი', en: 'Test hall' },
    width: 100,
    height: 200,
    focalPoint: { x: 50, y: 0 },
    zones: [
      { key: 'a', name: { ka: 'პარტერი', en: 'Stalls' } },
      { key: 'b', name: { ka: 'ამფითეატრი', en: 'Circle' } },
      { key: 'floor', name: { ka: 'ფანზონა', en: 'Floor' } },
    ],
    shapes: [],
    sections: [
      {
        id: 1,
        name: { ka: 'პარტერი', en: 'Stalls' },
        kind: 'seated',
        outline: box(10),
        zone: 'a',
        rows: [row(1, '1', 1, 20), row(2, '2', 11, 30)],
      },
      {
        id: 2,
        name: { ka: 'ამფითეატრი', en: 'Circle' },
        kind: 'seated',
        outline: box(50),
        zone: 'b',
        rows: [row(3, '3', 21, 60), row(4, '4', 31, 70)],
      },
      {
        id: 3,
        name: { ka: 'ფანზონა', en: 'Floor' },
        kind: 'standing',
        outline: box(100),
        zone: 'floor',
        pool: { poolId: 1, capacity: options.poolCapacity ?? 50 },
      },
    ],
  }
}

/** An event on sale with its venue, show, offering, prices and fee rule. */
export async function makeEvent(context: Context, options: EventOptions = {}): Promise<MadeEvent> {
  const layout = options.layout ?? smallLayout()
  const shown = await makeShow(context, options.showId ?? nextId())
  const { layoutId, layoutDigest } = await makeLayout(context, layout, shown.venueId)
  const offeringId = await createOffering(context, {
    placeCount: placeCount(layout),
    blockedPlaces: options.blockedPlaces,
    pools: poolsOf(layout).map(({ pool }) => pool),
    holdSeconds: options.holdSeconds,
    placesPerOrderMax: options.placesPerOrderMax,
    isOnSale: options.isOnSale,
    salesOpenAt: options.salesOpenAt,
    salesCloseAt: options.salesCloseAt,
  })
  const eventId = nextId()
  const month = 30 * 24 * 3_600_000
  await context.db
    .insertInto('event')
    .values({
      id: eventId,
      show_id: shown.showId,
      venue_id: shown.venueId,
      layout_id: layoutId,
      offering_id: offeringId,
      status: options.status ?? 1,
      starts_at: options.startsAt ?? new Date(context.clock.now().getTime() + month),
      forbids_single_seats: options.forbidsSingleSeats ?? false,
      min_price_minor: 0,
      max_price_minor: 0,
    })
    .execute()
  await context.db
    .insertInto('fee_rule')
    .values({
      event_id: eventId,
      name: JSON.stringify({ ka: 'მომსახურების საკომისიო', en: 'Service fee' }),
      basis_points: options.feeBasisPoints ?? 500,
      fixed_minor: options.feeFixedMinor ?? 0,
    })
    .execute()
  const types = await makePrices(context, {
    eventId,
    merchantId: shown.merchantId,
    layout,
    options,
  })
  return { ...shown, ...types, eventId, offeringId, layoutId, layoutDigest, layout }
}

async function makePrices(
  context: Context,
  made: { eventId: number; merchantId: number; layout: SeatLayout; options: EventOptions },
): Promise<Pick<MadeEvent, 'seatTypes' | 'poolTypes'>> {
  const { eventId, merchantId, layout, options } = made
  const seatTypes: Record<string, MadeTicketType> = {}
  const poolTypes: Record<number, MadeTicketType> = {}
  const perOrderMax = options.perOrderMax ?? null
  const add = async (place: { zone?: string; poolId?: number }, priceMinor: number) => {
    const type = { eventId, merchantId, priceMinor, perOrderMax, ...place }
    const ticketTypeId = await makeTicketType(context, type)
    const share = Math.round((priceMinor * (options.feeBasisPoints ?? 500)) / 10_000)
    const feeMinor = priceMinor === 0 ? 0 : share + (options.feeFixedMinor ?? 0)
    return { ticketTypeId, priceMinor, feeMinor }
  }
  const pools = poolsOf(layout)
  for (const { key } of layout.zones) {
    if (pools.some(({ section }) => section.zone === key)) continue
    seatTypes[key] = await add({ zone: key }, options.zonePricesMinor?.[key] ?? 5_000)
  }
  for (const { pool } of pools)
    poolTypes[pool.poolId] = await add({ poolId: pool.poolId }, options.poolPriceMinor ?? 3_000)
  return { seatTypes, poolTypes }
}

export interface TicketTypeOptions {
  readonly eventId: number
  readonly merchantId: number
  /** Exactly one of zone and pool is needed. */
  readonly zone?: string
  readonly poolId?: number
  readonly priceMinor: number
  readonly status?: 'Active' | 'Inactive' | 'Pending'
  readonly channels?: readonly string[]
  readonly perOrderMax?: number | null
}

/** Adds a ticket type to an event; returns its id. */
export async function makeTicketType(
  context: Context,
  options: TicketTypeOptions,
): Promise<number> {
  const id = nextId()
  await context.db
    .insertInto('ticket_type')
    .values({
      id,
      event_id: options.eventId,
      merchant_id: options.merchantId,
      name: JSON.stringify({ ka: `ბილეთი ${id}`, en: `Ticket ${id}` }),
      zone: options.zone ?? null,
      pool_id: options.poolId ?? null,
      price_minor: options.priceMinor,
      status: options.status,
      channels: options.channels ? [...options.channels] : null,
      per_order_max: options.perOrderMax ?? null,
    })
    .execute()
  return id
}

export async function makeMerchant(context: Context): Promise<number> {
  const id = nextId()
  const name = JSON.stringify({ ka: 'ორგანიზატორი', en: 'Organiser' })
  await context.db
    .insertInto('merchant')
    .values({ id, slug: `merchant-${id}`, name })
    .execute()
  return id
}

async function makeShow(
  context: Context,
  id: number,
): Promise<{ showId: number; venueId: number; merchantId: number }> {
  const merchantId = await makeMerchant(context)
  const text = (ka: string, en: string) => JSON.stringify({ ka, en })
  const { db } = context
  await db
    .insertInto('category')
    .values({
      id,
      kind: 0,
      slug: `category-${id}`,
      name: text('კონცერტი', 'Concert'),
      colour: '#a02030',
      position: 1,
    })
    .execute()
  await db
    .insertInto('subcategory')
    .values({
      id,
      category_id: id,
      slug: `subcategory-${id}`,
      name: text('ჯაზი', 'Jazz'),
      position: 1,
    })
    .execute()
  await db
    .insertInto('venue')
    .values({
      id,
      slug: `venue-${id}`,
      kind: 'hall',
      name: text('საცდელი დარბაზი', 'Test hall'),
      city: text('თბილისი', 'Tbilisi'),
      address: text('რუსთაველის გამზირი 1', '1 Rustaveli Avenue'),
      latitude: 41.7,
      longitude: 44.8,
      capacity: 100,
    })
    .execute()
  await db
    .insertInto('show')
    .values({
      id,
      slug: `show-${id}`,
      subcategory_id: id,
      merchant_id: merchantId,
      name: text('საცდელი კონცერტი', 'Test concert'),
      summary: text('მოკლედ', 'In short'),
      description: text('ვრცლად', 'At length'),
    })
    .execute()
  return { showId: id, venueId: id, merchantId }
}

async function makeLayout(
  context: Context,
  layout: SeatLayout,
  venueId: number,
): Promise<{ layoutId: number; layoutDigest: string }> {
  const content = JSON.stringify(layout)
  const layoutDigest = createHash('sha256').update(content).digest('hex')
  const capacity = poolsOf(layout).reduce(
    (sum, { pool }) => sum + pool.capacity,
    placeCount(layout),
  )
  const name = JSON.stringify(layout.name)
  const row = await context.db
    .insertInto('seat_layout')
    .values({ id: nextId(), venue_id: venueId, name, digest: layoutDigest, content, capacity })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return { layoutId: row.id, layoutDigest }
}

export type ShopperActor = Extract<Actor, { readonly sessionId: string }>

/** A visitor with a new session. */
export async function makeGuest(context: Context): Promise<ShopperActor> {
  return { kind: 'guest', sessionId: await makeSession(context, null) }
}

/** A signed-in customer. */
export async function makeCustomer(context: Context): Promise<ShopperActor> {
  const customerId = context.random.uuid()
  const email = `customer-${customerId}@example.com`
  await context.db.insertInto('customer').values({ id: customerId, email }).execute()
  return { kind: 'customer', sessionId: await makeSession(context, customerId), customerId }
}

async function makeSession(context: Context, customerId: string | null): Promise<string> {
  const id = context.random.uuid()
  await context.db
    .insertInto('session')
    .values({
      id,
      token_hash: randomBytes(32),
      kind: customerId === null ? 'guest' : 'customer',
      customer_id: customerId,
      expires_at: new Date(context.clock.now().getTime() + 86_400_000),
    })
    .execute()
  return id
}
