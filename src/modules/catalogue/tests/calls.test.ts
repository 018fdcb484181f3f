/**
 * Goal: every call of the catalogue answers as declared, from the database, in the requested language. Method: the
 * demo on a known day; calls go through the whole chain behind the gateway, which also validates each reply.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import {
  catalogueCategories,
  catalogueEventsDay,
  catalogueEventsToday,
  catalogueEventsTop,
  catalogueEventsUpcoming,
  eventsOlderToday,
  eventsOlderTop,
  eventsOlderUpcoming,
  ownCategoryPage,
  ownEventPage,
  ownHomePage,
  ownShowPage,
  presentationCategories,
  presentationGenerateCalendar,
  showsInfo,
  showsList,
  showsMainBanner,
  showsPinned,
  showsShortUrl,
} from '../contract.ts'
import { venuesTheatre } from '../theatres-contract.ts'
import { presentationFaq } from '../faq-contract.ts'
import { eventsOlderPassed } from '../passed-contract.ts'
import { showsGet, showsNew } from '#modules/events/shows-contract.ts'
import { markSoldOut, readEventForSale, readLayout } from '../server/public-api.ts'
import { catalogueRoutes } from '../server/routes.ts'
import { openCatalogueEnv, seededAt, type CatalogueEnv } from './support.ts'

let env: CatalogueEnv
let later = 0
beforeAll(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  env = await openCatalogueEnv()
})
afterAll(() => {
  vi.restoreAllMocks()
  return env.close()
})

const georgian = /[\u10D0-\u10FF]/

async function eventOf(slug: string) {
  const { show } = await env.reply(ownShowPage, { query: { slug } })
  const event = show.events[0]
  if (!event) throw new Error(`${slug} has no event`)
  return event
}

test('texts come in the language of the request only', async () => {
  const ka = await env.reply(ownHomePage, {}, 'ka')
  const en = await env.reply(ownHomePage, {}, 'en')
  expect(JSON.stringify(en)).not.toMatch(georgian)
  expect(ka.top.map((item) => item.itemId)).toEqual(en.top.map((item) => item.itemId))
  for (const item of ka.top) expect(item.name).toMatch(georgian)
})

test('the home page has something in every row', async () => {
  const { byCategory, categories, ...rows } = await env.reply(ownHomePage)
  for (const [name, items] of Object.entries(rows))
    expect(items.length, `row ${name}`).toBeGreaterThan(0)
  expect(byCategory).toHaveLength(categories.length)
  expect(rows.mainBanner.length).toBeLessThanOrEqual(5)
  for (const item of rows.today) expect(item.fromDate?.slice(0, 10)).toBe('2026-12-01')
  expect(new Set(rows.weekend.map((item) => item.showId)).size).toBe(rows.weekend.length)
  // Most events are in the capital; the search parameter is the same in both languages.
  const georgianRows = await env.reply(ownHomePage, {}, 'ka')
  expect(rows.cities[0]).toEqual({ city: 'Tbilisi', cityName: 'Tbilisi' })
  expect(georgianRows.cities[0]).toEqual({ city: 'Tbilisi', cityName: 'თბილისი' })
  expect(georgianRows.cities.map(({ city }) => city)).toEqual(rows.cities.map(({ city }) => city))
})

test('lists of events are in order of time and hold nothing that has begun', async () => {
  for (const call of [catalogueEventsUpcoming, eventsOlderUpcoming, catalogueEventsToday]) {
    const { items } = await env.reply(call as typeof eventsOlderUpcoming)
    const dates = items.map((item) => item.fromDate ?? '')
    expect(dates).toEqual(dates.toSorted())
    expect((dates[0] ?? '') > seededAt.toISOString()).toBe(true)
    expect(items.every((item) => item.itemType === 'Event')).toBe(true)
  }
  const older = await env.reply(eventsOlderToday)
  expect(older).toEqual(await env.reply(catalogueEventsToday))
  const { items } = await env.reply(catalogueEventsUpcoming, { query: { subCategoryId: 12 } })
  expect(new Set(items.map((item) => item.slug))).toEqual(new Set(['night-jazz-mtatsminda']))
})

test('a day is requested by a date or by an instant of it', async () => {
  const byDate = await env.reply(catalogueEventsDay, { query: { date: '2026-12-02' } })
  expect(byDate.items.length).toBeGreaterThan(0)
  const late = await env.reply(catalogueEventsDay, { query: { date: '2026-12-01T21:00:00Z' } })
  expect(late).toEqual(byDate)
  expect(await env.refusal(catalogueEventsDay, { query: { date: 'tomorrow' } })).toBe('BadRequest')
})

test('top shows are counted separately by sales channel', async () => {
  const { items } = await env.reply(catalogueEventsTop, { query: { topEventCount: 3 } })
  expect(items.map((item) => item.slug)).toEqual(['neon-city', 'cup-final', 'iron-bridge-20'])
  expect((await env.reply(eventsOlderTop)).items).toHaveLength(10)
  await env.context.db
    .updateTable('ticket_type')
    .set({ channels: ['web'] })
    .execute()
  settle()
  const query = { integrationChannel: 'partner' }
  expect((await env.reply(catalogueEventsTop, { query })).items).toEqual([])
  await env.context.db.updateTable('ticket_type').set({ channels: null }).execute()
  settle()
  expect(await env.refusal(catalogueEventsTop, { query: { topEventCount: '0' } })).toBe(
    'BadRequest',
  )
})

test('past events come newest first, page by page', async () => {
  const first = await env.reply(eventsOlderPassed)
  expect(first).toMatchObject({ page: 1, pageSize: 20 })
  expect(first.totalCount).toBe(first.items.length)
  expect(first.items.length).toBeGreaterThan(2)
  const dates = first.items.map((item) => item.fromDate ?? '')
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect((await env.reply(eventsOlderPassed, { query: { page: 2 } })).items).toEqual([])
})

test('categories count their shows; a status is required of presentation only', async () => {
  const { items } = await env.reply(catalogueCategories)
  expect(items).toHaveLength(10)
  const sum = items
    .flatMap((item) => item.subCategories)
    .reduce((all, sub) => all + sub.itemCount, 0)
  const shows = await env.reply(showsList)
  expect(sum).toBe(shows.items.length)
  const inactive = await env.reply(presentationCategories, { query: { status: 'Inactive' } })
  expect(inactive.items).toEqual([])
  expect(await env.refusal(presentationCategories, { query: {} })).toBe('BadRequest')
})

test('a private show is nowhere listed and opens by its key', async () => {
  const { items } = await env.reply(showsNew)
  expect(items.length).toBeGreaterThan(30)
  expect(items.some((item) => item.slug === 'hamlet-90')).toBe(false)
  const query = { slug: 'hamlet-90' }
  expect(await env.refusal(ownShowPage, { query })).toBe('NotFound')
  const previewKey = 'hamlet-rehearsal'
  const { show } = await env.reply(ownShowPage, { query: { ...query, previewKey } })
  expect(show).toMatchObject({ access: 1, slug: 'hamlet-90' })
  const itemId = show.showId
  expect(await env.refusal(showsGet, { query: { itemId } })).toBe('NotFound')
  expect((await env.reply(showsNew, { query: { itemId } })).items).toEqual([])
  expect((await env.reply(showsNew, { query: { itemId, previewKey } })).items).toHaveLength(1)
  const eventId = show.events[0]?.eventId ?? 0
  expect(await env.refusal(ownEventPage, { query: { eventId } })).toBe('NotFound')
  expect(await env.refusal(presentationGenerateCalendar, { query: { eventId } })).toBe('NotFound')
})

test('one show, by id, by slug and by short address', async () => {
  const short = await env.reply(showsShortUrl, { query: { shortUrl: 'swan' } }, 'en')
  expect(short).toMatchObject({ slug: 'swan-lake', path: '/en/shows/swan-lake' })
  const show = await env.reply(showsGet, { query: { itemId: short.itemId, category: 'Event' } })
  expect(show.isSoldOut).toBe(false)
  expect(show.events.map((event) => event.isSoldOut).includes(true)).toBe(true)
  expect(await env.refusal(showsGet, { query: { itemId: short.itemId, category: 1 } })).toBe(
    'NotFound',
  )
  const info = await env.reply(showsInfo, { query: { itemId: short.itemId } })
  expect(info).toMatchObject({ itemType: 'Show', eventCount: show.events.length })
  const eventId = show.events[0]?.eventId ?? 0
  const event = await env.reply(showsInfo, { query: { itemId: eventId, itemType: 'Event' } })
  expect(event).toMatchObject({ itemType: 'Event', eventId, showId: short.itemId })
  expect(await env.refusal(showsShortUrl, { query: { shortUrl: 'nowhere' } })).toBe('NotFound')
})

test('lists of shows are filtered by category and days', async () => {
  const query = { categoryId: 3, fromDate: '2026-12-01', toDate: '2026-12-06' }
  const { items } = await env.reply(showsList, { query })
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) {
    expect(item.categorySlug).toBe('opera-ballet')
    expect((item.toDate ?? '9') < '2026-12-07').toBe(true)
  }
  expect((await env.reply(showsList, { query: { categoryType: 'Movie' } })).items).toEqual([])
  const page = await env.reply(ownCategoryPage, {
    query: { slug: 'opera-ballet', subCategory: 'ballet' },
  })
  expect(page.items.map((item) => item.slug).toSorted()).toEqual(['swan-lake', 'the-snow-queen'])
  expect(await env.refusal(ownCategoryPage, { query: { slug: 'circus' } })).toBe('NotFound')
})

test('main banner, pinned shows, questions and theatres', async () => {
  const main = await env.reply(showsMainBanner)
  for (const item of main.items) expect(item.images.big?.url).toMatch(/^\/media\/shows\//)
  expect((await env.reply(showsPinned)).items.length).toBeGreaterThan(3)
  expect((await env.reply(presentationFaq)).items.length).toBeGreaterThan(3)
  const theatres = await env.reply(venuesTheatre)
  expect(theatres.items.map((item) => item.slug)).toContain('rustaveli-theatre')
})

test('the event page shows all prices, fees included', async () => {
  const { eventId } = await eventOf('notes-of-the-sea')
  const page = await env.reply(ownEventPage, { query: { eventId } })
  expect(page.event).toMatchObject({ saleState: 'OnSale', hasNumberedSeats: true, minPrice: 21 })
  const premium = page.ticketTypes.find((type) => type.zone === 'premium')
  expect(premium).toMatchObject({
    facePrice: { amount: 8_000, currency: 'GEL' },
    fee: { amount: 400, currency: 'GEL' },
    price: { amount: 8_400, currency: 'GEL' },
  })
  expect(page.event.maxPrice).toBe(84)
  expect(page.otherEvents).toHaveLength(1)
})

test('an event that is free costs nothing', async () => {
  const { eventId, minPrice } = await eventOf('night-run')
  expect(minPrice).toBe(0)
  const { ticketTypes, layout } = await env.reply(ownEventPage, { query: { eventId } })
  expect(layout).toBeNull()
  expect(ticketTypes[0]).toMatchObject({ price: { amount: 0 }, fee: { amount: 0 } })
})

test('a calendar file names the event, its hour and its place', async () => {
  const { eventId, fromDate } = await eventOf('carmen')
  const reply: unknown = await env.reply(presentationGenerateCalendar, { query: { eventId } })
  const { content, contentType } = reply as { content: string; contentType: string }
  expect(contentType).toMatch(/^text\/calendar/)
  const stamp = fromDate.replaceAll(/[-:]|\.\d+/g, '')
  expect(content).toContain(`DTSTART:${stamp}`)
  expect(content).toContain('SUMMARY:Carmen')
  expect(content).toContain(`UID:event-${eventId}@localhost`)
})

test('a seller reads an event with its fees and its layout', async () => {
  const { eventId } = await eventOf('cup-final')
  const event = await readEventForSale(env.context, eventId)
  expect(event).toMatchObject({ isActive: true, timeZone: 'Asia/Tbilisi' })
  const upper = event?.ticketTypes.find((type) => type.zone === 'upper')
  expect(upper).toMatchObject({ priceMinor: 1_000, feeMinor: 80, status: 'Active' })
  const layout = await readLayout(env.context, event?.layoutDigest ?? '')
  expect(layout?.sections.length).toBeGreaterThan(20)
  expect(await readEventForSale(env.context, 999_999)).toBeNull()
  expect(await readLayout(env.context, 'none')).toBeNull()
})

test('a change is seen within two seconds', async () => {
  const { eventId } = await eventOf('carmen')
  const isSoldOut = async () =>
    (await env.reply(ownEventPage, { query: { eventId } })).event.isSoldOut
  expect(await isSoldOut()).toBe(false)
  await markSoldOut(env.context, eventId, true)
  settle()
  expect(await isSoldOut()).toBe(true)
  const stopped = { status: 3 }
  await env.context.db.updateTable('show').set(stopped).where('slug', '=', 'carmen').execute()
  settle()
  const page = await env.reply(ownEventPage, { query: { eventId } })
  expect(page.event.saleState).toBe('Closed')
  await env.context.db.updateTable('show').set({ status: 4 }).where('slug', '=', 'carmen').execute()
  settle()
  expect(await env.refusal(ownEventPage, { query: { eventId } })).toBe('NotFound')
})

test('hostile input is refused with a code by every call', async () => {
  const bad: readonly [Call, Record<string, unknown>][] = [
    [showsGet, {}],
    [showsGet, { itemId: '-1' }],
    [showsGet, { itemId: '1e3' }],
    [showsGet, { itemId: '99999999999' }],
    [ownEventPage, { eventId: 'abc' }],
    [ownShowPage, { slug: '../etc/passwd' }],
    [eventsOlderPassed, { page: '0' }],
    [showsList, { fromDate: '2026-13-01' }],
    [presentationCategories, { status: 'active' }],
  ]
  for (const [call, query] of bad)
    expect(await env.refusal(call, { query }), `${call.id} ${JSON.stringify(query)}`).toBe(
      'BadRequest',
    )
  expect(await env.refusal(ownEventPage, { query: { eventId: 2_147_483_647 } })).toBe('NotFound')
})

test('every declared call of the module is answered', () => {
  const routes = catalogueRoutes({ listed: [] })
  expect(new Set(routes.map(({ call }) => call.id)).size).toBe(routes.length)
  expect(routes).toHaveLength(30)
})

/** As if the time had passed for which the snapshot is served without asking. */
function settle(): void {
  later += 2_000
}
