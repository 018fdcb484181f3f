/**
 * Goal: a list holds exactly the shows with a matching event, in the requested order, each once, whatever the page
 * size; and the calendar's counts equal the lists. Method: the demo; every filter is compared with a plain loop over
 * all events, in pages of seven.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/call.ts'
import { ownCategoryPage, ownShowList, showsList } from '../contract.ts'
import { ownCalendarPage } from '../calendar-contract.ts'
import type { EventRecord, ShowRecord } from '../server/records.ts'
import { isListed } from '../server/rules.ts'
import { priceRank } from '../server/scopes.ts'
import { calendarPageOf } from '../server/queries/list-pages.ts'
import { showListOf } from '../server/queries/show-list.ts'
import { readCatalogue, type Catalogue } from '../server/snapshot.ts'
import { writeManyShows } from '../../../../bench/many-shows.ts'
import { openTestContext } from '../../../../tests/support/context.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { openCatalogueEnv, seededAt, type CatalogueEnv } from './support.ts'

let env: CatalogueEnv
let catalogue: Catalogue
beforeAll(async () => {
  env = await openCatalogueEnv()
  catalogue = await readCatalogue(env.context.db)
})
afterAll(() => env.close())

type Query = NonNullable<CallInput<typeof ownShowList>['query']>
type Fits = (event: EventRecord, show: ShowRecord) => boolean

const filters: Record<string, [Query, Fits]> = {
  everything: [{}, () => true],
  'a category': [{ category: 'theatre' }, (_, show) => show.category.slug === 'theatre'],
  'a subcategory': [
    { category: 'concerts', subCategory: 'jazz' },
    (_, show) => show.subcategory.slug === 'jazz',
  ],
  'some days': [
    { fromDate: '2026-12-04', toDate: '2026-12-06' },
    ({ localDate }) => localDate >= '2026-12-04' && localDate <= '2026-12-06',
  ],
  'up to a price': [
    { priceTo: 30 },
    ({ minPriceMinor, currency }) => currency === 'GEL' && minPriceMinor <= 3_000,
  ],
  'from a price': [
    { priceFrom: 100 },
    ({ maxPriceMinor, currency }) => currency === 'GEL' && maxPriceMinor >= 10_000,
  ],
  'free of charge': [{ isFree: true }, ({ maxPriceMinor }) => maxPriceMinor === 0],
  'a house': [{ venueId: 2 }, ({ venue }) => venue.id === 2],
  'a city in English': [{ city: 'batumi' }, ({ venue }) => venue.city.en === 'Batumi'],
  'a city in Georgian': [{ city: 'ბათუმი' }, ({ venue }) => venue.city.en === 'Batumi'],
  'a house of a category with a price': [
    { category: 'theatre', venueId: 1, priceTo: 100 },
    ({ venue, minPriceMinor }, show) =>
      venue.id === 1 && show.category.slug === 'theatre' && minPriceMinor <= 10_000,
  ],
  nothing: [{ fromDate: '2026-12-06', toDate: '2026-12-05' }, () => false],
}

/** The result of a plain loop over everything. */
function expected(fits: Fits, among = catalogue): Map<ShowRecord, EventRecord[]> {
  const found = new Map<ShowRecord, EventRecord[]>()
  for (const show of among.shows.values()) {
    const events = show.events.filter(
      (event) => event.status === 1 && event.startsAt > seededAt && fits(event, show),
    )
    if (isListed(show) && events.length > 0) found.set(show, events)
  }
  return found
}

/** A show is placed by its events with tickets, if it has any. */
function buyable(events: EventRecord[]): EventRecord[] {
  return events.some((event) => !event.isSoldOut)
    ? events.filter((event) => !event.isSoldOut)
    : events
}

const orders = {
  soonest: (_show: ShowRecord, events: EventRecord[]) =>
    Math.min(...buyable(events).map((event) => event.startsAt.getTime())),
  cheapest: (_show: ShowRecord, events: EventRecord[]) =>
    Math.min(...buyable(events).map(priceRank)),
  wanted: (show: ShowRecord) => -show.popularity,
}

async function allPages(query: Query) {
  const items = []
  let cursor: string | undefined
  for (let page = 0; page < 20; page += 1) {
    const reply = await env.reply(ownShowList, { query: { ...query, cursor, limit: 7 } })
    items.push(...reply.items)
    expect(reply.items.length).toBeLessThanOrEqual(7)
    if (reply.nextCursor === null) return { items, totalCount: reply.totalCount }
    expect(reply.items).toHaveLength(7)
    cursor = reply.nextCursor
  }
  throw new Error('The list has no end')
}

