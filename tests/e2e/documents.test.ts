/**
 * Goal: browsers, search engines and messengers find one page of each kind as it should be: its doctype, one title, its own
 * address, structured data; and every page of the table is either in the sitemap or says that it is not to be listed. Method:
 * documents of the running shop without a browser. At night every address is read (`documents.nightly.ts`).
 */
import { inject, beforeAll, expect, test } from 'vitest'
import { listedPages } from '#apps/web/listed-pages.ts'
import {
  buyerPages,
  checkoutPages,
  cinemaCheckoutPages,
  flightBookingPages,
  journeyOrderPages,
  merchantPages,
  operatorPages,
  passPages,
  publicQueries,
  scannerPages,
  widgetPages,
} from '#apps/web/page-table.ts'
import { locales, localizedPath, splitLocale } from '#kernel/locale.ts'
import { dateAfter } from '../support/dates.ts'
import { readPage, type LinkedObject } from './support/html-page.ts'
import {
  documentFindings,
  isOpenTo,
  listingFindings,
  readSitemap,
  saysNoindex,
} from './support/page-rules.ts'
import { writtenPage } from './support/written.ts'

let origin: string
let robots: string
let sitemap: Awaited<ReturnType<typeof readSitemap>>
beforeAll(async () => {
  origin = inject('shop').url
  robots = (await writtenPage('/robots.txt')).html
  sitemap = await readSitemap(async (address) => (await writtenPage(address)).html, origin)
})

/** The first address of the sitemap that a path of the page table opens, in a language. */
function sampleOf(path: string, locale: 'ka' | 'en'): string | undefined {
  const fixed: readonly string[] = listedPages.filter((one) => !/[:*]/.test(one))
  const pattern = new RegExp(
    `^${path.replaceAll(/:\w+/g, '[^/?]+').replace('*', '[^/?]+(?:/[^/?]+)*')}(?:\\?.*)?$`,
  )
  return [...sitemap.keys()].find((address) => {
    const { pathname, search } = new URL(address)
    const own = splitLocale(pathname)
    const isOther = path !== own.path && fixed.includes(own.path)
    // Addresses of a more specific path are not its own.
    const isTaken =
      path === '/*' && /^\/(?:shows|events|stories|venues|category|movies)\//.test(own.path)
    return own.locale === locale && !isOther && !isTaken && pattern.test(own.path + search)
  })
}

test.each(listedPages)('%s is listed, and its document is as it should be', async (path) => {
  for (const locale of locales) {
    const address = sampleOf(path, locale)
    expect(address, `${path} in ${locale}`).toBeDefined()
    if (address === undefined) continue
    const { status, html } = await writtenPage(address)
    expect([status, isOpenTo(robots, new URL(address).pathname)], address).toEqual([200, true])
    expect(
      [...documentFindings(html, address), ...listingFindings(html, address)],
      address,
    ).toEqual([])
    expect(sitemap.get(address)?.[locale]).toBe(address)
    const other = locale === 'ka' ? 'en' : 'ka'
    expect(sitemap.has(sitemap.get(address)?.[other] ?? ''), address).toBe(true)
  }
})

/** Pages without a parameter that are not listed; a visitor is shown them, or led elsewhere. */
const unlisted = [
  ...publicQueries.keys(),
  ...[checkoutPages, buyerPages, cinemaCheckoutPages, journeyOrderPages, passPages].flatMap(
    (pages) => pages.map(([path]) => path),
  ),
  ...[flightBookingPages, operatorPages, merchantPages, scannerPages, widgetPages].flatMap(
    (pages) => pages.map(([path]) => path),
  ),
].filter((path) => !path.includes(':') && !(listedPages as readonly string[]).includes(path))

