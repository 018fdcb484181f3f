/**
 * Goal: parameters of the specification are honoured or refused, never ignored. Method: calls over HTTP with and
 * without them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCinema, makeScreening } from '../../src/modules/cinema/tests/factories.ts'
import { makeLine } from '../hostile/journeys.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
}, 60_000)
afterAll(() => shop.close())

const dayFrom = (days: number) =>
  new Date(shop.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('every refusal of a choice of places carries a number from 0 to 18', async () => {
  const { eventId, seatTypes } = await shop.event({ forbidsSingleSeats: true })
  const ticketTypeId = seatTypes['a']?.ticketTypeId
  const seats = (...placeIds: number[]) => placeIds.map((placeId) => ({ ticketTypeId, placeId }))
  const token = await shop.guest()
  const refusals: [object, string, number][] = [
    [{ eventId, seats: seats(2) }, 'SingleSeatLeft', 14],
    [{ eventId: 'x', seats: seats(2) }, 'BadRequest', 1],
    [{ eventid: eventId }, 'BadRequest', 1],
    [{ eventId, seats: seats(5, 6), orderKey: shop.context.random.uuid() }, 'OrderNotFound', 3],
  ]
  for (const [body, code, number] of refusals) {
    const answer = await shop.post('/v2/Booking/choose-seat', body, token)
    expect(answer.body.error, code).toMatchObject({ code, number })
  }
  const unknownKey = await shop.send({
    method: 'POST',
    path: '/v2/Booking/choose-seat',
    apiKey: 'nobody',
    payload: JSON.stringify({ eventId, seats: seats(5, 6) }),
    headers: { 'content-type': 'application/json' },
  })
  expect(unknownKey.status).toBeGreaterThanOrEqual(400)
  expect(unknownKey.body.error.number).toBeGreaterThanOrEqual(0)
  const other = await shop.get('/v2/Shows?itemId=1999999')
  expect(other.body.error).not.toHaveProperty('number')
})

test('calendars of flights count the passengers, and refuse more days than they read', async () => {
  const about = `fromAirport=TBS&toAirport=IST&fromDate=${dayFrom(40)}`
  const lowest = async (path: string, more: string) => {
    const { items } = await expectOk(shop.get(`/v2/flights/${path}?${about}&days=1${more}`))
    return Math.min(...items.flatMap(({ price }: Reply) => price?.amount ?? []))
  }
  for (const path of ['calendar-day', 'calendar-days']) {
    const one = await lowest(path, '')
    const child = await lowest(path, '&child=1')
    const infant = await lowest(path, '&infant=1')
    expect(child).toBeGreaterThan(one)
    expect(infant).toBeGreaterThan(one)
    expect(infant).toBeLessThan(child)
    expect(await lowest(path, '&adult=2')).toBe(2 * one)
  }
  const { status, body } = await shop.get(`/v2/flights/calendar-days?${about}&days=6`)
  expect(status).toBe(400)
  expect(body.error.fields).toMatchObject([{ path: 'query.days' }])
  expect((await expectOk(shop.get(`/v2/flights/calendar-day?${about}&days=31`))).items.length).toBe(
    63,
  )
})

test('the map of a bus back is found by the stations of the way out', async () => {
  const line = await makeLine(shop.context, { brand: 'omnibus', seatCount: 4 })
  const [from, , to] = line.placeCodes
  const map = (query: string) => shop.get(`/v2/omnibus/map?busId=${line.runIds[0]}&${query}`)
  const there = await expectOk(map(`fromStation=${from}&toStation=${to}`))
  expect(there).toMatchObject({ isReturn: false })
  const back = await expectOk(map(`fromStation=${to}&toStation=${from}&isReturn=true`))
  expect(back).toMatchObject({ isReturn: true, segment: there.segment })
  expect((await map(`fromStation=${to}&toStation=${from}`)).status).toBe(404)
})

test('calls of the cinema understand locale codes, and searches the day selector', async () => {
  const cinema = await makeCinema(shop.context)
  const sessionId = await makeScreening(shop.context, cinema)
  const titleIn = async (language: string) =>
    (
      await expectOk(
        shop.get(
          `/integrations/api/Cavea/Sessions/CalendarSession?sessionId=${sessionId}&language=${language}`,
        ),
      )
    ).title
  for (const language of ['ka', 'ka-GE']) expect(await titleIn(language)).toBe('საცდელი ფილმი')
  for (const language of ['en', 'en-US', 'ru-RU', 'az-AZ'])
    expect(await titleIn(language)).toBe('Test film')
  for (const when of ['Today', 'Tomorrow', 'today'])
    await expectOk(shop.get(`/v2/search?text=&when=${when}`))
  expect((await shop.get('/v2/search?text=&when=someday')).status).toBe(400)
})
