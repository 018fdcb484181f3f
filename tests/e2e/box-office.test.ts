/**
 * Goal: a shift at a counter: two tickets for cash without a mouse, printed, a seat reserved under a name and
 * collected, one ticket reprinted and returned, the drawer counted; the organiser's statement shows the counter's
 * sales. Method: a cashier on a tablet, the operator, the owner; axe on the pages in both themes.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { formatMajor } from '#kernel/format.ts'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { newAccount } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs } from './support/test-data.ts'
import { nightTest } from './support/tiers.ts'
import { beginningOf, counted, withAmounts } from './support/texts.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  localeOr,
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
/** Names that are content. */
const fourStrings = { ka: 'ოთხი სიმი', en: 'Four Strings' }
const kulisa = { ka: 'კულისა', en: 'Kulisa' }
/** A value of a text that is not known beforehand. */
const amount = '\u0000'

async function staff(email: string, password: string): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: localeOr('en'), viewport: tablet })
  await callAs(visitor, '/v2/merchantusers/token', { email, password })
  await visitor.open('/merchant')
  return visitor
}

/** Opens a shift and chooses the concert that these sales are of. */
async function openShift(
  { page, words, locale }: Visitor,
  shift: { readonly counter: string; readonly opening: string; readonly terminal?: string },
): Promise<void> {
  const entry = page.getByRole('navigation').getByRole('link', {
    name: words('merchant', 'navCounter'),
  })
  await entry.click()
  await page.getByLabel(words('boxOffice', 'counter')).fill(shift.counter)
  await page.getByLabel(words('boxOffice', 'opening')).fill(shift.opening)
  if (shift.terminal !== undefined)
    await page.getByLabel(words('boxOffice', 'terminal')).selectOption(shift.terminal)
  await page.getByRole('button', { name: words('boxOffice', 'open') }).click()
  const dates = page.getByLabel(words('boxOffice', 'date'), { exact: true })
  await dates.waitFor()
  const texts = await dates.locator('option').allTextContents()
  await dates.selectOption({
    index: texts.findIndex((text) => text.startsWith(fourStrings[locale])),
  })
}

/** Holds the first free seat of the plan's list. */
async function holdSeat({ page, words }: Visitor): Promise<void> {
  await page.getByRole('button', { name: words('boxOffice', 'planOpen') }).click()
  await page.getByRole('button', { name: words('boxOffice', 'listView'), exact: true }).click()
  const rows = page.locator('.seatmap-disclosure', {
    hasText: counted((count) => words('seatmap', 'freeCount', { count })),
  })
  await rows.first().click()
  await rows.nth(1).click()
  await page.locator('.seatmap-row button:not([aria-disabled=true])').first().click()
}

