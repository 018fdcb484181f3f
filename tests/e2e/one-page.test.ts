/**
 * Goal: a public page has the same bytes for all visitors in a language; personal data is loaded after the first
 * paint by one small call, without layout shift or flash; back navigation requests nothing for five minutes.
 * Method: the running shop is requested by two customers, a guest with an order and visitors with unusual cookies
 * and parameters; a real browser measures shifts.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isNightly, sizeOf } from '../support/tier.ts'
import { newAccount } from './support/account.ts'
import { hydrated, recordCalls, recordViolations } from './support/observing.ts'
import { nightTest } from './support/tiers.ts'
import {
  desktop,
  endVisits,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let shop: string
beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
})
afterAll(() => endVisits(browser))

const password = 'a-long-enough-password'
const paths = [
  '/en',
  '/',
  '/en/events',
  '/en/category/concerts',
  '/en/calendar',
  '/en/search',
  '/en/search?text=carmen',
  '/en/shows/carmen',
  '/en/venues',
  '/en/venues/rike-park',
  '/en/theatres',
  '/en/faq',
  '/en/stories/how-it-works',
  '/en/events/passed',
  '/en/standard-terms-and-conditions',
  '/JTinfo',
]

async function accessToken({ context }: Visitor): Promise<string> {
  const cookies = await context.cookies(shop)
  return cookies.find(({ name }) => name === 'AccessToken')?.value ?? ''
}

/** A guest with two held places. */
async function guestWithOrder(): Promise<{ token: string; orderKey: string }> {
  const key = 'api_key=demo-web'
  const list = await fetch(`${shop}/v2/Events/Upcoming?${key}`)
  const { items } = (await list.json()) as {
    items: { eventId: number; isSoldOut: boolean; minPrice: number }[]
  }
  for (const { eventId, isSoldOut, minPrice } of items) {
    if (isSoldOut || !minPrice) continue
    const post = async (path: string, body: object, headers = {}) =>
      fetch(`${shop}${path}?${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const opened = await post('/v2/orders/InitializeOrder', { eventId, quantity: 2 })
    if (!opened.ok) continue
    const { accessToken: token, orderKey } = (await opened.json()) as {
      accessToken: string
      orderKey: string
    }
    const held = await post('/v2/orders/reserverandom', {}, { authorization: `Bearer ${token}` })
    if (held.ok) return { token, orderKey }
  }
  throw new Error('Nothing could be held')
}

/**
 * Other journeys buy at the same time, so a page may really change between two requests. The copy is compared with
 * one requested before and one after it by others; if those two differ, the page changed meanwhile and all three
 * are requested again.
 */
async function expectSameAsStranger(
  path: string,
  ask: () => Promise<{ answer: Response; body: string }>,
): Promise<{ answer: Response; body: string }> {
  const stranger = async () => (await fetch(shop + path)).text()
  let before = await stranger()
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const asked = await ask()
    const after = await stranger()
    if (before === after) {
      expect(asked.body === before, `${path} is given to a stranger with the same bytes`).toBe(true)
      return asked
    }
    before = after
  }
  throw new Error(`${path} never stayed the same for three requests`)
}

describe('a public page', () => {
  test('has the same bytes for two customers, a guest with an order and other visitors', async () => {
    const names = ['Luka Test', 'Luka']
    const tokens: string[] = []
    for (const index of names.keys()) {
      const visitor = await newVisitor(browser)
      await newAccount(visitor, `one-page-${index}-${Date.now()}@bileti.example`, password)
      const token = await accessToken(visitor)
      tokens.push(token)
      await visitor.context.close()
    }
    const guest = await guestWithOrder()
    const asking: Record<string, string>[] = [
      {},
      ...[...tokens, guest.token].flatMap((token): Record<string, string>[] => [
        { cookie: `AccessToken=${token}` },
        { authorization: `Bearer ${token}` },
      ]),
      { cookie: 'AccessToken=nobody' },
      { cookie: 'theme=dark; consent=all; waiting-room-1=token; =; "' },
      { 'user-agent': 'Somebody/1.0', 'accept-language': 'ru', referer: `${shop}/account` },
    ]
    for (const path of paths) {
      const joint = path.includes('?') ? '&' : '?'
      const noises = [
        '',
        `${joint}utm_source=mail&fbclid=abc`,
        `${joint}AccessToken=${guest.token}`,
      ]
      // Copies are renewed every two seconds, so each requester causes a rendering now and then.
      for (const [index, headers] of asking.entries())
        // All noises for each requester at night, one of them otherwise.
        for (const noise of isNightly ? noises : [noises[index % noises.length] ?? '']) {
          const { answer, body } = await expectSameAsStranger(path, async () => {
            const response = await fetch(shop + path + noise, { headers })
            return { answer: response, body: await response.text() }
          })
          expect(answer.status, path).toBe(200)
          expect(answer.headers.get('set-cookie'), path).toBeNull()
          expect(answer.headers.get('cache-control')).toBe('public, no-cache')
          for (const secret of [...tokens, guest.token, guest.orderKey, ...names, 'one-page-'])
            expect(body.includes(secret), `${path} ${secret}`).toBe(false)
        }
    }
  })

  test('runs its own scripts only, contains no secret, and has the common policy', async () => {
    const policies = new Set<string | null>()
    for (const path of [...paths, '/en/no/such/page', '/auth/en/login']) {
      const answer = await fetch(shop + path)
      policies.add(answer.headers.get('content-security-policy'))
      expect(await answer.text(), path).not.toMatch(/nonce/i)
    }
    expect(policies.size).toBe(1)
    expect([...policies][0]).toMatch(/script-src 'self'( 'sha256-[\w+/=]{44}'){2};/)
    const visitor = await newVisitor(browser)
    const violations = await recordViolations(visitor.context)
    // `shell-pages` records violations on every kind of page.
    for (const path of isNightly ? paths : ['/JTinfo']) {
      await visitor.page.goto(shop + path)
      await hydrated(visitor.page)
    }
    expect(violations).toEqual([])
    expect(visitor.complaints).toEqual([])
    // An injected script does not run.
    await visitor.page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.hasRun = true'
      document.body.append(script)
    })
    expect(await visitor.page.evaluate(() => 'hasRun' in window)).toBe(false)
    expect(violations).toHaveLength(1)
    await visitor.context.close()
  })

  test('with a preview key, an access code or a queue token is never cached', async () => {
    for (const name of ['previewKey', 'accessCode', 'waitingRoomToken']) {
      const answer = await fetch(`${shop}/en/shows/carmen?${name}=abc`)
      expect(answer.headers.get('etag'), name).toBeNull()
      expect(answer.headers.get('cache-control'), name).toBe('private, no-cache')
    }
  })
})

interface Shift {
  readonly value: number
}

/** All layout shifts since the page was opened, measured by the browser. */
async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = ((window as unknown as { shifts: number[] }).shifts = [] as number[])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as Shift).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
    )
}

/** The nightly run has both. */
const screens = [
  ['a phone', phone],
  ['a wide screen', desktop],
] as const

describe('personal data', () => {
  test.each(screens.slice(0, sizeOf({ usual: 1, nightly: 2 })))(
    'is loaded by one call after the first paint without layout shift: %s',
    async (_name, viewport) => {
      const visitor = await newVisitor(browser, { viewport })
      const { page, context, words } = visitor
      await newAccount(visitor, `shift-${viewport.width}-${Date.now()}@bileti.example`, password)
      const shifts = await recordShifts(page)
      const calls = recordCalls(page)
      const answer = Promise.withResolvers<void>()
      await page.route('**/v2/visitor?*', async (route) => {
        await answer.promise
        await route.continue()
      })
      const opened = isNightly ? ['/', '/shows/carmen'] : ['/shows/carmen']
      for (const path of opened) {
        await visitor.open(path)
        await hydrated(page)
        await page.evaluate(() => document.fonts.ready)
        const before = await shifts()
        answer.resolve()
        await page.waitForFunction(() => document.documentElement.dataset['visitor'] === 'customer')
        const account = page.getByRole('banner').getByRole('link', {
          name: `${words('shell', 'account')}: Luka Test`,
        })
        await account.waitFor()
        await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
        expect((await shifts()) - before).toBe(0)
        expect(
          await page.getByRole('link', { name: words('shell', 'signIn'), exact: true }).count(),
        ).toBe(0)
      }
      expect(calls.filter((call) => call.url().includes('/v2/visitor'))).toHaveLength(opened.length)
      await context.close()
    },
  )

  nightTest('is correct from the first paint for returning visitors', async () => {
    const visitor = await newVisitor(browser)
    const { page, context, words } = visitor
    await newAccount(visitor, `paint-${Date.now()}@bileti.example`, password)
    await visitor.open('/')
    await page.waitForFunction(() => document.documentElement.dataset['visitor'] === 'customer')
    // Neither scripts nor the response arrive: only the first paint is visible.
    await page.route(/\/assets\/.*\.js|\/v2\/visitor/, (route) => route.abort())
    await page.goto(`${shop}/en/faq`)
    const banner = page.getByRole('banner')
    expect(await banner.getByRole('link', { name: words('shell', 'account') }).count()).toBe(1)
    expect(await banner.getByRole('link', { name: words('shell', 'signIn') }).count()).toBe(0)
    // Signed out meanwhile: the response corrects it, and the next first paint is correct again.
    await context.clearCookies()
    await page.unroute(/\/assets\/.*\.js|\/v2\/visitor/)
    await visitor.open('/faq')
    await banner.getByRole('link', { name: words('shell', 'signIn') }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('visitor'))).toBeNull()
    await context.close()
  })

  nightTest('shows the unpaid order without layout shift', async () => {
    const { token, orderKey } = await guestWithOrder()
    const visitor = await newVisitor(browser)
    const { page, context } = visitor
    await context.addCookies([{ name: 'AccessToken', value: token, url: shop, httpOnly: true }])
    const shifts = await recordShifts(page)
    const calls = recordCalls(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/v2/visitor?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await visitor.open('/faq')
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready)
    const before = await shifts()
    answer.resolve()
    await page.locator(`a[href$="/checkout/${orderKey}"]`).waitFor()
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)))
    expect((await shifts()) - before).toBe(0)
    expect(calls.map((call) => new URL(call.url()).pathname)).toEqual(['/v2/visitor'])
    await context.close()
  })
})

describe('back and forward', () => {
  test('request nothing for five minutes on server-loaded pages, unlike links', async () => {
    const visitor = await newVisitor(browser)
    const { page, context } = visitor
    await newAccount(visitor, `back-${Date.now()}@bileti.example`, password)
    await page.clock.install()
    await visitor.open('/account/security')
    await hydrated(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.data')) asked.push(pathname)
    })
    const expectAsked = async (...wanted: string[]): Promise<void> => {
      await expect.poll(() => asked).toEqual(wanted)
      asked.length = 0
    }
    const follow = async (path: string): Promise<void> => {
      await page.locator(`main a[href="/en${path}"]`).first().click()
      await page.waitForURL(`**/en${path}`)
    }
    const go = async (way: 'goBack' | 'goForward', path: string): Promise<void> => {
      await page[way]()
      await page.waitForURL(`**/en${path}`)
      await page.locator('main h1').first().waitFor()
      await hydrated(page)
    }
    await follow('/account/orders')
    await follow('/account/wallet')
    await expectAsked('/en/account/orders.data', '/en/account/wallet.data')
    await go('goBack', '/account/orders')
    await go('goBack', '/account/security')
    await go('goForward', '/account/orders')
    await go('goForward', '/account/wallet')
    expect(asked).toEqual([])
    // A link shows the current state.
    await follow('/account/orders')
    await expectAsked('/en/account/orders.data')
    await page.clock.fastForward('05:01')
    await go('goBack', '/account/wallet')
    await expectAsked('/en/account/wallet.data')
    // An action on a page invalidates the others.
    await page.evaluate(() => window.dispatchEvent(new Event('bileti:order')))
    await go('goForward', '/account/orders')
    await expectAsked('/en/account/orders.data')
    await context.close()
  })
})
