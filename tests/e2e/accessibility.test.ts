/**
 * Goal: every page of the shop and of its back offices passes axe by WCAG 2.2 AA in both themes. Method: a visitor for
 * each role opens the pages with the demo's content, in alternating languages; pages of an order are reached by buying. The
 * list of inspected pages is compared with the route table and the specification. `npm test` opens one page of each layout
 * in one theme, the nightly run all pages in both.
 */
import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '#apps/web/routes.ts'
import { Inspector } from './support/inspector.ts'
import { inspectOffices } from './support/inspect-offices.ts'
import { inspectPurchases } from './support/inspect-purchases.ts'
import { inspectShop } from './support/inspect-shop.ts'
import { hydrated } from './support/observing.ts'
import { takesPictures } from './support/photographer.ts'
import { openTestData, type TestData } from './support/test-data.ts'
import { endVisits, newVisitor, startBrowser } from './support/visitor.ts'

let browser: Browser
let data: TestData
beforeAll(async () => {
  browser = await startBrowser()
  data = await openTestData()
})
afterAll(async () => {
  await endVisits(browser)
  await data.close()
})

/** Addresses without content of their own: they lead to another page. Other journeys test where. */
const redirects = [
  '/starring/checkout',
  '/s/:shortUrl',
  '/railway/checkout',
  '/ortachala/checkout',
  '/transport/checkout',
]
/** The gallery of components exists in development only; `kit.test.ts` inspects it. */
const elsewhere = ['/dev/kit']

/** Pages that every run opens: one of each layout, and a campaign's. */
const usual = new Set([
  '/',
  '/shows/:slug',
  '/faq',
  '/category/:slug',
  '/auth/register',
  '/movies/:slug',
  '/fly/result',
  '/multipass',
  '/queue/:showId',
  '/letters/:letterKey',
  '/requests/:source/:item',
  '/railway/search',
  '/*',
  '/widget/:slug',
  '/scan',
  '/operator/rules',
  '/operator/plans/:planId',
  '/merchant/statistics',
  '/merchant/plans/:planId',
  '/merchant/cinema',
  '/merchant/runs',
])
/** Layouts whose pages need an order: `buying`, `cinema` and `journeys` inspect them while they buy. */
const inJourneys = ['ka:paying', 'ka:movies-checkout', 'ka:travelling']

/** Layouts with their pages' paths. */
function pagesByLayout(
  entries: readonly RouteConfigEntry[],
  layout = '',
): { readonly layout: string; readonly path: string }[] {
  return entries.flatMap(({ id = '', children }) => {
    if (children) return pagesByLayout(children, id)
    return id.startsWith('ka:/') ? [{ layout, path: id.slice('ka:'.length) }] : []
  })
}

/** Paths of all pages. Both languages have the same. */
function pagePaths(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ id = '', children = [] }) => [
    ...(id.startsWith('ka:/') ? [id.slice('ka:'.length)] : []),
    ...pagePaths(children),
  ])
}

/** Paths of the specification, with the names of parameters in the page table. */
function specifiedPaths(): string[] {
  const file = new URL('../../tools/coverage/specified-routes.json', import.meta.url)
  const specified = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly path: string }[]
  return specified.map(({ path }) =>
    path.replace('{authHost}/{locale}', '/auth').replace('{id}', ':orderNumber'),
  )
}

/** Pictures of all pages take longer than their inspection. */
const timeout = takesPictures ? 3_600_000 : 900_000

test('a page of each layout is inspected in every run', () => {
  const pages = pagesByLayout(routes).filter(({ path }) => !elsewhere.includes(path))
  const inspected = pages.filter(({ path }) => usual.has(path)).map(({ layout }) => layout)
  const layouts = new Set(pages.map(({ layout }) => layout))
  expect([...layouts].toSorted()).toEqual([...new Set([...inspected, ...inJourneys])].toSorted())
})

test('passes axe in both themes, on every page and for every role', { timeout }, async () => {
  const inspector = new Inspector(usual)
  const order = Promise.withResolvers<void>()
  await Promise.all([
    inspectShop(browser, inspector, data),
    inspectPurchases(browser, inspector, data, order.resolve),
    inspectOffices(browser, inspector, data, order.promise),
  ])
  expect(inspector.findings).toEqual([])
  expect([...usual].filter((path) => !inspector.inspected.has(path))).toEqual([])
  const paths = new Set([...pagePaths(routes), ...specifiedPaths()])
  expect(paths.size).toBeGreaterThan(140)
  const without = new Set([...redirects, ...elsewhere])
  expect([...paths].filter((path) => !inspector.seen.has(path) && !without.has(path))).toEqual([])
  expect([...without].filter((path) => !paths.has(path) || inspector.seen.has(path))).toEqual([])
  // Axe really checks: a small target and an image without a text are found.
  const { page, open } = await newVisitor(browser)
  await open('/faq')
  await hydrated(page)
  await page.evaluate(() => {
    const small = '<button style="all: unset; width: 9px; height: 9px; display: inline-block">'
    document
      .querySelector('main')
      ?.insertAdjacentHTML('beforeend', `<p><img src="/">${small}a</button>${small}b</button></p>`)
  })
  const planted = new Inspector(usual)
  await planted.lookHere(page, '/faq')
  for (const rule of ['image-alt', 'target-size'])
    expect(planted.findings).toContainEqual(expect.stringContaining(rule))
})
