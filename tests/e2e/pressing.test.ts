/**
 * Goal: a press counts for what was pressed, also on a page that moves meanwhile, and a page that is opened from another
 * one does not move because scripts of its parts come late.
 * Method: a real browser with a mouse and a finger that are released only after the page has moved.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  dateOnSale,
  endVisits,
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

test('a press on what moves before the release counts for it', async () => {
  const visitor = await newVisitor(browser, { viewport: phone, settings: { hasTouch: true } })
  const { page, context } = visitor
  await openShow(visitor)
  const date = dateOnSale(visitor)
  const path = (await date.getAttribute('href')) ?? ''

  // Released somewhere else on purpose, it is none.
  const given = await middleOf(date)
  await page.mouse.move(given.x, given.y)
  await page.mouse.down()
  await moveDown(date, 1)
  await page.mouse.move(given.x, given.y + 60)
  await page.mouse.up()
  expect(new URL(page.url()).pathname).toBe('/en/shows/carmen')

  const pressed = await middleOf(date)
  await page.mouse.move(pressed.x, pressed.y)
  await page.mouse.down()
  await moveDown(date, 150)
  await page.mouse.up()
  await page.waitForURL(inject('shop').url + path)

  // Under a finger another link would be opened: the one that is there now.
  await openShow(visitor)
  const finger = await context.newCDPSession(page)
  const touchPoints = [await middleOf(date)]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await moveDown(date, 150, '<a href="/en/faq" style="display:block;height:150px">Another</a>')
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.waitForURL(inject('shop').url + path)
  expect(visitor.complaints).toEqual([])
})

test('a page opened from another one has its parts when it is shown', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page } = visitor
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/show-actions-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await visitor.open('/search?text=carmen')
  await page.evaluate(() => {
    const first = new MutationObserver(() => {
      const date = document.querySelector('main li a[href*="/events/"]')
      if (!date) return
      first.disconnect()
      Object.assign(window, { partsAtFirst: document.querySelectorAll('main button').length })
    })
    first.observe(document.body, { childList: true, subtree: true })
  })
  // The part is asked for as soon as the page is, and comes after its data.
  await Promise.all([
    page.waitForRequest('**/assets/show-actions-*.js'),
    page.waitForResponse(/\/v2\/show-page/),
    page.locator('main a[href*="/shows/carmen"]').first().click(),
  ])
  // Longer than the page takes to be shown with its data.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)))
  resolve()
  await page.getByRole('button', { name: 'Follow Carmen' }).waitFor()
  expect(
    await page.evaluate(() => (window as unknown as { partsAtFirst: number }).partsAtFirst),
  ).toBeGreaterThan(0)
})

async function openShow(visitor: Visitor): Promise<void> {
  await visitor.open('/shows/carmen')
  // With the scripts that come after those of the page.
  await visitor.page.waitForLoadState('networkidle')
}

/** The middle of the row of a date, which its link covers. */
async function middleOf(date: Locator): Promise<{ x: number; y: number }> {
  const row = date.locator('xpath=ancestor::li')
  await row.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}

/** Moves a date down by something that comes before its list, which is then where the date was. */
function moveDown(date: Locator, pixels: number, html = ''): Promise<void> {
  return date.evaluate(
    (link, { height, content }) => {
      const before = document.createElement('div')
      before.style.minHeight = `${height}px`
      before.innerHTML = content
      link.closest('ol')?.prepend(before)
    },
    { height: pixels, content: html },
  )
}
