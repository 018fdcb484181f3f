/**
 * Goal: nothing is measured before a visitor consents, everything afterwards, and nothing more after the
 * withdrawal; error reports contain no visitor data. Method: a server configured for analytics, with a fake for the
 * script, the pixels and the reports, and one visit in a browser that ends with a purchase.
 */
import type pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import english from '#apps/web/messages/consent-en.json' with { type: 'json' }
import { measuringSettings } from '../../fakes/measuring/settings.ts'
import { startMeasuringFake, type MeasuringFake } from '../../fakes/measuring/start.ts'
import { startTpay } from '../../fakes/tpay/start.ts'
import { hydrated } from './support/observing.ts'
import { startServer } from './support/running-shop.ts'
import { openDatabase } from './support/test-data.ts'
import {
  cards,
  dateOnSale,
  endVisits,
  fillBuyer,
  newVisitor,
  payButton,
  payWith,
  startBrowser,
  violationsOn,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let figures: MeasuringFake
let bank: Awaited<ReturnType<typeof startTpay>>
let server: Awaited<ReturnType<typeof startServer>>
let database: pg.Client
beforeAll(async () => {
  const { databaseUrl } = inject('shop')
  ;[browser, figures, bank, database] = await Promise.all([
    startBrowser(),
    startMeasuringFake({ port: 0 }),
    startTpay({ port: 0 }),
    openDatabase(),
  ])
  await database.query(
    `insert into tracking_pixel (type, code) values ('FbPixelGeneral', '11'), ('FbPixelPurchase', '12')`,
  )
  server = await startServer({
    DATABASE_URL: databaseUrl,
    TPAY_URL: bank.url,
    ...measuringSettings(figures.port),
  })
})
afterAll(async () => {
  await database.query('delete from tracking_pixel')
  await Promise.all([endVisits(browser), database.end(), server.stop()])
  await Promise.all([figures.stop(), bank.stop()])
})

interface ReceivedEvent {
  readonly ecommerce?: {
    readonly currency?: string
    readonly value?: number
    readonly items: readonly object[]
  }
}
const events = (name: string) =>
  figures.events.flatMap((one) =>
    one.kind === 'event' && one.name === name ? [one.content as ReceivedEvent] : [],
  )
const names = (kind: string) =>
  figures.events.flatMap((one) => (one.kind === kind ? [one.name] : []))

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('measures only between consent and its withdrawal', async () => {
  const visitor = await newVisitor(browser)
  const { page, context, words } = visitor
  // This visit is sampled for timings and recording.
  await context.addInitScript(() => (Math.random = () => 0.001))
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes(`:${figures.port}`) && !request.url().includes('/envelope/'))
      foreign.push(request.url())
  })
  const open = (path: string) => page.goto(`${server.url}/en${path}`)

  await open('')
  await hydrated(page)
  const banner = page.getByRole('region', { name: english.title })
  await banner.waitFor()
  expect(await violationsOn(page)).toEqual([])
  // Small, and hidden on pages with a bottom action bar.
  expect((await banner.boundingBox())?.height).toBeLessThan(130)
  const main = page.locator('main')
  await main.evaluate((element) => element.classList.add('foot-bar'))
  await banner.waitFor({ state: 'hidden' })
  await main.evaluate((element) => element.classList.remove('foot-bar'))
  await banner.waitFor()
  await page.locator('main a[href*="/shows/"]').first().click()
  await page.waitForURL(/\/shows\//)
  expect([foreign, await page.evaluate(() => 'dataLayer' in window)]).toEqual([[], false])
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('_ga_demo')
  await press(page, english.none)
  await banner.waitFor({ state: 'detached' })

  // Changed later, by a link in every footer.
  await page.getByRole('link', { name: words('shell', 'footerCookies') }).click()
  await page.waitForURL(/#cookies$/)
  expect(foreign).toEqual([])
  await page.getByLabel(english.statistics, { exact: true }).check()
  await press(page, english.save)
  await expect.poll(() => events('page_view').length).toBe(1)
  expect(foreign.some((address) => address.includes('/tr?'))).toBe(false)
  await press(page, english.all)
  await expect.poll(() => names('pixel')).toEqual(['/tr'])

  await open('/events')
  await hydrated(page)
  await expect.poll(() => events('view_item_list').length).toBeGreaterThan(0)
  for (const { ecommerce } of events('view_item_list')) {
    expect(ecommerce?.currency).toBe('GEL')
    expect(ecommerce?.items.length).toBeLessThanOrEqual(25)
  }
  expect(
    Math.max(...events('view_item_list').map((one) => one.ecommerce!.items.length)),
  ).toBeGreaterThan(20)
  await page.locator('main a[href*="/shows/"]').first().click()
  await expect.poll(() => events('select_item').length).toBe(1)
  await buyMeasured(visitor)

  await open('/standard-terms-and-conditions#cookies')
  await hydrated(page)
  await Promise.all([page.waitForEvent('load'), press(page, english.none)])
  await hydrated(page)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('_ga_demo')
  foreign.length = 0
  await page.getByRole('link', { name: words('shell', 'footerAll') }).click()
  await page.waitForURL(/\/events$/)
  expect(foreign).toEqual([])
})

