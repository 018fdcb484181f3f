/**
 * Goal: a shift at a counter: two tickets for cash without a mouse, printed, a seat reserved under a name and
 * collected, one ticket reprinted and returned, the drawer counted; the organiser's statement shows the counter's
 * sales. Method: a cashier on a tablet, the operator, the owner; axe on the pages in both themes.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newAccount } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  payWith,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const tablet = { width: 768, height: 1024 }

async function staff(email: string, password: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: tablet })
  await visitor.open('/merchant')
  const { page } = visitor
  await hydrated(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  return visitor
}

/** Pays the held places by a button, with the phone of the buyer; the body of the request. */
async function paidWithPhone(page: Page, path: RegExp, button: RegExp): Promise<unknown> {
  await page.getByLabel('Phone (optional)').fill('+995 555 44 55 66')
  const [request] = await Promise.all([
    page.waitForRequest(path),
    page.getByRole('button', { name: button }).click(),
  ])
  return request.postDataJSON()
}

/** What the counter's card terminal answers from now on. */
async function terminalAnswers(outcome: 'approve' | 'Refusal'): Promise<void> {
  const reply = await fetch(`${inject('shop').terminalUrl}/__control/misbehave`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcomes: [outcome] }),
  })
  expect(reply.ok).toBe(true)
}

/** Reserves a seat on the plan for a caller, who collects it and pays by card. */
async function reserveUnderName(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose on the plan' }).click()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const rows = page.locator('.seatmap-disclosure:has-text("free")')
  await rows.first().click()
  await rows.nth(1).click()
  await page.locator('.seatmap-row button:not([aria-disabled=true])').first().click()
  await page.getByText('Held for the buyer').waitFor()
  await page.getByText('Reserve under a name').click()
  await page.getByLabel('Name', { exact: true }).fill('Nino')
  await page.getByLabel('Phone', { exact: true }).fill('+995 555 11 22 33')
  const soon = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabel('Reserved until').fill(soon)
  await page.getByRole('button', { name: 'Reserve the places' }).click()
  await page.getByRole('button', { name: 'Open: Nino' }).click()
  await page.getByText('Reserved for Nino').waitFor()
  await terminalAnswers('Refusal')
  const paid = await paidWithPhone(page, /\/held\/card/, /^Take .* by card$/)
  expect(paid).toMatchObject({ buyerPhone: '+995 555 44 55 66', buyerName: 'Nino' })
  await page.getByText(/the seats are still held/).waitFor()
  await photograph(page, 'counter-card-declined')
  await terminalAnswers('approve')
  await page.getByRole('button', { name: /^Take .* by card$/ }).click()
  await page.getByText('There are no reservations.').waitFor()
  await page.getByText(/^Sold: /).waitFor()
}

test('sells, reserves and returns at a counter, and shows the shift to the organiser', async () => {
  const cashier = await staff('cashier@bileti.example', 'bileti-cashier')
  const { page } = cashier
  await page.getByRole('navigation').getByRole('link', { name: 'Box office' }).click()
  await page.getByLabel('Counter').fill('Foyer')
  await page.getByLabel('In the drawer, GEL').fill('100')
  await page.getByLabel('Card terminal').fill('V400-1')
  await page.getByRole('button', { name: 'Open the shift' }).click()
  const dates = page.getByLabel('Date', { exact: true })
  await dates.waitFor()
  const priced = page.getByRole('radio').first()
  const texts = await dates.locator('option').allTextContents()
  await dates.selectOption({
    index: texts.findIndex((text) => text.startsWith('Four Strings')),
  })
  await priced.waitFor()
  // Single keys do nothing while they are switched off.
  const singleKeys = page.getByRole('switch')
  const leaveField = () => page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await singleKeys.uncheck()
  await leaveField()
  await page.keyboard.press('1')
  expect(await priced.isChecked()).toBe(false)
  await singleKeys.check()
  await leaveField()
  // Ticket, one more, sold.
  await page.keyboard.press('1')
  await page.keyboard.press('+')
  await photograph(page, 'counter-basket')
  const given = page.getByLabel('Cash received, GEL')
  await given.fill('1')
  await page.keyboard.press('Enter')
  const missing = page.getByText(/ is missing\.$/)
  await missing.waitFor()
  await photograph(page, 'counter-cash-missing')
  await given.fill('200')
  expect(await missing.count()).toBe(0)
  await page.getByText(/^Change: /).waitFor()
  await photograph(page, 'counter-change')
  await page.keyboard.press('Enter')
  const sold = page.getByText(/^Sold: /)
  await sold.waitFor()
  await photograph(page, 'counter-sold')
  const number = ((await sold.textContent()) ?? '').replace('Sold: ', '')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print on the roll' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`tickets-${number.toLowerCase()}.pdf`)
  await reserveUnderName(page)
  await expectAccessible(page, ['light', 'dark'])
  await expectNoHorizontalScroll(page)
  await page.getByLabel('Order number').fill(number)
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('checkbox').first().check()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Print again; the old codes become void' }).click(),
  ])
  await page.getByLabel('Reason', { exact: true }).fill('Wrong evening')
  await page.getByRole('button', { name: 'Refund 1' }).click()
  await page.getByText(/^Give the buyer /).waitFor()
  await photograph(page, 'counter-given-back')
  await page.getByText(`Return ${number}`).waitFor()
  await page.getByText('Close the shift').click()
  await page.getByLabel('Counted in the drawer, GEL').fill('100')
  await page.getByLabel('Total on the terminal').fill('0.50')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  // The drawer and the terminal's receipt, each with its own difference.
  await page.getByText(/^By card .* missing/).waitFor()
  expect(await page.getByText(/ missing\.$/).count()).toBe(2)
  await photograph(page, 'counter-closed')

  const operator = await newVisitor(browser, { locale: 'en', viewport: tablet })
  await operator.open('/operator/payouts')
  await operator.page.waitForURL(/\/auth\/en\/login/)
  await hydrated(operator.page)
  await operator.page.getByLabel('E-mail').fill('operator@bileti.example')
  await operator.page.getByLabel('Password', { exact: true }).fill('bileti-operator')
  await operator.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Not the sign-in page, which is loaded already.
  await operator.page.waitForURL(/\/operator\/payouts/)
  const kulisa = operator.page.getByRole('listitem').filter({ hasText: 'Kulisa' }).first()
  await hydrated(operator.page)
  await kulisa.getByRole('button', { name: 'Create a statement now' }).click()
  await kulisa.getByText(/^Statement 1, to /).waitFor()
  await expectAccessible(operator.page, ['light', 'dark'])
  await expectNoHorizontalScroll(operator.page)
  await photograph(operator.page, 'payouts')
  // The counter's first sale was paid in cash, and the operator's page of the order says so.
  await operator.open(`/operator/orders/${number}`)
  await operator.page.getByText('Total in cash').waitFor()
  await photograph(operator.page, 'order-paid-in-cash')

  const owner = await staff('kulisa@bileti.example', 'bileti-kulisa')
  await owner.page.getByRole('navigation').getByRole('link', { name: 'Money' }).click()
  await owner.page.getByText(/^Cash at your box office/).waitFor()
  await photograph(owner.page, 'statement')
  await expectAccessible(owner.page, ['light', 'dark'])
  await expectNoHorizontalScroll(owner.page)
})

