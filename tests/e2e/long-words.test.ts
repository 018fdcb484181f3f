/**
 * Goal: whatever people enter, a page neither scrolls sideways nor shows texts beside their boxes, cut off, or over each
 * other. Method: another server of the shop, in whose database every name and remark is either one word of 106 letters or
 * 200 letters long; its pages are measured in a browser at the widths of a phone and of a desk. `npm test` opens a page of
 * each layout, the nightly run all pages.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareContent, prepareSales } from '../../tools/prepare-database.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { inspectOffices } from './support/inspect-offices.ts'
import { inspectShop } from './support/inspect-shop.ts'
import { Inspector, type Sight } from './support/inspector.ts'
import { lengthenTexts } from './support/long-texts.ts'
import { misfits } from './support/misfits.ts'
import { startServer } from './support/running-shop.ts'
import { callAs, openDatabase, openTestData, type TestData } from './support/test-data.ts'
import { endVisits, goToCheckout, newVisitor, startBrowser } from './support/visitor.ts'

let browser: Browser
let database: TestDatabase
let server: Awaited<ReturnType<typeof startServer>>
let data: TestData
beforeAll(async () => {
  ;[browser, database] = await Promise.all([startBrowser(), testDatabase()])
  const prepared = { url: database.url, log: () => undefined }
  await prepareContent(prepared)
  await prepareSales(prepared)
  const client = await openDatabase(database.url)
  await lengthenTexts(client)
  await client.end()
  server = await startServer({ DATABASE_URL: database.url })
  data = await openTestData(database.url)
}, 300_000)
afterAll(async () => {
  await endVisits(browser)
  await data.close()
  await server.stop()
  await database.drop()
})

const widths = [360, 1440]

/** Measures a page at each width. */
async function measure(page: Page, note: (text: string) => void): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    for (const text of await page.evaluate(misfits)) note(`${width}: ${text}`)
  }
}

const usual = new Set([
  '/',
  '/shows/:slug',
  '/events/:eventId',
  '/search',
  '/venues/:slug',
  '/category/:slug',
  '/movies/:slug',
  '/movies/session/:session',
  '/multipass',
  '/requests/:source/:item',
  '/railway/search',
  '/*',
  '/widget/:slug',
  '/account/orders',
  '/operator/orders',
  '/operator/rules',
  '/operator/events/:eventId',
  '/operator/feeds/:importId',
  '/merchant/attendees',
  '/merchant/statistics',
  '/merchant/orders/:orderNumber',
  '/merchant/dates/:eventId',
  '/merchant/cinema',
  '/merchant/runs',
  '/checkout/:orderKey',
  '/transport/datafilling',
])

/** Pages of orders that are not paid yet. */
async function inspectHeld(inspector: Inspector): Promise<void> {
  await inspector.attempt('orders that are held', async () => {
    const visitor = await newVisitor(browser, { url: server.url })
    const orderKey = await goToCheckout(visitor, 'abesalom-and-eteri')
    const run = await data.one(
      `select run.id from run join trip on trip.id = trip_id join trip_pattern p on p.id = pattern_id
        join route on route.id = route_id join agency on agency.id = agency_id
      where brand = 'railway' and run.status = 0 and departs_at > now() + interval '6 days'
      order by departs_at, run.id limit 1`,
    )
    const segments = [{ runId: Number(run), legFrom: 0, legTo: 1, passengers: [{}] }]
    const travel = await callAs(visitor, '/v2/transport/choose', { segments })
    const ofTravel = (route: string): Sight => ({
      route,
      path: `${route}?orderKey=${travel.orderKey}`,
    })
    await inspector.visit(visitor.page, [
      { route: '/checkout/:orderKey', path: `/checkout/${orderKey}` },
      ofTravel('/transport/datafilling'),
      ofTravel('/transport/seatmap'),
    ])
    await visitor.context.close()
  })
}

test(
  'names of any length and words of any length stay on their pages',
  { timeout: 900_000 },
  async () => {
    const inspector = new Inspector(usual, {
      url: server.url,
      examine: (page, note) => measure(page, note),
    })
    await inspectHeld(inspector)
    await inspectShop(browser, inspector, data)
    await inspectOffices(browser, inspector, data, Promise.resolve())
    expect(inspector.findings).toEqual([])
    expect([...usual].filter((route) => !inspector.inspected.has(route))).toEqual([])
    // It does measure: a word that is wider than the page is found.
    const { page, open } = await newVisitor(browser, { url: server.url })
    await open('/faq')
    await page.evaluate(() => {
      const word = `<p style="overflow-wrap: normal">${'w'.repeat(200)}</p>`
      document.querySelector('main')?.insertAdjacentHTML('beforeend', word)
    })
    const planted: string[] = []
    await measure(page, (text) => planted.push(text))
    expect(planted).toContainEqual(expect.stringContaining('360: off the page'))
  },
)
