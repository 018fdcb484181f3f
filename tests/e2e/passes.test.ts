/**
 * Goal: a pass is bought and pays for a ticket, and its holder sees its uses; one is given away by a link and pays
 * for a film and a bus, and a returned ticket restores its use; a third one is used up at its door; an organiser reads
 * the sales. Method: customers on a desktop and on a phone, in both languages; staff of the demo's organiser.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { splitLocale } from '#kernel/locale.ts'
import { demoManager } from '../../db/seeds/demo-staff.ts'
import { isNightly } from '../support/tier.ts'
import { signIn } from './support/account.ts'
import { fillPassenger, journeys } from './support/journeys.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs, dayIn, withDatabase } from './support/test-data.ts'
import { counted } from './support/texts.ts'
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
  payByCard,
  payWith,
  phone,
  startBrowser,
  ticketsLink,
  type Visitor,
} from './support/visitor.ts'

/** Names that are content. */
const evenings = { ka: 'ათი საღამო', en: 'Ten evenings' }
const museum = { ka: 'მუზეუმის აბონემენტი', en: 'Museum pass' }
const companion = { ka: 'მეგზური', en: 'Companion' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

test('buys a pass, pays for a show’s ticket, and shows its uses', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  const say = (key: Parameters<typeof words<'multipass'>>[1]) => words('multipass', key)
  await visitor.open('/multipass')
  await hydrated(page)
  if (isNightly) await expectAccessible(page)
  await page
    .getByRole('button', { name: words('multipass', 'buyNamed', { name: evenings[locale] }) })
    .click()
  await page.waitForURL(/\/checkout\//)
  await hydrated(page)
  await fillBuyer(visitor, 'passes@bileti.example')
  await payByCard(visitor)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Its page has the days it is valid, and neither a calendar nor a map: a pass has no day and no place.
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.waitForURL(/\/account\/orders\//)
  await page.getByRole('link', { name: words('tickets', 'passPage') }).waitFor()
  expect(await page.getByText(/\d{4} – .*\d{4}/).count()).toBeGreaterThan(0)
  expect(await page.locator('main time').count()).toBe(0)
  for (const missing of [words('tickets', 'addToCalendar'), words('tickets', 'map'), say('place')])
    expect(await page.locator('main').getByText(missing, { exact: true }).count()).toBe(0)
  await photograph(page, 'pass-bought')
  if (isNightly) await expectAccessible(page)

  await goToCheckout(visitor, 'abesalom-and-eteri')
  await page.getByRole('link', { name: words('orders', 'payWithPass') }).click()
  await page.waitForURL(/\/multipass\/use\//)
  await hydrated(page)
  const steps: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/multipass/check?')) steps.push('checked')
  })
  page.on('request', (request) => {
    if (request.url().includes('/multipass/reserve')) steps.push('reserve')
  })
  await page.getByRole('button', { name: say('payWithPass'), exact: true }).click()
  const lineOf = (name: string, number: string) =>
    new RegExp(words('multipass', 'lineUse', { name, number }).trim())
  await page
    .getByText(lineOf(evenings[locale], String.raw`•••• \d{4}`))
    .first()
    .waitFor()
  expect(steps).toEqual(['checked', 'reserve'])
  await expectAccessible(page)
  await page.getByRole('button', { name: say('takeOff') }).click()
  await expect.poll(() => page.getByText(lineOf('', '')).count()).toBe(0)

  await visitor.open('/multipass')
  await page.getByText(words('multipass', 'usesLeft', { left: 10, all: 10 })).waitFor()
  await photograph(page, 'pass-own')
  await expectNoHorizontalScroll(page)
  expect(visitor.complaints).toEqual([])
})

nightTest(
  'gives away a pass that pays for a film and a bus, and restores a use after a return',
  async () => {
    const operator = await newVisitor(browser, { locale: localeOr('ka') })
    const office = (key: Parameters<typeof operator.words<'multipassOffice'>>[1]) =>
      operator.words('multipassOffice', key)
    await operator.open('/operator/passes')
    await signIn(operator, 'operator@bileti.example', 'bileti-operator')
    await operator.page.waitForURL(/\/operator\/passes/)
    await hydrated(operator.page)
    await operator.page.getByText(office('add')).click()
    const { ka: nameKa, en: nameEn } = companion
    const typed = { nameKa, nameEn, descriptionKa: 'ყველაფერზე', uses: '3' }
    const more = { descriptionEn: 'For anything', price: '60', usesPerOrderMax: '3' }
    for (const [name, value] of Object.entries({ ...typed, ...more }))
      await operator.page.locator(`[name="${name}"]`).first().fill(value)
    await operator.page.locator('[name="validUntil"]').first().fill(dayIn(300))
    await expectAccessible(operator.page, ['light'])
    await operator.page
      .getByRole('button', { name: office('save') })
      .first()
      .click()
    await operator.page.getByText(companion[operator.locale], { exact: true }).first().waitFor()

    const giver = await newVisitor(browser, { locale: localeOr('ka') })
    const name = companion[giver.locale]
    await giver.open('/multipass')
    await hydrated(giver.page)
    await giver.page
      .getByRole('button', { name: giver.words('multipass', 'buyNamed', { name }) })
      .last()
      .click()
    await giver.page.waitForURL(/\/checkout\//)
    await hydrated(giver.page)
    await fillBuyer(giver, 'giver@bileti.example')
    await payButton(giver).click()
    await payWith(giver, cards.approved)
    await giver.page
      .getByRole('link', { name: giver.words('orders', 'toTickets') })
      .first()
      .click()
    await giver.page.waitForURL(/\/account\/orders\//)
    await giver.page.getByText(name).first().waitFor()
    const receiver = await newVisitor(browser, { viewport: phone })
    const left = (uses: number) =>
      receiver.page.getByText(receiver.words('multipass', 'usesLeft', { left: uses, all: 3 }))
    await give(giver, receiver)
    await receiver.open('/multipass')
    await left(3).waitFor()
    await expectNoHorizontalScroll(receiver.page)
    await expectAccessible(receiver.page)
    // The giver no longer sees its number.
    await giver.open('/multipass')
    await giver.page.getByRole('heading', { name: giver.words('multipass', 'soldTitle') }).waitFor()
    expect(await giver.page.getByText(giver.words('multipass', 'ownTitle')).count()).toBe(0)

    await holdFilm(receiver)
    await payByPass(receiver)
    await holdBus(receiver)
    await payByPass(receiver)
    await returnBus(receiver)
    await receiver.open('/multipass')
    await left(1).waitFor()
    await receiver.page.getByText(receiver.words('multipass', 'entryReturned')).waitFor()
    await expectNoHorizontalScroll(receiver.page)
    const complaints = [operator, giver, receiver].flatMap((visitor) => visitor.complaints)
    expect(complaints).toEqual([])
  },
)

/** By a link that is accepted in another browser. */
async function give(giver: Visitor, receiver: Visitor): Promise<void> {
  const { page, words } = giver
  await page.locator('article button[popovertarget]').first().click()
  await page.getByRole('menuitem', { name: words('tickets', 'actionPassOn'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words('tickets', 'actionPassOn') })
  await photograph(page, 'pass-gift')
  await dialog.getByRole('button', { name: words('passing', 'makeLink') }).click()
  const link = await dialog
    .getByRole('textbox', { name: words('passing', 'aLink'), exact: true })
    .inputValue()
  await photograph(page, 'pass-gift-link')
  const { pathname, hash } = new URL(link)
  await receiver.open(splitLocale(pathname).path + hash)
  // A pass is not called a ticket.
  const { words: read } = receiver
  const title = read('passing', 'giftTitle', { name: 'N', count: 1, kind: 'pass' }).slice(1)
  await receiver.page.getByRole('heading', { level: 1, name: title }).waitFor()
  await photograph(receiver.page, 'pass-gift-offer')
  await receiver.page
    .getByRole('button', { name: receiver.words('passing', 'takeOver'), exact: true })
    .click()
  await receiver.page
    .getByRole('link', { name: receiver.words('passing', 'toMyTickets', { kind: 'pass' }) })
    .waitFor()
  await photograph(receiver.page, 'pass-gift-taken')
}

interface Showtimes {
  readonly dates: readonly string[]
  readonly showtimes: readonly {
    readonly session: number
    readonly showId: number
    readonly placesLeft: number
    readonly capacity: number
  }[]
  readonly films: readonly { readonly showId: number; readonly ageLimit: number }[]
}

/** Holds the two best seats of a screening for all ages: one use each. */
async function holdFilm(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  const { url } = inject('shop')
  const ask = async (query: string) =>
    (await (await fetch(`${url}/v2/movies/showtimes${query}`)).json()) as Showtimes
  const { dates } = await ask('')
  const { showtimes, films } = await ask(`?date=${dates[2]}`)
  const forAll = new Set(films.flatMap(({ showId, ageLimit }) => (ageLimit < 18 ? [showId] : [])))
  const screening = showtimes.find(
    ({ showId, placesLeft, capacity }) => forAll.has(showId) && placesLeft > capacity / 2,
  )
  await visitor.open(`/movies/session/${screening?.session}`)
  await hydrated(page)
  await page.getByRole('button', { name: words('cinema', 'best') }).click()
  await page.getByRole('button', { name: words('cinema', 'toCheckout') }).click()
  await page.waitForURL(/\/movies\/checkout\//)
}

async function holdBus(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  const search = '/georgianbus/search?from=kutaisi-airport&to=tbilisi&adults=1'
  await visitor.open(`${search}&date=${dayIn(9)}`)
  await hydrated(page)
  await journeys(visitor).first().click()
  await page.waitForURL(/there=/)
  await page.getByRole('button', { name: words('transport', 'continueSeats'), exact: true }).click()
  await page.waitForURL(/orderKey=/)
  if (page.url().includes('seatmap'))
    await page.getByRole('link', { name: words('transport', 'toPassengers') }).click()
  await page.waitForURL(/datafilling/)
  await hydrated(page)
  const ana = { given: 'Ana', family: 'Beridze', birth: '1990-02-28', number: '09AB12345' }
  await fillPassenger(visitor, 0, ana)
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
}

/** At a checkout: uses pay the whole order. */
async function payByPass(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  await hydrated(page)
  await page.getByRole('link', { name: words('orders', 'payWithPass') }).click()
  await page.waitForURL(/\/multipass\/use\//)
  await hydrated(page)
  await page.getByRole('button', { name: words('multipass', 'payWithPass'), exact: true }).click()
  await page.getByLabel(words('multipass', 'email')).fill('companion@bileti.example')
  await page.getByLabel(words('multipass', 'terms'), { exact: true }).check()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: words('multipass', 'finish') }).click()
  await page.waitForURL(/\/result/)
  await ticketsLink(visitor).waitFor()
}

/** Returns the ticket of the most recent order. */
async function returnBus(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  await ticketsLink(visitor).click()
  await page.waitForURL(/\/account\/orders\//)
  await hydrated(page)
  await page.locator('article button[popovertarget]').first().click()
  await page.getByRole('menuitem', { name: words('tickets', 'actionCantGo') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: words('returning', 'wayReturn', { use: 'journey' }) })
    .click()
  await dialog
    .getByRole('button', { name: words('returning', 'confirmReturn', { count: 1 }) })
    .click()
  await dialog.getByText(words('returning', 'doneReturn', { count: 1 })).waitFor()
}

/** A paid pass of the demo's museum, whose ticket a door scans. */
async function buyMuseumPass(): Promise<{ productId: number; code: string }> {
  const guest = await newVisitor(browser)
  const { products } = await callAs(guest, '/v2/multipass/show')
  const { productId } = products.find((one: { name: string }) => one.name === museum.en)
  const { orderKey } = await callAs(guest, '/v2/multipass/choose', { productId })
  await guest.open(`/checkout/${orderKey}`)
  await fillBuyer(guest, 'museum@bileti.example')
  await payByCard(guest)
  const bought = async () => (await callAs(guest, '/v2/tickets')).tickets
  await expect.poll(async () => (await bought()).length).toBe(1)
  const [ticket] = await bought()
  return { productId, code: ticket.ticketIdentifier }
}

nightTest('counts the uses of a pass at its door', async () => {
  const { productId, code } = await buyMuseumPass()
  const door = await newVisitor(browser, { viewport: phone })
  const { page, words, locale } = door
  const say = (key: Parameters<typeof words<'entrance'>>[1]) => words('entrance', key)
  await door.open('/scan')
  await page.getByLabel(words('staff', 'email')).fill(demoManager.email)
  await page.getByLabel(words('staff', 'password')).fill(demoManager.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: museum[locale] }).click()
  await photograph(page, 'door-pass-place')
  await page.getByRole('button', { name: say('anyGate') }).click()
  const field = page.getByLabel(say('typedLabel'))
  await field.waitFor()
  await photograph(page, 'door-pass-station')
  const verdict = page.locator('.verdict')
  const scan = async () => {
    await field.fill(code)
    await page.getByRole('button', { name: say('check') }).click()
    await verdict.waitFor()
  }
  await scan()
  await verdict.getByRole('heading', { name: say('Admitted') }).waitFor()
  await verdict.getByText(words('entrance', 'usesLeft', { count: 7 })).waitFor()
  // Nobody is inside with a pass, and nobody is to come.
  expect(await page.getByText(say('left'), { exact: true }).count()).toBe(0)
  const counter = page.locator('dl', { hasText: say('admittedInAll') })
  await expect.poll(() => counter.locator('dd').innerText()).toBe('1')
  await photograph(page, 'door-pass-admitted')
  await page.getByRole('button', { name: say('next') }).click()

  // Without a network it still admits, as often as uses are left.
  const context = page.context()
  await context.setOffline(true)
  for (const count of [6, 5]) {
    await scan()
    await verdict.getByRole('heading', { name: say('Admitted') }).waitFor()
    await verdict.getByText(words('entrance', 'usesLeft', { count })).waitFor()
    if (count === 6) await photograph(page, 'door-pass-offline-admitted')
    await page.getByRole('button', { name: say('next') }).click()
  }
  await context.setOffline(false)
  await page.getByText(counted((count) => words('entrance', 'unsynced', { count }))).waitFor({
    state: 'detached',
  })
  const station = { source: 'multipass', itemId: productId, deviceId: crypto.randomUUID() }
  const another = { ...station, code }
  let ticketId = 0
  for (let sequence = 1; sequence < 6; sequence += 1) {
    const { outcome, ticket } = await callAs(door, '/v2/entrance/scan', { ...another, sequence })
    expect(outcome).toBe('Admitted')
    ticketId = ticket.ticketId
  }
  await scan()
  await verdict.getByRole('heading', { name: say('usedUp') }).waitFor()
  await photograph(page, 'door-pass-used-up')
  await page.getByRole('button', { name: say('next') }).click()
  // Another device has admitted somebody without a network, and without a use.
  const scannedAt = new Date().toISOString()
  const admission = { sequence: 6, scannedAt, outcome: 'Admitted', ticketId, issueNumber: 1 }
  await callAs(door, '/v2/entrance/sync', { ...station, sentAt: scannedAt, scans: [admission] })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(() => counter.locator('dd').innerText()).toBe('8')
  await page.getByRole('heading', { name: say('conflictsTitlePass') }).waitFor()
  await context.setOffline(true)
  await scan()
  await verdict.getByRole('heading', { name: say('usedUp') }).waitFor()
  await photograph(page, 'door-pass-offline-used-up')
  await page.getByRole('button', { name: say('next') }).click()
  await context.setOffline(false)
  await page.getByText(say('newestTitle')).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: say('usedUp') })
    .first()
    .waitFor()
  await photograph(page, 'door-pass-log')
  await expectAccessible(page, ['dark'])
  await page.getByRole('button', { name: say('back'), exact: true }).click()
  const cameIn = words('entrance', 'cameIn', { count: 8 })
  await page.getByRole('button', { name: museum[locale] }).getByText(cameIn).waitFor()
  await photograph(page, 'door-items')

  await door.open('/merchant/attendees')
  const passes = page.locator('select', { has: page.locator('optgroup') })
  await passes.selectOption({ label: museum[locale] })
  await page.getByText('museum@bileti.example').waitFor()
  await page.getByText(words('merchant', 'passAdmitted', { count: 8 })).waitFor()
  await photograph(page, 'door-pass-attendees')
  expect(door.complaints).toEqual([])
})

nightTest('shows an invalid number beside its field, in Georgian on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words } = visitor
  await visitor.open('/multipass/check')
  await hydrated(page)
  await page.getByLabel(words('multipass', 'number')).fill('1234')
  await page.getByRole('button', { name: words('multipass', 'check'), exact: true }).click()
  await page.getByText(words('multipass', 'numberWrong')).waitFor()
  await photograph(page, 'pass-number-wrong')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

/** Somebody asks for tickets of a date of the organiser. */
async function askForTickets(name: string): Promise<void> {
  const visitor = await newVisitor(browser)
  const { rows } = await withDatabase((database) =>
    database.query<{ id: number }>(
      `select event.id from event join show on show.id = show_id join merchant on merchant.id = merchant_id
      where merchant.slug = 'kulisa' and access = 0 and starts_at > now() + interval '1 day'
      order by starts_at, event.id limit 1`,
    ),
  )
  const message = 'We would like to sit together.'
  const wanted = { eventId: rows[0]?.id, name, email: 'asks@bileti.example', quantity: 4, message }
  await callAs(visitor, '/v2/events/request', wanted)
}

nightTest('lets an organiser read statistics and requests, and save a table', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const say = (key: Parameters<typeof words<'merchant'>>[1]) => words('merchant', key)
  await askForTickets('Mzia Lomidze')
  await visitor.open('/merchant')
  await hydrated(page)
  await page.getByLabel(words('staff', 'email')).fill('kulisa@bileti.example')
  await page.getByLabel(words('staff', 'password')).fill('bileti-kulisa')
  await page.getByRole('button', { name: words('staff', 'signIn') }).click()
  await page.getByRole('heading', { name: say('homeSold') }).waitFor()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('navStatistics') })
    .click()
  await page.getByRole('heading', { name: say('navStatistics') }).waitFor()
  await page.getByRole('heading', { name: say('totals'), exact: true }).waitFor()
  await photograph(page, 'organiser-statistics')
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: say('exportXlsx') }).click()
  expect((await file).suggestedFilename()).toBe('statistics.xlsx')
  await page.getByRole('link', { name: say('navTotals') }).click()
  await page.getByRole('table').waitFor()
  await photograph(page, 'organiser-totals')
  await expectAccessible(page, ['light'])
  await page.getByRole('link', { name: say('navRequests') }).click()
  await page.getByText(counted((count) => words('requestsOffice', 'found', { count }))).waitFor()
  await page.getByText('Mzia Lomidze').waitFor()
  await photograph(page, 'organiser-requests')
  await expectAccessible(page, ['light'])
  await page.getByRole('button', { name: say('signOut') }).click()
  await page.getByRole('heading', { name: words('staff', 'signInTitle') }).waitFor()
})
