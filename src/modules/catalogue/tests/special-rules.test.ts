/**
 * Goal: dates on hidden weekdays are nowhere offered and cannot be bought, an externally sold listing links there and
 * sells nothing. Method: rules written to a real database, the calls over HTTP a moment later.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showRoutes } from '#modules/events/server/show-routes.ts'
import { upcomingEvents } from '../server/queries/listing.ts'
import { catalogueRoutes } from '../server/routes.ts'
import { viewOf } from '../server/view.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeRule } from '#modules/sale-rules/tests/factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import type { CallContext } from '#platform/http/implement.ts'

let shop: Shop
let monday: MadeEvent
let tuesday: MadeEvent
let elsewhere: MadeEvent
let later: MadeEvent
let abroad: MadeEvent

// Sunday 22:00 in UTC is Monday 02:00 in Tbilisi: the weekday is the venue's.
const mondayInTbilisi = new Date('2026-12-06T22:00:00Z')
const tuesdayInTbilisi = new Date('2026-12-08T15:00:00Z')

beforeAll(async () => {
  shop = await openShop()
  const { context } = shop
  monday = await makeEvent(context, { startsAt: mondayInTbilisi })
  tuesday = await makeEvent(context, { startsAt: tuesdayInTbilisi })
  elsewhere = await makeEvent(context)
  abroad = await makeEvent(context, { startsAt: mondayInTbilisi })
  later = await makeEvent(context, { startsAt: mondayInTbilisi })
  // The clock of the tests is at 1 December.
  await makeRule(context, 'hidden-weekdays', { showId: monday.showId }, { weekdays: [1] })
  await makeRule(context, 'hidden-weekdays', { showId: tuesday.showId }, { weekdays: [1] })
  const validFrom = new Date('2026-12-05T00:00:00Z')
  const about = { showId: later.showId }
  await makeRule(context, 'hidden-weekdays', about, { weekdays: [1] }, { validFrom })
  await makeRule(
    context,
    'transit',
    { eventId: elsewhere.eventId },
    {
      label: { ka: 'ყიდვა თეატრის საიტზე', en: 'Buy at the theatre' },
      url: 'https://theatre.example.com/tickets',
    },
  )
  await makeRule(
    context,
    'flight-promotion',
    { showId: abroad.showId },
    {
      label: { ka: 'იფრინეთ მატჩზე', en: 'Fly to the match' },
      fromAirport: 'KUT',
      toAirport: 'RIX',
    },
  )
})
afterAll(() => shop.close())

async function ask(id: string, query: object): Promise<{ ok: boolean; value?: unknown }> {
  const route = [...catalogueRoutes({ listed: [] }), ...showRoutes({ listed: [] })].find(
    ({ call }) => call.id === id,
  )
  if (!route) throw new Error(`no call ${id}`)
  const context: CallContext = shop.context
  const parsed = route.call.query.parse(query)
  return route.handle(context, { params: {}, query: parsed, body: {} })
}

async function listed(): Promise<Record<string, boolean>> {
  const answers = [
    await ask('catalogue-events-upcoming', {}),
    await ask('shows-list', { fromDate: '2026-12-01', toDate: '2026-12-31' }),
    await ask('catalogue-events-day', { date: '2026-12-07' }),
    await ask('catalogue-events-day', { date: '2026-12-08' }),
    await ask('own-home-page', {}),
    await ask('shows-integration-list', {}),
  ]
  const all = JSON.stringify(answers.map((answer) => answer.value))
  const has = (event: MadeEvent) => all.includes(`"eventId":${event.eventId}`)
  return { monday: has(monday), tuesday: has(tuesday), later: has(later) }
}

test('a date on a hidden weekday is in no list, has no page and sells nothing; others do', async () => {
  expect(await listed()).toEqual({ monday: false, tuesday: true, later: true })
  expect((await ask('own-event-page', { eventId: monday.eventId })).ok).toBe(false)
  expect((await ask('own-event-page', { eventId: tuesday.eventId })).ok).toBe(true)
  for (const [event, isThere] of [
    [monday, false],
    [tuesday, true],
  ] as const) {
    const { eventId } = event
    const info = await ask('shows-info', { itemId: eventId, itemType: 'Event' })
    const calendar = await ask('presentation-generate-calendar', { eventId })
    expect([info.ok, calendar.ok]).toEqual([isThere, isThere])
  }
  // Hidden events do not reduce the length of a limited list.
  const view = await viewOf(shop.context)
  const whole = upcomingEvents(view).map(({ id }) => id)
  expect(upcomingEvents(view, whole.length).map(({ id }) => id)).toEqual(whole)
  const show = await ask('shows-get', { itemId: monday.showId })
  expect(show.value).toMatchObject({ events: [] })
  const choose = (event: MadeEvent) => {
    const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId: 1 }]
    return shop.post('/v2/Booking/choose-seat', { eventId: event.eventId, seats })
  }
  expect((await choose(monday)).body.error).toMatchObject({ code: 'EventNotActive', number: 8 })
  expect((await choose(tuesday)).status).toBe(200)
})

test('a listing that is sold elsewhere leads on and sells nothing', async () => {
  const page = await ask('own-event-page', { eventId: elsewhere.eventId })
  expect(page.value).toMatchObject({
    transit: {
      label: 'Buy at the theatre',
      url: 'https://theatre.example.com/tickets',
      path: null,
    },
  })
  // A partner's list omits it and contains what the partner may sell.
  const { value } = await ask('shows-integration-list', {})
  const eventIds = (value as { items: { eventId: number }[] }).items.map(({ eventId }) => eventId)
  expect(eventIds).toContain(tuesday.eventId)
  expect(eventIds).not.toContain(elsewhere.eventId)
  const seats = [{ ticketTypeId: elsewhere.seatTypes['a']?.ticketTypeId, placeId: 1 }]
  const answer = await shop.post('/v2/Booking/choose-seat', { eventId: elsewhere.eventId, seats })
  expect(answer.body.error).toMatchObject({ code: 'EventNotActive' })
})

test('a date to which flights are promoted leads to those of the day before, another one to none', async () => {
  const page = await ask('own-event-page', { eventId: abroad.eventId })
  expect(page.value).toMatchObject({
    flights: {
      label: 'Fly to the match',
      path: '/fly/result?fromAirport=KUT&toAirport=RIX&fromDate=2026-12-06',
    },
  })
  const other = await ask('own-event-page', { eventId: tuesday.eventId })
  expect(other.value).toMatchObject({ flights: null })
})

test('a rule begins and ends by the clock, with nothing restarted', async () => {
  shop.context.clock.set(new Date('2026-12-05T00:00:01Z'))
  expect(await listed()).toMatchObject({ later: false, tuesday: true })
})
