/**
 * Goal: what a carrier's staff change in the back office is what buyers see: a sale that is stopped and resumed, and a
 * fare that is compared before it is saved. Method: a carrier and a buyer with a browser each, on one train.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMajor } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs, dayIn } from './support/test-data.ts'
import { nightTest } from './support/tiers.ts'
import { beginningOf, wordsOf, type Words } from './support/texts.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  localeOr,
  newVisitor,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'
import { writtenPage } from './support/written.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Names that are content. */
const train = { ka: 'მატარებელი 870', en: 'Train 870' }
const zugdidi = { ka: 'ზუგდიდი', en: 'Zugdidi' }
const station = { ka: 'თბილისის ცენტრალური სადგური', en: 'Tbilisi Central Station' }
const suburban = { ka: 'ელექტრომატარებელი', en: 'Suburban train' }
const firstClass = { ka: /(?<!I)I კლასი/, en: /First class/ }
const secondClass = { ka: 'II კლასი', en: 'Second class' }
const veteran = { ka: 'ვეტერანი', en: 'Veteran' }
const panorama = { ka: 'პანორამული', en: 'Panorama' }
const nightTrain = { ka: 'ახალი ღამის მატარებელი', en: 'New night train' }

/** No other journey travels on this day. */
const day = dayIn(17)

async function openCarrier(): Promise<Visitor> {
  const visitor = await newVisitor(browser)
  const email = 'georgian-railway@bileti.example'
  await callAs(visitor, '/v2/merchantusers/token', { email, password: 'bileti-georgian-railway' })
  return visitor
}

/** Selects the line to Zugdidi. */
async function selectLine({ page, locale }: Visitor, label: string): Promise<void> {
  const line = page.getByLabel(label, { exact: true })
  const option = line.locator('option', { hasText: zugdidi[locale] }).first()
  await line.selectOption(await option.getAttribute('value'))
}

/** The list of trains that buyers see. */
const listOf = (date: string) => `/railway/search?from=tbilisi&to=zugdidi&date=${date}&adults=1`

/** The language in which buyers read. */
const buyers = localeOr('en')
const read = wordsOf(buyers)

/** The train as the list that the server writes shows it now. */
async function shownTrain(date = day): Promise<string> {
  const { html } = await writtenPage(localizedPath(buyers, listOf(date)))
  const [, ...cards] = html.split('<li class="card')
  const texts = cards.map((card) => (card.split('</ol>', 1)[0] ?? '').replaceAll(/<[^>]*>/g, ' '))
  const shown = texts.find((text) => text.includes(train[buyers]))
  if (shown === undefined) throw new Error(`${train[buyers]} is not in the list of ${date}`)
  // Not the spaces within an amount, which are of another kind.
  return shown.replaceAll(/ +/g, ' ')
}

async function expectShown(text: string | RegExp): Promise<void> {
  await expect.poll(() => shownTrain(), { timeout: 20_000, interval: 500 }).toMatch(text)
}

test('a sale that staff stop is closed for buyers until they resume it', async () => {
  const [carrier, buyer] = await Promise.all([
    openCarrier(),
    newVisitor(browser, { viewport: phone }),
  ])
  const { page, words, locale } = carrier
  const say = (key: Parameters<typeof words<'transportOffice'>>[1]) => words('transportOffice', key)
  await expectShown(/₾/)

  await carrier.open(`/merchant/runs?day=${day}&text=870`)
  await hydrated(page)
  await expectAccessible(page, ['light'])
  const line = page.getByRole('main').getByRole('row').filter({ hasText: train[locale] })
  await line.getByRole('checkbox').check()
  // What is selected remains selected in another order.
  const sold = page.getByRole('columnheader', { name: say('sold') })
  await sold.getByRole('link').click()
  await sold.and(page.locator('[aria-sort=descending]')).waitFor()
  await page
    .getByRole('button', { name: words('transportOffice', 'stopSelected', { count: 1 }) })
    .click()
  await line.getByText(say('sale-stopped')).waitFor()
  await photograph(page, 'runs')
  await expectShown(read('transport', 'sale_closed'))
  expect(await shownTrain()).not.toContain('₾')
  await buyer.open(listOf(day))
  const gone = beginningOf(buyer.words('transport', 'goneTitle', { count: '\u0000' }))
  expect(await buyer.page.getByText(gone).count()).toBe(0)
  await expectAccessible(buyer.page, ['light'])
  await expectNoHorizontalScroll(buyer.page)

  await line.getByRole('link').click()
  // The list has a button of the same name.
  await page.getByRole('heading', { level: 1, name: train[locale] }).waitFor()
  await page.getByRole('button', { name: say('resumeSale') }).click()
  await page.getByRole('button', { name: say('stopSale') }).waitFor()
  await expectAccessible(page, ['light'])
  await expectShown(/₾/)
  expect([...carrier.complaints, ...buyer.complaints]).toEqual([])
})

