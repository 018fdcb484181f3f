/**
 * Goal: the shell obeys its rules on every address: language, theme, parts around a page, and a responsive layout.
 * Method: a real browser that prefers English without state, on the running shop; where a rule concerns the first
 * paint, the shop's scripts are blocked.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { isNightly, sizeOf } from '../support/tier.ts'
import { addressOf, hydrated } from './support/observing.ts'
import { nightTest } from './support/tiers.ts'
import { endVisits, newVisitor, phone, startBrowser } from './support/visitor.ts'
import offlineTexts from '#apps/web/messages/offline-ka.json' with { type: 'json' }
import { attributesOf, languageOf, writtenPage } from './support/written.ts'

let browser: Browser
let shop: string
beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
})
afterAll(() => endVisits(browser))

/** Images are irrelevant here. */
const soon = { waitUntil: 'domcontentloaded' } as const

describe('the language of a page', () => {
  test('is that of its address, regardless of the browser’s preference', async () => {
    for (const [path, language] of [
      ['/', 'ka'],
      ['/shows/carmen', 'ka'],
      ['/en', 'en'],
      ['/en/shows/carmen', 'en'],
      ['/auth/ka/login', 'ka'],
      ['/auth/en/login', 'en'],
    ] as const) {
      const page = await writtenPage(path, { 'accept-language': 'en-US,en;q=0.9' })
      expect(page.status, path).toBe(200)
      expect(languageOf(page), path).toBe(language)
    }
  })

  test.each([
    ['/', '/', '/en'],
    ['/shows/carmen?from=mail', '/shows/carmen', '/en/shows/carmen'],
    ['/category/concerts?when=weekend', '/category/concerts', '/en/category/concerts'],
    ['/auth/ka/login?continue=/', '/auth/ka/login', '/auth/en/login'],
    ['/standard-terms-and-conditions', undefined, undefined],
  ])(
    'is declared to search engines: %s',
    async (address, georgian = address, english = undefined) => {
      for (const locale of ['ka', 'en'] as const) {
        const own = locale === 'ka' ? georgian : (english ?? `/en${georgian}`)
        const page = await writtenPage(own + new URL(address, shop).search)
        const links = attributesOf(page, 'link')
          .filter(({ rel = '' }) => ['canonical', 'alternate'].includes(rel))
          .map(({ rel, hreflang, href }) => [hreflang ?? rel, href])
        expect(Object.fromEntries(links)).toEqual({
          canonical: shop + own,
          ka: shop + georgian,
          en: shop + (english ?? `/en${georgian}`),
          'x-default': shop + georgian,
        })
        expect(links).toHaveLength(4)
      }
    },
  )

  test.each([
    {
      remembered: 'en',
      asked: '/category/concerts?when=weekend',
      to: '/en/category/concerts?when=weekend',
    },
    { remembered: 'en', asked: '/', to: '/en' },
    { remembered: 'en', asked: '/auth/ka/login?continue=%2F', to: '/auth/en/login?continue=%2F' },
    { remembered: 'en', asked: '/no/such/page?x=1', to: '/en/no/such/page?x=1' },
    { remembered: 'ka', asked: '/en/shows/carmen?a=1&b=2', to: '/shows/carmen?a=1&b=2' },
    { remembered: 'ka', asked: '/en', to: '/' },
  ])(
    'redirects to the remembered one: $asked with $remembered',
    async ({ remembered, asked, to }) => {
      const cookie = `NEXT_LOCALE=${remembered}`
      const first = await writtenPage(asked, { cookie })
      expect(first.status).toBeGreaterThanOrEqual(300)
      const next = new URL(first.headers.get('location') ?? '', shop + asked)
      expect(next.href).toBe(shop + to)
      // One redirect and no loop: the requested page, then the page in the other language.
      const second = await writtenPage(to, { cookie })
      expect(second.headers.get('location')).toBeNull()
      expect(languageOf(second)).toBe(remembered)
    },
  )

  nightTest('remembered does not affect navigation between pages', async () => {
    const visitor = await newVisitor(browser, { locale: 'en' })
    const { page, context } = visitor
    await context.addCookies([{ name: 'NEXT_LOCALE', value: 'en', url: shop }])
    await page.goto(shop)
    await hydrated(page)
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    await page.getByRole('navigation').getByRole('link', { name: 'Concerts' }).first().click()
    await page.waitForURL(`${shop}/en/category/concerts`)
    expect(documents).toEqual([])
    // A page that the server always loads: its data has a separate address.
    const data = page.waitForResponse((response) => response.url().includes('.data'))
    await page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter: { navigate(to: string): Promise<void> }
      }
      void router.navigate('/en/account/orders')
    })
    expect(new URL((await data).url()).pathname).toBe('/en/account/orders.data')
    await page.waitForURL(/\/auth\/en\/login/)
    await page.getByRole('heading', { name: visitor.words('accounts', 'loginTitle') }).waitFor()
    await context.close()
  })

  test('is changed in the header, keeps page and query, and is remembered', async () => {
    const { page, context } = await newVisitor(browser, { locale: 'ka' })
    await page.goto(`${shop}/category/concerts?when=weekend`)
    await hydrated(page)
    await page.getByRole('link', { name: 'English' }).click()
    await page.waitForURL(`${shop}/en/category/concerts?when=weekend`)
    await page.goto(`${shop}/shows/carmen`)
    expect(addressOf(page)).toBe('/en/shows/carmen')
    await hydrated(page)
    await page.getByRole('link', { name: 'ქართული' }).click()
    await page.waitForURL(`${shop}/shows/carmen`)
    await page.goto(`${shop}/en`)
    expect(addressOf(page)).toBe('/')
    await context.close()
  })
})

