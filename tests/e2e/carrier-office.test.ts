/**
 * Goal: what a carrier's staff change in the back office is what buyers see: a sale that is stopped and resumed, and a
 * fare that is compared before it is saved. Method: a carrier and a buyer with a browser each, on one train.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import {
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const train = 'Train 870'
/** No other journey travels on this day. */
const day = new Date(Date.now() + 17 * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
const search = `/railway/search?from=tbilisi&to=zugdidi&date=${day}&adults=1`

async function openCarrier(): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page } = visitor
  await visitor.open('/merchant')
  await hydrated(page)
  await page.getByLabel('E-mail').fill('georgian-railway@bileti.example')
  await page.getByLabel('Password', { exact: true }).fill('bileti-georgian-railway')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).waitFor()
  return visitor
}

/** The train as the buyer's list shows it now; departures that have left are not in this list. */
async function shownTrain(buyer: Visitor): Promise<string> {
  const { page } = buyer
  await buyer.open(search)
  return page.locator('main ol > li').filter({ hasText: train }).first().innerText()
}

async function expectShown(buyer: Visitor, text: string | RegExp): Promise<void> {
  await expect.poll(() => shownTrain(buyer), { timeout: 20_000, interval: 1_000 }).toMatch(text)
}

test('a sale that staff stop is closed for buyers until they resume it', async () => {
  const [carrier, buyer] = await Promise.all([
    openCarrier(),
    newVisitor(browser, { locale: 'en', viewport: phone }),
  ])
  const { page } = carrier
  await expectShown(buyer, /₾/)

  await carrier.open(`/merchant/runs?day=${day}&text=870`)
  await hydrated(page)
  await expectAccessible(page, ['light'])
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: train })
  await line.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Stop the sale of the selected (1)' }).click()
  await line.getByText('Sale stopped').waitFor()
  await expectShown(buyer, 'Sales have closed')
  expect(await shownTrain(buyer)).not.toContain('₾')
  await hydrated(buyer.page)
  expect(await buyer.page.getByText('Earlier today').count()).toBe(0)
  await expectAccessible(buyer.page, ['light'])
  await expectNoHorizontalScroll(buyer.page)

  await line.getByRole('link').click()
  await page.getByRole('button', { name: 'Resume the sale' }).click()
  await page.getByRole('button', { name: 'Stop the sale' }).waitFor()
  await expectAccessible(page, ['light'])
  await expectShown(buyer, /₾/)
  expect([...carrier.complaints, ...buyer.complaints]).toEqual([])
})

test('a fare is compared first, and charged once it is saved', async () => {
  const [carrier, buyer] = await Promise.all([
    openCarrier(),
    newVisitor(browser, { locale: 'en', viewport: desktop }),
  ])
  const { page } = carrier
  const before = await shownTrain(buyer)
  expect(before).not.toContain('76')

  await carrier.open('/merchant/fares')
  await hydrated(page)
  const line = page.getByLabel('Line', { exact: true })
  await line.selectOption(
    await line.locator('option', { hasText: 'Zugdidi' }).first().getAttribute('value'),
  )
  await page.getByRole('button', { name: 'Show the line' }).click()
  await page.getByLabel('From', { exact: true }).selectOption({ label: 'Tbilisi Central Station' })
  await page.getByLabel('Day of travel').fill(day)
  await page.getByRole('button', { name: 'Show fares' }).click()
  await page.waitForURL(new RegExp(`date=${day}`))
  await hydrated(page)
  await page.getByLabel(/^Second class, to Zugdidi/).fill('76.50')
  await page.getByLabel('Until the day (optional)').fill(day)
  await page.getByLabel('Also in the opposite direction').uncheck()
  await page.getByRole('button', { name: 'Compare 1 changed price' }).click()
  await page.getByText('1 price changes', { exact: false }).waitFor()
  await photograph(page, 'fares-compared')
  await expectAccessible(page, ['light'])
  expect(await shownTrain(buyer)).toBe(before)

  await page.getByRole('button', { name: 'Save these fares' }).click()
  await page.getByText('The fares are saved.').waitFor()
  await expectShown(buyer, /77\.50/)
  expect([...carrier.complaints, ...buyer.complaints]).toEqual([])
})

