/**
 * Goal: Apple Pay and Google Pay are offered only where they work; a buyer pays, closes the sheet or is declined, and
 * always learns what happened, also when the bank answers late. Method: browsers with a scripted sheet, the shop's own
 * calls, the fakes of the bank and of Apple's gateway; then the bank's books.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testWalletTokens } from '../../fakes/bog/tokens.ts'
import type { Locale } from '#kernel/locale.ts'
import { isNightly } from '../support/tier.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { nightTest } from './support/tiers.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  localeOr,
  newVisitor,
  payButton,
  payWith,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'
import { giveWallet, planSheet, sheetRecords, type WalletKind } from './support/wallet-sheet.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const names = { 'apple-pay': 'Apple Pay', 'google-pay': 'Google Pay' } as const

function walletButton({ page }: Visitor, kind: WalletKind): Locator {
  return page.getByRole('button', { name: new RegExp(names[kind]) })
}

/** A visitor with a wallet at the checkout of two held seats. */
async function atCheckout(kind: WalletKind, usual: Locale = 'en') {
  const locale = localeOr(usual)
  const visitor = await newVisitor(browser, { locale, viewport: phone })
  await giveWallet(visitor.context, kind)
  const orderKey = await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, `${kind}-${locale}@example.ge`)
  await walletButton(visitor, kind).waitFor()
  return { visitor, orderKey }
}

/** The button of the form; those of wallets are below it. */
function cardButton(visitor: Visitor): Locator {
  return payButton(visitor).first()
}

/** What the page asks to be paid, in major units as on the button. */
async function amountToPay(visitor: Visitor): Promise<string> {
  const text = (await cardButton(visitor).textContent()) ?? ''
  const figures = /\d[\d.,\s]*/.exec(text)?.[0].replaceAll(/\s/g, '') ?? ''
  // Georgian has a comma before the tetri, English one after thousands.
  const plain = visitor.locale === 'ka' ? figures.replace(',', '.') : figures.replaceAll(',', '')
  return Number(plain).toFixed(2)
}

interface BankOrder {
  readonly externalOrderId: string
  readonly method: string
  readonly currency: string
  readonly amountMinor: number
  readonly status: string
}

async function bankOrders(paymentId: string): Promise<BankOrder[]> {
  const reply = await fetch(`${inject('shop').walletBankUrl}/__control/payments`)
  const { payments } = (await reply.json()) as { payments: BankOrder[] }
  return payments.filter(({ externalOrderId }) => externalOrderId === paymentId)
}

/** Clicks the wallet's button and returns the shop's answer to its payment. */
async function payByWallet(visitor: Visitor, kind: WalletKind): Promise<string> {
  const answered = visitor.page.waitForResponse((reply) => reply.url().includes('/by-wallet'))
  await walletButton(visitor, kind).click()
  const { paymentId } = (await (await answered).json()) as { paymentId: string }
  return paymentId
}

async function ticketsAreThere({ page, words }: Visitor): Promise<void> {
  await page.waitForURL(/\/checkout\/.*\/result/)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  const code = { name: words('tickets', 'codeLabel', { kind: 'ticket', number: 1, count: 2 }) }
  await page.getByRole('img', code).waitFor()
}

