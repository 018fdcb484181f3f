/**
 * Goal: `GET /v2/Shows/List` lists what each category of the specification names, transport and flights included.
 * Method: the call over HTTP with a concert, a bus line and the platform's flights.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayKey } from '#kernel/format.ts'
import { makeLine, type MadeLine } from '../hostile/journeys.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'

let shop: HostileShop
let line: MadeLine

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context)
  await shop.event()
})
afterAll(() => shop.close())

const list = async (query: string, language = 'en'): Promise<Reply[]> => {
  const { body } = await shop.send({
    method: 'GET',
    path: `/v2/Shows/List?${query}`,
    headers: { 'accept-language': language },
  })
  return body.items
}
const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
/** The days of a line's departures to come. */
async function runsOf(routeId: number): Promise<{ readonly runs: readonly string[] }> {
  const { rows } = await sql<{ day: string }>`
    select (departs_at at time zone 'Asia/Tbilisi')::date::text as day
    from run join trip on trip.id = run.trip_id join trip_pattern p on p.id = trip.pattern_id
    where p.route_id = ${routeId} and departs_at > ${shop.context.clock.now()}`.execute(
    shop.context.db,
  )
  return { runs: rows.map(({ day }) => day) }
}
const namesOf = (items: readonly Reply[]) => items.map(({ name }) => name)

test('lines of carriers are category 2', async () => {
  const items = await list('categoryType=2')
  expect(items).toMatchObject([
    {
      itemType: 'Show',
      showType: 0,
      categoryKind: 2,
      eventId: null,
      currency: 'GEL',
      isSoldOut: false,
    },
  ])
  const { runs } = await runsOf(line.routeId)
  expect(items[0].eventCount).toBe(runs.length)
  expect(items[0].minPrice).toBeGreaterThan(0)
  expect(await list('categoryType=Transport')).toEqual(items)
  const countOn = async (from: string, to: string) =>
    (await list(`categoryType=2&fromDate=${from}&toDate=${to}`)).map(({ eventCount }) => eventCount)
  const within = (from: string, to: string) => runs.filter((day) => day >= from && day <= to).length
  const [first, second] = [line.date, dayAfter(line.date, 1)]
  expect(within(first, first)).toBeGreaterThan(0)
  expect(await countOn(first, first)).toEqual([within(first, first)])
  expect(await countOn(first, second)).toEqual([within(first, second)])
  expect(await countOn(dayAfter(first, 90), dayAfter(first, 99))).toEqual([])
  expect(await countOn(second, first)).toEqual([])
})

test('cities with flights are category 4, soonest first, in both languages', async () => {
  const items = await list('categoryType=4')
  expect(items.length).toBeGreaterThan(5)
  expect(new Set(items.map(({ categoryKind }) => categoryKind))).toEqual(new Set([4]))
  const times = items.map(({ fromDate }) => fromDate)
  expect(times).toEqual(times.toSorted())
  expect(items.every((item) => item.minPrice > 0 && item.eventCount > 0)).toBe(true)
  const georgian = await list('categoryType=4', 'ka')
  expect(georgian.map(({ showId }) => showId)).toEqual(items.map(({ showId }) => showId))
  expect(namesOf(items).every((name) => name.startsWith('Flights to '))).toBe(true)
  expect(namesOf(georgian).every((name) => name.startsWith('ფრენა: '))).toBe(true)
  const day = dayKey(times[0])
  const ofDay = await list(`categoryType=Flight&fromDate=${day}&toDate=${day}`)
  expect(ofDay.length).toBeGreaterThan(0)
  expect(ofDay.length).toBeLessThanOrEqual(items.length)
  expect(await list('categoryType=4&toDate=2020-01-01')).toEqual([])
})

test('their numbers name them in the other calls of shows, and nothing else', async () => {
  const listed = [...(await list('categoryType=2')), ...(await list('categoryType=4')).slice(0, 1)]
  for (const item of listed) {
    const { showId } = item
    expect(await expectOk(shop.get(`/v2/Shows?itemId=${showId}`))).toMatchObject({
      showId,
      type: 0,
      status: 1,
      categoryKind: item.categoryKind,
      events: [],
    })
    expect(await expectOk(shop.get(`/v2/Shows/info?itemId=${showId}`))).toMatchObject({ showId })
    const other = item.categoryKind === 2 ? 4 : 2
    expect((await shop.get(`/v2/Shows?itemId=${showId}&category=${other}`)).status).toBe(404)
  }
  const ids = [...listed, ...(await list(''))].map(({ showId }) => showId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a list of all categories has shows only, and other categories nothing of a carrier', async () => {
  const kinds = async (query: string) => (await list(query)).map(({ categoryKind }) => categoryKind)
  expect(await kinds('')).toEqual([0])
  expect(await kinds('categoryType=0')).toEqual([0])
  expect(await kinds('categoryType=3')).toEqual([])
  const [concert] = await list('')
  expect(await kinds(`categoryId=${concert.categoryId}`)).toEqual([0])
  expect(await kinds(`categoryType=2&categoryId=${concert.categoryId}`)).toEqual([])
})
