/**
 * Goal: whatever happens at the bank, the buyer is informed, and nothing is lost or charged twice. Method: the demo
 * bank declines, is left and is slow; the pages are read, reloaded and opened by another visitor.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { photograph } from './support/photographer.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  fillBuyer,
  goToCheckout,
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

type Title = 'declinedTitle' | 'missingTitle' | 'paidTitle' | 'payingTitle' | 'waitingTitle'

function heading({ page, words }: Visitor, key: Title): Locator {
  return page.getByRole('heading', { name: words('orders', key) })
}

test.each(['ka', 'en'] as const)('retries after a decline and pays: %s', async (locale) => {
  const visitor = await newVisitor(browser, { locale, viewport: phone })
  const { page, words } = visitor
  const orderKey = await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, `declined-${locale}@example.ge`)
  // A double click creates one payment.
  await payButton(visitor).dblclick()
  await payWith(visitor, cards.noFunds)
  await page.waitForURL(/\/result/)
  await heading(visitor, 'declinedTitle').waitFor()
  await page.getByText(words('orders', 'declinedFunds')).waitFor()
  const held = page.getByRole('timer', { name: words('orders', 'declinedHeld') })
  expect(await held.textContent()).toMatch(/^1\d:\d\d$/)
  await photograph(page, `declined-${locale}`)
  await expectAccessible(page)
  await page.reload()
  await heading(visitor, 'declinedTitle').waitFor()

  await page.getByRole('button', { name: words('orders', 'retry') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  expect(page.url()).not.toContain(orderKey)
  const email = page.getByLabel(words('orders', 'email'))
  await expect.poll(() => email.inputValue()).toBe(`declined-${locale}@example.ge`)
  await payByCard(visitor)
  await heading(visitor, 'paidTitle').waitFor()
  expect(visitor.complaints).toEqual([])
})

test('keeps the order when the bank is left, with a link back to the same payment', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const orderKey = await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, 'left@example.ge')
  await payButton(visitor).click()
  await page.waitForURL(/\/pay\//)
  const bank = page.url().split('?', 1)[0]

  await page.goBack()
  await heading(visitor, 'payingTitle').waitFor()
  await photograph(page, 'bank-left')
  await expectAccessible(page)
  await page.getByRole('link', { name: words('orders', 'checkPayment') }).click()
  await heading(visitor, 'waitingTitle').waitFor()
  await photograph(page, 'bank-waiting')
  await expectAccessible(page)
  await page.getByRole('link', { name: words('orders', 'backToBank') }).click()
  await page.waitForURL(/\/pay\//)
  expect(page.url().split('?', 1)[0]).toBe(bank)
  await page.getByRole('button', { name: cards.approved }).click()
  await page.waitForURL(/\/result/)
  await heading(visitor, 'paidTitle').waitFor()

  const stranger = await newVisitor(browser)
  await stranger.open(`/checkout/${orderKey}/result`)
  await heading(stranger, 'missingTitle').waitFor()
  await expectAccessible(stranger.page)
  expect(visitor.complaints).toEqual([])
})

/** Pays with the card about which the bank decides after twenty seconds; returns what makes it decide. */
async function payAtSlowBank(visitor: Visitor, email: string): Promise<() => Promise<void>> {
  const { page } = visitor
  await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, email)
  await payButton(visitor).click()
  await page.waitForURL(/\/pay\//)
  const payment = new URL(page.url())
  await payWith(visitor, '0006 0006')
  await page.waitForURL(/\/result/)
  await heading(visitor, 'waitingTitle').waitFor()
  return async () => {
    const settled = await fetch(new URL('/__control/pay', payment), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payId: payment.pathname.split('/').at(-1), outcome: 'approve' }),
    })
    expect(settled.status).toBe(200)
  }
}

test('waits for a slow bank and updates by itself', async () => {
  const visitor = await newVisitor(browser)
  const decide = await payAtSlowBank(visitor, 'slow@example.ge')
  await decide()
  await heading(visitor, 'paidTitle').waitFor({ timeout: 60_000 })
  expect(visitor.complaints).toEqual([])
})

test('asks again when a request of the result’s page is never answered', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await page.clock.install()
  const unanswered: string[] = []
  for (const call of ['/v2/payments/tpay/finish', '/v2/orders/tickets'])
    await page.route(
      (url) => url.pathname === call,
      (route) => (unanswered.includes(call) ? route.continue() : void unanswered.push(call)),
    )
  const decide = await payAtSlowBank(visitor, 'unanswered@example.ge')
  await expect.poll(() => unanswered, { message: 'the bank is asked about' }).toHaveLength(1)
  await decide()
  /** Lets the page's clock turn until it has asked again and shows something. */
  const turnUntil = (shown: Locator, message: string) =>
    expect
      .poll(
        async () => {
          await page.clock.fastForward(5_000)
          return shown.count()
        },
        { message, timeout: 30_000 },
      )
      .toBe(1)
  await turnUntil(heading(visitor, 'paidTitle'), 'the page says that the order is paid')
  await expect.poll(() => unanswered, { message: 'the tickets are read' }).toHaveLength(2)
  const label = words('tickets', 'codeLabel', { kind: 'ticket', number: 1, count: 2 })
  await turnUntil(page.getByRole('img', { name: label }), 'the page shows the first ticket')
  expect(visitor.complaints).toEqual([])
})