test.each(Object.entries(filters))('%s, in every order', async (_, [query, fits]) => {
  const all = expected(fits)
  for (const sort of ['soonest', 'wanted', 'cheapest'] as const) {
    const { items, totalCount } = await allPages({ ...query, sort })
    expect(new Set(items.map((item) => item.slug)), sort).toEqual(
      new Set([...all.keys()].map((show) => show.slug)),
    )
    expect(items, sort).toHaveLength(all.size)
    expect(totalCount).toBe(all.size)
    const places = items.map((item) => {
      const show = catalogue.showsBySlug.get(item.slug)
      return show ? orders[sort](show, all.get(show) ?? []) : Number.NaN
    })
    expect(places, sort).toEqual(places.toSorted((left, right) => left - right))
    for (const item of items) {
      const show = catalogue.shows.get(item.showId)
      expect(item.eventCount).toBe(show && all.get(show)?.length)
    }
  }
})

test('a show whose next date is sold out is listed under its next date with tickets', async () => {
  const dates = await env.context.db
    .selectFrom('event')
    .innerJoin('show', 'show.id', 'event.show_id')
    .select(['event.id', 'starts_at', 'is_sold_out'])
    .where('slug', '=', 'swan-lake')
    .where('starts_at', '>', seededAt)
    .orderBy('starts_at')
    .execute()
  const setSoldOut = async (soldOut: readonly number[]) => {
    for (const { id } of dates)
      await env.context.db
        .updateTable('event')
        .set({ is_sold_out: soldOut.includes(id) })
        .where('id', '=', id)
        .execute()
    await expireCaches(2_000)
  }
  const card = async () =>
    (await allPages({ sort: 'soonest' })).items.find((item) => item.slug === 'swan-lake')
  await setSoldOut(dates.slice(0, 1).map(({ id }) => id))
  expect(await card()).toMatchObject({
    eventId: dates[1]?.id,
    fromDate: dates[1]?.starts_at.toISOString(),
    toDate: dates.at(-1)?.starts_at.toISOString(),
    eventCount: dates.length,
    isSoldOut: false,
  })
  const { items } = await allPages({ sort: 'soonest' })
  expect(items.map((item) => item.fromDate)).toEqual(items.map((item) => item.fromDate).toSorted())
  await setSoldOut(dates.map(({ id }) => id))
  expect(await card()).toMatchObject({ eventId: dates[0]?.id, isSoldOut: true })
  await setSoldOut(dates.filter((date) => date.is_sold_out).map(({ id }) => id))
})

test('the specified list holds the same shows', async () => {
  const query = { fromDate: '2026-12-04', toDate: '2026-12-06' }
  const specified = await env.reply(showsList, { query })
  const own = await env.reply(ownShowList, { query: { ...query, limit: 240 } })
  expect(specified.items).toEqual(own.items)
})

test('a cursor that is none, or of another order, is refused', async () => {
  for (const query of [
    { cursor: 'soonest.1' },
    { cursor: 'soonest.1.2', sort: 'cheapest' },
    { cursor: 'cheapest.1.2', sort: 'cheapest' },
    { cursor: 'x' },
    { limit: '241' },
    { sort: 'dearest' },
    { priceTo: '-1' },
  ])
    expect(await env.refusal(ownShowList, { query }), JSON.stringify(query)).toBe('BadRequest')
  expect(await env.refusal(ownShowList, { query: { category: 'circus' } })).toBe('NotFound')
  const query = { category: 'theatre', subCategory: 'jazz' }
  expect(await env.refusal(ownShowList, { query })).toBe('NotFound')
})

test('a category page lists its available filters', async () => {
  const page = await env.reply(ownCategoryPage, { query: { slug: 'theatre', limit: 3 } })
  expect(page.items).toHaveLength(3)
  expect(page.totalCount).toBe(page.category?.itemCount)
  expect(page.venues.length).toBeGreaterThan(1)
  for (const { venueId, eventCount } of page.venues) {
    const there = expected(
      (event, show) => show.category.slug === 'theatre' && event.venue.id === venueId,
    )
    expect(eventCount).toBe([...there.values()].flat().length)
  }
  const all = await env.reply(ownCategoryPage)
  expect(all.category).toBeNull()
  expect(all.totalCount).toBe(all.categories.reduce((sum, one) => sum + one.itemCount, 0))
})

/** Offers without a date belong to no day. */
function isOffer(event: EventRecord): boolean {
  return catalogue.offerTerms.has(event.id)
}

