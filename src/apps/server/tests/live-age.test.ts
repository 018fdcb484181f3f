/**
 * Goal: a timetable that is shown says what was left two seconds ago at most, though reads are shared and whole pages kept.
 * Method: a seat is sold just after a read that the page is rendered from, and the clock of the caches is moved; what the
 * kept page says, and what browsers may keep of the calls.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeLine, type MadeLine } from '../../../../tests/hostile/journeys.ts'
import { expectOk } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { PageCache } from '../page-cache.ts'

/** What the issue of journeys allows, in milliseconds. */
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

/** The page of a day, as far as it says what is left. */
async function render() {
  const { journeys } = await expectOk(shop.get(journeysPath()))
  return { status: 200, headers: [], plain: Buffer.from(JSON.stringify(journeys)) }
}

test('a kept timetable is at most two seconds behind the seats', async () => {
  const cache = new PageCache({ seconds: 60, bytesMax: 1_000_000 })
  const look = async (): Promise<number> => {
    const found = await cache.find('/railway/search', render, { isLive: true })
    const [journey] = JSON.parse(found.page?.answer.plain.toString() ?? '[]')
    return journey.segments[0].classes[0].seatsLeft
  }
  // The caches' clock stands still but for the test: how busy the machine is does not matter.
  let now = performance.now() + oldest
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  // The read that the page is made from, and a seat that is taken after it.
  await render()
  const segments = [{ runId: line.runIds[0], legFrom: 0, legTo: 2, passengers: [{}] }]
  await expectOk(shop.post('/v2/transport/choose', { segments }, await shop.guest()))
  now += 400
  expect(await look(), 'a copy made of a shared read').toBe(12)
  now += oldest - 400
  expect(await look()).toBe(11)
})

test('browsers keep replies that show what is left for a second', async () => {
  const answer = await shop.app.inject({ url: `${journeysPath()}&api_key=demo-web` })
  expect(answer.headers['cache-control']).toBe('public, max-age=1')
})
