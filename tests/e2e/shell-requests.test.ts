/**
 * Goal: pages send the promised requests: a progress bar for slow pages only, data fresh for five minutes, no
 * duplicate requests, every request with its key, language and session; visitors without a session are redirected
 * to sign in and back. Method: a real browser with a controlled clock, on the running shop; responses are delayed
 * or dropped.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sizeOf } from '../support/tier.ts'
import { hydrated, recordCalls } from './support/observing.ts'
import { nightTest } from './support/tiers.ts'
import { endVisits, newVisitor, startBrowser, type Visitor } from './support/visitor.ts'

let browser: Browser
let shop: string
beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
})
afterAll(() => endVisits(browser))

/** The data of the category page. */
const categoryCalls = '**/v2/category-page?*'
const minute = 60_000
/** A list, and its advertisement. */
const concertsAsked = [
  '/v2/advertisement?placement=list&categorySlug=concerts',
  '/v2/category-page?slug=concerts&sort=soonest&limit=24',
]
/** The programme, and editorial content. */
const homeAsked = ['/v2/front-page?', '/v2/home-page?']

describe('the progress bar', () => {
  test('appears after 400 ms and disappears when the page has loaded', async () => {
    const visitor = await openWithStoppedClock('/')
    const { page, context } = visitor
    const release = await holdBack(page)
    await openCategory(visitor, 'Concerts')
    await page.clock.runFor(350)
    expect(await barCount(page)).toBe(0)
    await page.clock.runFor(60)
    await bar(page).waitFor()
    expect((await bar(page).boundingBox())?.width).toBeGreaterThan(100)
    await page.clock.runFor(10_000)
    expect(await barCount(page)).toBe(1)
    release()
    await page.waitForURL(/\/category\/concerts/)
    await bar(page).waitFor({ state: 'detached' })
    await context.close()
  })

  nightTest('does not appear for a fast page', async () => {
    const visitor = await openWithStoppedClock('/')
    const { page, context } = visitor
    await page.evaluate(() => {
      const seen = ((window as unknown as { bars: string[] }).bars = [] as string[])
      new MutationObserver(() => {
        if (document.querySelector('progress')) seen.push(location.pathname)
      }).observe(document.body, { childList: true, subtree: true })
    })
    const release = await holdBack(page)
    await openCategory(visitor, 'Concerts')
    await page.clock.runFor(390)
    release()
    await page.waitForURL(/\/category\/concerts/)
    await page.getByRole('heading', { level: 1, name: 'Concerts' }).waitFor()
    await page.clock.runFor(5_000)
    expect(await page.evaluate(() => (window as unknown as { bars: string[] }).bars)).toEqual([])
    await context.close()
  })

  nightTest('disappears when the page fails, which is requested exactly once', async () => {
    const visitor = await openWithStoppedClock('/')
    const { page, words, context } = visitor
    const calls = recordCalls(page)
    const release = await holdBack(page, 'lost')
    await openCategory(visitor, 'Concerts')
    await page.clock.runFor(450)
    await bar(page).waitFor()
    release()
    await page.getByRole('heading', { name: words('shell', 'errorTitle') }).waitFor()
    await bar(page).waitFor({ state: 'detached' })
    await page.clock.runFor(5 * minute)
    expect(pagesAmong(calls)).toHaveLength(1)
    await context.close()
  })
})

describe('fetched data', () => {
  test('is fresh for five minutes, then requested once', async () => {
    const visitor = await openWithStoppedClock('/')
    const { page, context } = visitor
    const calls = recordCalls(page)
    await goToCategory(visitor, 'Concerts')
    await expectAsked(calls, concertsAsked)
    await goHome(visitor)
    await goToCategory(visitor, 'Concerts')
    await goHome(visitor)
    expect(await taken(calls)).toEqual([])

    await page.clock.runFor(5 * minute - 10_000)
    await goToCategory(visitor, 'Concerts')
    expect(await taken(calls)).toEqual([])
    // Its age counts from fetching, not from its last display.
    await page.clock.runFor(20_000)
    await goHome(visitor)
    await expectAsked(calls, homeAsked)
    await goToCategory(visitor, 'Concerts')
    await expectAsked(calls, concertsAsked)
    await goHome(visitor)
    await goToCategory(visitor, 'Concerts')
    expect(await taken(calls)).toEqual([])
    await context.close()
  })

  nightTest('is as fresh when the clocks of shop and visitor differ', async () => {
    for (const difference of [-60 * minute, 60 * minute]) {
      const visitor = await openWithStoppedClock('/', Date.now() + difference)
      const calls = recordCalls(visitor.page)
      await goToCategory(visitor, 'Concerts')
      await goHome(visitor)
      await expectAsked(calls, concertsAsked)
      await visitor.page.clock.runFor(5 * minute + 1_000)
      await goToCategory(visitor, 'Concerts')
      await goHome(visitor)
      await expectAsked(calls, [...concertsAsked, ...homeAsked].toSorted())
      await visitor.context.close()
    }
  })

  nightTest('is not requested again on focus', async () => {
    const eventId = await firstEventOf('carmen')
    const visitor = await newVisitor(browser)
    const { page, words, context } = visitor
    await page.clock.install()
    // A view is reported a moment after the page has loaded.
    const counted = page.waitForResponse(/SendViewContentEvent/)
    await visitor.open(`/events/${eventId}`)
    await page.getByRole('button', { name: words('events', 'best'), exact: true }).waitFor()
    await counted
    await stopClock(page)
    // Availability may be polled now, but not because of the focus.
    await page.clock.runFor(12_000)
    const calls = recordCalls(page)
    await page.evaluate(() => {
      for (const event of ['blur', 'visibilitychange', 'focus', 'pageshow'])
        window.dispatchEvent(new Event(event))
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await page.clock.runFor(1_000)
    expect(await taken(calls)).toEqual([])
    await context.close()
  })

  nightTest('is requested once when the response is an error', async () => {
    const visitor = await openWithStoppedClock('/')
    const { page, words, context } = visitor
    const calls = recordCalls(page)
    await page.route(categoryCalls, (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'ServiceUnavailable', message: 'Not now' } },
      }),
    )
    await openCategory(visitor, 'Theatre')
    await headingComes(page, words('shell', 'errorTitle'))
    await page.clock.runFor(2 * minute)
    expect(pagesAmong(calls)).toHaveLength(1)
    await context.close()
  })
})

