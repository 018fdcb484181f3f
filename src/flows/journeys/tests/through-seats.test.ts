/**
 * Goal: whoever stays in a vehicle that goes on as other runs keeps the seat, as long as one is free on all of them, and the
 * answers of search, choice and order say the same. Method: random blocks of a small railway with seats that others hold
 * on some of the runs, and a plain count of the seats that are free on all; `SEED=<number>` replays a run.
 */
import { sql } from 'kysely'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFeed, readNetwork, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { seedOf, sizeOf } from '../../../../tests/support/tier.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

const seatCount = 4
const blocks = sizeOf({ usual: 12, nightly: 80 })
const seed = seedOf('through-seats', 20_261_129)

let shop: HostileShop
let date = ''
beforeAll(async () => {
  shop = await openHostileShop()
  await sql`
    insert into merchant (id, slug, name) values (9101, 'through', '{"ka": "გამჭოლი", "en": "Through"}')`.execute(
    shop.context.db,
  )
  date = new Date(shop.context.clock.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10)
  const report = await importFeed(shop.context, {
    name: 'through',
    brand: 'railway',
    organiser: 'through',
    packed: [feedOf(blocks)],
  })
  expect(report).toMatchObject({ errors: 0, isApplied: true })
  await reloadNetwork(shop.context)
})
afterAll(() => shop.close())

function random(start: number): (most: number) => number {
  let state = start >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * (most + 1))
  }
}

/** Number of runs of a block: two to four. */
const runsOf = (block: number): number => 2 + (block % 3)

function feedOf(count: number): Uint8Array {
  const stops: string[] = []
  const trips: string[] = []
  const times: string[] = []
  for (let block = 0; block < count; block += 1) {
    for (let stop = 0; stop <= 2 * runsOf(block); stop += 1)
      stops.push(`B${block}S${stop},B${block}S${stop},${30 + block * 0.4},${10 + stop * 0.5}`)
    for (let run = 0; run < runsOf(block); run += 1) {
      const id = `B${block}T${run}`
      trips.push(`L,${run % 2 === 0 ? 'S' : 'other'},${id},${block},bus`)
      for (let at = 0; at <= 2; at += 1) {
        const minute = run * 24 + at * 10 + 10
        const time = `${10 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}:00`
        times.push(`${id},${time},${time},B${block}S${run * 2 + at},${at}`)
      }
    }
  }
  const year = shop.context.clock.now().getUTCFullYear()
  const quoted = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`
  const name = (text: string) => ({ ka: text, en: text })
  const coach = { number: 1, name: name('1'), deck: 0, width: 2, height: 2, marks: [] }
  const places = Array.from({ length: seatCount }, (_, index) => [
    1,
    String(index + 1),
    'standard',
    index % 2,
    Math.floor(index / 2),
    1,
    0,
  ])
  const files: Record<string, readonly string[]> = {
    'agency.txt': [
      'agency_id,agency_name,agency_url,agency_timezone',
      'R,Through,https://example.org,Asia/Tbilisi',
    ],
    'stops.txt': ['stop_id,stop_name,stop_lat,stop_lon', ...stops],
    'routes.txt': ['route_id,agency_id,route_short_name,route_type', 'L,R,1,2'],
    'calendar.txt': [
      'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date',
      ...['S', 'other'].map((service) => `${service},1,1,1,1,1,1,1,${year}0101,${year + 1}1231`),
    ],
    'trips.txt': ['route_id,service_id,trip_id,block_id,bileti_vehicle', ...trips],
    'stop_times.txt': ['trip_id,arrival_time,departure_time,stop_id,stop_sequence', ...times],
    'fare_attributes.txt': [
      'fare_id,price,currency_type,payment_method,transfers',
      'F,10.00,GEL,1,0',
    ],
    'bileti_classes.txt': [
      'agency_id,class_id,names,position',
      `R,standard,${quoted(name('Standard'))},0`,
    ],
    'bileti_vehicles.txt': [
      'agency_id,vehicle_id,names,plan,places',
      `R,bus,${quoted(name('Bus'))},${quoted({ coaches: [coach] })},${quoted(places)}`,
    ],
  }
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([file, rows]) => [file, strToU8(rows.join('\n'))]),
    ),
  )
}

async function codeOf(stopName: string): Promise<string> {
  const network = await readNetwork(shop.context)
  const stop = [...network.stops.values()].find(({ name }) => name.en === stopName)
  return network.localities.get(stop?.localityId ?? 0)?.code ?? ''
}

/** The journey over all runs of a block, by the search. */
async function search(block: number, adults: number): Promise<Reply> {
  const [from, to] = [await codeOf(`B${block}S0`), await codeOf(`B${block}S${2 * runsOf(block)}`)]
  const query = `from=${from}&to=${to}&date=${date}&adults=${adults}`
  const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${query}`))
  expect(journeys, `block ${block}`).toHaveLength(1)
  return journeys[0]
}

