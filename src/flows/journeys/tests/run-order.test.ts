/**
 * Goal: a carrier's list of the runs of a day is sorted as a whole, and its pages contain every run once. Method: more
 * runs than a page has, some sold, late, cancelled or stopped, read page by page and compared with a sort of all.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeRuns,
  raiseTimetableVersion,
  reloadNetwork,
} from '#modules/timetable/server/public-api.ts'
import {
  officeRunSorts,
  type OfficeRunLine,
  type OfficeRunSort,
} from '#modules/transport/office-contract.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { makeVehicle } from './vehicles.ts'

const base = '/v2/merchantusers/runs'
const others = 29
let shop: HostileShop
let line: MadeLine
let staff: string

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context)
  staff = await shop.staff(line.merchantId)
  await addTrips()
  const { items } = await expectOk(shop.get(`${base}?day=${line.date}`, staff))
  const [sold, soldTwice, late, later, cancelled, stopped] = items.map(
    ({ runId }: OfficeRunLine) => runId,
  )
  for (const runId of [sold, soldTwice, soldTwice]) await buy(runId)
  await expectOk(shop.postProven(`${base}/delay`, { runId: late, stop: 0, minutes: 20 }, staff))
  await expectOk(shop.postProven(`${base}/delay`, { runId: later, stop: 0, minutes: 90 }, staff))
  await expectOk(shop.postProven(`${base}/cancel`, { runId: cancelled }, staff))
  await expectOk(shop.post(`${base}/sale`, { runIds: [stopped], isOnSale: false }, staff))
}, 60_000)
afterAll(() => shop.close())

/** Other departures of the line on its days, every ten minutes, with the numbers of their buses in another order. */
async function addTrips(): Promise<void> {
  const { context } = shop
  const vehicleTypeId = await makeVehicle(context, line, { seats: 20 })
  await sql`
    insert into trip (feed_id, gtfs_id, pattern_id, service_id, vehicle_type_id, short_name, headsign, arrivals, departures)
    select feed_id, 'other ' || n, pattern_id, service_id,
      case n % 3 when 0 then ${vehicleTypeId} else vehicle_type_id end, (900 + n * 7 % 30)::text, headsign,
      times.of_stops, times.of_stops
    from trip join trip_pattern p on p.id = trip.pattern_id, generate_series(1, ${others}) as n,
      lateral (select array_agg(at + n / 2 * 600 order by place)::int[] as of_stops
        from unnest(departures) with ordinality as leg (at, place)) as times
    where p.route_id = ${line.routeId}`.execute(context.db)
  await raiseTimetableVersion(context)
  await reloadNetwork(context)
  await makeRuns(context, { days: 3 })
}

async function buy(runId: number): Promise<void> {
  const token = await shop.customer()
  const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{}] }]
  const chosen = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
  const [{ lineId }] = chosen.segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, chosen.orderKey, { passengers, token })
}

async function readPages(sort: OfficeRunSort | undefined): Promise<OfficeRunLine[]> {
  const found: OfficeRunLine[] = []
  for (let offset: number | null = 0; offset !== null;) {
    const query = `?day=${line.date}&offset=${offset}${sort ? `&sort=${sort}` : ''}`
    const { items, next } = await expectOk(shop.get(`${base}${query}`, staff))
    found.push(...items)
    offset = next
  }
  return found
}

const departureOf = ({ departsAt }: OfficeRunLine) => Date.parse(departsAt)
const attention = ({ state, delayMinutes, sale }: OfficeRunLine) =>
  state === 'cancelled' ? 9_000 : delayMinutes * 10 + Number(sale === 'stopped')
const compareKeys: Record<string, (one: OfficeRunLine, other: OfficeRunLine) => number> = {
  departure: (one, other) => departureOf(one) - departureOf(other),
  line: (one, other) => Number(one.name.split(' ').at(-1)) - Number(other.name.split(' ').at(-1)),
  vehicle: (one, other) => one.vehicle.localeCompare(other.vehicle, 'ka'),
  fewestSold: (one, other) => one.sold - other.sold,
  mostSold: (one, other) => one.sold - other.sold,
  state: (one, other) => attention(one) - attention(other),
}

test.each(officeRunSorts)('pages by %s contain each run once, in order', async (sort) => {
  const found = await readPages(sort)
  const isFalling = sort.endsWith('Reversed') || sort === 'mostSold'
  const compare = compareKeys[sort.replace('Reversed', '')] ?? (() => NaN)
  const wanted = found.toSorted(
    (one, other) =>
      (isFalling ? -1 : 1) * compare(one, other) ||
      departureOf(one) - departureOf(other) ||
      one.runId - other.runId,
  )
  const idsOf = (runs: readonly OfficeRunLine[]) => runs.map(({ runId }) => runId)
  expect(new Set(idsOf(found)).size).toBe(others + 1)
  expect(idsOf(found)).toEqual(idsOf(wanted))
  // Not all of them are equal.
  expect(compare(found[0]!, found.at(-1)!)).not.toBe(0)
})

test('departures are sorted by time unless asked otherwise, and by nothing else', async () => {
  expect(await readPages(undefined)).toEqual(await readPages('departure'))
  expect((await shop.get(`${base}?day=${line.date}&sort=colour`, staff)).status).toBe(400)
})

test('what needs attention is first when sorted by state in reverse', async () => {
  const states = (await readPages('stateReversed')).map(({ state, sale }) => [state, sale])
  expect(states.slice(0, 5)).toEqual([
    ['cancelled', 'cancelled'],
    ['delayed', 'open'],
    ['delayed', 'open'],
    ['on-time', 'stopped'],
    ['on-time', 'open'],
  ])
})
