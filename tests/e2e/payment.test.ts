/**
 * Goal: whatever happens at the bank, the buyer is informed, and nothing is lost or charged twice. Method: the demo
 * bank declines, is left and is slow; the pages are read, reloaded and opened by another visitor.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNightly, sizeOf } from '../support/tier.ts'
import { photograph } from './support/photographer.ts'
import { nightTest } from './support/tiers.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  fillBuyer,
  goToCheckout,
  newVisitor,
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

type Title = 'declinedTitle' | 'missingTitle' | 'paidTitle' | 'payingTitle' | 'waitingTitle'

function heading({ page, words }: Visitor, key: Title): Locator {
  return page.getByRole('heading', { name: words('orders', key) })
}

/** The bank approves the payment of this page. */
async function decide(payment: string): Promise<void> {
  const { origin, pathname } = new URL(payment)
  const settled = await fetch(new URL('/__control/pay', origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payId: pathname.split('/').at(-1), outcome: 'approve' }),
  })
  expect(settled.status).toBe(200)
}

/** The nightly run has both. */
const languages = ['ka', 'en'] as const

test.each(languages.slice(0, sizeOf({ usual: 1, nightly: 2 })))(
  'retries after a decline, keeps the order when the bank is left, and pays: %s',
  async (locale) => {
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
    const retried = page.url().split('/').at(-1)
    expect(retried).not.toBe(orderKey)
    const email = page.getByLabel(words('orders', 'email'))
    await expect.poll(() => email.inputValue()).toBe(`declined-${locale}@example.ge`)
    // The bank is left, with a link back to the same payment.
    await payButton(visitor).click()
    await page.waitForURL(/\/pay\//)
    const bank = page.url().split('?', 1)[0]

    await page.goBack()
    await heading(visitor, 'payingTitle').waitFor()
    await photograph(page, 'bank-left')
    if (isNightly) await expectAccessible(page)
    await page.getByRole('link', { name: words('orders', 'checkPayment') }).click()
    await heading(visitor, 'waitingTitle').waitFor()
    await photograph(page, 'bank-waiting')
    await expectAccessible(page)
    await page.getByRole('link', { name: words('orders', 'backToBank') }).click()
    await page.waitForURL(/\/pay\//)
    expect(page.url().split('?', 1)[0]).toBe(bank)
    // The payment is decided while the page waits for it, and the page shows it by itself.
    await page.goBack()
    await heading(visitor, 'waitingTitle').waitFor()
    await decide(bank ?? '')
    await heading(visitor, 'paidTitle').waitFor({ timeout: 60_000 })

    const stranger = await newVisitor(browser)
    await stranger.open(`/checkout/${retried}/result`)
    await heading(stranger, 'missingTitle').waitFor()
    if (isNightly) await expectAccessible(stranger.page)
    expect(visitor.complaints).toEqual([])
  },
)

/** Pays with the card about which the bank decides after twenty seconds; returns what makes it decide. */
async function payAtSlowBank(visitor: Visitor, email: string): Promise<() => Promise<void>> {
  const { page } = visitor
  await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, email)
  await payButton(visitor).click()
  await page.waitForURL(/\/pay\//)
  const payment = page.url()
  await payWith(visitor, '0006 0006')
  await page.waitForURL(/\/result/)
  await heading(visitor, 'waitingTitle').waitFor()
  return () => decide(payment)
}

nightTest('waits for a slow bank and updates by itself', async () => {
  const visitor = await newVisitor(browser)
  // The bank decides now instead of after this card's twenty seconds.
  const settle = await payAtSlowBank(visitor, 'slow@example.ge')
  await settle()
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
  const settle = await payAtSlowBank(visitor, 'unanswered@example.ge')
  await expect.poll(() => unanswered, { message: 'the bank is asked about' }).toHaveLength(1)
  await settle()
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