test('a vehicle that is assigned to a departure is the one buyers travel in from that day on', async () => {
  const [carrier, buyer] = await Promise.all([
    openCarrier(),
    newVisitor(browser, { locale: 'en', viewport: phone }),
  ])
  const { page } = carrier
  // Later than the days of the other journeys.
  const later = new Date(Date.now() + 25 * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
  const shown = async (): Promise<string> => {
    await buyer.open(`/railway/search?from=tbilisi&to=zugdidi&date=${later}&adults=1`)
    return buyer.page.locator('main ol > li').filter({ hasText: train }).first().innerText()
  }
  expect(await shown()).toContain('First class')
  await carrier.open('/merchant/vehicles')
  await hydrated(page)
  await page.getByRole('link', { name: 'Assign vehicles to lines' }).click()
  const line = page.getByLabel('Line', { exact: true })
  await line.selectOption(
    await line.locator('option', { hasText: 'Zugdidi' }).first().getAttribute('value'),
  )
  await page.getByRole('button', { name: 'Show the line' }).click()
  await page.getByLabel(new RegExp(`^${train}`)).check()
  const vehicle = page.getByLabel('Vehicle', { exact: true })
  await vehicle.selectOption(
    await vehicle.locator('option', { hasText: 'Suburban train' }).getAttribute('value'),
  )
  await page.getByLabel('From the day').fill(later)
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('One departure has another vehicle from then on.').waitFor()
  await photograph(page, 'vehicle-assigned')
  await expectAccessible(page, ['light', 'dark'])
  expect(await shown()).toContain('First class')
  await page.getByRole('button', { name: 'Assign the vehicle' }).click()
  await page.getByText('The vehicle is assigned.').waitFor()
  await expect.poll(shown, { timeout: 20_000, interval: 1_000 }).not.toContain('First class')
  expect(await shown()).toContain('₾')
  expect([...carrier.complaints, ...buyer.complaints]).toEqual([])
})

test('a vehicle is drawn from a preset, checked and saved', async () => {
  const carrier = await openCarrier()
  const { page } = carrier
  await carrier.open('/merchant/vehicles/new')
  await hydrated(page)
  await page.getByLabel('Kind of vehicle').selectOption('compartments')
  await page.getByRole('button', { name: 'Draw it' }).click()
  await page.getByText('36 places, of which 36 are sold to everybody').waitFor()
  await page.getByText('Name the vehicle in both languages.').waitFor()
  await page.getByLabel('Name in Georgian').fill('ახალი ღამის მატარებელი')
  await page.getByLabel('Name in English').fill('New night train')
  await page.getByLabel('Code of your own').fill('night-2')
  await page.getByRole('button', { name: /^Seat 2,/ }).click()
  await page.getByLabel('Number of the seat').fill('1')
  await page.getByText('Coach 1: the same number twice: 1').waitFor()
  await photograph(page, 'vehicle-problems')
  await page.getByLabel('Number of the seat').fill('2')
  await page.getByLabel('Kept back from sale').check()
  await page.getByText('36 places, of which 35 are sold to everybody').waitFor()
  await page.getByRole('button', { name: 'Add a copy of this coach' }).click()
  await page.getByText('72 places, of which 70 are sold to everybody').waitFor()
  await expectAccessible(page, ['light', 'dark'])
  await page.getByRole('button', { name: 'Save the vehicle' }).click()
  await page.getByRole('heading', { name: 'New night train' }).waitFor()
  expect(carrier.complaints).toEqual([])
})

test('a price step is compared first, and charged once it is saved', async () => {
  const [carrier, buyer] = await Promise.all([
    openCarrier(),
    newVisitor(browser, { locale: 'en', viewport: desktop }),
  ])
  const { page } = carrier
  // No other journey travels on this day.
  const later = new Date(Date.now() + 21 * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
  const shown = async (): Promise<string> => {
    await buyer.open(`/railway/search?from=tbilisi&to=zugdidi&date=${later}&adults=1`)
    return buyer.page.locator('main ol > li').filter({ hasText: train }).first().innerText()
  }
  const before = await shown()
  await carrier.open('/merchant/terms')
  await hydrated(page)
  const add = page.getByRole('button', { name: 'Add a step' })
  await add.waitFor()
  const number = (await page.getByLabel(/^Step \d+: Kind$/).count()) + 1
  await add.click()
  await page.getByLabel(`Step ${number}: kind`).selectOption('season')
  const line = page.getByLabel(`Step ${number}: line`)
  await line.selectOption(
    await line.locator('option', { hasText: 'Zugdidi' }).first().getAttribute('value'),
  )
  await page.getByLabel(`Step ${number}: from`).fill(later.slice(5))
  await page.getByLabel(`Step ${number}: to`).fill(later.slice(5))
  await page.getByLabel(`Step ${number}: percent of the fare`).fill('300')
  const example = page.getByLabel('Line', { exact: true })
  await example.selectOption(
    await example.locator('option', { hasText: 'Zugdidi' }).first().getAttribute('value'),
  )
  await page.getByLabel('Day of travel').fill(later)
  await page.getByRole('button', { name: 'Compare: Price steps' }).click()
  await page.getByText('→').first().waitFor()
  // What stays as it is, is not listed.
  expect(await page.getByText('20 h before the departure').count()).toBe(0)
  await photograph(page, 'terms-step')
  await expectAccessible(page, ['light', 'dark'])
  expect(await shown()).toBe(before)
  await page.getByRole('button', { name: 'Save: Price steps' }).click()
  await page.getByText('The terms are saved.').waitFor()
  await expect.poll(shown, { timeout: 20_000, interval: 1_000 }).not.toBe(before)
  expect([...carrier.complaints, ...buyer.complaints]).toEqual([])
})

test('a kind of passenger is added, and sold no more, on the page of the terms', async () => {
  const carrier = await openCarrier()
  const { page } = carrier
  await carrier.open('/merchant/terms')
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a kind of passenger' }).click()
  const blank = 'New kind of passenger 1'
  await page.getByLabel(`${blank}: name in Georgian`).fill('ვეტერანი')
  await page.getByLabel(`${blank}: name in English`).fill('Veteran')
  await page.getByLabel(`${blank}: discount, percent`).fill('30')
  await page.getByRole('button', { name: 'Compare: Passengers' }).click()
  await page.getByText('Veteran, ').first().waitFor()
  await photograph(page, 'terms-rider')
  await expectAccessible(page, ['light', 'dark'])
  await page.getByRole('button', { name: 'Save: Passengers' }).click()
  await page.getByRole('button', { name: 'Stop selling: Veteran' }).click()
  await page.getByRole('button', { name: 'Compare: Passengers' }).click()
  await page.getByText('no longer sold').first().waitFor()
  await photograph(page, 'terms-rider-retired')
  await page.getByLabel('New class: name in Georgian').fill('პანორამული')
  await page.getByLabel('New class: name in English').fill('Panorama')
  await page.getByRole('button', { name: 'Add the class' }).click()
  await page.getByRole('button', { name: 'Remove the class: Panorama' }).waitFor()
  await photograph(page, 'terms-class')
  await page.getByRole('button', { name: 'Remove the class: Panorama' }).click()
  await page.getByRole('button', { name: 'Save: Passengers' }).click()
  await page.getByRole('button', { name: 'Save: Passengers' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Sell again: Veteran' }).waitFor()
  expect(carrier.complaints).toEqual([])
})
