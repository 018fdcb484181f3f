/**
 * Goal: the plan is live and accessible: taken places disappear from all plans at once, returning visitors see
 * their held places, filters and the view from a place help to choose, and the canvas works by keyboard as by
 * mouse. Method: real browsers on the running shop, two of them where necessary.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bottomOf } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs } from './support/test-data.ts'
import { counted } from './support/texts.ts'
import { nightTest } from './support/tiers.ts'
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

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Opens a show's first date on sale. */
async function openPlan(visitor: Visitor, slug: string): Promise<string> {
  const { show } = await callAs(visitor, `/v2/show-page?slug=${slug}&api_key=demo-web`)
  const date = show.events.find(
    ({ isSoldOut, saleState }: DateOfShow) => !isSoldOut && saleState === 'OnSale',
  )
  await visitor.open(`/events/${date.eventId}`)
  await visitor.page.locator('.seatmap canvas').waitFor()
  return new URL(visitor.page.url()).pathname
}

interface DateOfShow {
  readonly isSoldOut: boolean
  readonly saleState: string
}

async function chooseBest({ page, words }: Visitor, quantity: number): Promise<void> {
  const fewer = words('events', 'less', { name: words('events', 'best') })
  for (let count = 2; count > quantity; count -= 1)
    await page.getByRole('button', { name: fewer }).click()
  await page.getByRole('button', { name: words('events', 'best'), exact: true }).click()
  await basketLines(page).first().waitFor()
}

/** The basket on a desktop without its offers; on phones the same list is elsewhere. */
function basketLines(page: Page) {
  return page.getByRole('complementary').locator('li:not(section *)').locator('visible=true')
}

async function toCheckout({ page, words }: Visitor): Promise<string> {
  const button = page.getByRole('button', { name: words('events', 'toCheckout') })
  await button.locator('visible=true').click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  return page.url()
}

test('removes a taken place from other plans and baskets, and shows it to its returning buyer', async () => {
  const [first, second] = [await newVisitor(browser), await newVisitor(browser)]
  const path = await openPlan(first, 'the-exam')
  await openPlan(second, 'the-exam')
  // Both choose the same best seat; it is only held at checkout.
  for (const visitor of [first, second]) await chooseBest(visitor, 1)
  const seatOf = async ({ page }: Visitor) => {
    const place = basketLines(page).first().locator('.dotted').first()
    // Dots belong to facts, so that no line ends with one.
    return (await place.locator('> *').allTextContents()).join(' · ')
  }
  const seat = await seatOf(first)
  expect(await seatOf(second)).toBe(seat)

  const checkout = await toCheckout(first)
  const places = seat.replaceAll(' · ', ', ')
  await second.page.getByText(second.words('events', 'lost', { places })).waitFor()
  await photograph(second.page, 'place-lost')
  await second.page.getByText(second.words('events', 'basketEmpty')).first().waitFor()

  // The returning visitor sees the held seat, adds one to the same order, and then releases the first one.
  const { page, words } = first
  await page.goto(new URL(path, page.url()).href)
  await page.getByText(words('events', 'heldForYou')).locator('visible=true').waitFor()
  await page.getByRole('button', { name: words('events', 'best'), exact: true }).click()
  await expect.poll(() => basketLines(page).count()).toBe(3)
  expect(await toCheckout(first)).toBe(checkout)
  await page.goto(new URL(path, page.url()).href)
  await expect.poll(() => basketLines(page).count()).toBe(3)
  await basketLines(page).first().getByRole('button').click()
  await expect.poll(() => basketLines(page).count()).toBe(2)
  expect([...first.complaints, ...second.complaints]).toEqual([])
})