test('a fare is compared first, and charged once it is saved', async () => {
  const carrier = await openCarrier()
  const { page, words, locale } = carrier
  const say = (key: Parameters<typeof words<'transportOffice'>>[1]) => words('transportOffice', key)
  const before = await shownTrain()
  expect(before).not.toContain('76')

  await carrier.open('/merchant/fares')
  await hydrated(page)
  await selectLine(carrier, say('line'))
  await page.getByRole('button', { name: say('showLine') }).click()
  await page.getByLabel(say('fareFrom'), { exact: true }).selectOption({ label: station[locale] })
  await page.getByLabel(say('fareDate')).fill(day)
  await page.getByRole('button', { name: say('showFares') }).click()
  await page.waitForURL(new RegExp(`date=${day}`))
  await hydrated(page)
  const cell = { name: secondClass[locale], to: zugdidi[locale] }
  await page.getByLabel(beginningOf(words('transportOffice', 'fareCell', cell))).fill('76.50')
  await page.getByLabel(say('fareValidUntil')).fill(day)
  await page.getByLabel(say('fareBothWays')).uncheck()
  await page
    .getByRole('button', { name: words('transportOffice', 'faresCheck', { count: 1 }) })
    .click()
  // The train in the opposite direction is not concerned.
  await page.getByText(words('transportOffice', 'fareEffects', { count: 1, runs: 1 })).waitFor()
  await photograph(page, 'fares-compared')
  await expectAccessible(page, ['light'])
  expect(await shownTrain()).toBe(before)

  await page.getByRole('button', { name: say('faresSave') }).click()
  await page.getByText(say('faresSaved')).waitFor()
  await expectShown(formatMajor(buyers, 77.5))
  expect(carrier.complaints).toEqual([])
})

nightTest(
  'a vehicle that is assigned to a departure is the one buyers travel in from that day on',
  async () => {
    const carrier = await openCarrier()
    const { page, words, locale } = carrier
    const say = (key: Parameters<typeof words<'assignOffice'>>[1]) => words('assignOffice', key)
    // Later than the days of the other journeys.
    const later = dayIn(25)
    const shown = () => shownTrain(later)
    expect(await shown()).toMatch(firstClass[buyers])
    await carrier.open('/merchant/vehicles')
    await hydrated(page)
    await page.getByRole('link', { name: words('transportOffice', 'vehiclesAssign') }).click()
    await selectLine(carrier, say('line'))
    await page.getByRole('button', { name: say('showLine') }).click()
    await page.getByLabel(beginningOf(train[locale])).check()
    const vehicle = page.getByLabel(say('vehicle'), { exact: true })
    await vehicle.selectOption(
      await vehicle.locator('option', { hasText: suburban[locale] }).getAttribute('value'),
    )
    await page.getByLabel(say('from')).fill(later)
    await page.getByRole('button', { name: say('check') }).click()
    await page.getByText(words('assignOffice', 'effectTrips', { count: 1 })).waitFor()
    await photograph(page, 'vehicle-assigned')
    await expectAccessible(page, ['light', 'dark'])
    expect(await shown()).toMatch(firstClass[buyers])
    await page.getByRole('button', { name: say('save') }).click()
    await page.getByText(say('saved')).waitFor()
    await expect.poll(shown, { timeout: 20_000, interval: 500 }).not.toMatch(firstClass[buyers])
    expect(await shown()).toContain('₾')
    expect(carrier.complaints).toEqual([])
  },
)

test('a vehicle is drawn from a preset, checked and saved', async () => {
  const carrier = await openCarrier()
  const { page, words, locale } = carrier
  const say = (key: Parameters<typeof words<'vehicleForm'>>[1]) => words('vehicleForm', key)
  const label = (key: Parameters<typeof say>[0]) => page.getByLabel(say(key), { exact: true })
  const figures = (places: number, sold: number) =>
    page.getByText(words('vehicleForm', 'figures', { places, sold })).waitFor()
  await carrier.open('/merchant/vehicles/new')
  await hydrated(page)
  await label('preset').selectOption('compartments')
  await page.getByRole('button', { name: say('presetUse') }).click()
  await figures(36, 36)
  await page.getByText(say('problem-names')).waitFor()
  await label('nameKa').fill(nightTrain.ka)
  await label('nameEn').fill(nightTrain.en)
  await label('code').fill('night-2')
  const second = `${words('transport', 'seat', { seat: '2' })},`
  await page.getByRole('button', { name: beginningOf(second) }).click()
  await label('seatLabel').fill('1')
  const twice = { coach: 1, seats: '1' }
  await page.getByText(words('vehicleForm', 'problem-SeatLabelTwice', twice)).waitFor()
  await photograph(page, 'vehicle-problems')
  await label('seatLabel').fill('2')
  await label('keptBack').check()
  await figures(36, 35)
  await page.getByRole('button', { name: say('coachCopy') }).click()
  await figures(72, 70)
  await expectAccessible(page, ['light', 'dark'])
  await page.getByRole('button', { name: say('save') }).click()
  await page.getByRole('heading', { name: nightTrain[locale] }).waitFor()
  expect(carrier.complaints).toEqual([])
})

