/**
 * Goal: every kind of page has the same text from the server and in the browser, obeys the policy, fits every
 * width, has the right status, and correct data for search engines. Method: one visitor for each language opens all
 * kinds of pages, in alternating themes, with the browser's errors recorded; sizes and accessibility are checked on
 * the way.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { localIso } from '#kernel/local-iso.ts'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { isNightly } from '../support/tier.ts'
import { hydrated, recordViolations } from './support/observing.ts'
import { wordsOf } from './support/texts.ts'
import { nightTest } from './support/tiers.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  startBrowser,
  violationsOn,
} from './support/visitor.ts'
import { attributesOf, linkedDataOf, writtenPage } from './support/written.ts'

let browser: Browser
let shop: string
beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
})
afterAll(() => endVisits(browser))

/** Shows of the demo: with seats, with unnumbered places, free of charge, and with a sold-out date. */
const shows = { seats: 'carmen', places: 'factory-floor', free: 'night-run', soldOut: 'swan-lake' }

interface PageKind {
  readonly path: string
  readonly status?: number
  /** The browser adds content: a countdown, a map. */
  readonly growsInBrowser?: boolean
  /** No buyer's journey opens it, so axe checks it here, in this language. */
  readonly axe?: Locale
  /** Of the same kind as another page here: opened in the nightly run only. */
  readonly repeats?: boolean
}

async function pageKinds(): Promise<PageKind[]> {
  const eventsPath = async (slug: string): Promise<string> => {
    const events = await eventsOf(slug)
    const event = events.find((one) => slug !== shows.soldOut || one.isSoldOut)
    return `/events/${event?.eventId}`
  }
  return [
    { path: '/' },
    { path: '/category/concerts', axe: 'ka' },
    { path: '/category/kids?when=weekend', repeats: true },
    { path: '/search', repeats: true },
    { path: '/search?text=opera' },
    { path: `/shows/${shows.seats}` },
    { path: await eventsPath(shows.seats), growsInBrowser: true },
    { path: await eventsPath(shows.places), growsInBrowser: true, repeats: true },
    { path: await eventsPath(shows.free), growsInBrowser: true, repeats: true },
    { path: await eventsPath(shows.soldOut) },
    { path: '/standard-terms-and-conditions', axe: 'en' },
    { path: '/auth/login', axe: 'ka' },
    { path: '/auth/register', repeats: true },
    { path: '/auth/logout', repeats: true },
    { path: '/no/such/page', status: 404, axe: 'en' },
    { path: '/shows/no-such-show', status: 404, repeats: true },
    { path: '/events/2000000000', status: 404, repeats: true },
    { path: '/category/no-such-category', status: 404, repeats: true },
  ]
}

describe('every kind of page', () => {
  test.each([
    { locale: 'ka', first: 'light' },
    { locale: 'en', first: 'dark' },
  ] as const)(
    'is what the server wrote, keeps its policy and fits every width: $locale',
    async ({ locale, first }) => {
      const visitor = await newVisitor(browser, { locale })
      const { page, context, complaints } = visitor
      const violations = await recordViolations(context)
      const all = await pageKinds()
      // In `npm test` each kind of page in one language, the languages in turn.
      const kinds = isNightly
        ? all
        : all
            .filter((kind) => !kind.repeats)
            .filter(({ axe }, index) => (axe ?? (index % 2 === 0 ? 'ka' : 'en')) === locale)
      for (const [index, { path, status = 200, growsInBrowser = false, axe }] of kinds.entries()) {
        // The themes alternate, in the other language in reverse: each page is checked in both at night.
        const isDark = (first === 'dark') === (index % 2 === 0)
        await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
        const response = await page.goto(shop + localizedPath(locale, path))
        expect(response?.status(), path).toBe(status)
        expect(response?.headers()['content-security-policy'], path).toContain("script-src 'self'")
        await hydrated(page)
        const html = page.locator('html')
        expect(await html.getAttribute('lang')).toBe(locale)
        expect(await html.getAttribute('data-theme')).toBe(isDark ? 'dark' : 'light')
        expect(await page.locator('h1').count(), path).toBe(1)
        if (!growsInBrowser) expect(await page.title(), path).not.toBe('')
        expect(await page.locator('main').textContent(), path).not.toBe('')
        const written = textOf(page, (await response?.text()) ?? '', growsInBrowser)
        expect(await shownText(page, growsInBrowser), path).toEqual(await written)
        await expectToFit(page, index)
        expect(complaints, path).toEqual([])
        expect(violations, path).toEqual([])
        if (axe === locale) await expectAccessible(page)
      }
      // Axe really checks: an image without alternative text is found.
      await page.evaluate(() => document.querySelector('main')?.append(new Image()))
      expect(await violationsOn(page)).toEqual([expect.stringContaining('image-alt')])
      await context.close()
    },
  )

  test('that does not exist says so in the language of its address, with links', async () => {
    for (const locale of ['ka', 'en'] as const) {
      const words = wordsOf(locale)
      for (const path of ['/no/such/page', '/shows/no-such-show']) {
        const page = await writtenPage(localizedPath(locale, path))
        expect(page.status).toBe(404)
        const title = words('shell', 'notFoundTitle')
        expect(/<h1[^>]*>([^<]*)/.exec(page.html)?.[1]).toBe(title)
        expect(/<title>([^<]*)/.exec(page.html)?.[1]).toContain(title)
        expect(attributesOf(page, 'meta')).toContainEqual(
          expect.objectContaining({ name: 'robots', content: 'noindex' }),
        )
        const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(page.html) ?? []
        const home = [...main.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)/g)].find(
          ([, , text]) => text === words('shell', 'toHome'),
        )
        expect(home?.[1]).toBe(localizedPath(locale, '/'))
      }
    }
  })
})

