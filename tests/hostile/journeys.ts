/** A small bus line of any brand, and valid input for the calls that sell it. */
import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import {
  makeRuns,
  openRun,
  raiseTimetableVersion,
  reloadNetwork,
} from '#modules/timetable/server/public-api.ts'
import type { AgencyTerms, Brand } from '#modules/timetable/shapes.ts'
import type { TestContext } from '../support/context.ts'
import type { ValidInput } from './inputs.ts'
import { callbackOf, expectOk, startPayment } from './purchases.ts'
import { buyer, type HostileShop, type Reply } from './shop.ts'
import { dateAfter } from '../support/dates.ts'

export interface MadeLine {
  readonly brand: Brand
  readonly merchantId: number
  readonly agencyId: number
  readonly routeId: number
  readonly classId: number
  readonly vehicleTypeId: number
  /** In the order of travel; each is in a different town. */
  readonly stopIds: readonly number[]
  readonly placeCodes: readonly string[]
  /** Runs of tomorrow and the day after. */
  readonly runIds: readonly [number, number]
  /** ISO date of the first run. */
  readonly date: string
}

const name = (text: string) => JSON.stringify({ ka: text, en: text })
const plainTerms: AgencyTerms = {
  holdSeconds: 900,
  saleOpensDays: 40,
  saleClosesSeconds: 0,
  passengersMax: 9,
  riders: [
    {
      code: 'adult',
      name: { ka: 'ზრდასრული', en: 'Adult' },
      discountBasisPoints: 0,
      proof: null,
      ageMin: null,
      ageMax: null,
    },
    {
      code: 'child',
      name: { ka: 'ბავშვი', en: 'Child' },
      discountBasisPoints: 5_000,
      proof: null,
      ageMin: 0,
      ageMax: 12,
    },
  ],
  refundTiers: [{ untilSeconds: 3_600, deductionBasisPoints: 1_000 }],
  childReturnsWithAdult: true,
  changeFeeMinor: 100,
  changeUntilSeconds: 3_600,
  freeAfterDelaySeconds: 3_600,
  serviceFeeMinor: 50,
  channelBasisPoints: {},
  code: 'qr',
  asksDocument: false,
  asksBirthDate: false,
  asksNameKa: false,
  seatChoice: true,
  mayPassOn: true,
  perKilometreMinor: 10,
  text: { ka: 'პირობები', en: 'Terms' },
}

let numberOfLines = 0

