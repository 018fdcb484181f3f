/**
 * Goal: a carrier without an engineer stops the sale of a run and changes a fare, and buyers see it. Method: the owner of
 * the demo's railway and a buyer, each in a browser, on the running shop.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import office from '#modules/transport/messages/office-en.json' with { type: 'json' }
import shop from '#modules/transport/messages/transport-en.json' with { type: 'json' }
import { hydrated } from './support/observing.ts'
import {
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
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

const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

async function ownerOfRailway(path: string, viewport?: typeof phone): Promise<Visitor> {
  const owner = await newVisitor(browser, viewport ? { viewport } : {})
  await owner.open(path)
  await hydrated(owner.page)
  await owner.page.getByLabel('E-mail').fill('georgian-railway@bileti.example')
  await owner.page.getByLabel('Password', { exact: true }).fill('bileti-georgian-railway')
  await owner.page.getByRole('button', { name: 'Sign in' }).click()
  return owner
}

test('closes a run for sale and opens it again', async () => {
  const day = dayAhead(11)
  const owner = await ownerOfRailway(`/merchant/runs?day=${day}&text=tbilisi+batumi`)
  const { page } = owner
  await page
    .getByRole('link', { name: /^\d\d:\d\d · Train/ })
    .first()
    .click()
  await page.getByRole('heading', { name: office.legsTitle }).waitFor()
  await expectAccessible(page, ['dark'])
  const buyer = await newVisitor(browser)
  await buyer.open(`/railway/search?from=tbilisi&to=batumi&date=${day}`)
  const closed = buyer.page.getByText(shop.sale_closed)
  const closedCount = async (): Promise<number> => {
    await buyer.page.reload()
    return closed.count()
  }
  const before = await closedCount()
  await page.getByRole('button', { name: office.stopSale, exact: true }).click()
  await page.getByText(office['sale-stopped']).waitFor()
  await expect.poll(closedCount).toBe(before + 1)
  await page.getByRole('button', { name: office.resumeSale, exact: true }).click()
  await page.getByText(office['sale-open']).waitFor()
  await expect.poll(closedCount).toBe(before)
  expect(owner.complaints).toEqual([])
}, 60_000)

test('changes a fare on a phone, after comparing, and the buyer sees the price', async () => {
  const day = dayAhead(12)
  const owner = await ownerOfRailway('/merchant/fares', phone)
  const { page } = owner
  const line = page.getByLabel(office.line, { exact: true })
  await line.waitFor()
  const option = line.locator('option', { hasText: 'Batumi' }).first()
  const lineId = (await option.getAttribute('value')) ?? ''
  await owner.open(`/merchant/fares?line=${lineId}&date=${day}`)
  await hydrated(page)
  const price = page.getByLabel(/, to Batumi/).first()
  await price.waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
  await price.fill('444')
  await page.getByRole('button', { name: /^Compare 1 / }).click()
  await page.getByText(/→ 444/).first().waitFor()
  await page.getByRole('button', { name: office.faresSave }).click()
  await page.getByText(office.faresSaved).waitFor()
  const buyer = await newVisitor(browser)
  await expect
    .poll(async () => {
      await buyer.open(`/railway/search?from=tbilisi&to=batumi&date=${day}`)
      const text = (await buyer.page.locator('main').textContent()) ?? ''
      return Math.max(
        0,
        ...[...text.matchAll(/(\d{2,4})(?:\.\d\d)?\u00A0₾/g)].map(([, lari]) => Number(lari)),
      )
    })
    .toBeGreaterThan(200)
  expect(owner.complaints).toEqual([])
}, 60_000)
