/**
 * Goal: an order at checkout survives a reload, shows errors beside their fields, can be released and never expires
 * without a warning. Method: a real browser on the running shop; deadlines are shortened in the database.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photograph } from './support/photographer.ts'
import { withDatabase } from './support/test-data.ts'
import {
  endVisits,
  expectAccessible,
  fillBuyer,
  goToCheckout,
  localeOr,
  newVisitor,
  payButton,
  phone,
  startBrowser,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Lets an order and its holds expire after this many seconds. */
async function shorten(orderKey: string, seconds: number): Promise<void> {
  const { rowCount } = await withDatabase((database) =>
    database.query(
      `UPDATE orders SET deadline_at = now() + make_interval(secs => $2) WHERE order_key = $1`,
      [orderKey, seconds],
    ),
  )
  expect(rowCount).toBe(1)
}

test('keeps entries after a reload and shows errors beside their fields', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words } = visitor
  await goToCheckout(visitor, 'abesalom-and-eteri')
  await payButton(visitor).click()
  const email = page.getByLabel(words('orders', 'email'))
  await expect
    .poll(() => email.evaluate((element) => element === document.activeElement))
    .toBe(true)
  for (const key of ['emailMissing', 'termsMissing'] as const)
    await page.getByText(words('orders', key)).waitFor()
  await photograph(page, 'checkout-errors')
  await expectAccessible(page)

  await fillBuyer(visitor, 'not-an-address', '12')
  const name = page.getByLabel(words('orders', 'name'))
  await name.fill('Nino Beridze')
  await payButton(visitor).click()
  await page.getByText(words('orders', 'emailWrong')).waitFor()
  await page.getByText(words('orders', 'phoneWrong')).waitFor()
  // A likely slip is asked about, and the answer is an entry like any other.
  await email.fill('kept@exmaple.con')
  await email.blur()
  const meant = page.getByRole('status').getByRole('button', { name: 'kept@exmaple.com' })
  await meant.waitFor()
  await expectAccessible(page)
  await meant.click()
  await expect.poll(() => email.inputValue()).toBe('kept@exmaple.com')
  await meant.waitFor({ state: 'detached' })
  await page.getByLabel(words('orders', 'email')).fill('kept@example.ge')
  await page.reload()
  await expect
    .poll(() => page.getByLabel(words('orders', 'email')).inputValue())
    .toBe('kept@example.ge')
  await expect.poll(() => name.inputValue()).toBe('Nino Beridze')
  expect(visitor.complaints).toEqual([])
})

test('releases one place, then the whole order', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await goToCheckout(visitor, 'abesalom-and-eteri')
  const remove = page.getByRole('button', { name: words('orders', 'removeNamed', { place: '' }) })
  // The address changes before the page: until then the event's basket has the same buttons.
  await payButton(visitor).waitFor()
  expect(await remove.count()).toBe(2)
  await remove.first().click()
  await page.getByRole('dialog').waitFor()
  await photograph(page, 'checkout-remove')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await remove.count()).toBe(2)
  await remove.first().click()
  await page.getByRole('button', { name: words('orders', 'removeYes') }).click()
  await expect.poll(() => remove.count()).toBe(1)

  await page.getByRole('button', { name: words('orders', 'cancelOrder') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('orders', 'cancelYes') }).click()
  await page.getByRole('heading', { name: words('orders', 'canceledTitle') }).waitFor()
  await page.getByRole('link', { name: words('orders', 'toEvent') }).click()
  await page.waitForURL(/\/events\/\d+/)
  expect(visitor.complaints).toEqual([])
})

test('offers more time before the deadline, and a link to the event afterwards', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await page.clock.install()
  const orderKey = await goToCheckout(visitor, 'abesalom-and-eteri')
  await shorten(orderKey, 100)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: words('orders', 'moreTimeTitle') })
  await dialog.waitFor()
  await photograph(page, 'hold-ends')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: words('orders', 'moreTimeYes') }).click()
  await dialog.waitFor({ state: 'hidden' })
  const clock = page.getByRole('timer')
  await expect.poll(() => clock.textContent()).toMatch(/^1\d:\d\d$/)

  // Other pages of the shop show the remaining time too, with a link back.
  await visitor.open('/')
  await page.getByRole('link', { name: new RegExp(`^${words('shell', 'currentOrder')}`) }).click()
  await page.waitForURL(new RegExp(orderKey))

  await shorten(orderKey, 100)
  await page.reload()
  await dialog.getByRole('button', { name: words('orders', 'moreTimeNo') }).click()
  // Not by waiting for a short deadline, which would be over before a slow page asks.
  await shorten(orderKey, 0)
  await page.clock.fastForward('01:41')
  await page.getByRole('heading', { name: words('orders', 'timeOverTitle') }).waitFor()
  await photograph(page, 'hold-over')
  await expectAccessible(page)
  await page.getByRole('link', { name: words('orders', 'toEvent') }).click()
  await page.waitForURL(/\/events\/\d+/)
  expect(visitor.complaints).toEqual([])
})
