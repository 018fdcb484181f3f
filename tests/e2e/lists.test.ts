/**
 * Goal: a list restores its position on back navigation and after a reload, works without scripts, and gets its
 * filters from a form; the calendar is used by keyboard, and is an agenda on phones. Method: a real browser on the
 * running shop, guided by the texts of the pages; axe checks each of them in both themes.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sizeOf } from '../support/tier.ts'
import { photograph } from './support/photographer.ts'
import { dayIn } from './support/test-data.ts'
import { wordsOf } from './support/texts.ts'
import { nightTest } from './support/tiers.ts'
import {
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
} from './support/visitor.ts'
import { writtenPage, type WrittenPage } from './support/written.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** The month of a day soon: on its last days a month may have no more events. */
const calendar = `/calendar?month=${dayIn(3).slice(0, 7)}`

function posters(page: Page) {
  return page.locator('main article')
}

test('extends a list on scrolling, and restores it on back navigation and after a reload', async () => {
  const { page, open, complaints } = await newVisitor(browser)
  await open('/events')
  const pageful = await posters(page).count()
  expect(pageful).toBe(24)
  await posters(page).last().scrollIntoViewIfNeeded()
  await expect.poll(() => posters(page).count()).toBeGreaterThan(pageful)
  await page.waitForURL(/[?&]shown=48/)
  const last = posters(page).nth(30).getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  await last.click()
  await page.waitForURL(/\/shows\/|\/events\/\d/)
  await page.goBack()
  // Not the same number: other journeys publish and move dates meanwhile.
  await expect.poll(() => posters(page).count()).toBeGreaterThan(pageful)
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - before))
    .toBeLessThan(120)
  await page.reload()
  await expect.poll(() => posters(page).count()).toBeGreaterThan(pageful)
  expect(complaints).toEqual([])
})

/** Link texts of the shows of a list, and the text of each of them. */
function shownIn({ html }: WrittenPage): { names: string[]; texts: string[] } {
  const articles = [...html.matchAll(/<article[\s>][\s\S]*?<\/article>/g)].map(([all]) => all)
  const inWords = (part: string) => part.replaceAll(/<[^>]*>/g, '')
  return {
    names: articles.map((article) => inWords(/<a [\s\S]*?<\/a>/.exec(article)?.[0] ?? '')),
    texts: articles.map(inWords),
  }
}

/** The address of a link with these words. */
function linkIn({ html }: WrittenPage, words: string): string {
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)]
  const [, href = ''] = links.find(([, , text = '']) => text.includes(words)) ?? []
  expect(href, words).not.toBe('')
  return href.replaceAll('&amp;', '&')
}

test('paginates lists and filters by a form without scripts', async () => {
  const words = wordsOf('en')
  const start = await writtenPage('/en/events')
  const [first] = shownIn(start).names
  const more = linkIn(start, words('lists', 'showMore'))
  expect(more).toMatch(/[?&]after=soonest\./)
  const { pathname, search } = new URL(more, `${inject('shop').url}/en/events`)
  const next = await writtenPage(pathname + search)
  expect(shownIn(next).names[0]).not.toBe(first)
  expect(linkIn(next, words('lists', 'toStart'))).toMatch(/\/en\/events$/)
  // A browser sends the form itself, with its empty fields.
  const [form = ''] =
    /<form [^>]*>(?:(?!<\/form>)[\s\S])*name="free"[\s\S]*?<\/form>/.exec(start.html) ?? []
  expect(form).toMatch(/^<form (?![^>]*method="post")/i)
  expect(form).toContain(words('listFilters', 'freeOnly'))
  expect(form).toMatch(/<button[^>]*type="submit"|<button(?![^>]*type=)/)
  const free = await writtenPage('/en/events?from=&to=&min=&max=&venue=&free=1')
  const { texts } = shownIn(free)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(text).toContain(words('events', 'free'))
})

/** The nightly run has both. */
const visitors = [
  { locale: 'ka', viewport: phone },
  { locale: 'en', viewport: desktop },
] as const