/** One bus a day in the evening, stops an hour apart; two seats per row. */
export async function makeLine(
  context: TestContext,
  options: {
    readonly brand?: Brand
    readonly stopCount?: number
    readonly seatCount?: number
    readonly terms?: Partial<AgencyTerms>
    /** The organiser; a new one by default. */
    readonly merchantId?: number
  } = {},
): Promise<MadeLine> {
  const { brand = 'citybus', stopCount = 4, seatCount = 12 } = options
  const number = (numberOfLines += 1)
  const merchantId = options.merchantId ?? (await makeMerchant(context))
  const terms = JSON.stringify({ ...plainTerms, ...options.terms })
  const { db, clock } = context
  const one = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
    (await statement.execute(db)).rows[0]?.id ?? 0
  const feedId = await one(sql`insert into feed (name) values (${`line ${number}`}) returning id`)
  const agencyId = await one(sql`
    insert into agency (feed_id, gtfs_id, brand, merchant_id, name, time_zone, terms)
    values (${feedId}, 'a', ${brand}, ${merchantId}, ${name('Line')}, 'Asia/Tbilisi', ${terms}) returning id`)
  const placeCodes = Array.from({ length: stopCount }, (_, index) => `town-${number}-${index}`)
  const stopIds: number[] = []
  for (const [index, code] of placeCodes.entries()) {
    const localityId = await one(sql`
      insert into locality (code, name, latitude, longitude)
      values (${code}, ${name(`Town ${number} ${index}`)}, ${41.7 + index / 10}, ${44.8 - index / 2}) returning id`)
    stopIds.push(
      await one(sql`
        insert into stop (feed_id, gtfs_id, locality_id, name, latitude, longitude, time_zone)
        values (${feedId}, ${`s${index}`}, ${localityId}, ${name(`Stop ${number} ${index}`)},
          ${41.7 + index / 10}, ${44.8 - index / 2}, 'Asia/Tbilisi') returning id`),
    )
  }
  const routeId = await one(sql`
    insert into route (feed_id, gtfs_id, agency_id, short_name, name, route_type)
    values (${feedId}, 'r', ${agencyId}, ${`${number}`}, ${name('Line')}, 3) returning id`)
  const classId = await one(sql`
    insert into travel_class (agency_id, code, name, position)
    values (${agencyId}, 'standard', ${name('Standard')}, 1) returning id`)
  const coach = { number: 1, name: { ka: 'ავტობუსი', en: 'Bus' }, deck: 0, width: 2, height: 20 }
  const vehicleTypeId = await one(sql`
    insert into vehicle_type (agency_id, code, name, digest, plan, place_count)
    values (${agencyId}, 'bus', ${name('Bus')}, ${`d${number}`},
      ${JSON.stringify({ coaches: [{ ...coach, marks: [] }] })}, ${seatCount}) returning id`)
  await sql`
    insert into vehicle_place (vehicle_type_id, place_id, coach, label, class_id, x, y, facing, attributes)
    select ${vehicleTypeId}, n, 1, n::text, ${classId}, (n - 1) % 2, (n - 1) / 2, 1, case n % 2 when 0 then 1 else 2 end
    from generate_series(1, ${seatCount}) as n`.execute(db)
  const serviceId = await one(sql`
    insert into service (feed_id, gtfs_id, weekdays, start_date, end_date)
    values (${feedId}, 'w', 127, '2020-01-01', ${dateAfter(new Date(), 5_000)}) returning id`)
  const none = stopIds.map(() => 0)
  const patternId = await one(sql`
    insert into trip_pattern (route_id, stop_ids, pickup, drop_off, digest)
    values (${routeId}, ${stopIds}, ${none}, ${none}, 'p') returning id`)
  const times = stopIds.map((_, index) => 64_800 + index * 3_600)
  await sql`
    insert into trip (feed_id, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, arrivals, departures)
    values (${feedId}, 't', ${patternId}, ${serviceId}, ${vehicleTypeId}, ${`${number}`}, ${name('Town')},
      ${times}, ${times})`.execute(db)
  await sql`
    insert into baggage_option (agency_id, code, name, price_minor, per_passenger_max, capacity)
    values (${agencyId}, 'bag', ${name('Bag')}, 200, 2, 5)`.execute(db)
  await raiseTimetableVersion(context)
  await reloadNetwork(context)
  await makeRuns(context, { days: 3 })
  const runs = await sql<{ id: number; date: string }>`
    select run.id, run.service_date::text as date from run join trip on trip.id = run.trip_id
    where trip.feed_id = ${feedId} and run.departs_at > ${clock.now()}::timestamptz + interval '5 hours'
    order by run.departs_at limit 2`.execute(db)
  const [first, second] = runs.rows
  if (!first || !second) throw new Error('A line has runs')
  for (const { id } of [first, second]) await openRun(context, id)
  return {
    brand,
    merchantId,
    agencyId,
    routeId,
    classId,
    vehicleTypeId,
    stopIds,
    placeCodes,
    runIds: [first.id, second.id],
    date: first.date,
  }
}

const brandOfArea: Readonly<Record<string, Brand>> = {
  omnibus: 'omnibus',
  'central-bus-station': 'ortachala',
  'georgian-bus': 'georgianbus',
  'city-bus': 'citybus',
  metro: 'metrogeorgia',
}

export const isAboutJourneys = (call: Call): boolean =>
  call.area in brandOfArea ||
  call.path.startsWith('/v2/transport') ||
  call.path === '/v2/tickets/passenger'

const othersMayTravel = { nameChange: { feeMinor: 0, untilSeconds: 3_600, most: 10 } }

const lines = new WeakMap<HostileShop, Map<Brand, Promise<MadeLine>>>()

/** The line of a call's carrier, created once per shop. */
export function lineFor(shop: HostileShop, call: Pick<Call, 'area'>): Promise<MadeLine> {
  const brand = brandOfArea[call.area] ?? 'railway'
  const known = lines.get(shop) ?? new Map<Brand, Promise<MadeLine>>()
  lines.set(shop, known)
  const line =
    known.get(brand) ?? makeLine(shop.context, { brand, seatCount: 900, terms: othersMayTravel })
  known.set(brand, line)
  return line
}

