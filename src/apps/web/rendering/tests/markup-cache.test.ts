import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CachedMarkup, MarkupPartsContext } from '#design/parts/cached-markup.tsx'
import { TextsProvider } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import cinema from '#modules/cinema/messages/en.json' with { type: 'json' }
import { ShowtimeChips } from '#modules/cinema/web/parts/showtime-chips.tsx'
import type { CardItem } from '#modules/events/web/card-item.ts'
import { CategoryColumn } from '#modules/events/web/parts/category-column.tsx'
import { Ranking } from '#modules/events/web/parts/ranking.tsx'
import PosterRow from '#modules/events/web/parts/poster-row.tsx'
import { PosterGrid } from '#modules/events/web/parts/show-card.tsx'
import { Timetable } from '#modules/events/web/parts/timetable.tsx'
import type { JourneyView } from '#modules/transport/contract.ts'
import { readSearch, stepOf } from '#modules/transport/web/address.ts'
import { writeJourneys } from '#modules/transport/web/journey-data.ts'
import { Departures } from '#modules/transport/web/parts/departures.tsx'
import { openSearch } from '#modules/transport/web/search-data.ts'
import en from '#modules/events/messages/en.json' with { type: 'json' }
import ka from '#modules/events/messages/ka.json' with { type: 'json' }
import transport from '#modules/transport/messages/transport-en.json' with { type: 'json' }
import { createMarkupCache, type MarkupCache } from '../markup-cache.ts'

/**
 * Goal: a page whose parts come from the cache has the bytes that React renders without one. Method: the same page
 * without a cache, with an empty one, and with a filled one.
 */
const item: CardItem = {
  itemId: 7,
  itemType: 'Show',
  showType: 1,
  name: 'Daisi & <Absalom>',
  slug: 'daisi',
  eventCount: 3,
  venueName: 'Opera',
  cityName: 'Tbilisi',
  fromDate: '2027-02-03T15:00:00.000Z',
  toDate: '2027-03-03T15:00:00.000Z',
  timeZone: 'Asia/Tbilisi',
  minPrice: 20,
  maxPrice: 90,
  currency: 'GEL',
  isSoldOut: false,
  categoryName: 'Opera',
  categorySlug: 'opera-ballet',
  images: { v3Poster: { url: '/media/a.webp', width: 300, height: 400 } },
}
const items: readonly CardItem[] = [
  item,
  { ...item, itemId: 8, itemType: 'Event', name: 'აბესალომი', isSoldOut: true, images: {} },
  { ...item, itemId: 9, name: '', minPrice: 0, maxPrice: 0, eventCount: 1 },
]

function pageOf(shown: readonly CardItem[]): ReactNode {
  return createElement(
    'main',
    null,
    'before',
    createElement(PosterRow, { items: shown, label: 'row' }),
    createElement(PosterGrid, { items: shown, firstCount: 1 }),
    createElement(Ranking, { items: shown }),
    createElement(Timetable, { items: shown }),
    createElement(CategoryColumn, { category: { slug: 'sport', name: 'Sport' }, items: shown }),
    'after',
  )
}

function rendered(locale: Locale, cache: MarkupCache | null, content: ReactNode): string {
  const parts = cache?.page() ?? null
  const texts = {
    locale,
    modules: { events: locale === 'ka' ? ka : en, transport, movies: cinema },
    children: null,
  }
  const page = createElement(TextsProvider, texts, content)
  const html = renderToString(createElement(MarkupPartsContext, { value: parts }, page))
  return parts?.complete(html) ?? html
}

test.each(['ka', 'en'] as const)('cached parts have the bytes of rendered ones in %s', (locale) => {
  const cache = createMarkupCache()
  const plain = rendered(locale, null, pageOf(items))
  expect(plain).toContain('/media/a.webp')
  expect(rendered(locale, cache, pageOf(items))).toBe(plain)
  expect(rendered(locale, cache, pageOf(items))).toBe(plain)
})

test('another price, another position and another language are other parts', () => {
  const cache = createMarkupCache()
  const dearer = items.map((one) => ({ ...one, minPrice: 35 }))
  const turned = items.toReversed()
  rendered('en', cache, pageOf(items))
  for (const shown of [dearer, turned])
    expect(rendered('en', cache, pageOf(shown))).toBe(rendered('en', null, pageOf(shown)))
  expect(rendered('ka', cache, pageOf(items))).toBe(rendered('ka', null, pageOf(items)))
})

test('a known part is not rendered again, and parts within a part belong to it', () => {
  const cache = createMarkupCache()
  const seen: string[] = []
  const part = (kind: string, content: ReactNode = 'x'): ReactNode =>
    createElement(CachedMarkup, {
      kind,
      of: null,
      render() {
        seen.push(kind)
        return createElement('b', null, content)
      },
    })
  const page = part('outer', part('inner'))
  expect(rendered('en', cache, page)).toBe('<b><b>x</b></b>')
  expect(seen).toEqual(['outer', 'inner'])
  expect(rendered('en', cache, page)).toBe('<b><b>x</b></b>')
  expect(seen).toEqual(['outer', 'inner'])
  expect(rendered('en', cache, part('inner'))).toBe('<b>x</b>')
  expect(seen).toEqual(['outer', 'inner', 'inner'])
})