/** What a purchase reports, to its end, without the buyer. */
async function buyMeasured(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  // No other journey takes its best places at the same time.
  await page.goto(`${server.url}/en/shows/house-above-the-river`)
  await hydrated(page)
  await dateOnSale(visitor).click()
  await page.waitForURL(/\/events\/\d+/)
  await press(page, words('events', 'best'))
  await press(page, words('events', 'toCheckout'))
  await page.waitForURL(/\/checkout\//)
  await hydrated(page)
  await expect.poll(() => events('begin_checkout').length).toBe(1)
  // Each is a request of its own: a later one may arrive first.
  await expect.poll(() => events('add_to_cart')[0]?.ecommerce?.items.length).toBeGreaterThan(0)
  expect(events('begin_checkout')[0]?.ecommerce?.items.length).toBeGreaterThan(0)
  await expect.poll(() => events('view_item').length).toBeGreaterThan(1)

  await fillBuyer(visitor, 'counted@example.ge')
  await payButton(visitor).click()
  await payWith(visitor, cards.approved)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  await expect.poll(() => events('purchase').length).toBe(1)
  await expect.poll(() => names('pixel').filter((name) => name === '/tr').length).toBeGreaterThan(3)
  const [{ ecommerce: paid } = {}] = events('purchase')
  expect(paid).toMatchObject({
    currency: 'GEL',
    value: events('begin_checkout')[0]!.ecommerce!.value,
  })
  expect(JSON.stringify(figures.events)).not.toContain('counted@example.ge')
  await page.reload()
  await hydrated(page)
  await expect
    .poll(() => events('page_view').at(-1))
    .toMatchObject({
      page_location: `${server.url}/checkout/:orderKey/result`,
    })
  expect(events('purchase')).toHaveLength(1)
}

test('reports errors with their page’s pattern, except listed ones, missing pages and redirects', async () => {
  const { page, context } = await newVisitor(browser)
  await context.addInitScript(() => (Math.random = () => 0.001))
  await context.addInitScript(() =>
    localStorage.setItem(
      'consent',
      JSON.stringify({ statistics: false, advertising: false, at: Date.now() }),
    ),
  )
  figures.clear()
  const script = page.waitForResponse((response) => /errors-.*\.js/.test(response.url()))
  await page.goto(`${server.url}/en/shows/carmen?previewKey=secret-of-somebody`)
  await script
  await hydrated(page)
  await page.evaluate(() => {
    const fail = (thrown: unknown) =>
      setTimeout(() => {
        throw thrown
      })
    fail(new Error('XHR Error: nothing came'))
    fail(new TypeError('Failed to fetch'))
    fail(new Response(null, { status: 302 }))
    fail(new Error('A drawer does not open'))
  })
  await expect.poll(() => names('error')).toEqual(['A drawer does not open'])
  const [error] = figures.events.filter(({ kind }) => kind === 'error')
  expect(error?.content).toMatchObject({
    transaction: '/shows/:slug',
    request: { url: `${server.url}/shows/:slug` },
  })
  expect(JSON.stringify(error)).not.toContain('secret-of-somebody')
  figures.clear()
  // A page's timings are sent after a second of inactivity.
  await page.goto(`${server.url}/en/no-such-page`)
  await page.waitForTimeout(1_500)
  await page.goto(`${server.url}/en/faq`)
  await expect.poll(() => names('transaction'), { timeout: 10_000 }).toContain('/faq')
  expect(names('transaction')).not.toContain('/*')
  expect(names('replay')).toEqual([])
})
