/**
 * Goal: a day whose direct departures are full for a party has the price of a journey with a change, and one without such
 * a journey says that it is full. Method: a direct line of one seat, and two lines that meet; the seat is held.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseTimetableVersion, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

/** Puts a stop of a line where a stop of another line is. */
async function join(line: MadeLine, stop: number, other: MadeLine, there: number): Promise<void> {
  await sql`
    update stop set locality_id = target.locality_id, latitude = target.latitude, longitude = target.longitude
    from stop as target where stop.id = ${line.stopIds[stop]} and target.id = ${other.stopIds[there]}`.execute(
    shop.context.db,
  )
}

/** Sets the hours of a line at its stops. */
async function move(line: MadeLine, hours: readonly number[]): Promise<void> {
  const seconds = hours.map((hour) => hour * 3_600)
  await sql`
    update trip set arrivals = ${seconds}::int[], departures = ${seconds}::int[]
    from trip_pattern where trip_pattern.id = trip.pattern_id and trip_pattern.route_id = ${line.routeId}`.execute(
    shop.context.db,
  )
}

test('has the price of a journey with a change, while there is one', async () => {
  const direct = await makeLine(shop.context, { seatCount: 1 })
  const first = await makeLine(shop.context)
  const second = await makeLine(shop.context, { seatCount: 2 })
  await join(first, 0, direct, 0)
  await join(second, 0, first, 2)
  await join(second, 3, direct, 3)
  // The direct bus leaves earlier and arrives later, so that the search returns both.
  await move(direct, [16, 18, 20, 23.75])
  await move(second, [21, 22, 23, 23.5])
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)

  const ends = `from=${direct.placeCodes[0]}&to=${direct.placeCodes[3]}`
  const dayFor = async (adults: number): Promise<Reply> => {
    const asked = `${ends}&date=${direct.date}&days=1&changes=true&adults=${adults}`
    return (await expectOk(shop.get(`/v2/transport/calendar?${asked}`))).days[0]
  }
  const take = async (runId: number, legTo: number, count: number) => {
    const passengers = Array.from({ length: count }, () => ({}))
    const segments = [{ runId, legFrom: 0, legTo, passengers }]
    await expectOk(shop.post('/v2/transport/choose', { segments }, await shop.customer()))
  }
  const { journeys } = await expectOk(
    shop.get(`/v2/transport/journeys?${ends}&date=${direct.date}&adults=1`),
  )
  const priceOf = (changes: number) =>
    journeys.find((one: Reply) => one.changes === changes).priceFrom.amount
  expect(await dayFor(1)).toMatchObject({
    changes: false,
    departures: 1,
    lowestPrice: { amount: priceOf(0) },
  })
  // Two do not fit into the direct bus.
  expect(await dayFor(2)).toMatchObject({
    changes: true,
    departures: 1,
    lowestPrice: { amount: 2 * priceOf(1) },
  })
  await take(direct.runIds[0], 3, 1)
  await expect
    .poll(() => dayFor(1))
    .toMatchObject({ changes: true, lowestPrice: { amount: priceOf(1) } })
  await take(second.runIds[0], 3, 2)
  await expect
    .poll(() => dayFor(1))
    .toMatchObject({ changes: false, sale: 'full', lowestPrice: null })
})