test('every other page says that it is not to be listed, or is closed to crawlers', async () => {
  expect(unlisted.length).toBeGreaterThan(50)
  const listedAnyway: string[] = []
  for (const path of [
    ...unlisted,
    '/widget/carmen',
    '/queue/1',
    '/transport/event/1',
    '/nothing',
  ]) {
    const address = localizedPath('en', path)
    expect(sitemap.has(origin + address), address).toBe(false)
    if (!isOpenTo(robots, address)) continue
    const { status, headers, html } = await writtenPage(address)
    if (status >= 300 && status < 400) continue
    const isClosed =
      /noindex/.test(headers.get('x-robots-tag') ?? '') || saysNoindex(readPage(html))
    if (!isClosed) listedAnyway.push(address)
    expect(/^<!doctype html>/i.test(html), address).toBe(true)
  }
  expect(listedAnyway).toEqual([])
})

test('a search is not listed and has no canonical address, a connection of two places is and has', async () => {
  const connection = sampleOf('/transport/search', 'en') ?? ''
  const search = readPage(
    (await writtenPage(`${connection}&date=${dateAfter(new Date(), 3)}`)).html,
  )
  expect(saysNoindex(search)).toBe(true)
  expect(search.link('canonical')).toBeUndefined()
  const types = (page: ReturnType<typeof readPage>): unknown[] =>
    page.linkedData.map((one: LinkedObject) => one['@type'])
  const found = readPage((await writtenPage(connection)).html)
  expect(types(found)).toContain('BreadcrumbList')
  const addresses = [...sitemap.keys()].filter((one) => /\/en\/transport\/search\?/.test(one))
  const pages = await Promise.all(addresses.map(async (one) => (await writtenPage(one)).html))
  const trips = new Set(pages.flatMap((html) => types(readPage(html))))
  expect([...trips]).toEqual(expect.arrayContaining(['TrainTrip', 'BusTrip']))
})

test('dates of one show have titles of their own', async () => {
  const dates = [...sitemap.keys()].filter((one) => /\/en\/events\/\d+$/.test(one))
  const titles = await Promise.all(
    dates.map(async (one) => readPage((await writtenPage(one)).html).textOf('title')),
  )
  expect(titles.length).toBeGreaterThan(5)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('pictures that pages name are there, for every crawler and every site', async () => {
  const addresses = [...sitemap.keys()].filter((one) => /\/en\/(?:shows|movies)\/[^/]+$/.test(one))
  const pages = await Promise.all(
    [`${origin}/en`, ...addresses.slice(0, 5)].map(async (one) => (await writtenPage(one)).html),
  )
  const pictures = new Set(
    pages
      .map(readPage)
      .flatMap((page) => [
        page.meta('og:image') ?? '',
        ...page.linkedData.flatMap(({ image, logo }) =>
          [image, logo].map((one) => String(one ?? '')),
        ),
      ]),
  )
  for (const picture of [...pictures].filter(Boolean)) {
    const { pathname } = new URL(picture)
    expect(picture.startsWith(`${origin}/`), picture).toBe(true)
    expect(isOpenTo(robots, pathname), picture).toBe(true)
    const answer = await fetch(picture)
    expect([answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([
      200,
      'image',
    ])
    expect(answer.headers.get('cross-origin-resource-policy'), picture).toBe('cross-origin')
  }
})

test('phones and programs find what they look for on every site', async () => {
  const home = readPage((await writtenPage('/en')).html)
  for (const relation of ['manifest', 'apple-touch-icon', 'icon']) {
    const answer = await fetch(new URL(home.link(relation) ?? '/missing', origin))
    expect(answer.status, relation).toBe(200)
  }
  const manifest = await fetch(new URL(home.link('manifest') ?? '', origin))
  expect(manifest.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  expect((await fetch(`${origin}/favicon.ico`)).headers.get('content-type')).toMatch(/^image\//)
  expect((await writtenPage('/.well-known/security.txt')).html).toMatch(/^Contact: /)
  const password = await writtenPage('/.well-known/change-password')
  expect(password.headers.get('location')).toBe('/account/security')
})
