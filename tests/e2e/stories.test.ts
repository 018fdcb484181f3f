/**
 * Goal: editorial pages (stories, questions, venues, campaigns, short addresses) work by keyboard and touch, and
 * show what the address says. Method: visitors with only a keyboard or a touchscreen, in both languages; axe checks
 * each kind of page in both themes.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hydrated } from './support/observing.ts'
import { nightTest } from './support/tiers.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
  tabTo,
} from './support/visitor.ts'
import { writtenPage } from './support/written.ts'

let browser: Browser
let shop: string
beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
})
afterAll(() => endVisits(browser))

interface StoriesReply {
  readonly items: readonly {
    readonly slug: string
    readonly items: readonly { readonly title: string; readonly viewCount: number }[]
  }[]
}

async function stories(): Promise<StoriesReply['items']> {
  const response = await fetch(`${shop}/v2/Stories?api_key=demo-web`, {
    headers: { 'accept-language': 'en' },
  })
  return ((await response.json()) as StoriesReply).items
}

async function linkedData(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}

describe('stories', () => {
  test('open, advance, go back and close by keyboard, and restore the focus', async () => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    const [first] = await stories()
    const before = first?.items[0]?.viewCount ?? 0
    await visitor.open('/')
    await hydrated(page)
    const ring = page.locator('a.story').first()
    expect(await ring.getAttribute('data-seen')).toBe('false')
    await tabTo(page, ring)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const title = dialog.getByRole('heading', { level: 2 })
    // The dialog's script is loaded when it is first opened.
    await title.waitFor()
    await expect.poll(() => title.textContent()).toBe(first?.items[0]?.title)
    await expectAccessible(page)
    for (const index of [1, 2]) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => title.textContent()).toBe(first?.items[index]?.title)
    }
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => title.textContent()).toBe(first?.items[1]?.title)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect
      .poll(() => ring.evaluate((element) => element === document.activeElement))
      .toBe(true)
    await expect.poll(() => ring.getAttribute('data-seen')).toBe('true')
    // Other visitors may see it at the same time.
    await expect.poll(async () => (await stories())[0]?.items[0]?.viewCount).toBeGreaterThan(before)
    expect(visitor.complaints).toEqual([])
  })

  nightTest('advance by tap, go back by a tap on the left, and change by swipe', async () => {
    const visitor = await newVisitor(browser, {
      viewport: phone,
      // Without motion a story does not go on by itself, which on a slow machine it would between two taps.
      settings: { hasTouch: true },
    })
    const { page } = visitor
    const all = await stories()
    await visitor.open('/')
    await hydrated(page)
    await page.locator('a.story').nth(2).tap()
    const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
    await expect.poll(() => title.textContent()).toBe(all[2]?.items[0]?.title)
    await page.touchscreen.tap(300, 300)
    await expect.poll(() => title.textContent()).toBe(all[2]?.items[1]?.title)
    await page.touchscreen.tap(40, 300)
    await expect.poll(() => title.textContent()).toBe(all[2]?.items[0]?.title)
    await page.mouse.move(300, 300)
    await page.mouse.down()
    await page.mouse.move(120, 305)
    await page.mouse.up()
    await expect.poll(() => title.textContent()).toBe(all[3]?.items[0]?.title)
    await page.getByRole('dialog').getByRole('link').tap()
    await page.waitForURL(/\/en\/shows\//)
    // The address changes before the page.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('have separate pages without scripts', async () => {
    const { status, html } = await writtenPage('/en/stories/how-it-works')
    expect(status).toBe(200)
    const [article = ''] = /<article[\s>][\s\S]*?<\/article>/.exec(html) ?? []
    expect(article.match(/<li[\s>]/g)).toHaveLength(3)
    expect((await writtenPage('/stories/no-such-story')).status).toBe(404)
  })
})

nightTest('searches questions, links to each, and exposes them to search engines', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await visitor.open('/faq#q-3')
  await hydrated(page)
  const third = page.locator('details#q-3')
  await expect.poll(() => third.getAttribute('open')).not.toBeNull()
  const count = await page.locator('details.question').count()
  const [data] = await linkedData(page)
  expect(data?.['@type']).toBe('FAQPage')
  expect(data?.['mainEntity']).toHaveLength(count)
  await page.getByRole('main').getByRole('searchbox').fill('PRINT')
  await expect.poll(() => page.locator('details.question').count()).toBe(1)
  await page.getByRole('main').getByRole('searchbox').fill('nothing like this')
  await expect.poll(() => page.locator('details.question').count()).toBe(0)
  await page.getByRole('button', { name: 'All questions' }).click()
  await expect.poll(() => page.locator('details.question').count()).toBe(count)
  await expectAccessible(page)
})

nightTest('lists and searches venues by city, with their events, location and access', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page } = visitor
  await visitor.open('/venues')
  await hydrated(page)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('searchbox').fill('ოპერ')
  await expect.poll(() => page.locator('main h3').count()).toBe(1)
  await page.locator('main h3 a').click()
  await page.waitForURL(/\/venues\/tbilisi-opera$/)
  await expect.poll(() => page.locator('main h1').textContent()).toContain('ოპერისა')
  const [data] = await linkedData(page)
  expect(data).toMatchObject({ '@type': 'PerformingArtsTheater', geo: { latitude: 41.70131 } })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  expect(await page.locator('main ol li a').first().getAttribute('href')).toMatch(/^\/events\/\d+$/)
  expect(visitor.complaints).toEqual([])
})

test('redirects a short address to its show and keeps campaign parameters', async () => {
  const follow = (path: string) => fetch(shop + path, { redirect: 'manual' })
  const known = await follow('/s/neon?utm_source=poster&utm_medium=qr')
  expect(known.status).toBe(302)
  expect(known.headers.get('location')).toBe('/shows/neon-city?utm_source=poster&utm_medium=qr')
  expect((await follow('/en/s/neon')).headers.get('location')).toBe('/en/shows/neon-city')
  expect((await follow('/s/nothing-of-ours')).status).toBe(404)
})

test('campaign pages have a theme of their own from the server', async () => {
  for (const [path, status, theme] of [
    ['/onerepublic-visa', 200, 'partner'],
    ['/JTinfo', 200, 'light'],
    ['/starring/our-story', 200, undefined],
    ['/starring/nothing', 404, undefined],
    ['/jtinfo', 404, undefined],
  ] as const) {
    const page = await writtenPage(path)
    expect(page.status, path).toBe(status)
    if (theme) expect(page.html, path).toMatch(new RegExp(`<html[^>]* data-page-theme="${theme}"`))
  }
})

nightTest('applies a campaign’s theme over the visitor’s, and restores it', async () => {
  const visitor = await newVisitor(browser, { settings: { colorScheme: 'dark' } })
  const { page } = visitor
  const theme = () => page.locator('html').getAttribute('data-theme')
  await visitor.open('/onerepublic-visa')
  expect(await theme()).toBe('partner')
  await hydrated(page)
  expect(await theme()).toBe('partner')
  await page.locator('main ul a').first().click()
  await page.waitForURL(/\/en\/shows\/neon-city/)
  await expect.poll(theme).toBe('dark')
  await visitor.open('/JTinfo')
  expect(await theme()).toBe('light')
  await visitor.open('/starring/checkout/success')
  expect(await page.locator('footer').count()).toBe(0)
  await visitor.open('/starring/checkout')
  await page.waitForURL(/\/en\/starring$/)
  await expectAccessible(page, ['dark'])
})