/** In `npm test` one wallet pays at once and the other after its sheet was closed. */
describe.each(['apple-pay', 'google-pay'] as const)('%s', (kind) => {
  test.runIf(isNightly || kind === 'google-pay')(
    'asks for the right amount and pays: the tickets are there',
    async () => {
      const { visitor } = await atCheckout(kind)
      const { page, words } = visitor
      await photograph(page, `${kind}-offered`)
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
      const value = await amountToPay(visitor)
      await planSheet(page, { data: 'a card' })
      const paymentId = await payByWallet(visitor, kind)
      await ticketsAreThere(visitor)
      const [sheet, ...others] = await sheetRecords(page)
      expect(others).toEqual([])
      expect(sheet).toMatchObject({
        total: { label: words('orders', 'payee'), amount: { currency: 'GEL', value } },
        ended: 'success',
      })
      const hostname = new URL(inject('shop').url).hostname
      if (kind === 'apple-pay')
        expect(sheet?.session).toMatchObject({
          merchantIdentifier: expect.stringContaining('merchant.'),
          domainName: hostname,
        })
      expect(await bankOrders(paymentId)).toMatchObject([
        {
          method: kind.replace('-', '_'),
          currency: 'GEL',
          amountMinor: Math.round(Number(value) * 100),
          status: 'completed',
        },
      ])
      expect(visitor.complaints).toEqual([])
    },
  )

  test.runIf(isNightly || kind === 'apple-pay')(
    'says that a closed sheet charged nothing; the seats are still held and can be paid',
    async () => {
      const { visitor, orderKey } = await atCheckout(kind, 'ka')
      const { page, words } = visitor
      await planSheet(page, 'close')
      await walletButton(visitor, kind).click()
      const said = page.getByRole('status').filter({ hasText: names[kind] })
      await said.waitFor()
      expect(await said.textContent()).toBe(words('orders', 'closed', { wallet: names[kind] }))
      await photograph(page, `${kind}-closed`)
      await expectNoHorizontalScroll(page)
      expect((await sheetRecords(page)).map(({ ended }) => ended)).toEqual([null])
      await page.reload()
      await hydrated(page)
      expect(page.url()).toContain(orderKey)
      await fillBuyer(visitor, `${kind}-closed@example.ge`)
      await planSheet(page, { data: 'a card' })
      await walletButton(visitor, kind).click()
      await ticketsAreThere(visitor)
      expect(visitor.complaints).toEqual([])
    },
  )

  nightTest('tells the sheet and the buyer that the card was declined, and why', async () => {
    const { visitor } = await atCheckout(kind)
    const { page, words } = visitor
    await planSheet(page, { data: testWalletTokens.insufficientFunds })
    const paymentId = await payByWallet(visitor, kind)
    await page.waitForURL(/\/result/)
    await page.getByRole('heading', { name: words('orders', 'declinedTitle') }).waitFor()
    await page.getByText(words('orders', 'declinedFunds')).waitFor()
    await photograph(page, `${kind}-declined`)
    await expect
      .poll(async () => (await sheetRecords(page)).map(({ ended }) => ended))
      .toEqual(['fail'])
    expect(await bankOrders(paymentId)).toMatchObject([{ status: 'rejected' }])
    // The same seats, paid with a typed card.
    await page.getByRole('button', { name: words('orders', 'retry') }).click()
    await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
    await hydrated(page)
    await cardButton(visitor).click()
    await payWith(visitor, cards.approved)
    await ticketsAreThere(visitor)
    expect(visitor.complaints).toEqual([])
  })
})

nightTest(
  'a browser with the other wallet, without a card or without any is offered no Apple Pay',
  async () => {
    for (const [kind, hasCard] of [
      ['google-pay', true],
      ['apple-pay', false],
      [null, false],
    ] as const) {
      const visitor = await newVisitor(browser, { viewport: phone })
      if (kind) await giveWallet(visitor.context, kind, { hasCard })
      const asked = visitor.page.waitForResponse((reply) =>
        reply.url().includes('/payments/wallets'),
      )
      asked.catch(() => undefined)
      await goToCheckout(visitor, 'swan-lake')
      // Without the browser's API the shop does not ask which wallets pay here.
      if (kind) await asked
      // Shown with the other ways to pay.
      await visitor.page.getByText(visitor.words('orders', 'payWithPass')).waitFor()
      if (kind === 'google-pay') await walletButton(visitor, kind).waitFor()
      expect(await walletButton(visitor, 'apple-pay').count()).toBe(0)
      expect(await sheetRecords(visitor.page)).toEqual([])
    }
  },
)

nightTest(
  'a late answer of the bank leaves one payment, its tickets, and no second click',
  async () => {
    const { visitor } = await atCheckout('apple-pay')
    const { page } = visitor
    const control = `${inject('shop').walletBankUrl}/__control/misbehave`
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ paymentLateCalls: 1, lateMs: 3_000 })
    expect((await fetch(control, { method: 'POST', headers, body })).status).toBe(200)
    await planSheet(page, { data: 'a card' })
    const paying = payByWallet(visitor, 'apple-pay')
    // The pressed button says that it works, and keeps the focus.
    const busy = page.getByRole('button', { name: visitor.words('orders', 'finishing') })
    await busy.waitFor()
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    expect(await busy.getAttribute('class')).toContain('wallet-button')
    expect(await busy.evaluate((one) => one === document.activeElement)).toBe(true)
    await busy.click({ force: true })
    // Neither can a card pay meanwhile, by the button or from a field.
    expect(await cardButton(visitor).isDisabled()).toBe(true)
    await cardButton(visitor).click({ force: true })
    await page.locator('input[type="email"]').press('Enter')
    await photograph(page, 'apple-pay-paying')
    const paymentId = await paying
    await ticketsAreThere(visitor)
    expect(await bankOrders(paymentId)).toMatchObject([{ status: 'completed' }])
    expect((await sheetRecords(page)).map(({ ended }) => ended)).toEqual(['success'])
    expect(visitor.complaints).toEqual([])
  },
)
