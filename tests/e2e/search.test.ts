/**
 * Goal: visitors find a show from any page by mouse, keyboard or phone, and find it again. Method: the header's box
 * and the search page in a real browser: keys, accessible names and states, remembered searches, reports to the
 * shop, filters, back navigation, and axe in both themes.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localizedPath } from '#kernel/locale.ts'
import { photograph } from './support/photographer.ts'
import { nightTest } from './support/tiers.ts'
import { endVisits, expectAccessible, newVisitor, phone, startBrowser } from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Names that are content. */
const ballet = { ka: 'გედების ტბა', en: 'Swan Lake' }
const city = { ka: 'ბათუმი', en: 'Batumi' }
const category = { ka: 'თეატრი', en: 'Theatre' }

/** A year without dates of the ballet. */
const year = new Date().getFullYear() + 8

/** A search for the ballet in its visitor’s language. */
const typed = {
  ka: { misspelt: 'გდეების ტბა', dated: `გედების ტბა 5 ნოემბერი ${year}`, day: '5 ნოემბერი' },
  en: { misspelt: 'swna lake', dated: `swan lake 5 november ${year}`, day: '5 November' },
}

test('searches by keyboard and remembers the text', async () => {
  const { page, open, complaints, context, words, locale } = await newVisitor(browser)
  await open('/')
  const box = page.getByRole('banner').getByRole('combobox')
  expect(await box.getAttribute('aria-expanded')).toBe('false')
  await box.focus()
  await page.keyboard.type('gedebis tb', { delay: 15 })
  const option = page.getByRole('option', { name: new RegExp(ballet[locale]) })
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
  await page.waitForURL(new RegExp(`${localizedPath(locale, '/shows/swan-lake')}$`))
  const told = await click
  expect(told.status()).toBe(200)
  expect(told.request().postDataJSON()).toMatchObject({ text: 'gedebis tb', itemType: 'Show' })

  await box.focus()
  await page.getByRole('option', { name: 'gedebis tb' }).waitFor()
  await page.getByRole('button', { name: words('search', 'clearRecent') }).click()
  await page.getByRole('option', { name: 'gedebis tb' }).waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
  await context.close()
})

nightTest('keeps filters in the address and restores the list on back navigation', async () => {
  const { page, open, complaints, context, words, locale } = await newVisitor(browser)
  await open('/')
  // Rows have arrows for a mouse.
  const featured = page.locator('main .carousel').first()
  await featured.locator('.carousel-arrow:enabled').click()
  const scrolled = () => featured.locator('ul').evaluate((list) => list.scrollLeft)
  await expect.poll(scrolled).toBeGreaterThan(100)
  // From home a city is one click away.
  const quick = page.getByRole('navigation', { name: words('events', 'quickFilters') })
  await quick.getByRole('link', { name: city[locale] }).click()
  await page.waitForURL(new RegExp(String.raw`${localizedPath(locale, '/search')}\?cities=Batumi$`))
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

  const filters = page.getByRole('complementary', { name: words('search', 'filters') })
  await filters.getByRole('link', { name: new RegExp(String.raw`^${category[locale]} \d`) }).click()
  await page.waitForURL(/categoryIds=2/)
  // The address changes before the page, and what is typed until then would be lost.
  await page.getByRole('link', { name: words('search', 'clearFilters') }).waitFor()
  await filters.getByRole('spinbutton', { name: words('search', 'priceTo') }).fill('20')
  await filters
    .getByRole('button', { name: words('search', 'apply') })
    .last()
    .click()
  await page.waitForURL(/categoryIds=2.*priceTo=20|priceTo=20.*categoryIds=2/)
  await expect.poll(() => shows.count()).toBeLessThan(24)
  await page.getByRole('link', { name: words('search', 'clearFilters') }).click()
  await page.waitForURL(/\/search\?text=tbilisi$/)
  expect(complaints).toEqual([])
  await context.close()
})

test('understands typing errors on a phone, saves searches, and offers alternatives', async () => {
  const { page, open, complaints, context, words, locale } = await newVisitor(browser, {
    viewport: phone,
  })
  const { misspelt, dated, day } = typed[locale]
  const found = page.locator(`main a[href="${localizedPath(locale, '/shows/swan-lake')}"]`)
  const meant = page.getByRole('link', { name: words('search', 'meant', { text: ballet[locale] }) })
  const isSearched = (text: string) => (url: URL) => url.searchParams.get('text') === text
  await open('/search')
  await page.getByRole('searchbox').fill(misspelt)
  await found.first().waitFor()
  await meant.waitFor()
  await page.getByText(words('search', 'filters'), { exact: true }).click()
  await page.getByRole('heading', { name: words('search', 'price') }).waitFor()
  await expectAccessible(page)
  await meant.click()
  await page.waitForURL(isSearched(ballet[locale]))
  await page.getByRole('button', { name: words('search', 'save') }).click()
  await page.getByRole('button', { name: words('search', 'isSaved') }).waitFor()
  await page.getByRole('searchbox').fill('xqzwvv')
  await page.getByText(words('search', 'nothing')).waitFor()
  await page.getByRole('heading', { name: words('search', 'popular') }).waitFor()
  await photograph(page, 'search-nothing')
  await page
    .locator('section', { has: page.getByRole('heading', { name: words('search', 'saved') }) })
    .getByRole('link', { name: ballet[locale] })
    .click()
  await page.waitForURL(isSearched(ballet[locale]))
  // The address changes before the page; text typed until then would be combined with the new page's.
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(ballet[locale])
  await page.getByRole('searchbox').fill(dated)
  await page.getByRole('heading', { name: words('search', 'otherDays') }).waitFor()
  await found.waitFor()
  await page.getByRole('link', { name: words('search', 'removeFilter', { name: day }) }).click()
  await page.waitForURL(isSearched(ballet[locale].toLowerCase()))
  expect(complaints).toEqual([])
  await context.close()
})