describe('every request', () => {
  const categories = [
    { locale: 'ka', category: 'კონცერტები' },
    { locale: 'en', category: 'Concerts' },
  ] as const
  test.each(categories.slice(0, sizeOf({ usual: 1, nightly: 2 })))(
    'carries its key, the page’s language and cookies: $locale',
    async (options) => {
      const visitor = await newVisitor(browser, { locale: options.locale })
      const { page, words, context } = visitor
      const calls = recordCalls(page)
      await context.addCookies([{ name: 'mine', value: 'kept', url: shop }])
      await visitor.open('/')
      await hydrated(page)
      await openCategory(visitor, options.category)
      await page.locator('main a[href*="/shows/"]').first().waitFor()
      await visitor.open(`/events/${await firstEventOf('carmen')}`)
      await page.getByRole('button', { name: words('events', 'best'), exact: true }).waitFor()
      // A call whose page was left before it was sent never had its cookies.
      const sent = calls.filter((call) => call.failure()?.errorText !== 'net::ERR_ABORTED')
      expect(new Set(sent.map((call) => new URL(call.url()).pathname)).size).toBeGreaterThan(2)
      for (const call of sent) {
        const { searchParams } = new URL(call.url())
        const headers = await call.allHeaders()
        expect(searchParams.get('api_key'), call.url()).toBe('demo-web')
        // The browser opens streams itself, without our headers; they contain no texts.
        if (!call.url().includes('/live?'))
          expect(headers['accept-language'], call.url()).toBe(options.locale)
        expect(headers['cookie'], call.url()).toContain('mine=kept')
        expect(headers['authorization'], call.url()).toBeUndefined()
      }
      await context.close()
    },
  )

  nightTest('sends a readable AccessToken as bearer; an HttpOnly one as a cookie', async () => {
    const token = await guestToken()
    for (const httpOnly of [false, true]) {
      const visitor = await newVisitor(browser)
      const { page, context } = visitor
      await context.addCookies([{ name: 'AccessToken', value: token, url: shop, httpOnly }])
      const calls = recordCalls(page)
      await visitor.open('/')
      await hydrated(page)
      await openCategory(visitor, 'Concerts')
      await page.waitForURL(/\/category\/concerts/)
      expect(calls.length).toBeGreaterThan(0)
      for (const call of calls) {
        const headers = await call.allHeaders()
        expect(headers['authorization']).toBe(httpOnly ? undefined : `Bearer ${token}`)
        expect(headers['cookie']).toContain(`AccessToken=${token}`)
        expect((await call.response())?.status()).toBe(200)
      }
      await context.close()
    }
  })
})