/** An account with a hundred lari, and the code by which its balance pays at a counter. */
async function codeOfWallet(shopper: Visitor): Promise<string> {
  const { page, words } = shopper
  await newAccount(shopper, 'counter-code@example.ge', 'a lamp on the counter')
  await shopper.open('/account/wallet')
  await hydrated(page)
  await page.getByLabel(words('accounts', 'topUpAmount')).fill('100')
  await page.getByRole('button', { name: words('accounts', 'topUp'), exact: true }).click()
  await payWith(shopper, cards.approved)
  await page.getByText(words('accounts', 'topUpDone', { amount: '100\u00a0₾' })).waitFor()
  await page.getByRole('button', { name: words('accounts', 'counterShow') }).click()
  const code = page.getByRole('status').getByText(/^[A-Z0-9]{4} [A-Z0-9]{4}$/)
  await expectAccessible(page, ['light', 'dark'])
  return await code.innerText()
}

test('a code of a wallet, typed by the cashier, pays a sale; balance and statement say so', async () => {
  const shopper = await newVisitor(browser, { locale: 'en', viewport: tablet })
  const code = await codeOfWallet(shopper)
  const { page } = await staff('cashier@bileti.example', 'bileti-cashier')
  await page.getByRole('navigation').getByRole('link', { name: 'Box office' }).click()
  await page.getByLabel('Counter').fill('Balcony')
  await page.getByLabel('In the drawer, GEL').fill('0')
  await page.getByRole('button', { name: 'Open the shift' }).click()
  const dates = page.getByLabel('Date', { exact: true })
  await dates.waitFor()
  const texts = await dates.locator('option').allTextContents()
  await dates.selectOption({ index: texts.findIndex((text) => text.startsWith('Four Strings')) })
  await page.getByRole('button', { name: 'Choose on the plan' }).click()
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const rows = page.locator('.seatmap-disclosure:has-text("free")')
  await rows.first().click()
  await rows.nth(1).click()
  await page.locator('.seatmap-row button:not([aria-disabled=true])').first().click()
  await page.getByText('From the buyer’s balance').click()
  const take = page.getByRole('button', { name: /^Take .* from the balance$/ })
  const [, amount = ''] = /^Take (\S+)/.exec(await take.innerText()) ?? []
  // As it is read out, in small letters.
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  const paid = await paidWithPhone(page, /\/held\/balance/, /^Take .* from the balance$/)
  expect(paid).toMatchObject({ buyerPhone: '+995 555 44 55 66' })
  await page.getByText(/^Sold: /).waitFor()
  await page.getByText('Close the shift').click()
  await page.getByLabel('Counted in the drawer, GEL').fill('0')
  await page.getByRole('button', { name: 'Close', exact: true }).click()

  await shopper.page.reload()
  const left = (100 - Number(amount)).toFixed(2).replace('.00', '')
  await shopper.page.getByText(`${left}\u00a0₾`, { exact: true }).first().waitFor()
  await shopper.page
    .getByText(new RegExp(`^[-−]${amount}\u00a0₾$`))
    .first()
    .waitFor()
})
