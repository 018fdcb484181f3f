/**
 * Goal: visitors without a mouse can buy, from the list of places to the paid ticket. Method: keys only; the Tab
 * key reaches every control, the list view of the plan provides the seat, and the focus is where it helps.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAnnouncements } from './support/announcements.ts'
import {
  dateOnSale,
  endVisits,
  newVisitor,
  payButton,
  startBrowser,
  tabTo,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

test('chooses a seat from the list, checks out and pays without a mouse', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, context } = visitor
  const said = await recordAnnouncements(context)
  const { keyboard } = page
  await visitor.open('/shows/carmen')
  await tabTo(page, dateOnSale(visitor))
  await keyboard.press('Enter')
  await page.waitForURL(/\/events\/\d+/)

  const list = page.getByRole('button', { name: words('events', 'listView'), exact: true })
  await list.waitFor()
  await tabTo(page, list)
  await keyboard.press('Enter')
  const places = page.getByRole('region', { name: words('seatmap', 'list') })
  await places.waitFor()
  // Other journeys buy the best places of this date, which are in the first section.
  const section = places.getByRole('button', { name: /, \d+ places free/ }).last()
  await tabTo(page, section)
  await keyboard.press('Enter')
  const row = places.getByRole('button', { name: /^(?:Row|Box|Table) .*\d+ places? free/ }).first()
  await tabTo(page, row)
  await keyboard.press('Enter')
  const seat = places.getByRole('button', { name: /, free/ }).first()
  await tabTo(page, seat)
  // The name is of the seat that has the focus: it may have been returned, and be free again.
  const seatName = await page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? '',
  )
  await keyboard.press('Enter')
  await expect
    .poll(() => page.locator('[aria-pressed="true"].seatmap-seat').getAttribute('aria-label'))
    .toBe(seatName.replace(/, free( again)?/, ', chosen'))
  // What a screen reader says of it; `screen-reader.nightly.ts` buys by that alone.
  const hear = (text: RegExp) =>
    expect.poll(() => said.find((line) => text.test(line))).toBeDefined()
  await hear(/^.* · .*\. 1 ticket, [\d.]+ ₾ with fees$/)

  await tabTo(
    page,
    page.getByRole('button', { name: words('events', 'toCheckout') }).locator('visible=true'),
  )
  await keyboard.press('Enter')
  await page.waitForURL(/\/checkout\//)
  await hear(/^\d+ minutes left to pay$/)

  // Submitting an empty form with Enter focuses the first field and shows what is missing.
  const email = page.getByLabel(words('orders', 'email'))
  await tabTo(page, email)
  await keyboard.press('Enter')
  await page.getByText(words('orders', 'emailMissing')).waitFor()
  await expect
    .poll(() => email.evaluate((element) => element === document.activeElement))
    .toBe(true)
  await keyboard.type('keyboard@example.ge')
  await tabTo(page, page.getByLabel(words('orders', 'termsAccept'), { exact: true }))
  await keyboard.press('Space')
  await tabTo(page, payButton(visitor))
  await keyboard.press('Enter')

  await page.waitForURL(/\/pay\//)
  await tabTo(page, page.getByRole('button', { name: '0001 0001' }))
  await keyboard.press('Enter')
  await page.waitForURL(/\/result/)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  await tabTo(page, page.getByRole('link', { name: words('orders', 'toTickets') }))
  await keyboard.press('Enter')
  await page.waitForURL(/\/account\/orders\//)
  expect(visitor.complaints).toEqual([])
})
