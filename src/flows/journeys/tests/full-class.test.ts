/**
 * Goal: who changes the seat of a ticket while no seat is left in its class is offered the other classes with what they cost,
 * and is told when there is none either; prices by occupancy are the same wherever they are shown. Method: a small vehicle of two classes, the page's loader with its calls over HTTP.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contract/client.ts'
import {
  journeyCalendar,
  raiseTimetableVersion,
  reloadNetwork,
} from '#modules/timetable/server/public-api.ts'
import { makeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { loadChange } from '../../../modules/transport/web/change-data.ts'
import { buySeats, holdSeats, ticketsOf } from './vehicle-races.ts'
import { makeVehicle } from './vehicles.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('places that the carrier keeps back make no run dearer, in the calendar or when it is bought', async () => {
  const line = await makeLine(shop.context)
  const [runId] = line.runIds
  const kept = await makeVehicle(shop.context, line, { seats: 6, keptBack: [1, 2] })
  const staff = await shop.staff(line.merchantId)
  await expectOk(
    shop.post('/v2/merchantusers/runs/change-vehicle', { runId, vehicleTypeId: kept }, staff),
  )
  await sql`
    insert into price_step (agency_id, kind, from_value, until_value, basis_points)
    values (${line.agencyId}, 'occupancy', 25, 101, 20000)`.execute(shop.context.db)
  await raiseTimetableVersion(shop.context)
  await reloadNetwork(shop.context)
  const [from, , to] = line.placeCodes
  const localityOf = async (index: number) => {
    const { rows } = await sql<{ id: number }>`
      select locality_id as id from stop where id = ${line.stopIds[index]}`.execute(shop.context.db)
    return rows[0]?.id ?? 0
  }
  const towns = { fromLocalityId: await localityOf(0), toLocalityId: await localityOf(2) }
  // Answers of the calendar are cached by their address.
  const prices = async (days: number) => {
    const query = `from=${from}&to=${to}&date=${line.date}&days=${days}`
    const calendar = await expectOk(shop.get(`/v2/transport/calendar?${query}`))
    // What people who wait for a price are told of; without the fee.
    const [watched] = await journeyCalendar(
      { ...shop.context, channel: 'web' },
      { ...towns, brand: line.brand, date: line.date, days: 1 },
    )
    const types = await expectOk(
      shop.get(`/v2/transport/ticket-types?runId=${runId}&legFrom=0&legTo=2`),
    )
    return [calendar.days[0].lowestPrice.amount, types.classes[0].price.amount, watched?.priceMinor]
  }
  expect(await prices(1)).toEqual([2_050, 2_050, 2_000])
  await holdSeats({ shop, runId }, [3])
  await expireCaches(2_000)
  await expect.poll(() => prices(2)).toEqual([4_050, 4_050, 4_000])
})

test('a full class shows the others, and their seats on the plan', async () => {
  const line = await makeLine(shop.context)
  const [runId] = line.runIds
  const vehicleTypeId = await makeVehicle(shop.context, line, { seats: 4, firstClass: 2 })
  const staff = await shop.staff(line.merchantId)
  await expectOk(
    shop.post('/v2/merchantusers/runs/change-vehicle', { runId, vehicleTypeId }, staff),
  )
  const world = { shop, runId }
  const mine = await buySeats(world, [3])
  const { send } = createClient({
    baseUrl: shop.config.PUBLIC_ORIGIN,
    apiKey: 'demo-web',
    locale: 'en',
    accessToken: () => mine.token,
  })
  const [{ ticketIdentifier }] = (await ticketsOf(world, mine)) as [{ ticketIdentifier: string }]
  const chosen = async (classCode?: string) => {
    const params = new URLSearchParams({
      to: `${runId}.0.2`,
      ...(classCode && { class: classCode }),
    })
    return (await loadChange(send, ticketIdentifier, params))?.chosen
  }
  expect(await chosen()).toMatchObject({ otherClasses: null, quote: { seat: '4' } })
  await holdSeats(world, [4])
  const full = await chosen()
  expect(full).toMatchObject({
    quote: null,
    otherClasses: [{ classCode: 'first', seatsLeft: 2, quote: { difference: { amount: 2_100 } } }],
  })
  const free = full?.plan?.coaches.flatMap(({ seats }) =>
    seats.flatMap(({ label, state }) => (state === 'free' ? label : [])),
  )
  expect(free).toEqual(['1', '2'])
  expect(await chosen('first')).toMatchObject({ otherClasses: null, quote: { seat: '1' } })
  await holdSeats(world, [1, 2])
  expect(await chosen()).toMatchObject({ quote: null, otherClasses: [] })
})
