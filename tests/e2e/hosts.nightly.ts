/**
 * Goal: with hosts of their own for calls, live streams and files, a visitor signs in, sees the plan change live, holds
 * a place and pays, and the browser blocks nothing. Method: another server of the running shop under its host names,
 * two real browsers, and every request that they send.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTpay } from '../../fakes/tpay/start.ts'
import { freePort } from '#platform/ports.ts'
import { signIn } from './support/account.ts'
import { hydrated, recordViolations } from './support/observing.ts'
import { startServer } from './support/running-shop.ts'
import {
  cards,
  dateOnSale,
  endVisits,
  fillBuyer,
  newVisitor,
  payButton,
  payWith,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

const names = {
  shop: 'shop',
  auth: 'auth.shop',
  calls: 'calls.shop',
  live: 'live.shop',
  files: 'files.shop',
}
let at: Record<keyof typeof names, string>
let browser: Browser
let bank: Awaited<ReturnType<typeof startTpay>>
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  const [port, ...started] = await Promise.all([freePort(), startBrowser(), startTpay({ port: 0 })])
  ;[browser, bank] = started
  const origins = Object.entries(names).map(([name, host]) => [
    name,
    `http://${host}.localhost:${port}`,
  ])
  at = Object.fromEntries(origins) as typeof at
  server = await startServer({
    DATABASE_URL: inject('shop').databaseUrl,
    TPAY_URL: bank.url,
    PORT: String(port),
    PUBLIC_ORIGIN: at.shop,
    AUTH_ORIGIN: `${at.auth}/auth`,
    GATEWAY_ORIGIN: at.calls,
    SOCKET_ORIGIN: at.live,
    STATIC_ORIGIN: at.files,
    COOKIE_DOMAIN: 'shop.localhost',
  })
})
afterAll(async () => {
  await endVisits(browser)
  await Promise.all([server.stop(), bank.stop()])
})

interface Watched extends Visitor {
  /** By host: the kinds of what was loaded from it. */
  readonly loaded: ReadonlyMap<string, Set<string>>
  readonly violations: readonly string[]
  readonly failed: readonly string[]
}

async function newWatched(): Promise<Watched> {
  const visitor = await newVisitor(browser)
  const violations = await recordViolations(visitor.context)
  const loaded = new Map<string, Set<string>>()
  const failed: string[] = []
  visitor.page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    const isCall = /^\/(v2|groot|integrations)\//.test(pathname)
    const kinds = loaded.get(origin) ?? new Set<string>()
    loaded.set(
      origin,
      kinds.add(isCall && request.resourceType() === 'fetch' ? 'call' : request.resourceType()),
    )
  })
  // A page that is left ends its stream and its prefetches.
  visitor.page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') failed.push(`${reason} ${request.url()}`)
  })
  return { ...visitor, loaded, violations, failed }
}

function expectNothingBlocked(...visitors: readonly Watched[]): void {
  for (const { complaints, violations, failed } of visitors)
    expect({ complaints, violations, failed }).toEqual({
      complaints: [],
      violations: [],
      failed: [],
    })
}

/** From the show's page to the plan of its first date, by the client's router. */
async function openPlan(visitor: Watched): Promise<void> {
  const { page } = visitor
  await page.goto(`${at.shop}/en/shows/the-tigers-trail`)
  await hydrated(page)
  await dateOnSale(visitor).click()
  await page.waitForURL(/\/events\/\d+/)
  await page.locator('.seatmap canvas').waitFor()
}

const basketLines = (page: Page) =>
  page.getByRole('complementary').locator('li:not(section *)').locator('visible=true')

async function chooseOne({ page, words }: Visitor): Promise<string> {
  const fewer = words('events', 'less', { name: words('events', 'best') })
  await page.getByRole('button', { name: fewer }).click()
  await page.getByRole('button', { name: words('events', 'best'), exact: true }).click()
  await basketLines(page).first().waitFor()
  const place = basketLines(page).first().locator('.dotted').first()
  return (await place.locator('> *').allTextContents()).join(' · ')
}

test('signs in, sees a live plan, holds, pays; each host is asked for what is its own', async () => {
  const [buyer, other] = [await newWatched(), await newWatched()]
  const { page, words, context } = buyer
  await page.goto(`${at.shop}/en/venues`)
  await hydrated(page)
  await page.getByRole('link', { name: words('shell', 'signIn') }).click()
  await page.waitForURL((address) => address.origin === at.auth)
  await signIn(buyer, 'demo@bileti.example', 'bileti-demo')
  await page.waitForURL(`${at.shop}/en/venues`)
  await page.locator('html[data-visitor="customer"]').waitFor()
  const session = (await context.cookies()).find(({ name }) => name === 'AccessToken')
  expect(session).toMatchObject({ domain: '.shop.localhost', httpOnly: true, sameSite: 'Lax' })

  await openPlan(buyer)
  await openPlan(other)
  const seat = await chooseOne(other)
  expect(await chooseOne(buyer)).toBe(seat)
  const toCheckout = page.getByRole('button', { name: words('events', 'toCheckout') })
  await toCheckout.locator('visible=true').click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  const places = seat.replaceAll(' · ', ', ')
  await other.page.getByText(words('events', 'lost', { places })).waitFor()

  await hydrated(page)
  await fillBuyer(buyer, 'demo@bileti.example')
  await payButton(buyer).click()
  await payWith(buyer, cards.approved)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  await page.waitForLoadState('networkidle')

  expectNothingBlocked(buyer, other)
  const kindsOf = (origin: string): string[] => [...(buyer.loaded.get(origin) ?? [])].toSorted()
  expect(kindsOf(at.files)).toEqual(['font', 'script', 'stylesheet'])
  expect(kindsOf(at.live)).toEqual(['eventsource'])
  expect(kindsOf(at.calls)).toContain('call')
  for (const kind of ['script', 'stylesheet', 'font', 'call', 'eventsource'])
    for (const origin of [at.shop, at.auth]) expect(kindsOf(origin)).not.toContain(kind)
})

test('a page of another host gets no answer, and sends no session', async () => {
  const visitor = await newWatched()
  const { page, context } = visitor
  await page.goto(`${at.auth}/auth/en/login`)
  await signIn(visitor, 'demo@bileti.example', 'bileti-demo')
  await page.waitForURL((address) => address.origin === at.shop)
  expect((await context.cookies()).map(({ name }) => name)).toContain('AccessToken')
  const ask = (credentials: RequestCredentials) =>
    page.evaluate(
      async ([address, mode]) => {
        const answer = await fetch(address, { credentials: mode }).catch(() => null)
        return answer && (await answer.text())
      },
      [`${at.calls}/v2/visitor?api_key=demo-web`, credentials] as const,
    )
  expect(await ask('include')).toContain('"customer"')
  // The same port under another name is another origin of the same machine, and not of the shop.
  const { port } = new URL(at.shop)
  await page.route('**/stranger', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  for (const host of ['evil.shop.localhost', 'evil.localhost']) {
    await page.goto(`http://${host}:${port}/stranger`)
    expect(await ask('include'), host).toBeNull()
    expect(await ask('omit'), host).toBeNull()
  }
})
