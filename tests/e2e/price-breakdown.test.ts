/**
 * Goal: buyers see every line of the total before paying; operators create and stop codes. Method: a guest on a
 * phone with a code and options, up to the ticket; a customer with a discount card; an operator.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { promotionErrors } from '#contract/promotion-errors.ts'
import { formatMajor } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { issueDiscountCard, emailLink, newAccount, signIn } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { withDatabase } from './support/test-data.ts'
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
  passThreeDSecure,
  payButton,
  payByCard,
  payWith,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

/** Names that are content. */
const opera = { ka: 'აბესალომ', en: 'abesalom' }
const concert = { ka: 'რკინის ხიდი', en: 'Iron Bridge' }
const serviceFee = { ka: 'მომსახურების საკომისიო', en: 'Service fee' }
const charities = { ka: 'დახმარება ბავშვთა ბიბლიოთეკას', en: 'For the children’s library' }
const insurance = { ka: 'ბილეთის დაზღვევა', en: 'Ticket insurance' }
const zone = { ka: 'სცენასთან', en: 'By the stage' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** The amount on the pay button, in tetri. */
async function toPay(visitor: Visitor): Promise<number> {
  const [, lari = '', tetri = ''] =
    /(\d[\d\s]*)(?:[.,](\d+))?\s*₾/.exec(await payButton(visitor).innerText()) ?? []
  return Number(lari.replaceAll(/\s/g, '')) * 100 + Number(tetri.padEnd(2, '0'))
}

test('shows a guest every line of a code and options, and charges their sum', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words, locale } = visitor
  const text = (key: 'promoLabel' | 'apply') => words('orders', key)
  await goToCheckout(visitor, 'abesalom-and-eteri')
  const before = await toPay(visitor)

  // On phones the order is collapsed into one row.
  await page.getByRole('button', { name: words('orders', 'showOrder') }).click()
  await page.getByText(words('orders', 'extrasRow')).click()
  await page.getByLabel(text('promoLabel')).fill('no-such-code')
  await page.getByRole('button', { name: text('apply') }).click()
  await page.getByText(promotionErrors.PromoCodeUnknown[locale]).waitFor()
  await photograph(page, 'promo-code-refused')
  await page.getByLabel(text('promoLabel')).fill('gamar joba')
  await page.keyboard.press('Enter')
  await page.getByText(words('promotions', 'lineCode', { code: 'GAMARJOBA' })).waitFor()
  await photograph(page, 'promo-code-applied')
  await expect.poll(() => toPay(visitor)).toBeLessThan(before)
  const withCode = await toPay(visitor)

  const charity = page.getByRole('checkbox', { name: charities[locale] })
  await charity.check()
  await expect.poll(() => toPay(visitor)).toBe(withCode + 200)
  await page.getByRole('button', { name: /^10/ }).click()
  await expect.poll(() => toPay(visitor)).toBe(withCode + 1_000)
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)

  await page.reload()
  await expect.poll(() => charity.isChecked()).toBe(true)
  await charity.uncheck()
  await expect.poll(() => toPay(visitor)).toBe(withCode)
  await page
    .getByRole('button', { name: words('orders', 'takeOffNamed', { name: 'GAMARJOBA' }) })
    .click()
  await expect.poll(() => toPay(visitor)).toBe(before)
  await page.getByRole('checkbox', { name: insurance[locale] }).check()
  await expect.poll(() => toPay(visitor)).toBeGreaterThan(before)

  await fillBuyer(visitor, 'sums@example.ge')
  await payButton(visitor).click()
  await payWith(visitor, cards.secure)
  await passThreeDSecure(visitor)
  await page.getByText(insurance[locale]).first().waitFor()
  expect(visitor.complaints).toEqual([])
})

nightTest('subtracts the discount of a customer’s card', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  const number = String(Date.now()).padStart(13, '5').slice(-13)
  await issueDiscountCard(number)
  await newAccount(visitor, `sums-${number}@example.ge`, 'correct horse battery')
  const { url } = inject('shop')
  const types = await visitor.context.request.get(`${url}/v2/auth/discountcards/types`)
  const listed = (await types.json()) as { types: { typeId: number; name: string }[] }
  const type = listed.types.find(({ name }) => name.includes(number))?.typeId
  const added = await visitor.context.request.post(
    `${url}/v2/auth/discountcards/add?cardNumber=${number}&discountCardType=${type}&pin=1234`,
    { headers: { origin: url } },
  )
  expect(added.status()).toBe(200)
  await goToCheckout(visitor, 'abesalom-and-eteri')
  const before = await toPay(visitor)
  await page.getByText(visitor.words('orders', 'extrasRow')).click()
  const card = page.getByRole('checkbox', { name: new RegExp(number.slice(-4)) })
  await card.check()
  await expect.poll(() => toPay(visitor)).toBeLessThan(before)
  await card.uncheck()
  await expect.poll(() => toPay(visitor)).toBe(before)
})

