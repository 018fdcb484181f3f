/**
 * Goal: a family takes the train there and back with people saved once, moves seats by picture and by list, and pays; somebody
 * else takes a bus with baggage on a phone. Method: real browsers on the running shop, in both languages; axe looks at each
 * page, and pages are what they were after a reload.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from './support/account.ts'
import { addressOf, hydrated } from './support/observing.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
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

/** So many days from now in Tbilisi. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
}

/** Types a place and takes the first suggestion by keyboard. */
async function choosePlace({ page, words }: Visitor, field: 'from' | 'to', text: string) {
  const box = page.getByRole('combobox', { name: words('transport', field), exact: true })
  await box.fill(text)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await box.press('Enter')
}

function journeys({ page, locale }: Visitor) {
  const name = locale === 'ka' ? /^არჩევა: \d/ : /^Choose \d/
  return page.getByRole('link', { name })
}

async function look(visitor: Visitor): Promise<void> {
  await expectAccessible(visitor.page, ['light'])
  await expectNoHorizontalScroll(visitor.page)
}

/** The page is the same after a reload: its state is its address. */
async function reloaded({ page }: Visitor): Promise<void> {
  const before = addressOf(page)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.reload()
  await hydrated(page)
  expect(addressOf(page)).toBe(before)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
}

interface Person {
  readonly given: string
  readonly family: string
  readonly birth: string
  readonly number: string
}

/** Fills in whatever is asked of the n-th passenger. */
async function fillPassenger({ page, words }: Visitor, index: number, person: Person) {
  const box = page
    .locator('fieldset', { has: page.locator('input[name$=".givenName"]') })
    .nth(index)
  await box.getByLabel(words('orders', 'passenger_givenName')).fill(person.given)
  await box.getByLabel(words('orders', 'passenger_familyName')).fill(person.family)
  for (const [name, value] of [
    ['nameKa', 'ნინო ბერიძე'],
    ['birthDate', person.birth],
    ['documentNumber', person.number],
    ['nationality', 'GE'],
  ] as const) {
    const field = box.locator(`input[name$=".${name}"]`)
    if ((await field.count()) > 0) await field.fill(value)
  }
  const kind = box.locator('select[name$=".documentKind"]')
  if ((await kind.count()) > 0) await kind.selectOption({ index: 1 })
}