/** Identifiers of a line and its runs, with the field names of all call families. */
export function namesOfLine({ placeCodes, stopIds, runIds, ...line }: MadeLine) {
  const [runId] = runIds
  const [from, to] = [placeCodes[0], placeCodes[2]]
  const stations = { fromStation: stopIds[0], toStation: stopIds[2] }
  const bus = { from: stopIds[0], to: stopIds[2] }
  return {
    from,
    to,
    place: from,
    date: line.date,
    at: `${line.date}T00:00:00Z`,
    runId,
    legFrom: 0,
    legTo: 2,
    tripId: runId,
    scheduleId: runId,
    busId: runId,
    busTypeId: line.vehicleTypeId,
    routeId: line.routeId,
    segments: [{ runId, legFrom: 0, legTo: 2, passengers: [{}] }],
    buses: [{ ...stations, ...bus, busId: runId, scheduleId: runId }],
  }
}

/** Valid input of a customer: an order with a held seat, or a paid one for calls about tickets. */
export async function journeyValues(
  shop: HostileShop,
  call: Call,
  token: string,
): Promise<{ readonly values: Record<string, unknown>; readonly given: ValidInput }> {
  const line = await lineFor(shop, call)
  const names = namesOfLine(line)
  const { orderKey, placeId, passengers } = await holdSeat(shop, line, token)
  const values: Record<string, unknown> = {
    ...names,
    orderKey,
    passengers,
    seat: placeId + 100,
    seats: [placeId + 100],
    id: call.area === 'city-bus' ? names.runId : orderKey,
  }
  if (/unbook|unchoose/.test(call.id)) values['seat'] = placeId
  const takesNames = /confirm$|checkout$|^metro-book$/.test(call.id) && call.method === 'POST'
  const isCheckout = takesNames && call.id !== 'omnibus-checkout'
  const given: ValidInput = isCheckout
    ? { body: { passengers, orderKey } }
    : call.id === 'city-bus-book-with-manual'
      ? { body: { seats: values['seats'] } }
      : call.id === 'omnibus-map'
        ? { query: { busId: names.busId } }
        : {}
  if (/complete|change|order-details|rebook|own-ticket-passenger/.test(call.id)) {
    await payFor(shop, orderKey, { passengers, token })
    const { tickets } = await expectOk(shop.get('/v2/tickets', token))
    const own = tickets.find((one: Reply) => one.item.itemId === names.runId)
    values['ticketIdentifier'] = own.ticketIdentifier
    values['feeMinor'] = 0
    values['passenger'] = { givenName: 'Ana', familyName: 'Lomidze' }
    if (/^own-transport-(change|rebook)/.test(call.id)) {
      const asked = `ticketIdentifier=${own.ticketIdentifier}&runId=${line.runIds[1]}&legFrom=0&legTo=2`
      values['runId'] = line.runIds[1]
      values['quote'] = (
        await expectOk(shop.get(`/v2/transport/changes/quote?${asked}`, token))
      ).quote
    }
  }
  if (call.id.startsWith('own-transport-rebook'))
    await sql`update run set delays = array_fill(3600, array[cardinality(trip.departures)])
      from trip where trip.id = run.trip_id and run.id = ${names.runId}`.execute(shop.context.db)
  return { values, given }
}

async function holdSeat(shop: HostileShop, { runIds }: MadeLine, token: string) {
  const segments = [{ runId: runIds[0], legFrom: 0, legTo: 2, passengers: [{}] }]
  const { orderKey, segments: held } = await expectOk(
    shop.post('/v2/transport/choose', { segments }, token),
  )
  const [{ lineId, placeId }] = held[0].tickets
  return {
    orderKey,
    placeId,
    passengers: [{ lineId, givenName: 'Nino', familyName: 'Beridze' }],
  }
}

/** Names the passengers of a held order and pays for it. */
export async function payFor(
  shop: HostileShop,
  orderKey: string,
  given: { readonly passengers: unknown; readonly token: string; readonly email?: string },
): Promise<void> {
  const { passengers, token, email = buyer.email } = given
  const details = { orderKey, buyer: { ...buyer, email }, acceptTerms: true, passengers }
  await expectOk(shop.post('/v2/orders/checkout', details, token))
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await expectOk(shop.post('/v2/orders/complete', { orderKey }, token))
}
