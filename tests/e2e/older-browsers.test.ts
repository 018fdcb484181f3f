/**
 * Goal: the pages work in the oldest browsers of the stated range, and nothing depends on one engine. Method: Chromium without the
 * interfaces that they lack. At night the same purchases run in Firefox and WebKit (`engines`).
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { olderBrowser } from './support/older-browser.ts'
import { withDatabase } from './support/test-data.ts'
import {
  endVisits,
  expectNoHorizontalScroll,
  goToCheckout,
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

async function olderVisitor(): Promise<Visitor> {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: { ...phone, width: 390 } })
  await olderBrowser(visitor.context)
  return visitor
}

/** Shows with a trailer, dates, showtimes, selects: pages whose scripts have used what older browsers lack. */
function pages(): Promise<string[]> {
  return withDatabase(async (database) => {
    const { rows } = await database.query<
      Record<'show' | 'event' | 'queue' | 'film', string>
    >(`select
      (select slug from show where trailer_url is not null limit 1) as show,
      (select event.id from event join show on show.id = show_id
        where show.slug = 'carmen' and starts_at > now() order by starts_at limit 1) as event,
      (select id from show where slug = 'carmen') as queue,
      (select film.slug from film join screening on film_id = film.id
        where starts_at > now() + interval '1 day' order by starts_at, film.slug limit 1) as film`)
    const [{ show, event, queue, film }] = rows as [(typeof rows)[number]]
    return [
      '/',
      `/shows/${show}`,
      `/events/${event}`,
      `/movies/${film}`,
      `/queue/${queue}`,
      '/movies/showtimes',
      '/venues',
      '/account/orders',
    ]
  })
}

/** It has a menu of actions. */
async function eventPage(): Promise<string> {
  const found = (await pages()).find((path) => path.startsWith('/events/'))
  if (found === undefined) throw new Error('The demo has events')
  return found
}

test('pages open, and fields are large enough for iOS', async () => {
  const visitor = await olderVisitor()
  const { page, complaints, words } = visitor
  for (const path of await pages()) {
    await visitor.open(path)
    await page.waitForLoadState('networkidle')
    expect(await page.getByText(words('shell', 'errorTitle')).count(), path).toBe(0)
    expect(complaints, path).toEqual([])
    await expectNoHorizontalScroll(page)
    const small = await page
      .locator(
        'select:visible, textarea:visible, input:not([type="checkbox"], [type="radio"]):visible',
      )
      .evaluateAll((fields) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      )
    expect(small, path).toEqual([])
  }
})

test('a checkout opens, and its menus open and close', async () => {
  const visitor = await olderVisitor()
  const { page, complaints, words } = visitor
  await goToCheckout(visitor, 'abesalom-and-eteri')
  await page.getByLabel(words('orders', 'termsAccept'), { exact: true }).waitFor()
  await visitor.open(await eventPage())
  const opener = page.locator('button[aria-haspopup="menu"]:visible').first()
  const menu = page.locator('.menu:visible')
  expect(await menu.count()).toBe(0)
  await page.waitForFunction(() => 'popover' in HTMLElement.prototype)
  await opener.click()
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await opener.click()
  await menu.waitFor()
  await page.mouse.click(5, 500)
  await menu.waitFor({ state: 'hidden' })
  expect(complaints).toEqual([])
})

test('a menu closes on a tap beside it, also where the browser does not do that by itself', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page } = visitor
  await visitor.open(await eventPage())
  await page.locator('button[aria-haspopup="menu"]:visible').first().click()
  const menu = page.locator('.menu:visible')
  await menu.waitFor()
  const release = (selector: string): Promise<void> =>
    page
      .locator(selector)
      .first()
      // The browser itself heeds only real presses.
      .evaluate((on) => void on.dispatchEvent(new PointerEvent('pointerup', { bubbles: true })))
  await release('.menu:popover-open [role="menuitem"]')
  await release('button[aria-expanded="true"]')
  expect(await menu.count()).toBe(1)
  await release('main h1, main h2')
  await menu.waitFor({ state: 'hidden' })
})
