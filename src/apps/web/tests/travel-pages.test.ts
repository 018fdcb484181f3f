import { expect, test } from 'vitest'
import { brands } from '#modules/transport/kinds.ts'
import { oneAdult, riderParams, searchPath } from '#modules/transport/web/address.ts'
import { pathsOf } from '#modules/transport/web/brands.ts'
import { livePages, publicQueries, journeyPages, journeyOrderPages } from '../page-table.ts'
import { sections } from '../sections.ts'

/** Every search parameter affects the rendered page, so no copy is sent for another search. */
test('reads every search parameter and never serves a stale page of results', () => {
  const riders = Object.fromEntries(Object.keys(oneAdult).map((code) => [code, 1]))
  const search = {
    from: 'a',
    to: 'b',
    date: 'c',
    returnDate: 'd',
    there: 'e',
    back: 'f',
    before: 'g',
    after: 'h',
  }
  for (const brand of [null, ...brands]) {
    const path = searchPath(brand, { ...search, riders: riders as typeof oneAdult })
    const { pathname, searchParams } = new URL(path, 'https://bileti.example')
    expect([...searchParams.keys()].toSorted()).toEqual(publicQueries.get(pathname)?.toSorted())
    expect(searchParams.has(riderParams.companion)).toBe(true)
    expect(livePages.has(pathname)).toBe(true)
  }
})

test('has a page for every address of a brand', () => {
  const known = new Set([...journeyPages, ...journeyOrderPages].map(([path]) => path))
  for (const brand of [null, ...brands])
    for (const path of Object.values(pathsOf(brand))) expect(known).toContain(path)
})

test('every page of a brand belongs to the section of trains and buses', () => {
  for (const brand of [null, ...brands])
    for (const path of Object.values(pathsOf(brand))) {
      const [, root = ''] = path.split('/')
      const found = sections.filter(({ roots }) => roots.includes(root))
      expect(found.map((section) => section.path)).toEqual(['/transport'])
    }
})

test('has every specified route of journeys', () => {
  const known = new Set([...journeyPages, ...journeyOrderPages].map(([path]) => path))
  for (const path of [
    '/omnibus /omnibus/checkout /omnibus/result /railway /railway/search /railway/datafilling /railway/checkout',
    '/railway/seatmap /ortachala /ortachala/search /ortachala/datafilling /ortachala/checkout /georgianbus',
    '/georgianbus/search /citybus /citybus/search /metrogeorgia /metrogeorgia/search /transport/datafilling',
    '/transport/checkout',
  ].flatMap((line) => line.split(' '))) {
    expect(known).toContain(path)
  }
})