nightTest(
  'lets an operator create a code and a batch, see their use, and stop the batch',
  async () => {
    const visitor = await newVisitor(browser)
    const { page, words, locale } = visitor
    await visitor.open('/operator/promotions')
    await signIn(visitor, demoOperator.email, demoOperator.password)
    await page.waitForURL(new RegExp(`${localizedPath(locale, '/operator/promotions')}$`))
    await hydrated(page)
    await page.getByText(words('promotions', 'addBatch')).click()
    await page.getByRole('button', { name: words('promotions', 'makeBatch') }).click()
    await photograph(page, 'batch-refused')
    const form = page.locator('form', { has: page.getByLabel(words('promotions', 'count')) })
    await form.getByLabel(words('promotions', 'batchName')).fill('For the fair')
    await form.getByLabel(words('promotions', 'count')).fill('12')
    await form.getByLabel(words('promotions', 'percent')).fill('15')
    // Dates are chosen by name; a chosen one can be removed again.
    await form.getByLabel(words('promotions', 'scope'), { exact: true }).selectOption('event')
    const items = form.getByRole('combobox', { name: words('promotions', 'items') })
    for (const show of [opera[locale], concert[locale]]) {
      await items.fill(show)
      await form
        .getByRole('option', { name: new RegExp(show, 'i') })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
    }
    await form
      .getByRole('button', { name: words('picked', 'remove', { name: concert[locale] }) })
      .click()
    await photograph(page, 'batch-of-dates')
    await form.getByRole('button', { name: words('promotions', 'makeBatch') }).click()
    const batch = page.locator('li', { hasText: 'For the fair' })
    await batch.getByText(words('promotions', 'batchUsed', { used: 0, count: 12 })).waitFor()
    const href = await batch.getByRole('link').getAttribute('href')
    const file = await page.evaluate(async (address) => (await fetch(address)).text(), href ?? '')
    expect(file.trim().split('\r\n')).toHaveLength(13)
    await expectAccessible(page, ['light'])
    await batch.getByRole('button', { name: words('promotions', 'stopBatch') }).click()
    await batch.getByRole('button', { name: words('promotions', 'startBatch') }).waitFor()
    const code = page.locator('li', { hasText: 'GAMARJOBA' })
    await code.getByText(words('promotions', 'uses'), { exact: true }).click()
    await code.getByText(words('promotions', 'usesEmpty')).waitFor()
    await page.setViewportSize(phone)
    await expectNoHorizontalScroll(page)
    expect(visitor.complaints).toEqual([])
  },
)

/**
 * Gives a show an organiser of its own, whose buyers pay the commission and a fee, each a share in hundredths and an amount in
 * tetri. Other journeys expect prices of the demo's organisers.
 */
async function passOn(show: string, share: number, fixed: number): Promise<void> {
  await withDatabase(async (database) => {
    await database.query(
      `with made as (
         insert into merchant (id, slug, name) select max(id) + 1, 'fees-of-' || $1, jsonb_build_object('ka', $1::text, 'en', $1::text)
         from merchant returning id
       ), moved as (
         update show set merchant_id = made.id from made where slug = $1 returning show.id
       )
       update ticket_type set merchant_id = made.id from made, moved, event
       where event.show_id = moved.id and ticket_type.event_id = event.id`,
      [show],
    )
    await database.query(
      `insert into passed_on_fee (merchant_id, valid_from, commission_basis_points, commission_minor,
         is_commission_returned, own_basis_points, own_minor, own_minor_min, own_minor_max, is_own_returned, created_at)
       select merchant_id, now() - interval '1 second', $2, $3, true, $2, $3, 0, null, false, now() - interval '2 seconds'
       from show where slug = $1`,
      [show, share, fixed],
    )
  })
}

nightTest(
  'three fees stand each on its own line from the checkout to the email, with one sum',
  async () => {
    const visitor = await newVisitor(browser)
    const { page, words, locale } = visitor
    const email = 'three-fees@example.ge'
    await passOn('night-jazz-mtatsminda', 500, 20)
    await goToCheckout(visitor, 'night-jazz-mtatsminda')
    const fees = [serviceFee[locale], words('fees', 'commission'), words('fees', 'organiser')]
    const lines = fees.map((fee) => new RegExp(`${fee} 2 ×`))
    for (const line of lines) await page.getByText(line).first().waitFor()
    const sum = await toPay(visitor)
    await fillBuyer(visitor, email)
    await payByCard(visitor)
    await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
    for (const line of lines) await page.getByText(line).first().waitFor()
    const shown = formatMajor(locale, sum / 100)
    await page.getByText(shown, { exact: true }).first().waitFor()
    const total = words('documents', 'total')
    const receipt = await emailLink(email, new RegExp(`^${zone[locale]}[^]*^${total}: .*$`, 'm'))
    expect(receipt).toMatch(new RegExp(fees.map((fee) => `${fee} × 2: `).join(String.raw`.*\n`)))
    expect(receipt.endsWith(`${total}: ${shown}`)).toBe(true)
    expect(visitor.complaints).toEqual([])
  },
)
