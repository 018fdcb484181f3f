/**
 * Goal: buyers at online payment services are informed of the outcome, and money that cannot be refunded is
 * credited. Method: the pages of the fakes: paid, declined, left and reported late; crypto payments that are
 * sufficient and insufficient.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  newVisitor,
  passThreeDSecure,
  payButton,
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

type Title = 'declinedTitle' | 'paidTitle' | 'underpaidTitle' | 'waitingTitle'

function heading({ page, words }: Visitor, key: Title): Locator {
  return page.getByRole('heading', { name: words('orders', key) })
}

/** From a show to the page of the payment service. */
async function goToService(visitor: Visitor, way: 'coins' | 'epoint'): Promise<void> {
  const { page, words, locale } = visitor
  await goToCheckout(visitor, 'swan-lake')
  // Epoint has the lowest fees for cards from Azerbaijan.
  await fillBuyer(
    visitor,
    `${way}-${locale}@example.ge`,
    way === 'epoint' ? '+994 50 123 45 67' : undefined,
  )
  if (way === 'coins') {
    await page.getByRole('radio', { name: words('orders', 'wayCoins') }).check()
    await page.getByText(words('orders', 'wayCoinsNote')).waitFor()
  }
  await payButton(visitor).click()
  await page.waitForURL(/\/pay\//)
}

test('epoint: handles declines, retries, returns and a code', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page, words } = visitor
  await goToService(visitor, 'epoint')
  await payWith(visitor, cards.noFunds)
  await heading(visitor, 'declinedTitle').waitFor()
  await page.getByText(words('orders', 'declinedFunds')).waitFor()
  await page.getByRole('button', { name: words('orders', 'retry') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await payButton(visitor).click()
  await page.waitForURL(/\/pay\//)
  const service = page.url().split('?', 1)[0]

  await page.locator('form[action$="/abandon"] button').click()
  await heading(visitor, 'waitingTitle').waitFor()
  await expectAccessible(page, ['light'])
  await page.getByRole('link', { name: words('orders', 'backToBank') }).click()
  await page.waitForURL(/\/pay\//)
  expect(page.url().split('?', 1)[0]).toBe(service)
  await payWith(visitor, cards.secure)
  await passThreeDSecure(visitor)
  await heading(visitor, 'paidTitle').waitFor()

  expect(visitor.complaints).toEqual([])
})

test('epoint: a callback that comes late', async () => {
  const late = await newVisitor(browser)
  await goToService(late, 'epoint')
  await late.page.locator('summary').click()
  // The callback is half a minute late; the page has polled by then.
  await payWith(late, '0011 0009')
  await heading(late, 'paidTitle').waitFor({ timeout: 25_000 })
  expect(late.complaints).toEqual([])
})

test('citypay: issues tickets for the full amount; credits a partial one and allows another payment', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  await goToService(visitor, 'coins')
  await page.getByRole('button', { name: 'exactly the sum' }).click()
  await heading(visitor, 'paidTitle').waitFor()

  await goToService(visitor, 'coins')
  await page.getByRole('button', { name: 'six tenths' }).click()
  // The previous page has the same button; clicking there would stop the money on its way.
  await page.getByRole('status').waitFor()
  await page.getByRole('button', { name: 'let the time run out' }).click()
  await heading(visitor, 'underpaidTitle').waitFor()
  await page.getByRole('link', { name: words('orders', 'toWalletSignIn') }).waitFor()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: words('orders', 'retry') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await payButton(visitor).waitFor()
  expect(visitor.complaints).toEqual([])
})