/** Texts of the page of the terms, whose fields are named with their row and whose buttons with their section. */
function wordsOfTerms(words: Words) {
  const say = (key: Parameters<typeof words<'termsOffice'>>[1]) => words('termsOffice', key)
  return {
    say,
    fieldOf: (name: string, key: Parameters<typeof say>[0]) =>
      words('termsOffice', 'fieldOf', { name, label: say(key) }),
    named: (key: Parameters<typeof say>[0], name: string) => words('termsOffice', key, { name }),
    buttonOf: (action: 'check' | 'save', section: 'steps' | 'riders') =>
      `${say(action)}: ${say(section)}`,
  }
}

test('a price step is compared first, and charged once it is saved', async () => {
  const carrier = await openCarrier()
  const { page, words } = carrier
  const { say, fieldOf, buttonOf } = wordsOfTerms(words)
  // No other journey travels on this day.
  const later = dayIn(21)
  const shown = () => shownTrain(later)
  const before = await shown()
  await carrier.open('/merchant/terms')
  await hydrated(page)
  const add = page.getByRole('button', { name: say('stepAdd') })
  await add.waitFor()
  const step = (number: number | string) => words('termsOffice', 'stepName', { number })
  const kinds = new RegExp(`^${fieldOf(step(String.raw`\d+`), 'stepKind')}$`)
  const name = step((await page.getByLabel(kinds).count()) + 1)
  await add.click()
  const field = (key: Parameters<typeof say>[0]) =>
    page.getByLabel(fieldOf(name, key), { exact: true })
  await field('stepKind').selectOption('season')
  await selectLine(carrier, fieldOf(name, 'stepLine'))
  await field('stepFrom').fill(later.slice(5))
  await field('stepTo').fill(later.slice(5))
  await field('stepPercent').fill('300')
  await selectLine(carrier, say('exampleLine'))
  await page.getByLabel(say('exampleDate')).fill(later)
  await page.getByRole('button', { name: buttonOf('check', 'steps') }).click()
  await page.getByText('→').first().waitFor()
  // What stays as it is, is not listed.
  const unset = { hours: 20, percent: '\u0000', before: '', amount: '\u0000' }
  for (const key of [
    'exampleBackChanged',
    'exampleChange',
    'exampleFreeChange',
    'exampleNoChange',
  ] as const)
    expect(await page.getByText(beginningOf(words('termsOffice', key, unset))).count()).toBe(0)
  await photograph(page, 'terms-step')
  await expectAccessible(page, ['light', 'dark'])
  expect(await shown()).toBe(before)
  await page.getByRole('button', { name: buttonOf('save', 'steps') }).click()
  await page.getByText(say('saved')).waitFor()
  await expect.poll(shown, { timeout: 20_000, interval: 500 }).not.toBe(before)
  expect(carrier.complaints).toEqual([])
})

nightTest('a kind of passenger is added, and sold no more, on the page of the terms', async () => {
  const carrier = await openCarrier()
  const { page, words, locale } = carrier
  const { say, fieldOf, named, buttonOf } = wordsOfTerms(words)
  const button = (name: string) => page.getByRole('button', { name })
  await carrier.open('/merchant/terms')
  await hydrated(page)
  await button(say('riderAdd')).click()
  const blank = words('termsOffice', 'newRider', { number: 1 })
  await page.getByLabel(fieldOf(blank, 'nameKa')).fill(veteran.ka)
  await page.getByLabel(fieldOf(blank, 'nameEn')).fill(veteran.en)
  await page.getByLabel(fieldOf(blank, 'riderDiscount')).fill('30')
  await button(buttonOf('check', 'riders')).click()
  const price = words('termsOffice', 'priceOf', { rider: veteran[locale], name: '' })
  await page.getByText(price).first().waitFor()
  await photograph(page, 'terms-rider')
  await expectAccessible(page, ['light', 'dark'])
  await button(buttonOf('save', 'riders')).click()
  await button(named('retireNamed', veteran[locale])).click()
  await button(buttonOf('check', 'riders')).click()
  await page
    .locator('b', { hasText: say('exampleNotSold') })
    .first()
    .waitFor()
  await photograph(page, 'terms-rider-retired')
  await page.getByLabel(say('classKa')).fill(panorama.ka)
  await page.getByLabel(say('classEn')).fill(panorama.en)
  await button(say('classAdd')).click()
  const remove = button(named('classRemove', panorama[locale]))
  await remove.waitFor()
  await photograph(page, 'terms-class')
  await remove.click()
  await button(buttonOf('save', 'riders')).click()
  await button(buttonOf('save', 'riders')).waitFor({ state: 'detached' })
  await page.reload()
  await button(named('restoreNamed', veteran[locale])).waitFor()
  expect(carrier.complaints).toEqual([])
})
