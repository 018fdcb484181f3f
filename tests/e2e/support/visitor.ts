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
import { isLocale, localizedPath, type Locale } from '#kernel/locale.ts'
import { chromiumArguments, findOrInstallBrowser } from '../../../tools/browser.ts'
import { reportFailure } from './failure-report.ts'
import { hydrated } from './observing.ts'
import { isSlowed, slowDown } from './slowdown.ts'
import { beginningOf, wordsOf, type Words } from './texts.ts'
import { themesInTurn } from './themes.ts'

export const phone = { width: 360, height: 740 }
export const desktop = { width: 1440, height: 900 }

/** A visitor with a separate browser context: no cookies, no storage, one open page. */
export interface Visitor {
  readonly page: Page
  readonly context: BrowserContext
  readonly locale: Locale
  readonly words: Words
  /** Origin of the shop that is visited. */
  readonly url: string
  /**
   * Opens a page of the shop by its path without a language, and waits until its scripts are ready: what is pressed or
   * typed before would be lost.
   */
  open(path: string): Promise<void>
  /** Errors reported by the browser so far: script errors and refused resources of pages. */
  readonly complaints: string[]
}

const wantedLanguage = process.env['JOURNEY_LANGUAGE']

/** The language of a visitor, unless `npm run journey -- --language` asks for another. */
export function localeOr(usual: Locale): Locale {
  return isLocale(wantedLanguage) ? wantedLanguage : usual
}

let shared: Browser | undefined

/** One browser serves all journeys of a test process; visitors share nothing else. */
export async function startBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared
  const isHeaded = process.env['JOURNEY_HEADED'] !== undefined
  shared = await chromium.launch({
    executablePath: await findOrInstallBrowser({ isWindowless: !isHeaded }),
    args: [...chromiumArguments],
    // `npm run journey -- --headed` shows the journeys slowly enough to follow.
    ...(isHeaded && { headless: false, slowMo: 250 }),
  })
  return shared
}

/** Closes all visits of a test file; the browser is kept for the next file and ends with the process. */
export async function endVisits(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** A visitor of a test, closed when the test ends: open pages would keep counting, listening and polling. */
export async function newVisitor(
  browser: Browser,
  options: {
    locale?: Locale
    viewport?: { width: number; height: number }
    /** Other browser settings: preferred languages, colour scheme. */
    settings?: BrowserContextOptions
    /** Another shop than that of all journeys. */
    url?: string
  } = {},
): Promise<Visitor> {
  const { locale = localeOr('en'), viewport = desktop, settings } = options
  const url = options.url ?? inject('shop').url
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...settings })
  if (expect.getState().currentTestName !== undefined) onTestFinished(() => context.close())
  reportFailure(context)
  await slowDown(context)
  // These browsers have no wallets.
  await context.addInitScript(() => Object.assign(window, { PaymentRequest: undefined }))
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // Some journeys include refused calls; none includes failing or blocked scripts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  return {
    page,
    context,
    locale,
    url,
    words: wordsOf(locale),
    complaints,
    async open(path) {
      await page.goto(url + localizedPath(locale, path))
      if (settings?.javaScriptEnabled !== false) await hydrated(page)
    },
  }
}

/** The minified version, which a browser parses in half the time on each checked page. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

export type Theme = 'light' | 'dark'

/** Axe's rules about colours. All others concern elements, which are the same in every theme. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Expects no axe violations, in both themes unless some are named. In `npm test` the checks of one test take the named
 * themes in turn, in the nightly run each takes all of them.
 */
export async function expectAccessible(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  for (const [index, colorScheme] of themesInTurn(themes).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(
      (theme) => document.documentElement.dataset['theme'] === theme,
      colorScheme,
    )
    // It would give a slow page the time to finish, and hide what relies on it.
    if (isSlowed) continue
    // A page that is rendering or switching themes has mixed colours: only the final state counts.
    await expect
      .poll(() => violationsOn(page, index === 0 ? undefined : colourRules), {
        message: `${colorScheme}: ${page.url()}`,
        timeout: 30_000,
        interval: 500,
      })
      .toEqual([])
  }
}

/** Axe's violations, by all rules or the named ones. */
export function violationsOn(page: Page, rules?: readonly string[]): Promise<string[]> {
  return axeFindings(page, rules && { type: 'rule', values: rules })
}

/**
 * Axe's violations with their elements. It runs in the page itself: its Playwright wrapper opens a second page for
 * each run, which takes ten times as long.
 */
