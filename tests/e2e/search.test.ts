/**
 * Goal: visitors find a show from any page by mouse, keyboard or phone, and find it again. Method: the header's box
 * and the search page in a real browser: keys, accessible names and states, remembered searches, reports to the
 * shop, filters, back navigation, and axe in both themes.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photograph } from './support/photographer.ts'
import { endVisits, expectAccessible, newVisitor, phone, startBrowser } from './support/visitor.ts'
import { formatText, type Messages } from '#kernel/texts.ts'
import english from '#modules/events/web/search/messages/en.json' with { type: 'json' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const texts: Messages = english
const words = (key: keyof typeof english, values = {}): string =>
  formatText('en', texts[key] ?? key, values)

test('searches by keyboard and remembers the text', async () => {
  const { page, open, complaints, context } = await newVisitor(browser)
  await open('/')
  const box = page.getByRole('banner').getByRole('combobox')
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  await box.focus()
  await page.keyboard.type('gedebis tb', { delay: 15 })
  const option = page.getByRole('option', { name: /Swan Lake/ })
  await option.waitFor()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
  expect(await box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await option.waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
  const click = page.waitForResponse((response) => response.url().includes('/Search/SearchClick'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/en\/shows\/swan-lake$/)
  const told = await click
  expect(told.status()).toBe(200)
  expect(told.request().postDataJSON()).toMatchObject({ text: 'gedebis tb', itemType: 'Show' })

  await box.focus()
  await page.getByRole('option', { name: 'gedebis tb' }).waitFor()
  await page.getByRole('button', { name: words('clearRecent') }).click()
  await page.getByRole('option', { name: 'gedebis tb' }).waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await context.close()
})

test('keeps filters in the address and restores the list on back navigation', async () => {
  const { page, open, complaints, context, words: of } = await newVisitor(browser)
  await open('/')
  // Rows have arrows for a mouse.
  const featured = page.locator('main .carousel').first()
  await featured.locator('.carousel-arrow:enabled').click()
  const scrolled = () => featured.locator('ul').evaluate((list) => list.scrollLeft)
  await expect.poll(scrolled).toBeGreaterThan(100)
  // From home a city is one click away.
  const quick = page.getByRole('navigation', { name: of('events', 'quickFilters') })
  await quick.getByRole('link', { name: 'Batumi' }).click()
  await page.waitForURL(/\/en\/search\?cities=Batumi$/)
  await page.locator('main article').first().waitFor()
  await open('/search?text=tbilisi')
  const shows = page.locator('main article')
  await expect.poll(() => shows.count()).toBe(24)
  await expectAccessible(page)
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => shows.count()).toBeGreaterThan(24)
  // Not the last one: when that comes into view, more are loaded while the page is left.
  const chosen = shows.nth(24).getByRole('link')
  const name = await chosen.textContent()
  await chosen.click()
  await page.waitForURL(/\/shows\//)
  await page.goBack()
  await page.waitForURL(/\/search\?text=tbilisi/)
  await expect.poll(() => shows.count()).toBeGreaterThan(24)
  await expect
    .poll(() =>
      shows
        .filter({ hasText: name ?? '' })
        .last()
        .isVisible(),
    )
    .toBe(true)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)

  const filters = page.getByRole('complementary', { name: words('filters') })
  await filters.getByRole('link', { name: /^Theatre \d/ }).click()
  await page.waitForURL(/categoryIds=2/)
  // The address changes before the page, and what is typed until then would be lost.
  await page.getByRole('link', { name: words('clearFilters') }).waitFor()
  await filters.getByRole('spinbutton', { name: words('priceTo') }).fill('20')
  await filters
    .getByRole('button', { name: words('apply') })
    .last()
    .click()
  await page.waitForURL(/categoryIds=2.*priceTo=20|priceTo=20.*categoryIds=2/)
  await expect.poll(() => shows.count()).toBeLessThan(24)
  await page.getByRole('link', { name: words('clearFilters') }).click()
  await page.waitForURL(/\/search\?text=tbilisi$/)
  expect(complaints).toEqual([])
  await context.close()
})

test('understands typing errors on a phone, saves searches, and offers alternatives', async () => {
  const { page, open, complaints, context } = await newVisitor(browser, { viewport: phone })
  await open('/search')
  await page.getByRole('searchbox').fill('swna lake')
  await page.locator('main a[href="/en/shows/swan-lake"]').first().waitFor()
  await page.getByRole('link', { name: words('meant', { text: 'Swan Lake' }) }).waitFor()
  await page.getByText(words('filters'), { exact: true }).click()
  await page.getByRole('heading', { name: words('price') }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: words('meant', { text: 'Swan Lake' }) }).click()
  await page.waitForURL(/text=Swan\+Lake/)
  await page.getByRole('button', { name: words('save') }).click()
  await page.getByRole('button', { name: words('isSaved') }).waitFor()
  await page.getByRole('searchbox').fill('xqzwvv')
  await page.getByText(words('nothing')).waitFor()
  await page.getByRole('heading', { name: words('popular') }).waitFor()
  await photograph(page, 'search-nothing')
  await page
    .locator('section', { has: page.getByRole('heading', { name: words('saved') }) })
    .getByRole('link', { name: 'Swan Lake' })
    .click()
  await page.waitForURL(/text=Swan\+Lake/)
  // The address changes before the page; text typed until then would be combined with the new page's.
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('Swan Lake')
  await page.getByRole('searchbox').fill('swan lake 5 november 2035')
  await page.getByRole('heading', { name: words('otherDays') }).waitFor()
  await page.locator('main a[href="/en/shows/swan-lake"]').waitFor()
  await page.getByRole('link', { name: words('removeFilter', { name: '5 November' }) }).click()
  await page.waitForURL(/text=swan\+lake$/)
  expect(complaints).toEqual([])
  await context.close()
})