test.each(visitors.slice(0, sizeOf({ usual: 1, nightly: 2 })))(
  'filters are put on and taken off: $locale, $viewport.width px',
  async (settings) => {
    const { page, open, complaints } = await newVisitor(browser, settings)
    await open('/category/concerts')
    const all = await posters(page).count()
    await page.locator('main summary').click()
    await expectNoHorizontalScroll(page)
    await page.locator('input[name="max"]').fill('30')
    await page.locator('main form button[type="submit"]').click()
    await page.waitForURL(/[?&]max=30/)
    await expect.poll(() => posters(page).count()).toBeLessThan(all)
    await expectAccessible(page)
    await page.locator('a.chip.border-accent').click()
    await expect.poll(() => posters(page).count()).toBeGreaterThanOrEqual(all)
    await open('/category/concerts?max=0&min=0&venue=999')
    expect(await posters(page).count()).toBe(0)
    await page.locator('main a.button').click()
    await expect.poll(() => posters(page).count()).toBeGreaterThanOrEqual(all)
    expect(complaints).toEqual([])
  },
)

test('navigates the calendar by keys', async () => {
  const { page, open, complaints } = await newVisitor(browser)
  await open(calendar)
  const chosen = page.locator('table [aria-current="date"]')
  await chosen.focus()
  const first = await chosen.getAttribute('data-date')
  await page.keyboard.press('PageDown')
  await expect.poll(() => chosen.getAttribute('data-date')).not.toBe(first)
  await chosen.focus()
  const start = await chosen.getAttribute('data-date')
  await page.keyboard.press('ArrowRight')
  const next = await page.evaluate(() => document.activeElement?.getAttribute('data-date'))
  expect((next ?? '') > (start ?? '~')).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`date=${next}`))
  await expect
    .poll(() => page.locator('section[aria-labelledby="chosen-day"] li').count())
    .toBeGreaterThan(0)
  await expectAccessible(page)
  expect(complaints).toEqual([])
})

nightTest('shows the calendar as an agenda on phones, and past events on a page', async () => {
  const { page, open } = await newVisitor(browser, { viewport: phone, locale: 'ka' })
  await open(calendar)
  expect(await page.locator('table').isVisible()).toBe(false)
  const other = page.locator('main ol > li > a:not([aria-current])').first()
  await other.click()
  await page.waitForURL(/[?&]date=/)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
  await open('/events/passed')
  // Nothing of them is sold any more.
  expect(await posters(page).first().textContent()).not.toContain('₾')
  await photograph(page, 'past-events')
  expect(await posters(page).count()).toBeGreaterThan(2)
  await expectNoHorizontalScroll(page)
  const strange = await page.goto(`${inject('shop').url}/events/passed?page=999999999`)
  expect(strange?.status()).toBe(200)
})

test('includes a labelled advertisement in the server’s HTML of lists, after the first show', async () => {
  const { url } = inject('shop')
  for (const path of ['/en/category/concerts', '/en/events', '/en/search?text=jazz']) {
    const page = await (await fetch(url + path)).text()
    expect(page, path).toMatch(/<aside aria-label="Advertising"[^>]*><a [^>]*rel="sponsored"/)
    const list = page.slice(page.indexOf('<main'))
    expect(list.indexOf('<aside aria-label="Advertising"'), path).toBeGreaterThan(
      list.indexOf('<article'),
    )
  }
})

test('has a column for filters where there is something to filter', async () => {
  const { url } = inject('shop')
  for (const [text, has] of [
    ['jazz', true],
    ['xqzwvv', false],
  ] as const) {
    const page = await (await fetch(`${url}/en/search?text=${text}`)).text()
    expect(page.includes('desk:grid-cols-[17rem_1fr]'), text).toBe(has)
  }
})

test('names the category of a group of shows, and days in the language of the page', async () => {
  const { url } = inject('shop')
  const found = await (await fetch(`${url}/en/search?text=winter%20for%20children`)).text()
  expect(found).toMatch(
    /<h2[^>]*><a [^>]*winter-for-children.*?<p class="dotted[^>]*><span>For children</,
  )
  for (const path of ['/en/search?text=jazz', '/en/events'])
    expect(await (await fetch(url + path)).text(), path).toMatch(
      /class="date-words[^>]*>.*?Any day</,
    )
})

test('links the calendar and the programme from every page, without scripts', async () => {
  const { url } = inject('shop')
  const home = await (await fetch(`${url}/en`)).text()
  const [main, footer] = home.split('<footer')
  expect(main).toMatch(/<a [^>]*href="\/en\/calendar"/)
  for (const path of ['/en/calendar', '/en/events']) expect(footer).toContain(`href="${path}"`)
  const show = await (await fetch(`${url}/en/shows/two-chairs`)).text()
  expect(show).toMatch(/<dd [^>]*><a [^>]*href="\/en\/venues\/[a-z-]+"/)
})
