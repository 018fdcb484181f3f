/**
 * Goal: a script that comes late, or never, does not turn a page into an error: leaving a page aborts what is loading, in Safari and
 * Firefox at once. Method: each script that the document does not name is aborted, the first time or always.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { isNightly } from '../support/tier.ts'
import { withDatabase } from './support/test-data.ts'
import {
  endVisits,
  goToCheckout,
  newVisitor,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** Aborts scripts that the page's document does not name; returns how often each was asked for. */
async function abortLate(page: Page, path: string, times: number): Promise<Map<string, number>> {
  const document = await (await fetch(inject('shop').url + path)).text()
  const asked = new Map<string, number>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    const name = route.request().url().split('/').at(-1) ?? ''
    if (document.includes(name)) return route.continue()
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return (asked.get(name) ?? 0) > times ? route.continue() : route.abort()
  })
  return asked
}

async function expectPage({ page, words }: Visitor, path: string): Promise<void> {
  expect(await page.getByText(words('shell', 'errorTitle')).count(), path).toBe(0)
  expect(await page.locator('h1').count(), path).toBe(1)
}

/** One page of each kind; at night their siblings as well. */
async function pages(): Promise<string[]> {
  const event = await withDatabase(async (database) => {
    const { rows } = await database.query<{ id: string }>(`select event.id from event
      join show on show.id = show_id where show.slug = 'carmen' and starts_at > now() order by starts_at`)
    return rows[0]?.id
  })
  const more = [
    '/venues',
    '/calendar',
    '/movies',
    '/transport',
    '/multipass',
    '/search?text=carmen',
  ]
  return ['/', '/shows/carmen', `/events/${event}`, '/movies/showtimes', ...(isNightly ? more : [])]
}

test('each late script is asked for again when it was aborted', async () => {
  for (const path of await pages()) {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    const asked = await abortLate(page, `/en${path === '/' ? '' : path}`, 1)
    await visitor.open(path)
    await page.waitForLoadState('networkidle')
    expect(asked.size, path).toBeGreaterThan(0)
    await expect
      .poll(() => [...asked].filter(([, count]) => count < 2), {
        message: `${path}: not asked again`,
      })
      .toEqual([])
    await expectPage(visitor, path)
    await visitor.context.close()
  }
})

test('a page shows no error while its parts never come', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  const asked = await abortLate(page, '/en/shows/carmen', Infinity)
  await visitor.open('/shows/carmen')
  // Until nothing is asked for any more: the longest pause before another try is four seconds.
  const count = (): number => [...asked.values()].reduce((sum, one) => sum + one, 0)
  const more = async (): Promise<number> => {
    const before = count()
    await page.waitForTimeout(4_500)
    return count() - before
  }
  await expect.poll(more, { timeout: 60_000, message: 'scripts are still asked for' }).toBe(0)
  expect(Math.max(...asked.values())).toBeGreaterThanOrEqual(4)
  await expectPage(visitor, '/shows/carmen')
})

test('the script of the next page is asked for again', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await visitor.open('/')
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  const asked = await abortLate(page, '/en', 1)
  await page.locator('main a[href*="/shows/"]').first().click()
  await page.waitForURL(/\/shows\//)
  await page.locator('h1').waitFor()
  await expectPage(visitor, page.url())
  expect([...asked.values()].some((count) => count > 1)).toBe(true)
  // Without loading the document anew.
  expect(loads).toEqual([])
})

test('a checkout without a connection keeps what was typed, and is complete when it is back', async () => {
  const visitor = await newVisitor(browser)
  const { page, context, words, complaints } = visitor
  await goToCheckout(visitor, 'abesalom-and-eteri')
  await page.getByLabel(words('orders', 'email')).fill('late@example.ge')
  await page.route(/\/assets\/[^/]+\.js$/, (route) => route.abort())
  await context.setOffline(true)
  await page.locator('summary').filter({ visible: true }).first().click()
  await expectPage(visitor, 'checkout')
  await page.unroute(/\/assets\/[^/]+\.js$/)
  await context.setOffline(false)
  expect(await page.getByLabel(words('orders', 'email')).inputValue()).toBe('late@example.ge')
  expect(complaints).toEqual([])
})

test('a page with an error loads anew when the visitor returns to it', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  await visitor.open('/shows/no-such-show')
  const loaded = page.waitForEvent('load')
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  )
  await loaded
})