export async function axeFindings(
  page: Page,
  runOnly?: { readonly type: string; readonly values: readonly string[] },
  { mayHaveFrames = false } = {},
): Promise<string[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // Frames would need their own axe.
  if (!mayHaveFrames && (await page.locator('iframe, frame').count()) > 0)
    throw new Error('A frame is not looked into')
  const violations = await page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<AxeResults> }
    }
    const options = { resultTypes: ['violations'], iframes: false, ...(only && { runOnly: only }) }
    return (await axe.run(document, options)).violations
  }, runOnly)
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.html).join(' … ')}`,
  )
}

/** Expects no horizontal scrolling once the page has the size of its window. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const excess = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(excess, { message: page.url() }).toBeLessThanOrEqual(0)
}

/** Moves the focus with the Tab key until it reaches the target. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 250; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The Tab key never reached ${String(target)}`)
}

/** Fills in the buyer: an email is sufficient, a phone is added where the journey needs one. */
export async function fillBuyer(
  { page, words }: Visitor,
  email: string,
  phoneNumber?: string,
): Promise<void> {
  const terms = page.getByLabel(words('orders', 'termsAccept'), { exact: true })
  // The page before may have a field for an email as well.
  await terms.waitFor()
  await page.getByLabel(words('orders', 'email')).fill(email)
  if (phoneNumber !== undefined) {
    const field = page.getByLabel(words('orders', 'phone'))
    if (!(await field.isVisible())) await page.getByText(words('orders', 'moreDetails')).click()
    await field.fill(phoneNumber)
  }
  await terms.check()
}

export function payButton({ page, words }: Visitor): Locator {
  const name = beginningOf(words('orders', 'pay', { amount: '\u0000' }))
  return page.getByRole('button', { name })
}

/** On a show's page: the first date on sale. */
export function dateOnSale({ page, words }: Visitor): Locator {
  return page
    .locator('main li')
    .filter({ hasText: '₾', hasNotText: words('events', 'soldOut') })
    .locator('a[href*="/events/"]')
    .first()
}

/**
 * Opens the checkout of an order for the best two places of a show's last date on sale. The places are held by calls.
 * Journeys that choose on a page use the first date: nothing takes the best places from them before they are held. A
 * show with one date on sale is therefore refused, unless the journey has made it itself.
 */
export async function goToCheckout(
  visitor: Visitor,
  show: string,
  { isOwnShow = false } = {},
): Promise<string> {
  const { page } = visitor
  const { show: shown } = await replyOf<{ show: { events: readonly EventOnSale[] } }>(
    visitor,
    'get',
    `/v2/show-page?slug=${show}`,
  )
  const [first, ...later] = shown.events.filter(
    ({ isSoldOut, saleState }) => !isSoldOut && saleState === 'OnSale',
  )
  const event = later.at(-1) ?? (isOwnShow ? first : undefined)
  if (!event) throw new Error(`${show} has no second date on sale`)
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

/** The response of a call sent with a visitor's session, which it may open. */
async function replyOf<Reply>(
  { context, locale, url }: Visitor,
  method: 'get' | 'post',
  path: string,
  data?: object,
): Promise<Reply> {
  const address = `${url}${path}${path.includes('?') ? '&' : '?'}api_key=demo-web`
  const headers = { 'accept-language': locale, origin: url }
  const reply = await context.request[method](address, { headers, ...(data && { data }) })
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as Reply
}

/** On the demo bank's page: chooses a test card by its last eight digits. */
export async function payWith({ page }: Visitor, card: string): Promise<void> {
  await page.waitForURL(/\/pay\//)
  await page.getByRole('button', { name: card }).click()
}

/** Pays the open checkout with a card that the bank accepts, and waits for the shop's answer. */
export async function payByCard(visitor: Visitor): Promise<void> {
  await payButton(visitor).click()
  await payWith(visitor, cards.approved)
  await visitor.page.waitForURL(/\/result/)
}

/** On the page after a payment: the link to the tickets. */
export function ticketsLink({ page, words }: Visitor) {
  return page.getByRole('link', { name: words('orders', 'toTickets') }).first()
}

export const cards = {
  noFunds: '0002 0000',
  declined: '0003 0009',
  secure: '0004 0008',
  approved: '0001 0001',
}

/** Enters the bank's one-time code and returns to the shop. */
export async function passThreeDSecure({ page }: Visitor): Promise<void> {
  // The page of the card has fields of its own.
  await page.locator('form[action*="/challenge"] input').fill('1234')
  await page.keyboard.press('Enter')
}