describe('visitors without a session', () => {
  nightTest('lose an invalid AccessToken by opening a page', async () => {
    const visitor = await newVisitor(browser)
    const { page, words, context } = visitor
    await context.addCookies([
      { name: 'AccessToken', value: 'nobody', url: shop, httpOnly: true },
      { name: 'other', value: 'stays', url: shop },
    ])
    await visitor.open('/')
    // The page is public; the call that identifies the visitor removes the cookie.
    await expect
      .poll(async () => (await context.cookies()).map(({ name }) => name))
      .toEqual(['other'])
    await page.getByRole('link', { name: words('shell', 'signIn') }).waitFor()
    await context.close()
  })

  nightTest('find a sign-in link on every page that returns to it', async () => {
    const visitor = await newVisitor(browser)
    const { page, words, context } = visitor
    const signIn = page.getByRole('banner').getByRole('link', { name: words('shell', 'signIn') })
    const expected = (locale: string, path: string) =>
      `${shop}/auth/${locale}/login?continue=${encodeURIComponent(shop + path)}`
    for (const path of ['/en/shows/carmen?from=a%26b', '/en', '/en/no/such/page']) {
      await page.goto(shop + path)
      // Parameters that no page reads are not in the cached page: the browser adds them.
      await expect.poll(() => signIn.getAttribute('href')).toBe(expected('en', path))
    }
    await page.goto(`${shop}/en`)
    await hydrated(page)
    await openCategory(visitor, 'Concerts')
    await page.waitForURL(/\/category\/concerts/)
    await page.getByRole('heading', { level: 1, name: 'Concerts' }).waitFor()
    await expect
      .poll(() => signIn.getAttribute('href'))
      .toBe(expected('en', '/en/category/concerts'))
    await signIn.click()
    await page.waitForURL(/\/auth\/en\/login/)
    const register = page.getByRole('link', { name: words('accounts', 'register') })
    expect(await register.getAttribute('href')).toBe(
      expected('en', '/en/category/concerts').replace('login', 'register'),
    )
    await page.getByLabel(words('accounts', 'email')).fill('nino@bileti.example')
    await context.close()
  })

  const personal = [
    ['/en/account/orders/T-1', 'en'],
    ['/account/orders', 'ka'],
    ['/account/orders/T-1', 'ka'],
  ] as const
  test.each(personal.slice(0, sizeOf({ usual: 1, nightly: 3 })))(
    'are redirected from %s to sign in',
    async (path, locale) => {
      const { page, context } = await newVisitor(browser)
      const login = `${shop}/auth/${locale}/login?continue=${encodeURIComponent(shop + path)}`
      await page.goto(shop + path)
      expect(page.url()).toBe(login)
      await page.goto(shop + (locale === 'en' ? '/en' : '/'))
      await hydrated(page)
      // The same by a link on another page.
      await page.evaluate((to) => {
        const { __reactRouterDataRouter: router } = window as unknown as {
          __reactRouterDataRouter: { navigate(to: string): Promise<void> }
        }
        void router.navigate(to)
      }, path)
      await page.waitForURL(login)
      await context.close()
    },
  )
})

/** Opens a page, waits for hydration, and stops its clock. */
async function openWithStoppedClock(path: string, time = Date.now()): Promise<Visitor> {
  const visitor = await newVisitor(browser)
  await visitor.page.clock.install({ time })
  await visitor.open(path)
  await hydrated(visitor.page)
  await visitor.page.waitForFunction(() => document.documentElement.dataset['visitor'])
  await stopClock(visitor.page)
  return visitor
}

async function stopClock(page: Page): Promise<void> {
  // Later than a slow machine takes to send this: a clock cannot be stopped in the past.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000)
}

/** Delays the category's data until it is released or dropped. */
async function holdBack(page: Page, end: 'come' | 'lost' = 'come'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(categoryCalls, async (route) => {
    await promise
    await (end === 'come' ? route.continue() : route.abort())
  })
  return resolve
}

/** Chooses a category in the header and waits for the request of its data. */
async function openCategory({ page }: Visitor, name: string): Promise<void> {
  const asked = page.waitForRequest(categoryCalls)
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  await asked
}

async function goToCategory({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
  await headingComes(page, name)
}

/** The router waits for the next tick before a page's script, so a stopped clock must advance. */
async function headingComes(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name })
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1)
        return heading.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
}

async function goHome({ page, words }: Visitor): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: words('shell', 'homePage') })
    .click()
  await page.getByRole('heading', { level: 1, name: words('events', 'homeTitle') }).waitFor({
    state: 'attached',
  })
}

/** Expects each of these requests once, in any order, and resets the record. */
async function expectAsked(calls: { url(): string }[], wanted: readonly string[]): Promise<void> {
  const asked = (): string[] => calls.map(withoutKey).toSorted()
  await expect.poll(asked).toEqual(wanted)
  calls.length = 0
}

function withoutKey(call: { url(): string }): string {
  const { pathname, searchParams } = new URL(call.url())
  searchParams.delete('api_key')
  return `${pathname}?${searchParams}`
}

function pagesAmong(calls: readonly { url(): string }[]): unknown[] {
  return calls.filter((call) => call.url().includes('/v2/category-page'))
}

/** The requests since the last call, without the key. */
async function taken(calls: { url(): string }[]): Promise<string[]> {
  return calls.splice(0).map(withoutKey)
}

function bar(page: Page) {
  return page.getByRole('progressbar')
}

function barCount(page: Page): Promise<number> {
  return bar(page).count()
}

async function firstEventOf(slug: string): Promise<number> {
  const answer = await fetch(`${shop}/v2/show-page?slug=${slug}&api_key=demo-web`)
  const { show } = (await answer.json()) as { show: { events: { eventId: number }[] } }
  return show.events[0]!.eventId
}

/** The token of a new guest, as opened by a first order. */
async function guestToken(): Promise<string> {
  const eventId = await firstEventOf('carmen')
  const answer = await fetch(`${shop}/v2/orders/InitializeOrder?api_key=demo-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventId }),
  })
  const { accessToken } = (await answer.json()) as { accessToken: string }
  return accessToken
}
