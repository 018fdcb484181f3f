/**
 * Goal: a family of four with an infant books a return flight: a price increase during entry is first declined,
 * then accepted, and the accepted price is paid; the cancellation terms are shown. A multi-city trip is searched on
 * a phone. Method: real browsers on the running shop in both languages; the fake IATI changes prices; axe checks
 * each page.
 */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { dayIn } from './support/test-data.ts'
import { beginningOf } from './support/texts.ts'
import { nightTest } from './support/tiers.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  localeOr,
  newVisitor,
  payButton,
  payByCard,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterEach(() => iati('reset', {}))
afterAll(() => endVisits(browser))

async function iati(control: string, body: object): Promise<void> {
  const answer = await fetch(`${inject('shop').iatiUrl}/__control/${control}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

/** Names that are content. */
const istanbul = { ka: 'სტამბოლი', en: 'Istanbul' }
const batumi = { ka: 'ბათუმი', en: 'Batumi' }

const people = [
  ['ნინო', 'Beridze', '2', '1988-03-08'],
  ['Giorgi', 'Beridze', '1', '1985-11-23'],
  ['Luka', 'Beridze', '1', `${new Date().getFullYear() - 6}-06-01`],
  ['Elene', 'Beridze', '2', dayIn(-250)],
] as const

async function fillFamily({ page, words }: Visitor): Promise<void> {
  for (const [index, [given, family, gender, birth]] of people.entries()) {
    const field = (name: string) => page.locator(`[name="${index}.${name}"]`)
    await field('givenName').fill(given)
    await field('familyName').fill(family)
    await field('gender').selectOption(gender)
    await field('birthDate').fill(birth)
    await field('documentNumber').fill(`09AB1234${index}`)
    await field('documentExpiresOn').fill(dayIn(2_000))
  }
  // Entered in Georgian, converted to Latin.
  const latin = words('flights', 'latinTake', { latin: 'Nino' })
  await page.getByRole('button', { name: latin }).click()
  await page.locator('[name="email"]').fill('family-flies@example.ge')
  await page.locator('[name="phone"]').fill('+995555123456')
}

async function chooseFare({ page, words }: Visitor): Promise<void> {
  await hydrated(page)
  const fares = page.getByRole('button', { name: words('flights', 'choose') })
  await fares.first().click()
  await page
    .getByRole('button', { name: words('flights', 'take'), exact: true })
    .last()
    .click()
  await page.waitForURL(/\/fly\/checkout\?priceDetailId=/)
  await page.locator('[name="0.givenName"]').waitFor()
}

async function look({ page }: Visitor): Promise<void> {
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)
}

test('books a return flight for four, with a declined and an accepted price increase and the cancellation terms', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const trip = `fromAirport=TBS&toAirport=IST&fromDate=${dayIn(40)}&toDate=${dayIn(47)}`
  const search = `/fly/result?${trip}&adult=2&child=1&infant=1&providers=iati`
  await visitor.open(search)
  await hydrated(page)
  await look(visitor)
  await chooseFare(visitor)
  // Empty fields: each shows an error, and the first has the focus.
  await page.getByRole('button', { name: words('flights', 'continue') }).click()
  await page.getByText(words('flights', 'problem-extraMissing')).first().waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('0.givenName')
  await photograph(page, 'flight-errors')
  await fillFamily(visitor)
  await look(visitor)
  await iati('misbehave', { pricePercent: 110 })
  await page.getByRole('button', { name: words('flights', 'continue') }).click()
  await page.getByRole('dialog', { name: words('flights', 'roseTitle') }).waitFor()
  await page.getByRole('button', { name: words('flights', 'roseRefuse') }).click()
  await page.waitForURL(/\/fly\/result\?/)
  expect(new URL(page.url()).searchParams.get('infant')).toBe('1')

  await visitor.open(search)
  await chooseFare(visitor)
  await fillFamily(visitor)
  await iati('misbehave', { pricePercent: 121 })
  await page.getByRole('button', { name: words('flights', 'continue') }).click()
  const dialog = page.getByRole('dialog', { name: words('flights', 'roseTitle') })
  await look(visitor)
  await photograph(page, 'flight-price-rose')
  const acceptance = beginningOf(words('flights', 'roseAccept', { now: '\u0000' }))
  const accept = dialog.getByRole('button', { name: acceptance })
  const accepted = (await accept.innerText()).replace(acceptance, '')
  await accept.click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  const orderKey = page.url().split('/').at(-1) ?? ''
  await fillBuyer(visitor, 'family-flies@example.ge')
  await expect.poll(() => payButton(visitor).innerText()).toContain(accepted)
  await payByCard(visitor)

  const booking = `/fly/booking?orderKey=${orderKey}`
  await expect
    .poll(
      async () => {
        await visitor.open(booking)
        // The supplier has its tickets slightly before the shop has issued them.
        const cancel = page.getByRole('button', { name: words('flights', 'cancelAsk') })
        return cancel.count()
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(1)
  await page.getByText(words('flights', 'state-ticketed'), { exact: true }).waitFor()
  const andBack = { ka: /სტამბოლი და უკან$/, en: /Istanbul and back$/ }[visitor.locale]
  expect(await page.title()).toMatch(andBack)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(andBack)
  await hydrated(page)
  await look(visitor)
  await photograph(page, 'flight-booked')
  await page.getByRole('button', { name: words('flights', 'cancelAsk') }).click()
  await page.getByRole('button', { name: words('flights', 'cancelKeep') }).waitFor()
  await photograph(page, 'flight-cancel-quote')
  await page.getByRole('button', { name: words('flights', 'cancelKeep') }).click()
  await page.getByRole('button', { name: words('flights', 'askSupplier') }).click()
  await page.getByText(words('flights', 'supplier-ticketed')).last().waitFor()
  expect(visitor.complaints).toEqual([])
})

nightTest('keeps a multi-city search in the address, on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words, locale } = visitor
  await visitor.open('/fly')
  await hydrated(page)
  await page.getByRole('button', { name: words('flights', 'way-several') }).click()
  await expectAccessible(page)
  const place = async (name: 'from' | 'to', index: number, text: string) => {
    const box = page.getByRole('combobox', { name: words('flights', name), exact: true }).nth(index)
    await box.fill(text)
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await box.press('Enter')
  }
  await place('to', 0, istanbul[locale])
  await place('to', 1, batumi[locale])
  const days = page.getByLabel(words('flights', 'departs'))
  await days.nth(0).fill(dayIn(20))
  await days.nth(1).fill(dayIn(24))
  await page.getByRole('button', { name: words('flights', 'search'), exact: true }).click()
  await page.waitForURL(/\/fly\/result\?/)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('fromAirport')?.split(',')).toHaveLength(2)
  await page
    .getByRole('button', { name: words('flights', 'choose') })
    .first()
    .waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  await page.reload()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  await chooseSeatByKeys(visitor, searchParams.toString())
  expect(visitor.complaints).toEqual([])
})

test("a seat on the platform's own flight is chosen by keys, on a phone", async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const trip = `fromAirport=TBS&toAirport=IST&fromDate=${dayIn(20)}`
  await chooseSeatByKeys(visitor, `${trip}&adult=1`)
  expect(visitor.complaints).toEqual([])
})

/** Takes a seat on the platform's own flight of a search, and sees it named. */
async function chooseSeatByKeys(visitor: Visitor, search: string): Promise<void> {
  const { page, words } = visitor
  await visitor.open(`/fly/result?${search}&providers=house`)
  await hydrated(page)
  await page
    .getByRole('button', { name: words('flights', 'choose') })
    .first()
    .click()
  await page.getByText(words('flights', 'rules'), { exact: true }).first().click()
  await page.getByText(words('fareRules', 'refundTitle'), { exact: true }).first().waitFor()
  await photograph(page, 'flight-fare-rules')
  await page
    .getByRole('button', { name: words('flights', 'take'), exact: true })
    .first()
    .click()
  await page.waitForURL(/\/fly\/checkout\?priceDetailId=/)
  await hydrated(page)
  await page.getByText(words('flights', 'seatsNote')).click()
  const cabin = page.locator('.cabin')
  await cabin.waitFor()
  // By keyboard: one Tab stop, arrow keys between seats.
  await cabin.locator('button[tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  const seat = await page.evaluate(
    () => (document.activeElement as HTMLElement | null)?.dataset['seat'] ?? '',
  )
  expect(seat).toMatch(/^\d+[A-Z]$/)
  await page.keyboard.press('Enter')
  await page
    .getByText(words('flights', 'seatsRow', { count: 1, seats: seat }), { exact: true })
    .waitFor()
  await photograph(page, 'flight-seats')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
}
