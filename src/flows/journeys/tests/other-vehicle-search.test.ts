/**
 * Goal: journeys with changes are compared by the prices of the vehicles that their runs really have, and choosing one asks
 * the price that was shown. Method: two lines to the town where a third one begins; the cheaper one gets, for one run, a
 * vehicle without the cheaper class.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeRuns,
  raiseTimetableVersion,
  reloadNetwork,
} from '#modules/timetable/server/public-api.ts'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { moveStop, setHours } from './lines.ts'
import { makeVehicle } from './vehicles.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

async function setFare(line: MadeLine, priceMinor: number): Promise<void> {
  await sql`
    insert into fare (agency_id, class_id, price_minor)
    values (${line.agencyId}, ${line.classId}, ${priceMinor})`.execute(shop.context.db)
}

test('a run with another vehicle counts with the prices of that one', async () => {
  const [cheap, dear, onward] = [
    await makeLine(shop.context),
    await makeLine(shop.context),
    await makeLine(shop.context),
  ] as const
  await moveStop(shop.context, { line: dear, stop: 0 }, { line: cheap, stop: 0 })
  await moveStop(shop.context, { line: dear, stop: 2 }, { line: cheap, stop: 2 })
  await moveStop(shop.context, { line: onward, stop: 0 }, { line: cheap, stop: 2 })
  // The dearer one takes ten minutes longer.
  await setHours(shop.context, dear, [18 - 1 / 6, 19, 20, 21])
  await setHours(shop.context, onward, [21, 22, 23, 23.5])
  await setFare(dear, 3_000)
  await setFare(onward, 1_000)
  // Its standard class costs 20 ₾ and its first class 40 ₾.
  const firstOnly = await makeVehicle(shop.context, cheap, { seats: 12, firstClass: 12 })
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)

  const asked = `from=${cheap.placeCodes[0]}&to=${onward.placeCodes[2]}&date=${cheap.date}`
  const find = async (): Promise<Reply[]> => {
    const { journeys } = await expectOk(shop.get(`/v2/transport/journeys?${asked}`))
    return journeys
  }
  const runOf = (journey: Reply) => journey.segments[0].runId
  const prices = async () =>
    Object.fromEntries((await find()).map((one) => [runOf(one), one.priceFrom.amount]))
  const [cheapRun, dearRun] = [cheap.runIds[0], dear.runIds[0]]
  // Both rides with their fee of 50 tetri.
  await expireCaches(2_000)
  await expect.poll(prices).toEqual({ [cheapRun]: 3_100 })

  const staff = await shop.staff(cheap.merchantId)
  const exchange = (vehicleTypeId: number) =>
    expectOk(
      shop.post('/v2/merchantusers/runs/change-vehicle', { runId: cheapRun, vehicleTypeId }, staff),
    )
  await exchange(firstOnly)
  await expireCaches(2_000)
  await expect.poll(prices).toEqual({ [cheapRun]: 5_100, [dearRun]: 4_100 })
  for (const journey of await find()) {
    const segments = journey.segments.map(({ runId, legFrom, legTo }: Reply) => ({
      runId,
      legFrom,
      legTo,
      passengers: [{}],
    }))
    const held = await expectOk(
      shop.post('/v2/transport/choose', { segments }, await shop.customer()),
    )
    expect(held.total.amount).toBe(journey.priceFrom.amount)
  }

  await exchange(cheap.vehicleTypeId)
  await expireCaches(2_000)
  await expect.poll(prices).toEqual({ [cheapRun]: 3_100 })
})

test('runs are marked whichever way they get another vehicle', async () => {
  const line = await makeLine(shop.context)
  const other = await makeVehicle(shop.context, line, { seats: 12 })
  const staff = await shop.staff(line.merchantId)
  const { trips } = await expectOk(
    shop.get(`/v2/merchantusers/vehicles/line?lineId=${line.routeId}`, staff),
  )
  const assign = (vehicleTypeId: number) => {
    const wanted = {
      lineId: line.routeId,
      tripIds: [trips[0].tripId],
      vehicleTypeId,
      from: line.date,
    }
    return expectOk(shop.post('/v2/merchantusers/vehicles/assign', wanted, staff))
  }
  const marks = async () => {
    const { rows } = await sql<{ isMarked: boolean; isOther: boolean; runs: number }>`
      select has_other_vehicle as "isMarked", run.vehicle_type_id is distinct from trip.vehicle_type_id as "isOther",
        count(*)::int as runs
      from run join trip on trip.id = run.trip_id join trip_pattern on trip_pattern.id = trip.pattern_id
      where trip_pattern.route_id = ${line.routeId} and run.service_date >= ${line.date}::date
      group by 1, 2`.execute(shop.context.db)
    return rows
  }
  await assign(other)
  await makeRuns(shop.context, { days: 12 })
  const marked = await marks()
  expect(marked).toEqual([{ isMarked: true, isOther: true, runs: marked[0]?.runs }])
  expect(marked[0]?.runs).toBeGreaterThan(10)
  await assign(line.vehicleTypeId)
  expect(await marks()).toEqual([{ isMarked: false, isOther: false, runs: marked[0]?.runs }])
})