describe('search engines', () => {
  test.each(Object.entries(shows))(
    'are told what a ticket costs in all: %s',
    async (_kind, slug) => {
      const events = await eventsOf(slug)
      for (const locale of ['ka', 'en'] as const) {
        const told = await toldOn(localizedPath(locale, `/shows/${slug}`))
        expect(told).toHaveLength(events.length)
        for (const event of events) {
          const path = localizedPath(locale, `/events/${event.eventId}`)
          const ofShow = told.find((one) => one.offers.url === shop + path)
          expect(ofShow, path).toBeDefined()
          expect(await toldOn(path)).toEqual([ofShow])
          const prices = await pricesOf(event.eventId)
          expect(ofShow).toMatchObject({
            '@context': 'https://schema.org',
            '@type': 'Event',
            startDate: localIso(event.fromDate, event.timeZone),
            offers: {
              '@type': 'AggregateOffer',
              priceCurrency: 'GEL',
              lowPrice: Math.min(...prices) / 100,
              highPrice: Math.max(...prices) / 100,
              availability: `https://schema.org/${availabilityOf(event)}`,
            },
          })
        }
      }
    },
  )

  test('are excluded from personal pages in both languages', async () => {
    const robots = await (await fetch(`${shop}/robots.txt`)).text()
    const refused = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map((match) => match[1])
    for (const locale of ['ka', 'en'] as const)
      for (const path of ['/checkout/', '/account/', '/tickets/', '/auth/login'])
        expect(
          refused.some((start) => localizedPath(locale, path).startsWith(start ?? '')),
          `${locale} ${path}`,
        ).toBe(true)
    for (const path of ['/', '/en', '/shows/carmen', '/en/events/1'])
      expect(refused.some((start) => path.startsWith(start ?? ''))).toBe(false)
  })
})

function availabilityOf(event: { isSoldOut: boolean; saleState: string }): string {
  if (event.isSoldOut) return 'SoldOut'
  return event.saleState === 'NotYet' ? 'PreOrder' : 'InStock'
}

/** Georgian words are long: nothing may overflow any screen width. */
async function expectToFit(page: Page, turn: number): Promise<void> {
  const wider = [720, 1023, 1580]
  for (const width of [320, ...(isNightly ? wider : wider.slice(turn % 3, (turn % 3) + 1))]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoHorizontalScroll(page)
  }
}

/** The text of a server-rendered page, parsed by the browser; only the shell of a page that grows. */
function textOf(page: Page, html: string, chromeOnly: boolean): Promise<string[]> {
  return page.evaluate(
    ([text, parts]) => {
      const written = new DOMParser().parseFromString(text, 'text/html')
      // Browsers with scripts treat this content as plain text.
      for (const part of written.querySelectorAll('noscript')) part.remove()
      return [...written.querySelectorAll(parts)].map((part) => part.textContent)
    },
    [html, chromeOnly ? chrome : wholePage] as const,
  )
}

function shownText(page: Page, chromeOnly: boolean): Promise<string[]> {
  return page.evaluate(
    (parts) =>
      [...document.querySelectorAll(parts)].map((part) => {
        const copy = part.cloneNode(true) as Element
        for (const one of copy.querySelectorAll('noscript')) one.remove()
        return copy.textContent
      }),
    chromeOnly ? chrome : wholePage,
  )
}

const chrome = 'title, header, footer, h1'
const wholePage = 'title, header, main, footer'

interface EventFacts {
  readonly eventId: number
  readonly isSoldOut: boolean
  readonly saleState: string
  readonly fromDate: string
  readonly timeZone: string
}

async function eventsOf(slug: string): Promise<readonly EventFacts[]> {
  const answer = await fetch(`${shop}/v2/show-page?slug=${slug}&api_key=demo-web`)
  const { show } = (await answer.json()) as { show: { events: readonly EventFacts[] } }
  return show.events
}

/** The charged prices of one ticket according to the calls, in minor units. */
async function pricesOf(eventId: number): Promise<number[]> {
  const answer = await fetch(`${shop}/v2/Events/Map?eventId=${eventId}&api_key=demo-web`)
  const { ticketTypes } = (await answer.json()) as {
    ticketTypes: {
      isActive: boolean
      price: { amount: number }
      fee: { amount: number }
      total: { amount: number }
    }[]
  }
  return ticketTypes
    .filter(({ isActive }) => isActive)
    .map(({ price, fee, total }) => {
      expect(total.amount).toBe(price.amount + fee.amount)
      return total.amount
    })
}

interface LinkedEvent {
  readonly '@type': string
  readonly offers: { readonly url: string }
}

/** All events in the structured data of a page without scripts. */
async function toldOn(path: string): Promise<LinkedEvent[]> {
  const told = linkedDataOf<LinkedEvent>(await writtenPage(path))
  return told.filter((one) => one['@type'] === 'Event')
}

nightTest('loads a document for areas whose routes other pages do not know', async () => {
  const { page, complaints, context } = await newVisitor(browser)
  await page.goto(`${shop}/en`)
  await hydrated(page)
  await page.evaluate(() => {
    const { __reactRouterDataRouter } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    Object.assign(window, { isFirstDocument: true })
    void __reactRouterDataRouter.navigate('/en/scan')
  })
  await page.waitForFunction(() => !('isFirstDocument' in window))
  await hydrated(page)
  expect(new URL(page.url()).pathname).toBe('/en/scan')
  expect(complaints).toEqual([])
  // A page of the area knows the shop's own.
  await page.evaluate(() => {
    const { __reactRouterDataRouter } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    Object.assign(window, { isFirstDocument: true })
    void __reactRouterDataRouter.navigate('/en/faq')
  })
  await page.waitForURL(/\/en\/faq$/)
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true)
  await context.close()
})
