/**
 * Goal: staff of every kind of organiser see their items, gates and ticket types in the calls of the specification.
 * Method: the calls over HTTP as staff of a carrier, of a cinema and of a show.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeCinema,
  makeScreening,
  type TestCinema,
} from '../../src/modules/cinema/tests/factories.ts'
import { makeLine, type MadeLine } from '../hostile/journeys.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'

const base = '/v2/merchantusers/accessibleitems'
let shop: HostileShop
let line: MadeLine
let cinema: TestCinema
let session: number

beforeAll(async () => {
  shop = await openHostileShop()
  line = await makeLine(shop.context)
  cinema = await makeCinema(shop.context)
  session = await makeScreening(shop.context, cinema)
}, 60_000)
afterAll(() => shop.close())

test('staff of a cinema see films with their screenings, by the number of the film', async () => {
  const staff = await shop.staff(cinema.merchantId)
  const get = (path: string) => expectOk(shop.get(base + path, staff))
  const [film] = (await expectOk(shop.get('/v2/movies/current'))).items
  const item = {
    source: 'cinema',
    itemId: film.showId,
    itemType: 'Show',
    name: film.name,
    events: [{ eventId: session, isArchive: false }],
  }
  expect((await get('')).items).toMatchObject([item])
  expect((await get(`?itemId=${film.showId}&isArchive=false`)).items).toMatchObject([item])
  for (const query of ['?isArchive=true', '?itemId=1', '?dateTo=2020-01-01', '?source=event'])
    expect((await get(query)).items, query).toEqual([])
  for (const query of [`?eventId=${session}`, `?eventId=${session}&source=cinema`]) {
    const gates = (await get(`/gates${query}`)).items
    expect(gates.map(({ gateId }: Reply) => gateId)).toEqual([1, 2])
    const types = (await get(`/gates/ticketTypes${query}`)).items
    expect(types).toMatchObject([
      { gateId: 1, eventId: session },
      { gateId: 2, eventId: session },
    ])
    expect(types[0].ticketTypes.length).toBeGreaterThan(0)
    expect(types[1].ticketTypes).toHaveLength(2)
  }
  expect((await shop.get(`${base}/gates?eventId=${session}&source=event`, staff)).status).toBe(404)
})

test('staff of a carrier see lines with their runs, and the stops as gates', async () => {
  const staff = await shop.staff(line.merchantId)
  const get = (path: string) => expectOk(shop.get(base + path, staff))
  const { items } = await get(`?dateFrom=${line.date}&dateTo=${line.date}`)
  expect(items).toMatchObject([{ source: 'transport', itemId: line.routeId, itemType: 'Show' }])
  expect(items[0].name).not.toBe('')
  const [run] = items[0].events
  const gates = (await get(`/gates?eventId=${run.eventId}`)).items
  expect(gates.map(({ stop }: Reply) => stop)).toEqual(line.stopIds.map((_, index) => index))
  expect(gates[0]).toMatchObject({ gateId: null, source: 'transport', name: run.venue })
  const types = (await get(`/gates/ticketTypes?eventId=${run.eventId}`)).items
  expect(types).toHaveLength(gates.length)
  expect(types[0].ticketTypes.length).toBeGreaterThan(0)
})

test('nobody sees what another organiser sells', async () => {
  const event = await shop.event()
  const staff = await shop.staff(event.merchantId)
  const { items } = await expectOk(shop.get(base, staff))
  expect(items).toMatchObject([{ source: 'event', itemId: event.showId }])
  for (const path of ['gates', 'gates/ticketTypes'])
    expect((await shop.get(`${base}/${path}?eventId=${session}`, staff)).status).toBe(404)
})
