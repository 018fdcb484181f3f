/**
 * Goal: a family with saved passengers books a train, moves seats in the drawing and in the list, and pays;
 * another customer books a bus with baggage on a phone. Method: real browsers on the running shop, in both
 * languages; axe checks each page, and pages are unchanged after a reload.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localizedPath } from '#kernel/locale.ts'
import { isNightly } from '../support/tier.ts'
import { newAccount } from './support/account.ts'
import { choosePlace, fillPassenger, journeys } from './support/journeys.ts'
import { addressOf, hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { beginningOf } from './support/texts.ts'
import { callAs, dayIn, openDatabase } from './support/test-data.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  newVisitor,
  payByCard,
  phone,
  startBrowser,
  ticketsLink,
  type Visitor,
} from './support/visitor.ts'
import { birthDateAt } from '../support/dates.ts'

/** Names that are content. */
const serviceFee = { ka: 'მომსახურების საკომისიო', en: 'Service fee' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Every day of the row between its arrows is whole, or scrolled out of it. */
async function expectWholeDays({ page }: Visitor): Promise<void> {
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('li[data-date]')].flatMap((day) => {
        const own = day.getBoundingClientRect()
        const row = day.parentElement?.getBoundingClientRect() ?? own
        const isWhole = own.left >= row.left - 1 && own.right <= row.right + 1
        const isOut = own.right <= row.left + 1 || own.left >= row.right - 1
        return isWhole || isOut ? [] : [day.getAttribute('data-date')]
      }),
    )
  await expect.poll(cut).toEqual([])
}

/** Pages that the running test has looked at. */
const looked = new Set<string>()

/** In `npm test` axe looks at each page once a test, in the nightly run at each step. */
async function look({ page }: Visitor): Promise<void> {
  const place = `${expect.getState().currentTestName} ${new URL(page.url()).pathname}`
  if (isNightly || !looked.has(place)) await expectAccessible(page, ['light'])
  looked.add(place)
  await expectNoHorizontalScroll(page)
}

/** Both directions have the same choices, so their buttons and links state the direction or the stretch. */
async function expectDistinctNames({ page }: Visitor): Promise<void> {
  const names = await page
    .locator('main :is(button, a[href]):not(.coach-seat)')
    .evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
    )
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
}

/** Checks that the page is unchanged after a reload, because its state is in the address. */
async function reloaded({ page }: Visitor): Promise<void> {
  const before = addressOf(page)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.reload()
  await hydrated(page)
  expect(addressOf(page)).toBe(before)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
}

/** Makes the document appear to have been loaded a minute earlier. */
function openForAMinute(): void {
  const now = performance.now.bind(performance)
  performance.now = () => now() + 60_000
}

/** Remaining hold time in seconds in the header and on the page, read at the same moment. */
function countdowns({ page, words }: Visitor): Promise<number[]> {
  const time = String.raw`(\d+):(\d\d)`
  const patterns = [words('shell', 'timeLeft', { time }), words('transport', 'heldUntil', { time })]
  return page.evaluate(
    ([inHeader = '', onPage = '']) =>
      [
        { part: document.querySelector('header'), pattern: inHeader },
        { part: document.querySelector('main'), pattern: onPage },
      ].flatMap(({ part, pattern }) => {
        const found = new RegExp(pattern).exec(part?.textContent ?? '')
        return found ? [Number(found[1]) * 60 + Number(found[2])] : []
      }),
    patterns,
  )
}