nightTest('applies filters to plan and list, and draws the view from a place', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await openPlan(visitor, 'the-kings-garden')
  await page.getByRole('button', { name: words('events', 'filters') }).click()
  const found = page.locator('fieldset output').filter({
    hasText: counted((count) => words('events', 'filterCount', { count })),
  })
  const countNow = async () => Number(/\d+/.exec((await found.textContent()) ?? '')?.[0])
  const whole = await countNow()
  await page.getByLabel(words('events', 'priceTo')).press('Home')
  await expect.poll(countNow).toBeLessThan(whole)
  const cheap = await countNow()
  expect(cheap).toBeGreaterThan(0)
  await expectNoHorizontalScroll(page)

  await page.getByRole('button', { name: words('events', 'listView'), exact: true }).click()
  const list = page.getByRole('region', { name: words('seatmap', 'list') })
  await list.waitFor()
  await photograph(page, 'seat-list')
  const freeText = counted((count) => words('seatmap', 'freeCount', { count }))
  const sections = await list.getByRole('button', { name: freeText }).allTextContents()
  const listed = sections.map((text) => Number(/\d+/.exec(freeText.exec(text)?.[0] ?? '')?.[0]))
  expect(listed.reduce((sum, free) => sum + free, 0)).toBe(cheap)

  await list.getByRole('button', { name: freeText }).first().click()
  await list
    .getByRole('button', { name: words('seatmap', 'row', { row: '' }) })
    .filter({ hasText: freeText })
    .first()
    .click()
  await list
    .getByRole('button', { name: words('seatmap', 'viewFrom') })
    .first()
    .click()
  const view = page.getByRole('dialog', { name: words('seatmap', 'viewFrom') })
  const drawing = words('seatmap', 'viewPicture', { name: '.*', metres: '\\d+' })
  await view.getByRole('img', { name: new RegExp(`^${drawing}$`) }).waitFor()
  // Axe checks the filters behind it as well.
  await expectAccessible(page, ['dark'])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: words('events', 'filterClear') }).click()
  await expect.poll(() => found.textContent()).toContain(String(whole))
  expect(visitor.complaints).toEqual([])
})

test('names, chooses and views seats by keyboard, with every control in the accessibility tree', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await openPlan(visitor, 'the-exam')
  const canvas = page.getByRole('application', { name: words('seatmap', 'map', { name: '' }) })
  const controls = ['help', 'zoomIn', 'zoomOut', 'wholeMap'] as const
  const described = await page.locator('.seatmap').ariaSnapshot()
  const named = controls.map((key) => described.indexOf(words('seatmap', key)))
  expect(described.indexOf('application "')).toBeGreaterThanOrEqual(0)
  expect(named[0]).toBeGreaterThan(described.indexOf('application "'))
  expect(named).toEqual([...named].sort((one, other) => one - other))
  await canvas.focus()
  const spoken = page.locator('.seatmap [aria-live="polite"]')
  // Other journeys take seats too, and whole rows may be taken, so all rows are visited in both directions.
  for (let step = 0; step < 600; step += 1) {
    const [row, column] = [Math.floor(step / 20), step % 20]
    const onward = row % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'
    const next = row % 20 < 10 ? 'ArrowDown' : 'ArrowUp'
    await page.keyboard.press(column === 19 ? next : onward)
    // The announcement follows the key with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    if ((await spoken.textContent())?.endsWith(`, ${words('seatmap', 'free')}`)) break
  }
  await expect
    .poll(() => spoken.textContent())
    .toMatch(
      new RegExp(
        ` · ${words('seatmap', 'row', { row: '.*' })} · ${words('seatmap', 'seat', { seat: '.*' })}, ${words('seatmap', 'free')}$`,
      ),
    )
  await page.keyboard.press('Enter')
  await expect
    .poll(() => spoken.textContent())
    .toMatch(new RegExp(`, ${words('seatmap', 'chosen')}$`))
  await expect.poll(() => basketLines(page).count()).toBe(1)
  await page.keyboard.press('v')
  await page.getByRole('dialog', { name: words('seatmap', 'viewFrom') }).waitFor()
  await photograph(page, 'view-from-seat')
  await page.keyboard.press('Escape')
  await canvas.focus()
  expect(visitor.complaints).toEqual([])
})

