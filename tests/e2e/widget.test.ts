/**
 * Goal: organisers sell on their own sites: a site is listed in the back office, one line is added to its page, and
 * a buyer chooses, pays and gets a ticket there, in a browser without third-party cookies. Method: a site on
 * another origin, two people with a browser each; the shop's and the bank's pages are unchanged.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { chromiumArguments, findOrInstallBrowser } from '../../tools/browser.ts'
import { hydrated, hydratedIn } from './support/observing.ts'
import { beginningOf } from './support/texts.ts'
import {
  cards,
  desktop,
  endVisits,
  expectNoHorizontalScroll,
  newVisitor,
  phone,
  violationsOn,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let site: Server
let origin: string
/** The line in the site's page, between a heading and a footer. */
let line = ''
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findOrInstallBrowser({ isWindowless: true }),
    args: [...chromiumArguments, '--test-third-party-cookie-phaseout'],
  })
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="ka"><title>Theatre</title>
      <meta name="viewport" content="width=device-width"><h1>Our evening</h1>${line}<p>Foot</p>`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  await endVisits(browser)
  await browser.close()
  site.closeAllConnections()
  site.close()
})

const owner = { email: 'kulisa@bileti.example', password: 'bileti-kulisa' }

/** Lists the site and copies the line for a show with seats. */
async function takeLine({ page, open }: Visitor): Promise<string> {
  await open('/merchant/widget')
  await hydrated(page)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Address of the site').fill(`${origin}/shop`)
  await page.getByRole('button', { name: 'Add the site' }).click()
  await page.getByText('Write the address of the site like this').waitFor()
  await page.getByLabel('Address of the site').fill(origin)
  await page.getByRole('button', { name: 'Add the site' }).click()
  await page.getByText(origin, { exact: true }).waitFor()
  await page.getByLabel('Show', { exact: true }).selectOption('carmen')
  await page.getByLabel('Language', { exact: true }).selectOption('en')
  return page.getByLabel('Line for the page').inputValue()
}

/** Chooses a seat from the list beside the plan, by keyboard and accessible names. */
async function takeSeat(widget: FrameLocator, { words }: Visitor): Promise<void> {
  await widget.getByRole('button', { name: words('events', 'listView'), exact: true }).click()
  const places = widget.getByRole('region', { name: words('seatmap', 'list') })
  // Other journeys buy the best places of this date, and in the first and the last row of the last section.
  await places
    .getByRole('button', { name: /, \d+ places free/ })
    .last()
    .click()
  await places
    .getByRole('button', { name: /^(?:Row|Box|Table) .*\d+ places? free/ })
    .nth(1)
    .click()
  await places
    .getByRole('button', { name: /, free/ })
    .first()
    .click()
}

test('sells a ticket on an organiser’s own site', async () => {
  const { url } = inject('shop')
  const organiser = await newVisitor(browser, { locale: 'en', viewport: desktop })
  line = await takeLine(organiser)
  expect(line).toBe(
    `<script async src="${url}/widget.js" data-show="carmen" data-locale="en"></script>`,
  )
  await expectNoHorizontalScroll(organiser.page)

  const visitor = await newVisitor(browser, { locale: 'en', viewport: phone })
  const { page, words, context } = visitor
  await page.goto(`${origin}/evening?p=7`)
  const widget = page.frameLocator('iframe[title="Tickets"]')
  await hydratedIn(widget)
  await widget.locator('main a[href*="/events/"]').first().click()
  await takeSeat(widget, visitor)
  await widget
    .getByRole('button', { name: words('events', 'toCheckout') })
    .locator('visible=true')
    .click()
  await widget.getByLabel(words('orders', 'email')).fill('frame@example.ge')
  // Nobody signs in here, so nothing asks whether they could.
  expect(await widget.getByText(words('orders', 'noAccountNeeded')).isVisible()).toBe(false)
  // The next step has the focus, and the frame has the height of its content.
  const frame = page.locator('iframe[title="Tickets"]')
  const height = async () => (await frame.boundingBox())?.height ?? 0
  const inside = () =>
    widget.locator('.widget').evaluate((element) => element.getBoundingClientRect().height)
  await expect.poll(async () => Math.abs((await height()) - (await inside()))).toBeLessThan(2)
  await expectNoHorizontalScroll(page)
  expect(await context.cookies(url)).toMatchObject([
    { name: '__Host-Widget', sameSite: 'None', partitionKey: expect.anything() },
    { name: 'AccessToken', sameSite: 'None', httpOnly: true, partitionKey: expect.anything() },
    { name: '__Host-AccessTokenProof', sameSite: 'None', partitionKey: expect.anything() },
  ])
  await widget.getByLabel(words('orders', 'termsAccept'), { exact: true }).check()
  const pay = beginningOf(words('orders', 'pay', { amount: '\u0000' }))
  await widget.getByRole('button', { name: pay }).click()

  // The bank uses the whole window, and redirects to the page where it began.
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: cards.approved }).click()
  await page.waitForURL(`${origin}/evening?p=7`)
  await widget.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  const code = words('tickets', 'codeLabel', { kind: 'ticket', number: 1, count: 1 })
  await widget.getByRole('img', { name: code }).first().waitFor()
  expect(visitor.complaints).toEqual([])
  const [ours] = page.frames().filter((one) => one.url().startsWith(url))
  expect(await violationsOn(ours as never)).toEqual([])

  // Sites that are not listed cannot frame the widget, and other shop pages cannot be framed anywhere.
  const policyOf = async (path: string) => {
    const { headers } = await fetch(url + path)
    return [
      /frame-ancestors[^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0],
      headers.get('x-frame-options'),
    ]
  }
  expect(await policyOf('/widget/carmen')).toEqual([`frame-ancestors 'self' ${origin}`, null])
  expect(await policyOf('/en/events')).toEqual(["frame-ancestors 'none'", 'DENY'])
  expect(await policyOf('/checkout/1')).toEqual(["frame-ancestors 'none'", 'DENY'])
})

test('opens a tab, and stays, where the browser keeps nothing for a frame', async () => {
  const { page, words, context } = await newVisitor(browser, { locale: 'en', viewport: phone })
  // As Safari does with cookies of another site.
  await context.addInitScript(() => {
    if (location.pathname.includes('/widget/'))
      Object.defineProperty(document, 'cookie', { get: () => '' })
  })
  await page.goto(`${origin}/evening`)
  const widget = page.frameLocator('iframe[title="Tickets"]')
  await hydratedIn(widget)
  const link = widget.getByRole('link', { name: words('widget', 'buyBeside') })
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()])
  await tab.waitForURL(/\/en\/shows\/carmen$/)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  expect(await link.isVisible()).toBe(true)
})