/** For each run after the first: whether a party keeps its seats there. Each seat is a list of its taken runs. */
function keptRuns(taken: readonly ReadonlySet<number>[], runs: number, party: number): boolean[] {
  const kept: boolean[] = []
  let start = 0
  for (let run = 1; run < runs; run += 1) {
    const free = taken.filter((seat) => {
      for (let one = start; one <= run; one += 1) if (seat.has(one)) return false
      return true
    })
    kept.push(free.length >= party)
    if (free.length < party) start = run
  }
  return kept
}

test(
  'a party keeps its seats as long as they are free on all runs, and is told so',
  { timeout: 240_000 },
  async () => {
    const draw = random(seed)
    let told = 0
    for (let block = 0; block < blocks; block += 1) {
      const about = `SEED=${seed}, block ${block}`
      const runs = runsOf(block)
      const taken = Array.from({ length: seatCount }, () => new Set<number>())
      const empty = await search(block, 1)
      expect(empty.segments.map(({ staysSeated }: Reply) => staysSeated)).toEqual(
        Array.from({ length: runs }, (_, index) => index > 0),
      )
      for (let run = 0; run < runs; run += 1) {
        const held = taken.flatMap((_, seat) => (draw(2) === 0 ? [seat] : []))
        // Two seats of each run stay free, so that a party of two can always travel.
        for (const seat of held.slice(0, seatCount - 2)) {
          taken[seat]?.add(run)
          const { runId } = empty.segments[run]
          const segments = [{ runId, legFrom: 0, legTo: 2, passengers: [{ placeId: seat + 1 }] }]
          await expectOk(shop.post('/v2/transport/choose', { segments }, await shop.guest()))
        }
      }
      await expireCaches(2_000)
      const party = 1 + draw(1)
      const journey = await search(block, party)
      const wanted = [false, ...keptRuns(taken, runs, party)]
      const said = (segments: readonly Reply[]) =>
        segments.map(({ sameVehicle, staysSeated }) => [sameVehicle, staysSeated])
      const shown = wanted.map((isKept, index) => [index > 0, isKept])
      expect(said(journey.segments), about).toEqual(shown)
      expect(journey.changes, about).toBe(0)
      const token = await shop.guest()
      const segments = journey.segments.map(({ runId, legFrom, legTo }: Reply) => ({
        runId,
        legFrom,
        legTo,
        passengers: Array.from({ length: party }, () => ({ rider: 'adult' })),
      }))
      const order = await expectOk(shop.post('/v2/transport/choose', { segments }, token))
      expect(said(order.segments.map(({ segment }: Reply) => segment)), about).toEqual(shown)
      const seats = order.segments.map(({ tickets }: Reply) =>
        tickets.map(({ placeId }: Reply) => placeId).toSorted(),
      )
      for (const [index, isKept] of wanted.entries())
        if (isKept) expect(seats[index], about).toEqual(seats[index - 1])
      told += wanted.filter(Boolean).length
    }
    // Guards against blocks in which nobody, or everybody, keeps the seat.
    expect(told).toBeGreaterThan(blocks / 4)
  },
)

test('a seat that was chosen for one run is taken on the next one as well, where it is free', async () => {
  const block = 1
  const { segments } = await search(block, 1)
  const free = await Promise.all(
    segments.map(async ({ runId, legFrom, legTo }: Reply) => {
      const query = `runId=${runId}&legFrom=${legFrom}&legTo=${legTo}`
      const { coaches } = await expectOk(shop.get(`/v2/transport/seats?${query}`))
      return coaches[0].seats.filter(({ state }: Reply) => state === 'free')
    }),
  )
  const seat = free[0].find(({ placeId }: Reply) =>
    free[1].some((other: Reply) => other.placeId === placeId),
  )
  if (!seat) return
  const asked = segments.slice(0, 2).map(({ runId, legFrom, legTo }: Reply, index: number) => ({
    runId,
    legFrom,
    legTo,
    passengers: [index === 0 ? { placeId: seat.placeId } : {}],
  }))
  const order = await expectOk(
    shop.post('/v2/transport/choose', { segments: asked }, await shop.guest()),
  )
  expect(order.segments.map(({ tickets }: Reply) => tickets[0].placeId)).toEqual([
    seat.placeId,
    seat.placeId,
  ])
  expect(order.segments[1].segment.staysSeated).toBe(true)
})