function departure(index: number, seatsLeft: number, header = 'Platform <2>'): JourneyView {
  const departsAt = new Date(Date.UTC(2027, 1, 3, 5 + index)).toISOString()
  const arrivesAt = new Date(Date.UTC(2027, 1, 3, 9 + index)).toISOString()
  const place = { placeCode: 'somewhere', timeZone: 'Asia/Tbilisi', platform: null }
  const words = { ka: header, en: header }
  const level = 'Warning' as const
  const alert = { alertId: 3, effect: 'OTHER', level, header, description: '', url: null }
  const sale = seatsLeft > 0 ? ('open' as const) : ('full' as const)
  return {
    journeyKey: `${index}.0.4`,
    departsAt,
    arrivesAt,
    durationMinutes: 240,
    changes: 0,
    sale,
    priceFrom: seatsLeft > 0 ? money(6_900) : null,
    segments: [
      {
        runId: index,
        legFrom: 0,
        legTo: 4,
        brand: 'railway',
        mode: 'train',
        carrier: 'Georgian & Railway',
        vehicle: `Train ${800 + index}`,
        headsign: 'Batumi',
        from: { ...place, stopId: 1, name: 'Tbilisi', at: departsAt, expectedAt: departsAt },
        to: { ...place, stopId: 2, name: 'Batumi', at: arrivesAt, expectedAt: arrivesAt },
        stopsBetween: 3,
        sameVehicle: false,
        staysSeated: false,
        alerts:
          index === 2
            ? [
                {
                  ...alert,
                  startsAt: null,
                  endsAt: null,
                  texts: { header: words, description: words },
                },
              ]
            : [],
        sale,
        saleOpensAt: null,
        classes: ['first', 'second'].map((classCode) => ({
          classCode,
          name: classCode,
          seatsLeft,
          price: money(3_450),
        })),
      },
    ],
  }
}

/** Departures of a day, outward or back. */
function dayOf(journeys: readonly JourneyView[], query = 'adults=2'): ReactNode {
  const address = `from=tbilisi&to=batumi&date=2027-02-03&${query}`
  const search = readSearch(new URLSearchParams(address))
  const page = openSearch({
    brand: null,
    search,
    step: stepOf(search),
    today: '2027-02-01',
    now: '2027-02-01T10:00:00.000Z',
    from: null,
    to: null,
    journeys: writeJourneys(journeys),
    previousDate: null,
    nextDate: null,
    days: [],
    chosen: { there: null, back: null },
    types: [],
    places: [],
  })
  return createElement(Departures, { page })
}

test('rows of a timetable come from the cache until their seats, prices, alerts or address change', () => {
  const cache = createMarkupCache()
  const day = [1, 2, 3].map((index) => departure(index, 40))
  const others = [
    day,
    day.with(1, departure(2, 39)),
    day.with(1, departure(2, 40, 'Platform <3>')),
    day.with(0, departure(1, 0)),
    day.toReversed(),
  ]
  const pages = [
    ...others.map((journeys) => dayOf(journeys)),
    dayOf(day, 'adults=1'),
    dayOf(day, 'adults=2&return=2027-02-04&there=9.0.4'),
  ]
  for (const page of [...pages, ...pages]) {
    const plain = rendered('en', null, page)
    expect(plain).toContain('card-lifted')
    expect(rendered('en', cache, page)).toBe(plain)
  }
})

test('showtimes come from the cache until one of them changes', () => {
  const cache = createMarkupCache()
  const showtimes = [1, 2, 3].map((session) => ({
    session,
    showId: 4,
    venueId: 5,
    hall: `Hall ${session}`,
    startsAt: '2027-02-03T15:00:00.000Z',
    format: '2D' as const,
    language: 'ka',
    subtitles: session === 2 ? 'en' : null,
    isOnSale: true,
    salesOpenAt: null,
    placesLeft: 20 * session,
    capacity: 200,
    minPrice: money(1_500),
  }))
  const [first, ...rest] = showtimes
  if (!first) throw new Error('There are showtimes')
  const others = [
    showtimes,
    [{ ...first, placesLeft: 19 }, ...rest],
    [{ ...first, minPrice: money(1_600) }, ...rest],
    [{ ...first, hall: 'Hall 9' }, ...rest],
    [{ ...first, isOnSale: false }, ...rest],
    rest,
  ]
  for (const timeZone of ['Asia/Tbilisi', 'Europe/Berlin'])
    for (const shown of [...others, ...others]) {
      const row = createElement(ShowtimeChips, { showtimes: shown, timeZone })
      const plain = rendered('en', null, row)
      expect(plain).toContain('/movies/session/3')
      expect(rendered('en', cache, row)).toBe(plain)
    }
})

test('a text that many parts depend on is part of each of their keys', () => {
  const cache = createMarkupCache()
  const part = (within: string) =>
    createElement(CachedMarkup, {
      kind: 'part',
      of: 1,
      within,
      render: () => createElement('b', null, within),
    })
  for (const within of ['one', 'other', 'one'])
    expect(rendered('en', cache, part(within))).toBe(`<b>${within}</b>`)
})

test('a part that nobody added is an error', () => {
  expect(() => createMarkupCache().page().complete('<x-part id="0"></x-part>')).toThrow('part')
})
