import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs } from './support/test-data.ts'
import {
  dateOnSale,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  newVisitor,
  payByCard,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'
import { dateAfter } from '../support/dates.ts'

/**
 * Goal: operators draw, publish and sell a hall without an engineer. Method: a theatre of 600 seats with a balcony,
 * drawn by mouse, keyboard and numbers; then a seat is bought by another visitor, and the plan changes while a third
 * one chooses.
 */
/** The name of the show with the drawn plan. */
const summer = { ka: 'ზაფხული', en: 'The summer' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

async function begin(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  const { email, password } = demoOperator
  await callAs(visitor, '/v2/auth/login', { email, password })
  await visitor.open('/operator/plans')
  await expectAccessible(page)
  await page.getByLabel(words('designer', 'nameKa')).fill('საზაფხულო თეატრი')
  await page.getByLabel(words('designer', 'nameEn')).fill('Summer theatre')
  await page.getByLabel(words('designer', 'venue')).selectOption('tbilisi-concert-hall')
  await page.getByRole('button', { name: words('designer', 'begin') }).click()
  await page.waitForURL(/\/operator\/plans\/\d+$/)
  await board(page).waitFor()
}

function board(page: Page) {
  return page.locator('canvas[data-tool]')
}

async function isSaved({ page }: Visitor): Promise<void> {
  await page.locator('output[data-state=saved]').waitFor()
}

/** Adds rows by numbers in the panel. */
async function addRows(visitor: Visitor, rows: object): Promise<void> {
  const { page, words } = visitor
  await page.getByRole('tab', { name: words('designer', 'panelAdd'), exact: true }).click()
  const form = page.locator('form').filter({ has: page.locator('select[name=rowScheme]') })
  for (const [name, value] of Object.entries(rows))
    await form.locator(`[name=${name}]`).fill(String(value))
  await form.getByRole('button', { name: words('designer', 'add'), exact: true }).click()
}

test('draws, publishes and sells a theatre of 600 seats with a balcony', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  await begin(visitor)

  // By mouse: a box becomes rows, which Control+Z undoes.
  await page.getByRole('button', { name: words('designer', 'tool_rows') }).click()
  const box = await board(page).boundingBox()
  if (!box) throw new Error('There is no board')
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 })
  await page.mouse.up()
  const total = page.getByTestId('plan-total')
  const none = words('designer', 'total', { seats: '0', count: 0 })
  await expect.poll(() => total.textContent()).not.toBe(none)
  await board(page).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => total.textContent()).toBe(none)
  // An empty plan cannot be published.
  await page.getByRole('tab', { name: words('designer', 'panelCheck') }).click()
  await page.getByText(words('designer', 'isError')).first().waitFor()
  await photograph(page, 'plan-findings')

  // By numbers: stalls and a curved balcony, which arrow keys move behind them.
  await addRows(visitor, { nameKa: 'პარტერი', nameEn: 'Stalls', rows: 20, seats: 22, parts: 2 })
  await addRows(visitor, {
    nameKa: 'აივანი',
    nameEn: 'Balcony',
    rows: 8,
    seats: 20,
    radius: 60,
    level: 1,
  })
  await page.getByRole('tab', { name: words('designer', 'panelInspect') }).click()
  await expect
    .poll(() => total.textContent())
    .toBe(words('designer', 'total', { seats: '600', count: 600 }))
  await board(page).focus()
  await page.keyboard.press('Escape')
  await page.getByLabel(words('designer', 'heightMetres')).fill('40')
  await page.getByLabel(words('designer', 'heightMetres')).press('Enter')
  await board(page).focus()
  await page.keyboard.press('Shift+N')
  await page.keyboard.press('Shift+N')
  await expect.poll(() => page.getByLabel(words('designer', 'nameEn')).inputValue()).toBe('Balcony')
  await board(page).focus()
  for (let metre = 0; metre < 15; metre += 1) await page.keyboard.press('Shift+ArrowDown')
  await photograph(page, 'plan-selection')
  await page.getByRole('tab', { name: words('designer', 'panelCheck') }).click()
  await page.getByText(words('designer', 'nothingWrong')).waitFor()
  await isSaved(visitor)
  await expectAccessible(page)

  await page.getByRole('tab', { name: words('designer', 'panelVersions') }).click()
  await page.getByRole('button', { name: words('designer', 'publish') }).click()
  await page.getByText(words('designer', 'versionLine', { version: 1, capacity: '600' })).waitFor()
  await photograph(page, 'plan-published')
  const planAddress = page.url()

  await bringProgramme(page)
  const buyer = await newVisitor(browser)
  await buy(buyer)

  // The plan shows sales, also on a phone.
  await page.goto(planAddress)
  await hydrated(page)
  await page.getByRole('tab', { name: words('designer', 'panelVersions') }).click()
  await page
    .getByText(words('designer', 'dateLine', { version: 1, sold: '1', held: '0' }))
    .waitFor()
  await page.setViewportSize(phone)
  await page.getByText(words('designer', 'phoneNote')).waitFor()
  // It has no buttons on it, for which the shop's plan leaves room.
  const widths = await board(page).evaluate((canvas) => [
    canvas.clientWidth,
    canvas.parentElement?.clientWidth,
  ])
  expect(widths[0]).toBe(widths[1])
  await photograph(page, 'plan-sold')
  await expectNoHorizontalScroll(page)

  // Somebody else has the plan open and has chosen a seat while it changes.
  const late = await newVisitor(browser, { viewport: phone })
  await openPlan(late)
  // The imported show has no picture, and no empty frame for one.
  expect(await late.page.locator('.poster-head .poster').count()).toBe(0)
  await chooseOne(late)
  await late.page.getByRole('button', { name: words('events', 'toCheckout') }).waitFor()
  await setOnSale(page, false)
  await late.page.getByText(words('events', 'saleStopped')).waitFor()
  await photograph(late.page, 'sale-paused')
  await changePlan(page)
  await late.page.getByText(words('events', 'planChanged')).waitFor()
  await setOnSale(page, true)
  const toCheckout = late.page.getByRole('button', { name: words('events', 'toCheckout') })
  expect(await toCheckout.locator('visible=true').count()).toBe(0)
  await expectNoHorizontalScroll(late.page)
  await photograph(late.page, 'plan-changed')
  await chooseOne(late)
  await toCheckout.locator('visible=true').click()
  await late.page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  expect([...visitor.complaints, ...buyer.complaints, ...late.complaints]).toEqual([])
  await Promise.all([visitor, buyer, late].map(({ context }) => context.close()))
})