const paper = { light: 'oklch(0.968 0.004 95)', dark: 'oklch(0.178 0.012 285)' } as const

describe('the theme', () => {
  test('is light, dark or the device’s, and is stored under `theme`', async () => {
    const visitor = await newVisitor(browser, { settings: { colorScheme: 'light' } })
    const { page, words, context } = visitor
    await visitor.open('/standard-terms-and-conditions')
    await hydrated(page)
    const themes = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const
    expect(await shownTheme(page)).toEqual({ theme: 'light', paper: paper.light })
    const choices = [
      ['dark', 'dark'],
      ['light', 'light'],
      ['dark', 'dark'],
      ['system', 'light'],
    ] as const
    for (const [choice, shown] of choices.slice(isNightly ? 0 : 2)) {
      await page.locator('summary', { has: page.locator('svg') }).click()
      expect(await page.locator('details button').allTextContents()).toEqual(
        Object.values(themes).map((key) => words('shell', key)),
      )
      await page.getByRole('button', { name: words('shell', themes[choice]), exact: true }).click()
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe(choice)
      await expect.poll(() => shownTheme(page)).toEqual({ theme: shown, paper: paper[shown] })
      await page.reload()
      await hydrated(page)
      expect(await shownTheme(page)).toEqual({ theme: shown, paper: paper[shown] })
    }
    // The device's choice is followed while the page is open.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expect.poll(() => shownTheme(page)).toEqual({ theme: 'dark', paper: paper.dark })
    await context.close()
  })

  const paints = [
    { stored: 'dark', device: 'light', shown: 'dark' },
    { stored: 'light', device: 'dark', shown: 'light' },
    { stored: 'system', device: 'dark', shown: 'dark' },
    { stored: null, device: 'dark', shown: 'dark' },
    { stored: 'nonsense', device: 'light', shown: 'light' },
  ] as const
  test.each(paints.slice(0, sizeOf({ usual: 1, nightly: 5 })))(
    'is right in the first paint: $stored on a $device device',
    async ({ stored, device, shown }) => {
      const visitor = await newVisitor(browser, { settings: { colorScheme: device } })
      const { page, context } = visitor
      await context.addInitScript((choice) => {
        if (choice !== null) localStorage.setItem('theme', choice)
        const themes = ((window as unknown as { themes: string[] }).themes = [] as string[])
        // Records the theme with each frame that has a body to paint.
        const note = (): void => {
          const theme = document.documentElement?.dataset['theme'] ?? 'none'
          if (document.body && themes.at(-1) !== theme) themes.push(theme)
          requestAnimationFrame(note)
        }
        note()
      }, stored)
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto(`${shop}/en/standard-terms-and-conditions`)
      expect(await shownTheme(page)).toEqual({ theme: shown, paper: paper[shown] })
      // The same with the scripts, from the first frame on.
      await page.unroute('**/assets/*.js')
      await page.reload()
      await hydrated(page)
      const seen = await page.evaluate(() => (window as unknown as { themes: string[] }).themes)
      expect(seen).toEqual([shown])
      await context.close()
    },
  )

  nightTest('of a page with a fixed one applies to that page only', async () => {
    const visitor = await newVisitor(browser, { settings: { colorScheme: 'light' } })
    const { page, words, context } = visitor
    await context.addInitScript(() => localStorage.setItem('theme', 'light'))
    await pageAsksFor(page, 'terms', "{ theme: 'dark', hideHeader: true }")
    await visitor.open('/')
    await hydrated(page)
    expect(await shownTheme(page)).toEqual({ theme: 'light', paper: paper.light })
    await page.getByRole('link', { name: words('shell', 'footerTerms') }).click()
    await page.waitForURL(/standard-terms/)
    await expect.poll(() => shownTheme(page)).toEqual({ theme: 'dark', paper: paper.dark })
    // It hides the header; hiding the footer is a separate setting. Its script comes late, and on an early navigation
    // the footer with it.
    await expect.poll(() => chromeOf(page)).toEqual({ header: false, footer: true })
    await page.goBack()
    await page.waitForURL(`${shop}/en`)
    await page.getByRole('banner').waitFor()
    await expect.poll(() => shownTheme(page)).toEqual({ theme: 'light', paper: paper.light })
    await context.close()
  })

  nightTest('of the server’s HTML takes precedence over the stored one', async () => {
    const visitor = await newVisitor(browser, { settings: { colorScheme: 'light' } })
    const { page, context } = visitor
    await context.addInitScript(() => localStorage.setItem('theme', 'light'))
    await page.route(`${shop}/en`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const asking = html.replace('<html ', '<html data-page-theme="dark" data-theme="dark" ')
      await route.fulfill({ response, body: asking })
    })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(`${shop}/en`)
    expect(await shownTheme(page)).toEqual({ theme: 'dark', paper: paper.dark })
    await context.close()
  })
})

