/**
 * Goal: a guest on a phone gets from the front page to tickets with at most nine taps and two text fields, with
 * fewer by a wallet; and no external host is contacted before consent. Method: a real browser on the running shop
 * that counts; the browser's payment sheet is simulated, since it contains no wallet.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  cards,
  dateOnSale,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  newVisitor,
  payWith,
  phone,
  startBrowser,
} from './support/visitor.ts'
import { hydrated } from './support/observing.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

test('home to tickets on a phone, as a guest: nine taps and two fields at most', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  let [taps, fields] = [0, 0]
  const tap = async (what: Locator) => {
    taps += 1
    await what.click()
  }
  const type = async (what: Locator, text: string) => {
    fields += 1
    await what.fill(text)
  }
  await visitor.open('/')
  await hydrated(page)
  await tap(page.getByRole('link', { name: words('shell', 'search') }).first())
  await page.waitForURL(/\/search/)
  // No other journey buys here: a place that it took would be removed from the choice.
  await type(page.locator('input[name="text"]'), 'letters from home')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/search\?text=/)
  await tap(page.locator('main a[href*="/shows/letters-home"]').first())
  await page.waitForURL(/\/shows\/letters-home/)
  await tap(dateOnSale(visitor))
  await page.waitForURL(/\/events\/\d+/)
  const offer = page.getByRole('button', { name: new RegExp(`^${words('events', 'offerTake')}`) })
  await tap(offer.first())
  const held = page.waitForRequest(/\/v2\/Booking\/choose-seat/)
  await tap(page.getByRole('button', { name: words('events', 'toCheckout') }))
  expect((await held).postDataJSON()).toMatchObject({ seats: [{}, {}] })
  await page.waitForURL(/\/checkout\//)
  await hydrated(page)
  await type(page.getByLabel(words('orders', 'email')), 'nine-taps@example.ge')
  await tap(page.getByLabel(words('orders', 'termsAccept'), { exact: true }))
  await tap(page.getByRole('button', { name: /^Pay / }).first())
  taps += 1
  await payWith(visitor, cards.approved)
  await page.waitForURL(/\/checkout\/.*\/result/)
  await page
    .getByRole('img', {
      name: words('tickets', 'codeLabel', { kind: 'ticket', number: 1, count: 2 }),
    })
    .waitFor()
  expect(taps).toBeLessThanOrEqual(9)
  expect(fields).toBeLessThanOrEqual(2)
  expect(visitor.complaints).toEqual([])
})

test('opens the browser’s wallet on a click and pays; explains an unavailable one', async () => {
  const without = await newVisitor(browser, { viewport: phone })
  await goToCheckout(without, 'swan-lake')
  await without.page.getByText(without.words('orders', 'payWithPass')).waitFor()
  const wallet = /Google Pay$/
  expect(await without.page.getByRole('button', { name: wallet }).count()).toBe(0)

  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words, context } = visitor
  await context.addInitScript(playSheet)
  await goToCheckout(visitor, 'swan-lake')
  const button = page.getByRole('button', { name: wallet })
  await button.waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
  await button.click()
  // Missing details are shown first, and no sheet opens.
  await page.getByText(words('orders', 'emailMissing')).waitFor()
  await fillBuyer(visitor, 'wallet@example.ge')
  // Opening Google Pay contacts Google, so it must not happen before it is chosen.
  expect(await page.evaluate(() => sessionStorage.getItem('requests'))).toBeNull()
  await page.evaluate(() => sessionStorage.setItem('sheet', 'absent'))
  await button.click()
  await page.getByText('This browser cannot pay with Google Pay').waitFor()
  await expect.poll(() => button.count()).toBe(0)
  await page.evaluate(() => sessionStorage.removeItem('sheet'))
  await page.reload()
  await hydrated(page)
  await fillBuyer(visitor, 'wallet@example.ge')
  await button.click()
  await page.waitForURL(/\/checkout\/.*\/result/)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sheet'))).toBe('success')
  expect(visitor.complaints).toEqual([])
})

/** A browser with a card in Google Pay: its sheet is completed at once, and its requests are recorded. */
function playSheet(): void {
  class Sheet extends EventTarget {
    constructor() {
      super()
      sessionStorage.setItem('requests', 'some')
    }
    async show(): Promise<unknown> {
      if (sessionStorage.getItem('sheet') === 'absent')
        throw new DOMException('No such wallet', 'NotSupportedError')
      return {
        details: { paymentMethodData: { tokenizationData: { token: 'a card' } } },
        complete: async (result: string) => sessionStorage.setItem('sheet', result),
      }
    }
    async abort(): Promise<void> {
      sessionStorage.setItem('sheet', 'aborted')
    }
  }
  Object.assign(window, { PaymentRequest: Sheet })
}

test('contacts a trailer’s host only after play is clicked', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page, context } = visitor
  const asked: string[] = []
  const own = new URL(inject('shop').url).origin
  await context.route(
    (url) => url.origin !== own && /^https?:$/.test(url.protocol),
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<title>film</title>' })
    },
  )
  await visitor.open('/shows/natsarkekia')
  await hydrated(page)
  const button = page.getByRole('button', { name: 'თრეილერი', exact: true })
  // Content below a show's text is hydrated after the page.
  await expect
    .poll(() =>
      button.evaluate((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactProps')),
      ),
    )
    .toBe(true)
  await button.click()
  const play = page.getByRole('button', { name: 'ჩართვა', exact: true })
  await play.waitFor()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  expect(asked.filter((url) => /youtube|vimeo|google/.test(url))).toEqual([])
  await play.click()
  await expect
    .poll(() => asked.filter((url) => url.startsWith('https://www.youtube-nocookie.com/embed/')))
    .toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  expect(visitor.complaints).toEqual([])
})
