/**
 * Goal: with the bank that calls the shop, buyers may leave, be declined, and pay although the callback is late; a
 * saved card pays the next time without the bank's page. Method: the demo card bank; one guest and one customer.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from './support/account.ts'
import { photograph } from './support/photographer.ts'
import { nightTest } from './support/tiers.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  fillBuyer,
  goToCheckout,
  localeOr,
  newVisitor,
  payButton,
  payByCard,
  payWith,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const lateCall = '0011 0009'

type Title = 'notPaidTitle' | 'declinedTitle' | 'paidTitle'

function heading({ page, words }: Visitor, key: Title) {
  return page.getByRole('heading', { name: words('orders', key) })
}

/** Foreign cards use the bank that calls the shop, because its fees are the lowest for them. */
const foreignPhone = '+44 20 7946 0958'

test('handles leaving the bank, a decline, then a payment with a late callback', async () => {
  const visitor = await newVisitor(browser, { viewport: phone, locale: localeOr('ka') })
  const { page, words } = visitor
  await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, 'bank@example.ge', foreignPhone)
  await expectAccessible(page, ['light'])
  await payButton(visitor).click()
  await page.waitForURL(/\/pay\//)
  await page.locator('form[action$="/leave"] button').click()
  await page.waitForURL(/\/result/)
  await heading(visitor, 'notPaidTitle').waitFor()
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^1\d:\d\d$/)
  await photograph(page, 'bank-left-unpaid')
  await page.getByRole('button', { name: words('orders', 'continuePaying'), exact: true }).click()
  await payWith(visitor, cards.noFunds)
  await page.waitForURL(/\/result/)
  await heading(visitor, 'declinedTitle').waitFor()
  await page.getByText(words('orders', 'declinedFunds')).waitFor()
  await page.getByRole('button', { name: words('orders', 'retry') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await payButton(visitor).click()
  await payWith(visitor, lateCall)
  await page.waitForURL(/\/result/)
  await heading(visitor, 'paidTitle').waitFor()
  expect(visitor.complaints).toEqual([])
})

nightTest('pays with a saved card without the bank’s page', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const email = `keeps-${Date.now()}@example.ge`
  await newAccount(visitor, email, 'a card to be kept')
  await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, email, foreignPhone)
  await page.getByLabel(words('orders', 'saveCard')).check()
  await payByCard(visitor)
  await heading(visitor, 'paidTitle').waitFor()

  await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, email)
  const kept = page.getByRole('radio', { name: /Visa •••• 0001/ })
  await expect.poll(() => kept.isChecked()).toBe(true)
  await expectAccessible(page, ['dark'])
  await payButton(visitor).click()
  await page.waitForURL(/\/result/)
  await heading(visitor, 'paidTitle').waitFor()
  expect(visitor.complaints).toEqual([])
})