test('two adults and a child go to Batumi by train and come back', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await newAccount(visitor, 'family@example.ge', 'a long way by train')
  await visitor.open('/account/passengers')
  await hydrated(page)
  await page.getByRole('button', { name: words('passengers', 'add') }).click()
  await page.getByLabel(words('passengers', 'givenName')).fill('ნინო')
  await page.getByRole('button', { name: /Nino/ }).click()
  await page.getByLabel(words('passengers', 'familyName')).fill('Beridze')
  await page.getByLabel(words('passengers', 'birthDate')).fill('1990-02-28')
  await page.getByRole('button', { name: words('passengers', 'addDocument') }).click()
  await page.getByLabel(words('passengers', 'documentNumber'), { exact: true }).fill('09AB12345')
  await page.getByLabel(words('passengers', 'nationality'), { exact: true }).fill('GE')
  await look(visitor)
  await page.getByRole('button', { name: words('passengers', 'save'), exact: true }).click()
  await page.getByText('Nino Beridze').first().waitFor()

  await visitor.open('/railway')
  await hydrated(page)
  await choosePlace(visitor, 'from', 'Tbilisi')
  await choosePlace(visitor, 'to', 'ბათუმი')
  await page.getByLabel(words('transport', 'date')).fill(dayIn(9))
  await page.getByLabel(words('transport', 'returnDate')).fill(dayIn(11))
  await page.getByRole('button', { name: new RegExp(words('transport', 'riders')) }).click()
  const more = (rider: string) =>
    page.getByRole('button', { name: words('transport', 'ridersMore', { rider }), exact: true })
  await more(words('transport', 'rider_adult')).click()
  await more(words('transport', 'rider_child')).click()
  await page.getByRole('button', { name: words('transport', 'ridersDone') }).click()
  await look(visitor)
  await page.getByRole('button', { name: words('transport', 'search'), exact: true }).click()
  await page.waitForURL(/\/railway\/search\?/)
  await journeys(visitor).first().waitFor()
  await look(visitor)
  await reloaded(visitor)
  await journeys(visitor).first().click()
  await page.waitForURL(/there=/)
  await journeys(visitor).first().click()
  await page.waitForURL(/back=/)
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('back'))
  await page.goForward()
  await page.waitForURL(/back=/)
  await look(visitor)
  await page.getByRole('button', { name: words('transport', 'continueSeats'), exact: true }).click()

  await page.waitForURL(/\/railway\/seatmap\?orderKey=/)
  await look(visitor)
  await reloaded(visitor)
  const yours = page.locator('.coach-seat-yours')
  const free = page.locator('.coach-seat-free')
  const target = free.nth(3)
  const label = await target.innerText()
  await target.click()
  await yours.filter({ hasText: new RegExp(`^${label}$`) }).waitFor()
  // The list buys as well, by keyboard alone.
  await page.locator('summary', { hasText: words('transport', 'seatList') }).focus()
  await page.keyboard.press('Enter')
  const take = page.getByRole('button', { name: /^Take seat/ }).last()
  const taken = /Take seat (.+)/.exec((await take.getAttribute('aria-label')) ?? '')?.[1]
  await take.focus()
  await page.keyboard.press('Enter')
  await page
    .getByText(new RegExp(`seat ${taken}$`))
    .first()
    .waitFor()
  await page.getByRole('link', { name: words('transport', 'continueSeats'), exact: true }).click()
  await page.waitForURL(/part=1/)
  await page.getByRole('link', { name: words('transport', 'toPassengers') }).click()

  await page.waitForURL(/\/railway\/datafilling/)
  await hydrated(page)
  // Three people, although there are six tickets.
  const choice = page.getByLabel(words('orders', 'chooseSaved'))
  await expect.poll(() => choice.count()).toBe(3)
  await fillPassenger(visitor, 0, {
    given: 'Nino',
    family: 'Beridze',
    birth: '1990-02-28',
    number: '09AB12345',
  })
  await fillPassenger(visitor, 1, {
    given: 'Giorgi',
    family: 'Beridze',
    birth: '1988-01-05',
    number: '09AB54321',
  })
  await fillPassenger(visitor, 2, {
    given: 'Luka',
    family: 'Beridze',
    birth: '2018-06-01',
    number: '1234567',
  })
  await look(visitor)
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  await fillBuyer(visitor, 'family@example.ge')
  await payButton(visitor).click()
  await payWith(visitor, cards.approved)
  await page.waitForURL(/\/result/)
  await page
    .getByRole('link', { name: words('orders', 'toTickets') })
    .first()
    .waitFor()
  expect(visitor.complaints).toEqual([])
})

test('a bus on a phone, in Georgian, with baggage', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page, words } = visitor
  await visitor.open('/georgianbus')
  await look(visitor)
  const path = `/georgianbus/search?from=kutaisi-airport&to=tbilisi&date=${dayIn(8)}&adults=1`
  await visitor.open(path)
  await hydrated(page)
  await look(visitor)
  await journeys(visitor).first().click()
  await page.waitForURL(/there=/)
  const bag = page.getByRole('button', { name: /: ერთით მეტი$/ }).first()
  await bag.click()
  await page.waitForURL(/bags=/)
  await reloaded(visitor)
  await look(visitor)
  await page.getByRole('button', { name: words('transport', 'continueSeats'), exact: true }).click()
  await page.waitForURL(/orderKey=/)
  await look(visitor)
  expect(visitor.complaints).toEqual([])
})

test('a search that says nothing leads to the start; a day that is over, to today', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await visitor.open('/railway/search')
  expect(addressOf(page)).toBe('/en/railway')
  await visitor.open('/railway/search?from=tbilisi&to=batumi&date=2020-01-01')
  expect(addressOf(page)).toContain(`date=${dayIn(0)}`)
  await visitor.open(`/railway/search?from=nowhere&to=batumi&date=${dayIn(3)}`)
  await page.getByText(visitor.words('transport', 'unknownTitle')).waitFor()
  expect(visitor.complaints).toEqual([])
})