test('the calendar counts the events of each day, today only those that have not begun', async () => {
  const month = await env.reply(ownCalendarPage)
  expect(month).toMatchObject({
    month: '2026-12',
    today: '2026-12-01',
    previousMonth: null,
    nextMonth: '2027-01',
    chosenDate: '2026-12-01',
  })
  expect(month.days).toHaveLength(31)
  for (const { date, eventCount, highlights } of month.days) {
    const events = [
      ...expected((event) => event.localDate === date && !isOffer(event)).values(),
    ].flat()
    expect(eventCount, date).toBe(events.length)
    expect(highlights.length, date).toBe(Math.min(2, new Set(events.map((one) => one.showId)).size))
  }
  expect(month.items).toHaveLength(month.days[0]?.eventCount ?? 0)
  const query = { category: 'opera-ballet', date: '2026-12-06' }
  const opera = await env.reply(ownCalendarPage, { query })
  const there = expected(
    (event, show) => event.localDate === query.date && show.category.slug === query.category,
  )
  expect(opera.items.map((item) => item.itemId).toSorted()).toEqual(
    [...there.values()].flatMap((events) => events.map((event) => event.id)).toSorted(),
  )
  const november = await env.reply(ownCalendarPage, { query: { month: '2026-11' } })
  expect(november.days.every((day) => day.isPast && day.eventCount === 0)).toBe(true)
  expect(await env.refusal(ownCalendarPage, { query: { month: '2026-13' } })).toBe('BadRequest')
})

test('on the last evening of a month the calendar opens with the next one, and earlier months are not offered', async () => {
  // The month's last event has begun.
  const last = [...catalogue.events.values()]
    .filter(({ localDate, id }) => localDate.startsWith('2026-12') && !catalogue.offerTerms.has(id))
    .toSorted((left, right) => right.startsAt.getTime() - left.startsAt.getTime())[0]
  const now = new Date((last?.startsAt.getTime() ?? 0) + 60_000)
  const view = { db: env.context.db, catalogue, now, locale: 'en' as const, rules: [] }
  expect(calendarPageOf(view, {})).toMatchObject({
    month: '2027-01',
    firstMonth: '2027-01',
    previousMonth: null,
    chosenDate: expect.stringMatching(/^2027-01/),
  })
  expect(calendarPageOf(view, { month: '2026-12' })).toMatchObject({
    previousMonth: null,
    nextMonth: '2027-01',
    chosenDate: null,
  })
})

test('over many events, where lists are walked and not gathered, the same holds', async () => {
  const database = await testDatabase()
  const context = await openTestContext(database.url)
  try {
    await writeManyShows(context.db, { eventCount: 3_600, now: seededAt })
    const many = await readCatalogue(context.db)
    const view = {
      db: context.db,
      catalogue: many,
      now: seededAt,
      locale: 'en' as const,
      rules: [],
    }
    const cases: readonly [Parameters<typeof showListOf>[1], Fits][] = [
      [{}, () => true],
      [
        { priceFromMinor: 2_000, priceToMinor: 4_000 },
        ({ minPriceMinor, maxPriceMinor }) => minPriceMinor <= 4_000 && maxPriceMinor >= 2_000,
      ],
      [{ isFree: true }, ({ maxPriceMinor }) => maxPriceMinor === 0],
      [
        { isFree: true, fromDate: '2026-12-01', toDate: '2027-06-30' },
        ({ maxPriceMinor, localDate }) =>
          maxPriceMinor === 0 && localDate >= '2026-12-01' && localDate <= '2027-06-30',
      ],
      [{ fromDate: '2027-01-15' }, ({ localDate }) => localDate >= '2027-01-15'],
      [{ city: 'Tbilisi' }, ({ venue }) => venue.city.en === 'Tbilisi'],
    ]
    for (const [filter, fits] of cases)
      for (const sort of ['soonest', 'wanted', 'cheapest'] as const) {
        const all = [...expected(fits, many)]
          .map(([show, events]) => ({ show, place: orders[sort](show, events) }))
          .toSorted((left, right) => left.place - right.place)
        const placeOf = new Map(all.map(({ show, place }) => [show.id, place]))
        const places: number[] = []
        const seen = new Set<number>()
        let cursor: string | undefined
        do {
          const page = showListOf(view, filter, { sort, cursor, limit: 97 })
          for (const { showId } of page.items) {
            seen.add(showId)
            places.push(placeOf.get(showId) ?? Number.NaN)
          }
          cursor = page.nextCursor ?? undefined
        } while (cursor !== undefined)
        const name = `${JSON.stringify(filter)} ${sort}`
        expect(seen.size, name).toBe(all.length)
        expect(places, name).toEqual(all.map(({ place }) => place))
      }
    expect(showListOf(view, {}, { sort: 'soonest', limit: 1 }).totalCount).toBe(
      expected(() => true, many).size,
    )
  } finally {
    await context.close()
    await database.drop()
  }
})