/** Records layout shifts not caused by input on a visitor's pages, as their sum. */
async function recordShifts({ context }: Visitor): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript(() => {
    const watched = window as unknown as { shifts: number }
    watched.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as (PerformanceEntry & {
        value: number
      })[])
        watched.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return (page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
}

nightTest(
  'fits the stadium into the window and shows its best seats without layout shift',
  async () => {
    const visitor = await newVisitor(browser)
    const { page, words } = visitor
    const shifts = await recordShifts(visitor)
    await openPlan(visitor, 'cup-final')
    // The requirements of a purchase are shown before the choice, and the limit is the same everywhere.
    await page.getByText(words('events', 'asksMost', { count: 4 })).waitFor()
    await page.getByText(words('events', 'orderMax', { count: 4 })).waitFor()
    // Loaded as from a link, so that everything is requested at once.
    await page.reload()
    await page.locator('.seatmap canvas').waitFor()
    const map = page.locator('.seatmap')
    const whole = page.getByRole('button', { name: words('seatmap', 'wholeMap') })
    const buttons = await whole.boundingBox()
    expect((buttons?.y ?? 0) + (buttons?.height ?? Infinity)).toBeLessThanOrEqual(900)
    // The empty basket offers places, and others while there are none chosen.
    const takes = page.getByRole('button', { name: `${words('events', 'offerTake')}: ` })
    await expect.poll(() => takes.count()).toBe(5)
    await takes.nth(1).click()
    await expect.poll(() => basketLines(page).count()).toBe(2)
    expect(await takes.count()).toBe(0)
    for (const left of [1, 0]) {
      await basketLines(page).first().getByRole('button').click()
      await expect.poll(() => basketLines(page).count()).toBe(left)
    }
    await expect.poll(() => takes.count()).toBe(5)
    // Open cards close when the plan moves to other places.
    await chooseBest(visitor, 1)
    const canvas = page.getByRole('application', { name: words('seatmap', 'map', { name: '' }) })
    await canvas.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const card = map.getByRole('button', { name: words('seatmap', 'viewFrom') })
    await card.waitFor()
    await page.getByRole('button', { name: words('events', 'bestNext') }).click()
    await expect.poll(() => card.count()).toBe(0)
    await expect.poll(() => basketLines(page).count()).toBe(1)
    expect(await shifts(page)).toBeLessThan(0.05)
    await basketLines(page).first().getByRole('button').click()
    await takes.first().waitFor()
    await photograph(page, 'stadium-offers')
    expect(visitor.complaints).toEqual([])
  },
)

test('shows offers on a sheet over the plan on phones, and the choice in a bar', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words } = visitor
  const shifts = await recordShifts(visitor)
  await openPlan(visitor, 'cup-final')
  const sheet = page.getByRole('region', { name: words('events', 'offers') })
  const toCheckoutButton = page.getByRole('button', { name: words('events', 'toCheckout') })
  await sheet
    .getByText(words('events', 'offerTogether', { count: 2 }))
    .first()
    .waitFor()
  expect(await toCheckoutButton.count()).toBe(0)
  // The collapsed sheet is below the plan and covers nothing of it.
  await expect
    .poll(async () => {
      const { y = 0 } = (await sheet.boundingBox()) ?? {}
      return (await bottomOf(page.locator('.seatmap'))) - y
    })
    .toBeLessThanOrEqual(1)
  await sheet
    .getByRole('button', { name: words('seatmap', 'viewFrom') })
    .first()
    .click()
  await page.getByRole('dialog', { name: words('seatmap', 'viewFrom') }).waitFor()
  await page.keyboard.press('Escape')
  const takes = `${words('events', 'offerTake')}: `
  const take = sheet.getByRole('button', { name: takes }).first()
  const offered = (await take.getAttribute('aria-label'))?.replace(takes, '') ?? ''
  await take.click()
  await page.getByText(offered, { exact: true }).locator('visible=true').waitFor()
  await toCheckoutButton.waitFor()
  // The collapsed sheet names the chosen seats above the bar with their sum.
  await expect
    .poll(async () => {
      const { y = 0 } = (await page.locator('.foot-bar').boundingBox()) ?? {}
      return (await bottomOf(sheet.getByText(offered, { exact: true }))) - y
    })
    .toBeLessThanOrEqual(0)
  await expectNoHorizontalScroll(page)
  expect(await shifts(page)).toBeLessThan(0.05)
  await photograph(page, 'sheet-chosen')
  // Expanded by its handle it has more of them, which are reachable by keyboard.
  await sheet.getByRole('button', { expanded: false }).press('ArrowUp')
  await expect.poll(() => sheet.getByRole('button', { name: takes }).count()).toBe(5)
  await photograph(page, 'sheet-dragged')
  await expectAccessible(page, ['light'])
  expect(visitor.complaints).toEqual([])
})

nightTest('lets the buyer choose the ticket type of each seat in the basket', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await visitor.open('/shows/natsarkekia')
  const dates = page.locator('main li a[href*="/events/"]')
  await dates.nth((await dates.count()) - 1).click()
  await page.locator('.seatmap canvas').waitFor()
  await chooseBest(visitor, 2)
  const types = basketLines(page).getByRole('combobox')
  await expect.poll(() => types.count()).toBe(2)
  const child = await types.first().locator('option').nth(1).textContent()
  expect(child).toMatch(/child|ბავშვი/)
  await types.first().selectOption({ index: 1 })
  await toCheckout(visitor)
  // One adult's and one child's are two ticket types of the order.
  await page
    .getByText(/child|ბავშვი/)
    .first()
    .waitFor()
  expect(visitor.complaints).toEqual([])
})
