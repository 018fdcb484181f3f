/**
 * Goal: a visitor finds a show, chooses a seat on the plan, pays with 3-D Secure and gets a ticket and an email
 * with a PDF, in both languages, on a phone and on a desktop. Method: a real browser on the running shop, with
 * mouse, guided by the texts of the page; axe checks every page on the way, one theme per screen size.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { diagonalOf } from './support/tiers.ts'
import type { Words } from './support/texts.ts'
import {
  cards,
  dateOnSale,
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  newVisitor,
  passThreeDSecure,
  payButton,
  payWith,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'
import { waitFor } from '../support/wait.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const visits = [
  { locale: 'ka', viewport: phone, theme: 'light' },
  { locale: 'en', viewport: desktop, theme: 'dark' },
  { locale: 'ka', viewport: desktop, theme: 'dark' },
  { locale: 'en', viewport: phone, theme: 'dark' },
  { locale: 'en', viewport: desktop, theme: 'light' },
] as const

test.each(diagonalOf(visits))(
  '$locale, $viewport.width px, $theme',
  async ({ locale, viewport, theme }) => {
    const visitor = await newVisitor(browser, { locale, viewport })
    const { page, words } = visitor
    const email = `buyer-${locale}-${viewport.width}@example.ge`

    await visitor.open('/')
    await inspect(page, theme)
    await search(visitor, 'carmen')
    await inspect(page, theme)
    await page.locator('main a[href*="/shows/carmen"]').first().click()
    await page.waitForURL(/\/shows\/carmen/)
    await inspect(page, theme)
    await dateOnSale(visitor).click()
    await page.waitForURL(/\/events\/\d+/)
    await takeSeatByMouse(page, words)
    await inspect(page, theme)
    await page.getByRole('button', { name: words('events', 'toCheckout') }).click()
    await page.waitForURL(/\/checkout\//)
    await inspect(page, theme)

    await fillBuyer(visitor, email)
    await payButton(visitor).click()
    await payWith(visitor, cards.secure)
    await passThreeDSecure(visitor)
    await page.waitForURL(/\/checkout\/.*\/result/)
    await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
    await inspect(page, theme)
    await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
    await page.waitForURL(/\/account\/orders\//)
    const code = page.getByRole('img', {
      name: words('tickets', 'codeLabel', { kind: 'ticket', number: 1, count: 1 }),
    })
    await code.first().waitFor()
    await inspect(page, theme)

    const mail = await emailTo(email)
    expect(mail.attachments.map(({ mimeType }) => mimeType)).toContain('application/pdf')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  },
)

async function inspect(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, [theme])
}

/** With the box in the header, or on phones on the search page. */
async function search({ page, words }: Visitor, text: string): Promise<void> {
  const box = page.locator('input[name="text"]')
  if (!(await box.isVisible())) {
    await page
      .getByRole('link', { name: words('shell', 'search') })
      .first()
      .click()
    await page.waitForURL(/\/search/)
  }
  await box.fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?text=/)
  await page.locator('main a[href*="/shows/"]').first().waitFor()
}

/** Moves over the plan, zooms into the first section with free places, and clicks the first free seat. */
async function takeSeatByMouse(page: Page, words: Words): Promise<void> {
  const canvas = page.locator('canvas').first()
  await canvas.scrollIntoViewIfNeeded()
  const whole = await pictureAtRest(canvas)
  const isFreeSeat = (tip: string): boolean =>
    tip.includes(` · `) && tip.endsWith(`, ${words('seatmap', 'free')}`)
  const section = await findOnPlan(page, [42, 14], (tip) => tip !== '' && !/, 0 |^$/.test(tip))
  await page.mouse.click(section.x, section.y)
  await pictureAtRest(canvas, whole)
  const seat = await findOnPlan(page, [15, 6], isFreeSeat)
  await page.mouse.click(seat.x, seat.y)
  const total = words('events', 'ticketsCount', { count: 1 })
  await page.getByText(total).locator('visible=true').first().waitFor()
}

/** The plan's picture after its animation: the same in five consecutive frames, and different from `before`. */
function pictureAtRest(canvas: Locator, before = ''): Promise<string> {
  return canvas.evaluate(
    (plan: HTMLCanvasElement, old) =>
      new Promise<string>((resolve) => {
        // A quarter of its size shows the same movement, and takes a small part of the time to read.
        const copy = document.createElement('canvas')
        copy.width = plan.width / 4
        copy.height = plan.height / 4
        const pen = copy.getContext('2d', { willReadFrequently: true })
        let last = ''
        let still = 0
        const look = (): void => {
          pen?.clearRect(0, 0, copy.width, copy.height)
          pen?.drawImage(plan, 0, 0, copy.width, copy.height)
          const now = copy.toDataURL()
          still = now === last && now !== old ? still + 1 : 0
          last = now
          if (still === 5) resolve(now)
          else requestAnimationFrame(look)
        }
        look()
      }),
    before,
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A point of the plan with a matching tooltip, searched in large steps first. */
async function findOnPlan(
  page: Page,
  steps: readonly number[],
  isWanted: (tip: string) => boolean,
): Promise<Point> {
  for (const step of steps) {
    const point = await pointOnPlan(page, step, isWanted)
    if (point) return point
  }
  throw new Error('Nothing like that is on the plan')
}

/** Searches from the centre outwards. */
async function pointOnPlan(
  page: Page,
  step: number,
  isWanted: (tip: string) => boolean,
): Promise<Point | undefined> {
  const box = await page.locator('canvas').first().boundingBox()
  if (!box) throw new Error('There is no plan')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (let ring = 0; ring * step < box.width / 2 - 2; ring += 1) {
    for (const [dx, dy] of ringPoints(ring)) {
      const point = { x: middle.x + dx * step, y: middle.y + dy * step }
      if (point.y > box.y + box.height || point.y < box.y) continue
      await page.mouse.move(point.x, point.y)
      const tip = await page.evaluate(() => document.querySelector('.seatmap-tip')?.textContent)
      if (typeof tip === 'string' && isWanted(tip)) return point
    }
  }
  return undefined
}

function ringPoints(ring: number): [number, number][] {
  if (ring === 0) return [[0, 0]]
  const points: [number, number][] = []
  for (let along = -ring; along <= ring; along += 1)
    points.push([along, -ring], [along, ring], [-ring, along], [ring, along])
  return points
}

interface StoredEmail {
  readonly subject: string
  readonly attachments: readonly { readonly mimeType: string }[]
}

/** The first email to an address; waits for the worker. */
async function emailTo(email: string): Promise<StoredEmail> {
  const address = `${inject('shop').mailboxUrl}/api/messages?to=${encodeURIComponent(email)}`
  return waitFor(`an email to ${email}`, async () => {
    const { messages } = (await (await fetch(address)).json()) as { messages: StoredEmail[] }
    return messages[0]
  })
}
