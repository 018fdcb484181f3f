/**
 * Goal: a pass is bought and pays for a ticket, and its holder sees its uses; one is given away by a link and pays
 * for a film and a bus, and a returned ticket restores its use; an organiser reads the sales. Method: customers on
 * a desktop and on a phone, in both languages; the owner of the demo's organiser.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { photograph } from './support/photographer.ts'
import cinema from '#modules/cinema/messages/en.json' with { type: 'json' }
import { signIn } from './support/account.ts'
import { fillPassenger, journeys } from './support/journeys.ts'
import { hydrated } from './support/observing.ts'
import {
  cards,
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  newVisitor,
  payButton,
  payByCard,
  payWith,
  phone,
  startBrowser,
  ticketsLink,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

test('buys a pass, pays for a show’s ticket, and shows its uses', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page, words } = visitor
  await visitor.open('/multipass')
  await hydrated(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Buy Ten evenings' }).click()
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
  for (const missing of [words('tickets', 'addToCalendar'), words('tickets', 'map'), 'Georgia'])
    expect(await page.locator('main').getByText(missing, { exact: true }).count()).toBe(0)
  await photograph(page, 'pass-bought')
  await expectAccessible(page)

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
  await page.getByRole('button', { name: 'Use the pass' }).click()
  await page
    .getByText(/Ten evenings •••• \d{4}: one use/)
    .first()
    .waitFor()
  expect(steps).toEqual(['checked', 'reserve'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take the pass off' }).click()
  await expect.poll(() => page.getByText(/: one use/).count()).toBe(0)

  await visitor.open('/multipass')
  await page.getByText('10 of 10 uses left').waitFor()
  await photograph(page, 'pass-own')
  await expectNoHorizontalScroll(page)
  expect(visitor.complaints).toEqual([])
})

test('gives away a pass that pays for a film and a bus, and restores a use after a return', async () => {
  const operator = await newVisitor(browser, { locale: 'ka', viewport: desktop })
  await operator.open('/operator/passes')
  await signIn(operator, 'operator@bileti.example', 'bileti-operator')
  await operator.page.waitForURL(/\/operator\/passes/)
  await hydrated(operator.page)
  await operator.page.getByText('ახალი აბონემენტი').click()
  const typed = { nameKa: 'მეგზური', nameEn: 'Companion', descriptionKa: 'ყველაფერზე', uses: '3' }
  const more = { descriptionEn: 'For anything', price: '60', usesPerOrderMax: '3' }
  for (const [name, value] of Object.entries({ ...typed, ...more }))
    await operator.page.locator(`[name="${name}"]`).first().fill(value)
  const year = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
  await operator.page.locator('[name="validUntil"]').first().fill(year)
  await expectAccessible(operator.page, ['light'])
  await operator.page.getByRole('button', { name: 'შენახვა' }).first().click()
  await operator.page.getByText('მეგზური', { exact: true }).first().waitFor()

  const giver = await newVisitor(browser, { locale: 'ka', viewport: desktop })
  await giver.open('/multipass')
  await hydrated(giver.page)
  await giver.page.getByRole('button', { name: 'ყიდვა: მეგზური' }).last().click()
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
  await giver.page.getByText('მეგზური').first().waitFor()
  const receiver = await newVisitor(browser, { locale: 'en', viewport: phone })
  await give(giver, receiver)
  await receiver.open('/multipass')
  await receiver.page.getByText('3 of 3 uses left').waitFor()
  await expectNoHorizontalScroll(receiver.page)
  await expectAccessible(receiver.page)
  // The giver no longer sees its number.
  await giver.open('/multipass')
  await giver.page.getByRole('heading', { name: 'იყიდეთ აბონემენტი' }).waitFor()
  expect(await giver.page.getByText('თქვენი აბონემენტები').count()).toBe(0)

  await holdFilm(receiver)
  await payByPass(receiver)
  await holdBus(receiver)
  await payByPass(receiver)
  await returnBus(receiver)
  await receiver.open('/multipass')
  await receiver.page.getByText('1 of 3 uses left').waitFor()
  await receiver.page.getByText('Ticket returned').waitFor()
  await expectNoHorizontalScroll(receiver.page)
  const complaints = [operator, giver, receiver].flatMap((visitor) => visitor.complaints)
  expect(complaints).toEqual([])
})

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
  await receiver.page.goto(link.replace('/tickets/', '/en/tickets/'))
  await hydrated(receiver.page)
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
  const { page } = visitor
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
  await page.getByRole('button', { name: cinema.best }).click()
  await page.getByRole('button', { name: cinema.toCheckout }).click()
  await page.waitForURL(/\/movies\/checkout\//)
}

async function holdBus(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  const day = new Date(Date.now() + 9 * 86_400_000 + 4 * 3_600_000).toISOString().slice(0, 10)
  await visitor.open(`/georgianbus/search?from=kutaisi-airport&to=tbilisi&date=${day}&adults=1`)
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
  await page.getByRole('button', { name: 'Use the pass' }).click()
  await page.getByLabel('E-mail for the tickets').fill('companion@bileti.example')
  await page.getByLabel('I accept the terms', { exact: true }).check()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Get the tickets' }).click()
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
  await dialog.getByRole('button', { name: 'Return it to the carrier' }).click()
  await dialog.getByRole('button', { name: 'Return the ticket' }).click()
  await dialog.getByText('The ticket has been returned').waitFor()
}

test('shows an invalid number beside its field, in Georgian on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page } = visitor
  await visitor.open('/multipass/check')
  await hydrated(page)
  await page.getByLabel('აბონემენტის ნომერი').fill('1234')
  await page.getByRole('button', { name: 'შემოწმება' }).click()
  await page.getByText('აკრიფეთ აბონემენტის 18 ციფრი.').waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

test('lets an organiser read statistics and requests, and save a table', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page } = visitor
  await visitor.open('/merchant')
  await hydrated(page)
  await page.getByLabel('E-mail').fill('kulisa@bileti.example')
  await page.getByLabel('Password').fill('bileti-kulisa')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Sold today' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Statistics' }).click()
  await page.getByRole('heading', { name: 'Statistics' }).waitFor()
  await page.getByRole('heading', { name: 'Total', exact: true }).waitFor()
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download XLSX' }).click()
  expect((await file).suggestedFilename()).toBe('statistics.xlsx')
  await page.getByRole('link', { name: 'Totals' }).click()
  await page.getByRole('table').waitFor()
  await expectAccessible(page, ['light'])
  await page.getByRole('link', { name: 'Requests' }).click()
  await page
    .getByText(/Nobody has asked|requests/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
