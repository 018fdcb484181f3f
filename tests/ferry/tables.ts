/**
 * The ferry line's own tables: piers, sailings with their calls, fares by class. No other module reads
 * them.
 */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'

export interface Pier {
  readonly code: string
  readonly name: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly arrivesAt: Date
  readonly departsAt: Date
}

export interface Fare {
  /** Ticket type id. */
  readonly typeId: number
  readonly name: LocalizedText
  readonly travelClass: LocalizedText
  /** Places of the class, inclusive; null for the car deck. */
  readonly firstPlace: number | null
  readonly lastPlace: number | null
  readonly legPriceMinor: number
}

export interface Sailing {
  readonly sailingId: number
  readonly offeringId: number
  readonly merchantId: number
  readonly vessel: LocalizedText
  readonly piers: readonly Pier[]
  readonly fares: readonly Fare[]
}

export const fareTypes = { saloon: 1, saloonChild: 2, deck: 3, car: 4 } as const
export const carDeckPool = 1
export const [saloonPlaces, deckPlaces, carCapacity] = [4, 4, 2] as const

/** Created by the test; a real vertical has a migration. */
export async function createFerryTables(context: Context): Promise<void> {
  await sql`
    create table ferry_pier (
      id integer primary key, code text not null unique, name_ka text not null, name_en text not null,
      latitude double precision not null, longitude double precision not null);
    create table ferry_sailing (
      id integer primary key, offering_id bigint not null, merchant_id integer not null,
      vessel_ka text not null, vessel_en text not null, is_partners boolean not null default false);
    create table ferry_call (
      sailing_id integer not null references ferry_sailing, position smallint not null,
      pier_id integer not null references ferry_pier,
      arrives_at timestamptz not null, departs_at timestamptz not null,
      primary key (sailing_id, position));
    create table ferry_fare (
      type_id integer primary key, name_ka text not null, name_en text not null,
      class_ka text not null, class_en text not null,
      first_place smallint, last_place smallint, leg_price_minor integer not null);
    insert into ferry_pier values
      (1, 'BUS', 'ბათუმი', 'Batumi', 41.651, 41.643), (2, 'KBL', 'ქობულეთი', 'Kobuleti', 41.816, 41.771),
      (3, 'PTI', 'ფოთი', 'Poti', 42.154, 41.662), (4, 'ANK', 'ანაკლია', 'Anaklia', 42.397, 41.563);
    insert into ferry_fare values
      (1, 'სალონი', 'Saloon', 'სალონი', 'Saloon', 1, 4, 1000),
      (2, 'სალონი, ბავშვი', 'Saloon, child', 'სალონი', 'Saloon', 1, 4, 500),
      (3, 'გემბანი', 'Deck', 'გემბანი', 'Deck', 5, 8, 600),
      (4, 'ავტომობილი', 'Car', 'საავტომობილო გემბანი', 'Car deck', null, null, 2500);
  `.execute(context.db)
}

/** A sailing along all four piers, an hour and a half apart, or back, with its places on sale. */
export async function addSailing(
  context: Context,
  options: {
    readonly sailingId: number
    readonly merchantId: number
    readonly departsAt: Date
    readonly isBack?: boolean
    /** Whether the other line operates it. */
    readonly isPartners?: boolean
  },
): Promise<Sailing> {
  const { sailingId, merchantId, departsAt, isBack = false, isPartners = false } = options
  const offeringId = await createOffering(context, {
    legCount: 3,
    placeCount: saloonPlaces + deckPlaces,
    pools: [{ poolId: carDeckPool, capacity: carCapacity }],
  })
  await sql`
    insert into ferry_sailing (id, offering_id, merchant_id, vessel_ka, vessel_en, is_partners)
    values (${sailingId}, ${offeringId}, ${merchantId}, 'კომეტა', 'Kometa', ${isPartners})`.execute(
    context.db,
  )
  await sql`
    insert into ferry_call
    select ${sailingId}, position, case when ${isBack} then 4 - position else position + 1 end,
      ${departsAt}::timestamptz + position * interval '90 minutes' - interval '10 minutes',
      ${departsAt}::timestamptz + position * interval '90 minutes'
    from generate_series(0, 3) as position`.execute(context.db)
  const [sailing] = await readSailings(context, [sailingId])
  if (!sailing) throw new Error('The sailing was not found')
  return sailing
}

export async function readSailings(
  context: Pick<Context, 'db'>,
  sailingIds: readonly number[],
): Promise<Sailing[]> {
  const { rows } = await sql<Omit<Sailing, 'piers' | 'fares'>>`
    select id as "sailingId", offering_id as "offeringId", merchant_id as "merchantId",
      jsonb_build_object('ka', vessel_ka, 'en', vessel_en) as vessel
    from ferry_sailing where id = any(${[...sailingIds]}::int[])`.execute(context.db)
  const { rows: piers } = await sql<Pier & { readonly sailingId: number }>`
    select c.sailing_id as "sailingId", p.code, jsonb_build_object('ka', p.name_ka, 'en', p.name_en) as name,
      p.latitude, p.longitude, c.arrives_at as "arrivesAt", c.departs_at as "departsAt"
    from ferry_call c join ferry_pier p on p.id = c.pier_id
    where c.sailing_id = any(${[...sailingIds]}::int[]) order by c.sailing_id, c.position`.execute(
    context.db,
  )
  const { rows: fares } = await sql<Fare>`
    select type_id as "typeId", jsonb_build_object('ka', name_ka, 'en', name_en) as name,
      jsonb_build_object('ka', class_ka, 'en', class_en) as "travelClass",
      first_place as "firstPlace", last_place as "lastPlace", leg_price_minor as "legPriceMinor"
    from ferry_fare order by type_id`.execute(context.db)
  return rows.map((row) => ({
    ...row,
    offeringId: Number(row.offeringId),
    piers: piers.filter(({ sailingId }) => sailingId === row.sailingId),
    fares,
  }))
}

/** The sailings of these that the other line operates. */
export async function readPartnerSailings(
  context: Pick<Context, 'db'>,
  sailingIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from ferry_sailing where is_partners and id = any(${[...sailingIds]}::int[])`.execute(
    context.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** A merchant's sailings that have not ended, earliest first. */
export async function readSailingsOf(
  context: Pick<Context, 'db'>,
  { merchantId, from, most }: { merchantId: number; from: Date; most: number },
): Promise<Sailing[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from ferry_sailing s join ferry_call c on c.sailing_id = s.id
    where s.merchant_id = ${merchantId}
    group by s.id having max(c.arrives_at) >= ${from} order by min(c.departs_at), s.id limit ${most}
  `.execute(context.db)
  return readSailings(
    context,
    rows.map(({ id }) => id),
  )
}

/** Sailings that leave a pier in a period; `until` is inclusive. */
export async function readDepartures(
  context: Pick<Context, 'db'>,
  from: Date,
  until: Date,
): Promise<{ sailingId: number; offeringId: number; legFrom: number; departsAt: Date }[]> {
  const { rows } = await sql<{
    sailingId: number
    offeringId: number
    legFrom: number
    departsAt: Date
  }>`
    select s.id as "sailingId", s.offering_id::int as "offeringId", c.position as "legFrom", c.departs_at as "departsAt"
    from ferry_sailing s join ferry_call c on c.sailing_id = s.id
    where c.departs_at > ${from} and c.departs_at <= ${until} and c.position < 3
    order by c.departs_at, s.id`.execute(context.db)
  return rows
}