test('two adults and a child go to Batumi by train and come back', async () => {
  const visitor = await newVisitor(browser)
  const { page, words, locale } = visitor
  await newAccount(visitor, 'family@example.ge', 'a long way by train')
  await visitor.open('/account/passengers')
  await hydrated(page)
  const nationality = words('passengers', 'nationality')
  // Without the names of countries the code is typed.
  await page.route(/flights\/countries/, (route) => route.abort())
  await page.getByRole('button', { name: words('passengers', 'add') }).click()
  await page.getByRole('button', { name: words('passengers', 'addDocument') }).click()
  await page.getByRole('textbox', { name: nationality }).waitFor()
  await page.unroute(/flights\/countries/)
  await visitor.open('/account/passengers')
  await hydrated(page)
  await page.getByRole('button', { name: words('passengers', 'add') }).click()
  await page.getByLabel(words('passengers', 'givenName')).fill('ნინო')
  await page.getByRole('button', { name: /Nino/ }).click()
  await page.getByLabel(words('passengers', 'familyName')).fill('Beridze')
  await page.getByLabel(words('passengers', 'birthDate')).fill('1990-02-28')
  await page.getByRole('button', { name: words('passengers', 'addDocument') }).click()
  await page.getByLabel(words('passengers', 'documentNumber'), { exact: true }).fill('09AB12345')
  await page.getByLabel(nationality).selectOption('GE')
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
  await expectWholeDays(visitor)
  await reloaded(visitor)
  const searched = page.locator('summary .dotted')
  expect(await searched.locator('> *').count()).toBe(2)
  expect(await searched.innerText()).toContain('–')
  await photograph(page, 'journey-search')
  await journeys(visitor).first().click()
  await page.waitForURL(/there=/)
  // The address changes before the list does.
  const direction = words('transport', 'there')
  await page
    .getByRole('link', { name: words('transport', 'changeChoiceOf', { direction }) })
    .waitFor()
  await journeys(visitor).first().click()
  await page.waitForURL(/back=/)
  await page.goBack()
  await page.waitForURL((url) => !url.searchParams.has('back'))
  await page.goForward()
  await page.waitForURL(/back=/)
  await look(visitor)
  await expectDistinctNames(visitor)
  await photograph(page, 'journey-there-and-back')
  await page.evaluate(openForAMinute)
  await page.getByRole('button', { name: words('transport', 'continueSeats'), exact: true }).click()

  await page.waitForURL(/\/railway\/seatmap\?orderKey=/)
  await page.locator('.coach-seat-free').first().waitFor()
  await expect.poll(() => countdowns(visitor)).toHaveLength(2)
  const [inHeader = 0, onPage = 0] = await countdowns(visitor)
  expect(Math.abs(inHeader - onPage)).toBeLessThanOrEqual(2)
  await look(visitor)
  await reloaded(visitor)
  const yours = page.locator('.coach-seat-yours')
  const free = page.locator('.coach-seat-free')
  const target = free.nth(3)
  const label = await target.innerText()
  await photograph(page, 'journey-seats')
  await target.click()
  await yours.filter({ hasText: new RegExp(`^${label}$`) }).waitFor()
  // The list can be used with the keyboard only.
  await page.locator('summary', { hasText: words('transport', 'seatList') }).focus()
  await page.keyboard.press('Enter')
  const taking = new RegExp(`^${words('transport', 'takeSeatNamed', { seat: '(.+)' })}$`)
  const take = page.getByRole('button', { name: taking }).last()
  const [, taken = ''] = taking.exec((await take.getAttribute('aria-label')) ?? '') ?? []
  await take.focus()
  await page.keyboard.press('Enter')
  await page
    .getByText(new RegExp(`${words('transport', 'seatInCoach', { seat: taken })}$`))
    .first()
    .waitFor()
  await page.getByRole('link', { name: words('transport', 'continueSeats'), exact: true }).click()
  await page.waitForURL(/part=1/)
  await page.getByRole('link', { name: words('transport', 'toPassengers') }).click()

  await page.waitForURL(/\/railway\/datafilling/)
  await hydrated(page)
  // Three saved passengers, although there are six tickets.
  const choice = page.getByLabel(words('orders', 'chooseSaved'))
  await expect.poll(() => choice.count()).toBe(3)
  // Tickets are in the order of the seats, and only the child can be chosen for the child's ticket.
  const numbered = new RegExp(`^${words('orders', 'passengerTitle', { number: String.raw`\d` })}`)
  const tickets = await page.getByRole('group', { name: numbered }).allTextContents()
  const child = tickets.findIndex((text) => text.includes(words('orders', 'passengerChild')))
  const [mother = 0, father = 1] = [0, 1, 2].filter((index) => index !== child)
  await fillPassenger(visitor, mother, {
    given: 'Nino',
    family: 'Beridze',
    birth: '1990-02-28',
    number: '09AB12345',
  })
  await fillPassenger(visitor, father, {
    given: 'Giorgi',
    family: 'Beridze',
    birth: '1988-01-05',
    number: '09AB54321',
  })
  await fillPassenger(visitor, child, {
    given: 'Luka',
    family: 'Beridze',
    birth: birthDateAt(new Date(), 8.5),
    number: '1234567',
  })
  await look(visitor)
  await photograph(page, 'journey-passengers')
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  await expectDistinctNames(visitor)
  await photograph(page, 'journey-checkout')
  // The fees of both trains are stated once.
  await expect
    .poll(() => page.getByRole('listitem').filter({ hasText: serviceFee[locale] }).count())
    .toBe(1)
  await fillBuyer(visitor, 'family@example.ge')
  await payByCard(visitor)
  await page.evaluate(noteWhetherLeftPageTakesPresses)
  await ticketsLink(visitor).click()
  await page.waitForURL(/\/account\/orders\//)
  const order = addressOf(page)
  await photograph(page, 'journey-order')
  expect(await page.evaluate(() => sessionStorage.getItem('left page'))).toBe('none')
  await changeTrain(visitor, 'Giorgi Beridze')
  // The same dialog as for tickets of an event: `returns.test.ts`.
  if (isNightly) {
    await page.goto(new URL(order, page.url()).href)
    await returnChild(visitor, 'Luka Beridze')
    await page.goto(new URL(order, page.url()).href)
    await takeAnother(visitor, 'Nino Beridze')
  }
  expect(visitor.complaints).toEqual([])
})

/**
 * Records whether clicks reach the page that is being left, right after the address has changed. A menu
 * opened on that page would close immediately.
 */
function noteWhetherLeftPageTakesPresses(): void {
  const push = history.pushState.bind(history)
  history.pushState = (...step) => {
    push(...step)
    queueMicrotask(() => {
      const { pointerEvents } = getComputedStyle(document.querySelector('main') ?? document.body)
      sessionStorage.setItem('left page', pointerEvents)
    })
  }
}

/** Opens the menu of a passenger's ticket: the first or the last one that has a menu. */
async function openMenu({ page }: Visitor, passenger: string, at: 'first' | 'last'): Promise<void> {
  const own = page.getByRole('article').filter({ hasText: passenger })
  const menus = own.locator('button[popovertarget]')
  await (at === 'first' ? menus.first() : menus.last()).click()
}

/** One passenger takes another train on the same day: the difference is shown, then paid. */
async function changeTrain(visitor: Visitor, passenger: string): Promise<void> {
  const { page, words } = visitor
  await hydrated(page)
  await openMenu(visitor, passenger, 'first')
  const entry = page
    .locator('[role="menu"]:not([data-unplaced])')
    .getByRole('menuitem', { name: words('tickets', 'actionChange') })
  await entry.waitFor()
  // An open menu keeps its position in the viewport while the page behind it scrolls.
  const place = await entry.boundingBox()
  await page.evaluate(() => scrollBy(0, 60))
  expect(await entry.boundingBox()).toEqual(place)
  await entry.click()
  await page.waitForURL(/\/transport\/change\//)
  await page.getByText(passenger).first().waitFor()
  await look(visitor)
  await photograph(page, 'journey-change')
  await journeys(visitor).first().click()
  await page.waitForURL(/to=/)
  const terms = page.getByRole('region', { name: words('transport', 'changeNew') })
  await terms.waitFor()
  await reloaded(visitor)
  await page.locator('.coach-seat-free').first().click()
  await page.waitForURL(/place=/)
  await look(visitor)
  await photograph(page, 'journey-change-quote')
  await terms.getByRole('button').click()
  await page.waitForURL(/\/checkout\//)
  if (!page.url().includes('/result')) await payByCard(visitor)
  await ticketsLink(visitor).waitFor()
}

/** Returns the child's ticket of the return journey; the others are kept. */
async function returnChild(visitor: Visitor, passenger: string): Promise<void> {
  const { page, words } = visitor
  await hydrated(page)
  await openMenu(visitor, passenger, 'last')
  await page.getByRole('menuitem', { name: words('tickets', 'actionCantGo') }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: words('returning', 'wayReturn', { use: 'journey' }) })
    .click()
  await dialog.getByText(beginningOf(words('returning', 'goodUntil', { time: '\u0000' }))).waitFor()
  // Passengers who could be returned as well are listed.
  await dialog
    .getByLabel(/Nino Beridze/)
    .first()
    .waitFor()
  await photograph(page, 'journey-return')
  await dialog
    .getByRole('button', { name: words('returning', 'confirmReturn', { count: 1 }) })
    .click()
  await dialog.getByText(words('returning', 'doneReturn', { count: 1 })).waitFor()
  await dialog.getByRole('button', { name: words('returning', 'close') }).click()
  await page.getByRole('region', { name: words('tickets', 'returnsTitle') }).waitFor()
}

/** The train back is very late: the remaining passengers are rebooked free of charge with one click. */
async function takeAnother(visitor: Visitor, passenger: string): Promise<void> {
  const { page, words } = visitor
  const orderNumber = page.url().split('/').at(-1)
  const shop = await openDatabase()
  try {
    const { rowCount } = await shop.query(
      `update run set delays = array_fill(10800, array[cardinality(trip.departures)])
      from trip where trip.id = run.trip_id and run.id = (
        select last.id from run last join ticket t on t.source = 'transport' and t.item_id = last.id
        join orders o on o.id = t.order_id where o.order_number = $1 order by last.departs_at desc limit 1)`,
      [orderNumber],
    )
    expect(rowCount).toBe(1)
    await page.reload()
    await hydrated(page)
    // The ticket itself links to the rebooking, without the menu.
    const own = page.getByRole('article').filter({ hasText: passenger })
    await photograph(page, 'journey-order-delayed')
    await own.getByRole('link', { name: words('tickets', 'anotherWay') }).click()
    await page.waitForURL(/\/transport\/change\//)
    await page.getByRole('heading', { name: words('transport', 'rebookDelayed') }).waitFor()
    await look(visitor)
    await photograph(page, 'journey-rebooking')
    const offer = words('transport', 'rebookTakeNamed', { day: '\u0000', departs: '', vehicle: '' })
    await page
      .getByRole('button', { name: beginningOf(offer) })
      .first()
      .click()
    await page.waitForURL((url) => /\/account\/orders\//.test(url.pathname))
    expect(page.url().split('/').at(-1)).not.toBe(orderNumber)
    // All remaining passengers of the return journey, each with a ticket and code.
    const tickets = page.getByRole('article')
    await expect.poll(() => tickets.count()).toBe(2)
    await tickets.filter({ hasText: passenger }).waitFor()
    for (const ticket of await tickets.all()) await ticket.locator('svg').first().waitFor()
  } finally {
    await shop.query('update run set delays = null where delays is not null')
    await shop.end()
  }
}

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
  const toPassengers = page.getByRole('link', { name: words('transport', 'toPassengers') })
  if (page.url().includes('seatmap')) await toPassengers.click()
  await page.waitForURL(/datafilling/)
  await hydrated(page)
  const ana = { given: 'Ana', family: 'Beridze', birth: '1990-02-28', number: '09AB12345' }
  await fillPassenger(visitor, 0, ana)
  // Entered values survive a reload.
  await page.reload()
  await hydrated(page)
  expect(await page.locator('input[name$=".givenName"]').inputValue()).toBe('Ana')
  await page.getByRole('button', { name: words('transport', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  await fillBuyer(visitor, 'bus@example.ge')
  await payByCard(visitor)
  await ticketsLink(visitor).click()
  await page.getByRole('article').nth(1).waitFor()
  await look(visitor)
  expect(visitor.complaints).toEqual([])
})

test('an incomplete search redirects to the start page, a past date to today', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await visitor.open('/railway/search')
  expect(addressOf(page)).toBe(localizedPath(visitor.locale, '/railway'))
  await visitor.open('/railway/search?from=tbilisi&to=batumi&date=2020-01-01')
  expect(addressOf(page)).toContain(`date=${dayIn(0)}`)
  await visitor.open(`/railway/search?from=tbilisi&to=batumi&date=${dayIn(3)}`)
  await hydrated(page)
  const shown = await journeys(visitor).count()
  await page.getByRole('button', { name: visitor.words('transport', 'laterDepartures') }).click()
  await expect.poll(() => journeys(visitor).count()).toBeGreaterThan(shown)
  await journeys(visitor).last().click()
  // A departure of another day is chosen for that day.
  await page.waitForURL((url) => (url.searchParams.get('date') ?? '') > dayIn(3))
  const next = page.getByRole('button', { name: visitor.words('transport', 'continueSeats') })
  // Whoever goes back and continues again does not hold seats twice.
  const held = async (): Promise<string> => {
    await next.click()
    await page.waitForURL(/seatmap\?orderKey=/)
    return new URL(page.url()).searchParams.get('orderKey') ?? ''
  }
  const first = await held()
  await page.goBack()
  const second = await held()
  expect(second).not.toBe(first)
  const stateOf = async (orderKey: string) =>
    (await callAs(visitor, `/v2/transport/order?orderKey=${orderKey}`)).status
  expect(await stateOf(first)).not.toBe(await stateOf(second))
  await visitor.open(`/railway/search?from=nowhere&to=batumi&date=${dayIn(3)}`)
  await page.getByText(visitor.words('transport', 'unknownTitle')).waitFor()
  expect(visitor.complaints).toEqual([])
})