/** Imports a show with one date that uses the plan, from a table in the back office. */
async function bringProgramme(page: Page): Promise<void> {
  const content = [
    'show;show_name_ka;show_name_en;subcategory;organiser;event;venue;starts_at;layout;zone;ticket_type;price',
    `summer;${summer.ka};${summer.en};jazz;bgera-live;summer-1;tbilisi-concert-hall;${dateAfter(new Date(), 180)} 20:00;summer-theatre;standard;standard;30`,
  ].join('\n')
  await page.evaluate(async (file) => {
    const key = 'api_key=demo-web'
    const headers = { 'content-type': 'application/json' }
    const call = async (path: string, body?: unknown) => {
      const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${path}?${key}`, init)).json()
    }
    const files = [{ name: 'summer.csv', content: file }]
    const { importId } = await call('/v2/operator/imports', { files, source: 'designer-journey' })
    const path = `/v2/operator/imports/${importId}`
    const reached = async (state: string) => {
      for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
        const run = await call(path)
        if (run.state === state) return run
        if (run.state === 'failed' || run.failure)
          throw new Error(JSON.stringify(run).slice(0, 900))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`The import was never ${state}`)
    }
    const { digest } = await reached('checked')
    await call(`${path}/apply`, { digest })
    await reached('applied')
  }, content)
}

/** A call of the operator whose page this is. */
function ask(page: Page, path: string, body?: unknown, method = 'POST') {
  const request = { path, method: body === undefined ? 'GET' : method, body: JSON.stringify(body) }
  return page.evaluate(async ({ path: address, ...init }) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`/v2/operator${address}?api_key=demo-web`, { ...init, headers })
    if (!reply.ok) throw new Error(await reply.text())
    return reply.json()
  }, request)
}

/** The date of the plan that this page shows. */
async function dateOf(page: Page) {
  const plan = `/plans/${/\d+$/.exec(page.url())?.[0] ?? ''}`
  const [{ eventId }] = (await ask(page, `${plan}/dates`)).dates
  return { plan, eventId }
}

async function setOnSale(page: Page, isOnSale: boolean): Promise<void> {
  const { eventId } = await dateOf(page)
  await ask(page, `/events/${eventId}`, { status: 'Active', isOnSale, placesPerOrderMax: 10 })
}

/** Publishes the plan without its last row, and uses it for its date. */
async function changePlan(page: Page): Promise<void> {
  const { plan, eventId } = await dateOf(page)
  const { document, revision } = await ask(page, plan)
  document.rows.pop()
  const saved = await ask(page, plan, { revision, document }, 'PUT')
  const { layoutId } = await ask(page, `${plan}/publish`, { revision: saved.revision })
  const date = `${plan}/dates/${eventId}`
  const { effectKey } = (await ask(page, date, { layoutId })).effect
  const change = { layoutId, effectKey, mayReseat: true }
  expect(await ask(page, date, change)).toMatchObject({ isDone: true })
}

async function openPlan(buyer: Visitor): Promise<void> {
  const { page } = buyer
  await expect
    .poll(async () => {
      await buyer.open('/shows/the-summer')
      return page.getByRole('heading', { level: 1 }).innerText()
    })
    .toBe(summer[buyer.locale])
  await dateOnSale(buyer).click()
  await page.waitForURL(/\/events\//)
  await page.locator('.seatmap canvas').waitFor()
  await hydrated(page)
}

async function chooseOne({ page, words }: Visitor): Promise<void> {
  const fewer = words('events', 'less', { name: words('events', 'best') })
  await page.getByRole('button', { name: fewer }).click()
  await page.getByRole('button', { name: words('events', 'best'), exact: true }).click()
}

async function buy(buyer: Visitor): Promise<void> {
  const { page, words } = buyer
  await openPlan(buyer)
  await chooseOne(buyer)
  await page.getByRole('button', { name: words('events', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  await fillBuyer(buyer, 'summer@example.ge')
  await payByCard(buyer)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
}
