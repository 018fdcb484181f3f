/**
 * Goal: a displayed timetable shows availability at most two seconds old, although reads are shared and whole pages
 * cached. Method: a seat is sold just after the read that the page is rendered from, and the caches' clock is
 * advanced; then the cached page and the cache headers of the calls are checked.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { PageCache } from '../page-cache.ts'

/** The maximum age that the requirement allows, in milliseconds. */
const oldest = 2_000

let shop: HostileShop
let line: MadeLine
beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context, { brand: 'railway', seatCount: 12 })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => shop.close())

function journeysPath(): string {
  const [from = '', , to = ''] = line.placeCodes
  return `/v2/transport/journeys?from=${from}&to=${to}&date=${line.date}&brand=railway`
}

/** Renders the part of a day's page that shows availability. */
async function render() {
  const { journeys } = await expectOk(shop.get(journeysPath()))
  return { status: 200, headers: [], plain: Buffer.from(JSON.stringify(journeys)) }
}

test('shows a cached timetable at most two seconds behind the seats', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: 1_000_000 })
  const look = async (): Promise<number> => {
    const found = await cache.find('/railway/search', render, { isLive: true })
    const [journey] = JSON.parse(found.page?.answer.plain.toString() ?? '[]')
    return journey.segments[0].classes[0].seatsLeft
  }
  // The caches' clock is advanced by the test only, so the machine's load does not matter.
  let now = performance.now() + oldest
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  // The read that the page is rendered from, followed by the sale of a seat.
  await render()
  const segments = [{ runId: line.runIds[0], legFrom: 0, legTo: 2, passengers: [{}] }]
  await expectOk(shop.post('/v2/transport/choose', { segments }, await shop.guest()))
  now += 400
  expect(await look(), 'a copy made of a shared read').toBe(12)
  now += oldest - 400
  expect(await look()).toBe(11)
})

test('the days around it are at most half a second behind the seats', async () => {
  let now = performance.now() + oldest
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (const wait of [300, 501]) {
    const small = await makeLine(shop.context, { brand: 'ortachala', seatCount: 2 })
    const [from = '', , to = ''] = small.placeCodes
    const ends = `from=${from}&to=${to}&date=${small.date}&brand=ortachala`
    const look = async () =>
      (await expectOk(shop.get(`/v2/transport/calendar?${ends}&days=1`))).days[0].sale
    // A read of the seats that another call shares, or the days themselves.
    if (wait === 300) await expectOk(shop.get(`/v2/transport/journeys?${ends}`))
    else expect(await look()).toBe('open')
    const segments = [{ runId: small.runIds[0], legFrom: 0, legTo: 2, passengers: [{}, {}] }]
    await expectOk(shop.post('/v2/transport/choose', { segments }, await shop.guest()))
    now += wait
    expect(await look()).toBe('full')
  }
})

test('lets browsers cache availability for one second', async () => {
  const answer = await shop.app.inject({ url: `${journeysPath()}&api_key=demo-web` })
  expect(answer.headers['cache-control']).toBe('public, max-age=1')
})