/** Pays the held places by a button, with the phone of the buyer; the body of the request. */
async function paidWithPhone(
  { page, words }: Visitor,
  path: RegExp,
  button: RegExp,
): Promise<unknown> {
  await page.getByLabel(words('boxOffice', 'buyerPhone')).fill('+995 555 44 55 66')
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
async function reserveUnderName(cashier: Visitor): Promise<void> {
  const { page, words } = cashier
  await holdSeat(cashier)
  await page.getByText(words('boxOffice', 'held')).waitFor()
  await page.getByText(words('boxOffice', 'keep')).click()
  await page.getByLabel(words('boxOffice', 'name'), { exact: true }).fill('Nino')
  await page.getByLabel(words('boxOffice', 'phone'), { exact: true }).fill('+995 555 11 22 33')
  const soon = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabel(words('boxOffice', 'until')).fill(soon)
  await page.getByRole('button', { name: words('boxOffice', 'keepNow') }).click()
  await page.getByRole('button', { name: `${words('boxOffice', 'fetch')}: Nino` }).click()
  await page.getByText(words('boxOffice', 'keptFor', { name: 'Nino' })).waitFor()
  await terminalAnswers('Refusal')
  const byCard = withAmounts(words('boxOffice', 'cardPay', { amount }))
  const paid = await paidWithPhone(cashier, /\/held\/card/, byCard)
  expect(paid).toMatchObject({ buyerPhone: '+995 555 44 55 66', buyerName: 'Nino' })
  const why = words('boxOfficeRefusals', 'Refusal')
  await page.getByText(words('boxOffice', 'cardDeclined', { why })).waitFor()
  await photograph(page, 'counter-card-declined')
  await terminalAnswers('approve')
  await page.getByRole('button', { name: byCard }).click()
  await page.getByText(words('boxOffice', 'reservationsNone')).waitFor()
  await page.getByText(soldText(cashier)).waitFor()
}

function soldText({ words }: Visitor): RegExp {
  return beginningOf(words('boxOffice', 'sold', { orderNumber: '\u0000' }))
}

test('sells, reserves and returns at a counter, and shows the shift to the organiser', async () => {
  const cashier = await staff('cashier@bileti.example', 'bileti-cashier')
  const { page, words } = cashier
  await openShift(cashier, { counter: 'Foyer', opening: '100', terminal: 'V400-1' })
  const priced = page.getByRole('radio').first()
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
  const given = page.getByLabel(words('boxOffice', 'given'))
  await given.fill('1')
  await page.keyboard.press('Enter')
  const missing = page.getByText(
    withAmounts(words('boxOffice', 'cashMissing', { missing: amount })),
  )
  await missing.waitFor()
  await photograph(page, 'counter-cash-missing')
  await given.fill('200')
  expect(await missing.count()).toBe(0)
  await page.getByText(beginningOf(words('boxOffice', 'change', { amount }))).waitFor()
  await photograph(page, 'counter-change')
  await page.keyboard.press('Enter')
  const sold = page.getByText(soldText(cashier))
  await sold.waitFor()
  await photograph(page, 'counter-sold')
  const number = ((await sold.textContent()) ?? '').replace(soldText(cashier), '')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('boxOffice', 'print') }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`tickets-${number.toLowerCase()}.pdf`)
  await reserveUnderName(cashier)
  await expectAccessible(page, ['light', 'dark'])
  await expectNoHorizontalScroll(page)
  await page.getByLabel(words('boxOffice', 'orderNumber')).fill(number)
  await page.getByRole('button', { name: words('boxOffice', 'find') }).click()
  await page.getByRole('checkbox').first().check()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words('boxOffice', 'reprint') }).click(),
  ])
  const refund = page.getByRole('button', { name: words('boxOffice', 'doReturn', { count: 1 }) })
  // Cash that is taken out of the drawer has a reason as well.
  const reason = page
    .locator('form', { has: refund })
    .getByLabel(words('boxOffice', 'reason'), { exact: true })
  await reason.fill('Wrong evening')
  await refund.click()
  await page.getByText(withAmounts(words('boxOffice', 'returned', { amount }))).waitFor()
  await photograph(page, 'counter-given-back')
  await page.getByText(words('boxOffice', 'entryReturn', { orderNumber: number })).waitFor()
  await page.getByText(words('boxOffice', 'close')).click()
  await page.getByLabel(words('boxOffice', 'counted')).fill('100')
  await page.getByLabel(words('boxOffice', 'cardCounted')).fill('0.50')
  await page.getByRole('button', { name: words('boxOffice', 'closeNow'), exact: true }).click()
  // The drawer and the terminal's receipt, each with its own difference.
  const missingOf = (key: 'cashCountedLine' | 'cardTakenLine') => {
    const line = words('boxOffice', key, { amount })
    return page.getByText(
      withAmounts(`${line} ${words('boxOffice', 'differenceLess', { amount })}`),
    )
  }
  await missingOf('cardTakenLine').waitFor()
  expect(await missingOf('cashCountedLine').count()).toBe(1)
  await photograph(page, 'counter-closed')

  const operator = await openPayouts()
  const organiser = operator.page
    .getByRole('listitem')
    .filter({ hasText: kulisa[operator.locale] })
    .first()
  await hydrated(operator.page)
  await organiser
    .getByRole('button', { name: operator.words('settlementsOffice', 'close') })
    .click()
  const proof = operator.page.getByRole('dialog')
  await proof.getByLabel(operator.words('accounts', 'passwordOld')).fill(demoOperator.password)
  await proof.getByRole('button', { name: operator.words('accounts', 'stepUpConfirm') }).click()
  const statement = operator.words('settlementsOffice', 'statement', { number: 1, at: '\u0000' })
  await organiser.getByText(beginningOf(statement)).waitFor()
  await expectAccessible(operator.page, ['light', 'dark'])
  await expectNoHorizontalScroll(operator.page)
  await photograph(operator.page, 'payouts')
  // The counter's first sale was paid in cash, and the operator's page of the order says so.
  await operator.open(`/operator/orders/${number}`)
  await operator.page.getByText(operator.words('operator', 'orderTotalCash')).waitFor()
  await photograph(operator.page, 'order-paid-in-cash')

  const owner = await staff('kulisa@bileti.example', 'bileti-kulisa')
  const money = owner.words('merchant', 'navMoney')
  await owner.page.getByRole('navigation').getByRole('link', { name: money }).click()
  await owner.page.getByText(beginningOf(owner.words('settlements', 'kindCounterCash'))).waitFor()
  await photograph(owner.page, 'statement')
  await expectAccessible(owner.page, ['light', 'dark'])
  await expectNoHorizontalScroll(owner.page)
})

/** An operator at the payouts. */
async function openPayouts(): Promise<Visitor> {
  const operator = await newVisitor(browser, { locale: localeOr('en'), viewport: tablet })
  const { email, password } = demoOperator
  await callAs(operator, '/v2/auth/login', { email, password })
  await operator.open('/operator/payouts')
  return operator
}

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

nightTest(
  'a code of a wallet, typed by the cashier, pays a sale; balance and statement say so',
  async () => {
    const shopper = await newVisitor(browser, { locale: localeOr('en'), viewport: tablet })
    const code = await codeOfWallet(shopper)
    const cashier = await staff('cashier@bileti.example', 'bileti-cashier')
    const { page, words, locale } = cashier
    await openShift(cashier, { counter: 'Balcony', opening: '0' })
    await holdSeat(cashier)
    await page.getByText(words('boxOffice', 'balancePay')).click()
    const fromBalance = withAmounts(words('boxOffice', 'balanceTake', { amount }))
    const take = page.getByRole('button', { name: fromBalance })
    const [price = ''] = /[\d.,]+/.exec(await take.innerText()) ?? []
    // As it is read out, in small letters.
    await page
      .getByLabel(words('boxOffice', 'balanceCode'), { exact: true })
      .fill(code.toLowerCase())
    const paid = await paidWithPhone(cashier, /\/held\/balance/, fromBalance)
    expect(paid).toMatchObject({ buyerPhone: '+995 555 44 55 66' })
    await page.getByText(soldText(cashier)).waitFor()
    await page.getByText(words('boxOffice', 'close')).click()
    await page.getByLabel(words('boxOffice', 'counted')).fill('0')
    await page.getByRole('button', { name: words('boxOffice', 'closeNow'), exact: true }).click()

    await shopper.page.reload()
    const left = formatMajor(locale, 100 - Number(price.replace(',', '.')))
    await shopper.page.getByText(left, { exact: true }).first().waitFor()
    await shopper.page
      .getByText(new RegExp(`^[-−]${price}\u00a0₾$`))
      .first()
      .waitFor()
  },
)
