/**
 * Goal: a day whose direct departures are full for a party has the price of a journey with a change, and one without such
 * a journey says that it is full. Method: a direct line of one seat, and two lines that meet; the seat is held.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseTimetableVersion, reloadNetwork } from '#modules/timetable/server/public-api.ts'
import { makeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../../../../tests/hostile/shop.ts'
import { moveStop, setHours } from './lines.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

test('has the price of a journey with a change, while there is one', async () => {
  const direct = await makeLine(shop.context, { seatCount: 1 })
  const first = await makeLine(shop.context)
  const second = await makeLine(shop.context, { seatCount: 2 })
  await moveStop(shop.context, { line: first, stop: 0 }, { line: direct, stop: 0 })
  await moveStop(shop.context, { line: second, stop: 0 }, { line: first, stop: 2 })
  await moveStop(shop.context, { line: second, stop: 3 }, { line: direct, stop: 3 })
  // The direct bus leaves earlier and arrives later, so that the search returns both.
  await setHours(shop.context, direct, [16, 18, 20, 23.75])
  await setHours(shop.context, second, [21, 22, 23, 23.5])
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
