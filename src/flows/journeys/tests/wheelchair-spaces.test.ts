/**
 * Goal: a carrier without a fare for wheelchair users sells them its wheelchair spaces for the fare of adults, and never an
 * ordinary seat. Method: a small bus with one space, searched, priced, held and paid over HTTP; places and lines are read
 * from the database.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseTimetableVersion, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { placeAttribute, type AgencyTerms } from '#modules/timetable/shapes.ts'
import { makeLine, payFor, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

const space = 6
const rider = (code: string, discountBasisPoints = 0) => ({
  code,
  name: { ka: code, en: code },
  discountBasisPoints,
  proof: null,
  ageMin: null,
  ageMax: null,
})

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

async function makeBus(riders: AgencyTerms['riders'], spaces: readonly number[] = [space]) {
  const line = await makeLine(shop.context, { seatCount: 6, terms: { riders } })
  await sql`
    update vehicle_place set attributes = ${placeAttribute.wheelchair}
    where vehicle_type_id = ${line.vehicleTypeId} and place_id = any(${spaces}::int[])`.execute(
    shop.context.db,
  )
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)
  return line
}

/** What the search, the calendar and the ticket types say to a party. */
async function offered({ placeCodes, date, runIds }: MadeLine, party: string) {
  const asked = `from=${placeCodes[0]}&to=${placeCodes[2]}&date=${date}&${party}`
  const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${asked}`))
  const { days } = await expectOk(shop.get(`/v2/transport/calendar?${asked}&days=1`))
  const types = await expectOk(
    shop.get(`/v2/transport/ticket-types?runId=${runIds[0]}&legFrom=0&legTo=2`),
  )
  const [{ riders, spacesLeft }] = types.classes
  const total = (code: string) =>
    riders.find((one: Reply) => one.rider === code)?.total.amount ?? null
  return {
    sale: journeys[0].sale,
    price: journeys[0].priceFrom?.amount ?? null,
    day: days[0].lowestPrice?.amount ?? null,
    adult: total('adult'),
    wheelchair: total('wheelchair'),
    spacesLeft,
  }
}

async function hold(line: MadeLine, passengers: readonly object[]) {
  const segments = [{ runId: line.runIds[0], legFrom: 0, legTo: 2, passengers }]
  const token = await shop.customer()
  return { token, reply: await shop.post('/v2/transport/choose', { segments }, token) }
}

/** The places of a run that are held or sold. */
async function takenPlaces({ runIds }: MadeLine): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct place_id as id from place_leg join run on run.offering_id = place_leg.offering_id
    where run.id = ${runIds[0]} and state in (1, 2) order by place_id`.execute(shop.context.db)
  return rows.map(({ id }) => id)
}

/** The last ticket that was sold for a run. */
async function lastSold({ runIds }: MadeLine) {
  const { rows } = await sql<{ placeId: number; minor: number; name: string }>`
    select place_id as "placeId", unit_price_minor::int as minor, description->>'en' as name
    from order_line where source = 'transport' and item_id = ${runIds[0]} and place_id is not null
    order by id desc limit 1`.execute(shop.context.db)
  return rows[0]
}

test('without a fare of their own, wheelchair users get the space for the fare of adults', async () => {
  const line = await makeBus([rider('adult'), rider('child', 5_000)])
  const before = await offered(line, 'adults=0&wheelchairs=1')
  expect(before.wheelchair).toBeGreaterThan(0)
  expect(before).toMatchObject({
    sale: 'open',
    price: before.adult,
    day: before.adult,
    wheelchair: before.adult,
    spacesLeft: 1,
  })
  const { token, reply } = await hold(line, [{ rider: 'wheelchair' }])
  const { orderKey, total, segments } = await expectOk(Promise.resolve(reply))
  expect(total.amount).toBe(before.adult)
  expect(segments[0].tickets).toMatchObject([
    { rider: 'wheelchair', placeId: space, name: 'Standard, Wheelchair user' },
  ])
  expect(await takenPlaces(line)).toEqual([space])

  // The only space is taken: the five seats are no place for the next one.
  await expireCaches(2_000)
  await expect
    .poll(() => offered(line, 'adults=0&wheelchairs=1'))
    .toMatchObject({ sale: 'full', price: null, day: null, spacesLeft: 0 })
  expect((await hold(line, [{ rider: 'wheelchair' }])).reply.body.error.code).toBe('NoSeatsLeft')
  const onSeat = await hold(line, [{ rider: 'wheelchair', placeId: 1 }])
  expect(onSeat.reply.body.error.code).toBe('PassengerNotAllowed')
  expect(await takenPlaces(line)).toEqual([space])

  // What is held is paid, and the ticket can be changed to another day in a space again.
  const [{ lineId }] = segments[0].tickets
  const passengers = [{ lineId, givenName: 'Nino', familyName: 'Beridze' }]
  await payFor(shop, orderKey, { passengers, token })
  expect(await lastSold(line)).toMatchObject({ placeId: space, minor: before.adult - 50 })
  const { tickets } = await expectOk(shop.get('/v2/tickets', token))
  const change = `ticketIdentifier=${tickets[0].ticketIdentifier}&runId=${line.runIds[1]}&legFrom=0&legTo=2`
  expect(await expectOk(shop.get(`/v2/transport/changes/quote?${change}`, token))).toMatchObject({
    rider: 'wheelchair',
    seat: String(space),
  })
})

test('a vehicle without a space has no room for them, also beside others', async () => {
  const line = await makeBus([rider('adult')], [])
  for (const party of ['adults=0&wheelchairs=1', 'adults=1&wheelchairs=1'])
    expect(await offered(line, party)).toMatchObject({ sale: 'full', price: null, day: null })
  const both = [{ rider: 'adult' }, { rider: 'wheelchair' }]
  expect((await hold(line, both)).reply.body.error.code).toBe('NoSeatsLeft')
  expect(await takenPlaces(line)).toEqual([])
})

test('a space stays on sale when every seat is taken, for who needs no seat', async () => {
  const line = await makeBus([rider('adult')])
  await expectOk(
    Promise.resolve(
      (
        await hold(
          line,
          Array.from({ length: 5 }, () => ({})),
        )
      ).reply,
    ),
  )
  const alone = 'adults=0&wheelchairs=1'
  await expireCaches(2_000)
  await expect.poll(async () => (await offered(line, 'adults=1')).sale).toBe('full')
  const found = await offered(line, alone)
  expect(found).toMatchObject({ sale: 'open', price: found.adult, day: found.adult })
  expect(await offered(line, 'adults=1&wheelchairs=1')).toMatchObject({ sale: 'full', day: null })
  await expectOk(Promise.resolve((await hold(line, [{ rider: 'wheelchair' }])).reply))
  expect(await takenPlaces(line)).toEqual([1, 2, 3, 4, 5, space])
})

test('a fare for them that the carrier has ended is not charged: the fare of adults is', async () => {
  const ended = { ...rider('wheelchair', 5_000), isRetired: true as const }
  const line = await makeBus([rider('adult'), ended])
  const found = await offered(line, 'adults=0&wheelchairs=1')
  expect(found).toMatchObject({ price: found.adult, wheelchair: found.adult })
  const { reply } = await hold(line, [{ rider: 'wheelchair' }])
  expect((await expectOk(Promise.resolve(reply))).total.amount).toBe(found.adult)
  expect(await takenPlaces(line)).toEqual([space])
})
