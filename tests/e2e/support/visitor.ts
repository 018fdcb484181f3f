import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { chromiumArguments, findOrInstallBrowser } from '../../../tools/browser.ts'
import { hydrated } from './observing.ts'
import { beginningOf, wordsOf, type Words } from './texts.ts'

export const phone = { width: 360, height: 740 }
export const desktop = { width: 1440, height: 900 }

/** Somebody with a browser of their own: no cookies, no storage, one page open. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly locale: Locale
  readonly words: Words
  /** Opens a page of the shop by its path without a language. */
  open(path: string): Promise<void>
  /** What the browser complained about so far: script errors and refused resources of pages. */
  readonly complaints: string[]
}

let shared: Browser | undefined

/** One browser serves all journeys of a test process; visitors have nothing in common but it. */
export async function startBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared
  shared = await chromium.launch({
    executablePath: await findOrInstallBrowser(),
    args: [...chromiumArguments],
    // `npm run journey -- --headed` shows what happens, slowly enough to follow.
    ...(process.env['JOURNEY_HEADED'] && { headless: false, slowMo: 250 }),
  })
  return shared
}

/** Ends all visits to which a test file has led; the browser stays for the next file and ends with the process. */
export async function endVisits(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** A visitor of a test leaves with its end: pages left open go on counting, listening and polling. */
export async function newVisitor(
  browser: Browser,
  options: {
    locale?: Locale
    viewport?: { width: number; height: number }
    /** What else the browser is set to: its preferred languages, its colours. */
    settings?: BrowserContextOptions
  } = {},
): Promise<Visitor> {
  const { locale = 'en', viewport = desktop, settings } = options
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...settings })
  if (expect.getState().currentTestName !== undefined) onTestFinished(() => context.close())
  // No wallet is in these browsers.
  await context.addInitScript(() => Object.assign(window, { PaymentRequest: undefined }))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused call is part of some journeys; scripts that break or are blocked are of none.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  const { url } = inject('shop')
  return {
    page,
    context,
    locale,
    words: wordsOf(locale),
    complaints,
    async open(path) {
      await page.goto(url + localizedPath(locale, path))
    },
  }
}

/** The short form: the long one takes a browser twice the time to read, once for each page that is looked at. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

type Theme = 'light' | 'dark'

/** What axe says of colours. All its other rules are about the elements, which are the same in every theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Axe finds nothing, in both themes unless one is named. */
export async function expectAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (theme) => document.documentElement.dataset['theme'] === theme,
      colorScheme,
    )
    // A page still being put together, or between two themes, has colours of both: what counts is what stays.
    await expect
      .poll(() => violationsOn(page, index === 0 ? undefined : colourRules), {
        message: `${colorScheme}: ${page.url()}`,
        timeout: 30_000,
        interval: 500,
      })
      .toEqual([])
  }
}

/**
 * What axe finds, by all its rules or by those that are named. It is run in the page itself: its Playwright wrapper
 * opens a second page for each run, which takes ten times as long.
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (named) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<AxeResults> }
    }
    // Frames would each need axe of their own; the shop's pages have none.
    if (document.querySelector('iframe, frame')) throw new Error('A frame is not looked into')
    const only = named && { runOnly: { type: 'rule', values: named } }
    return (await axe.run(document, { resultTypes: ['violations'], ...only })).violations
  }, rules)
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.html).join(' … ')}`,
  )
}

/** Nothing sticks out sideways: the page, once it has taken on the size of its window, does not scroll that way. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const excess = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, { message: page.url(), timeout: 3_000 }).toBeLessThanOrEqual(0)
}

/** Moves the focus by the Tab key alone until it is where it should be. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 250; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never reached ${String(target)}`)
}

/** Fills in who buys: an e-mail is enough, a phone is given where the journey needs one. */
export async function fillBuyer(
  { page, words }: Visitor,
  email: string,
  phoneNumber?: string,
): Promise<void> {
  await page.getByLabel(words('orders', 'email')).fill(email)
  if (phoneNumber !== undefined) {
    const field = page.getByLabel(words('orders', 'phone'))
    if (!(await field.isVisible())) await page.getByText(words('orders', 'moreDetails')).click()
    await field.fill(phoneNumber)
  }
  await page.getByLabel(words('orders', 'termsAccept'), { exact: true }).check()
}

export function payButton({ page, words }: Visitor): Locator {
  const name = beginningOf(words('orders', 'pay', { amount: '\u0000' }))
  return page.getByRole('button', { name })
}

/** On a show's page: the first date that can be bought. */
export function dateOnSale({ page, words }: Visitor): Locator {
  return page
    .locator('main li')
    .filter({ hasText: '₾', hasNotText: words('events', 'soldOut') })
    .locator('a[href*="/events/"]')
    .first()
}

/**
 * Opens the checkout page of an order for the best two places of a show's first date on sale. The places are held by
 * the calls that the event's page uses; `buying.test.ts` and others go there by the pages themselves.
 */
export async function goToCheckout(visitor: Visitor, show: string): Promise<string> {
  const { page } = visitor
  const { show: shown } = await replyOf<{ show: { events: readonly EventOnSale[] } }>(
    visitor,
    'get',
    `/v2/show-page?slug=${show}`,
  )
  const event = shown.events.find(
    ({ isSoldOut, saleState }) => !isSoldOut && saleState === 'OnSale',
  )
  if (!event) throw new Error(`Nothing of ${show} is on sale`)
  const order = { eventId: event.eventId, quantity: 2 }
  const { orderKey } = await replyOf<{ orderKey: string }>(
    visitor,
    'post',
    '/v2/orders/InitializeOrder',
    order,
  )
  await replyOf(visitor, 'post', '/v2/orders/reserverandom', {})
  await visitor.open(`/checkout/${orderKey}`)
  await hydrated(page)
  return orderKey
}

interface EventOnSale {
  readonly eventId: number
  readonly isSoldOut: boolean
  readonly saleState: string
}

/** What a call answers to a visitor's browser, whose session it is asked with and may open. */
async function replyOf<Reply>(
  { context, locale }: Visitor,
  method: 'get' | 'post',
  path: string,
  data?: object,
): Promise<Reply> {
  const { url } = inject('shop')
  const address = `${url}${path}${path.includes('?') ? '&' : '?'}api_key=demo-web`
  const headers = { 'accept-language': locale, origin: url }
  const reply = await context.request[method](address, { headers, ...(data && { data }) })
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as Reply
}

/** On the demo bank's page: one of its test cards by its last eight digits. */
export async function payWith({ page }: Visitor, card: string): Promise<void> {
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: card }).click()
}

export const cards = {
  noFunds: '0002 0000',
  declined: '0003 0009',
  secure: '0004 0008',
  approved: '0001 0001',
}

/** The one-time code of the card's bank, then back in the shop. */
export async function passThreeDSecure({ page }: Visitor): Promise<void> {
  await page.getByRole('textbox').fill('1234')
  await page.keyboard.press('Enter')
}
