import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CachedMarkup, MarkupPartsContext } from '#design/parts/cached-markup.tsx'
import { TextsProvider } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import type { CardItem } from '#modules/events/web/card-item.ts'
import { CategoryColumn } from '#modules/events/web/parts/category-column.tsx'
import { Ranking } from '#modules/events/web/parts/ranking.tsx'
import { PosterGrid, PosterRow } from '#modules/events/web/parts/show-card.tsx'
import { Timetable } from '#modules/events/web/parts/timetable.tsx'
import en from '#modules/events/messages/en.json' with { type: 'json' }
import ka from '#modules/events/messages/ka.json' with { type: 'json' }
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
  const texts = { locale, modules: { events: locale === 'ka' ? ka : en }, children: null }
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

test('a part that nobody added is an error', () => {
  expect(() => createMarkupCache().page().complete('<x-part id="0"></x-part>')).toThrow('part')
})