describe('the parts around a page', () => {
  test('are hidden for paths with a reserved segment', async () => {
    const { page, context } = await newVisitor(browser)
    const paths = ['/embed/shows/carmen', '/en/widget/1', '/en/embed', '/shows/carmen/widget']
    for (const path of paths.slice(0, sizeOf({ usual: 2, nightly: 4 }))) {
      await page.goto(shop + path, soon)
      expect(await chromeOf(page), path).toEqual({ header: false, footer: false })
      await hydrated(page)
      expect(await chromeOf(page), path).toEqual({ header: false, footer: false })
      expect(await page.locator('main').isVisible()).toBe(true)
    }
    await page.goto(`${shop}/embedded`)
    await expect.poll(() => chromeOf(page)).toEqual({ header: true, footer: true })
    await context.close()
  })

  test('have no header at checkouts: of movies on narrow screens, of flights on all', async () => {
    const { page, context } = await newVisitor(browser)
    const pages = [
      ['/movies/checkout', { 320: false, 1023: false, 1024: true }],
      ['/movies/checkouts', { 320: true }],
      ['/fly/checkout', { 320: false, 1580: false }],
      ['/movies/checkout/seats/5', { 1023: false, 1024: true }],
      ['/fly/checkout/passengers', { 1580: false }],
      ['/movies', { 320: true }],
    ] as const
    for (const [path, widths] of pages.slice(0, sizeOf({ usual: 3, nightly: pages.length })))
      for (const prefix of isNightly ? ['', '/en'] : ['/en']) {
        await page.goto(shop + prefix + path, soon)
        await hydrated(page)
        for (const [width, header] of Object.entries(widths)) {
          await page.setViewportSize({ width: Number(width), height: 800 })
          const where = `${prefix}${path} at ${width} px`
          await expect
            .poll(() => chromeOf(page), { message: where })
            .toEqual({ header, footer: true })
        }
      }
    await context.close()
  })

  test('may be hidden by the page: sign-in has a header and no footer', async () => {
    const { page, context } = await newVisitor(browser)
    await page.goto(`${shop}/auth/en/login`)
    await hydrated(page)
    expect(await chromeOf(page)).toEqual({ header: true, footer: false })
    await context.close()
  })

  test('start with a skip link, and change their layout at 720, 1023 and 1580 px', async () => {
    const visitor = await newVisitor(browser)
    const { page, words, context } = visitor
    await visitor.open('/')
    await hydrated(page)
    const skip = page.getByRole('link', { name: words('shell', 'skipToContent') })
    await page.keyboard.press('Tab')
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
    expect((await skip.boundingBox())?.height).toBeGreaterThan(24)
    await page.keyboard.press('Enter')
    await page.waitForURL(/#content$/)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    const at = async (width: number) => {
      await page.setViewportSize({ width, height: 800 })
      return {
        searchBox: await page.getByRole('banner').getByRole('combobox').isVisible(),
        signIn: await page.getByRole('banner').getByText(words('shell', 'signIn')).isVisible(),
        pageWidth: await page
          .locator('.page')
          .first()
          .evaluate((element) => element.getBoundingClientRect().width),
      }
    }
    await expect.poll(() => at(320)).toEqual({ searchBox: false, signIn: false, pageWidth: 320 })
    await expect.poll(() => at(719)).toMatchObject({ searchBox: false, signIn: false })
    await expect.poll(() => at(720)).toMatchObject({ searchBox: true, signIn: false })
    await expect.poll(() => at(1022)).toMatchObject({ searchBox: true, signIn: false })
    await expect.poll(() => at(1023)).toMatchObject({ searchBox: true, signIn: true })
    await expect.poll(() => at(1579)).toMatchObject({ pageWidth: 1440 })
    await expect.poll(() => at(1580)).toMatchObject({ pageWidth: 1568 })
    await context.close()
  })

  test('report a lost and restored connection', async () => {
    const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
    const { page, words, context } = visitor
    await visitor.open('/')
    await hydrated(page)
    const note = page.getByText(words('shell', 'offline'))
    expect(await note.count()).toBe(0)
    await context.setOffline(true)
    await note.waitFor()
    expect(await note.evaluate((element) => element.closest('output') !== null)).toBe(true)
    // A link pressed meanwhile is followed then, instead of leaving for the browser's own page.
    const link = page.locator('main article a').first()
    await link.hover()
    // Longer than the router waits before it prefetches the page.
    await page.waitForTimeout(400)
    await link.click()
    await page.getByText(offlineTexts.opensLater).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await context.setOffline(false)
    await note.waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.pathname !== '/')
    await context.close()
  })
})

async function shownTheme(page: Page): Promise<{ theme: string | undefined; paper: string }> {
  return page.evaluate(() => ({
    theme: document.documentElement.dataset['theme'],
    paper: getComputedStyle(document.documentElement).backgroundColor,
  }))
}

/** Whether header and footer are visible, not only in the document. */
async function chromeOf(page: Page): Promise<{ header: boolean; footer: boolean }> {
  return {
    header: await page.locator('header.shell-header').isVisible(),
    footer: await page.locator('body footer').isVisible(),
  }
}

/** Adds a handle to a page by modifying its script on the way to the browser. */
async function pageAsksFor(page: Page, name: string, requests: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const response = await route.fetch()
    const script = await response.text()
    await route.fulfill({ response, body: `${script}\nexport const handle = ${requests}` })
  })
}
