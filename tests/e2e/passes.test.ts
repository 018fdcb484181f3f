/**
 * Goal: a pass is bought, pays a ticket, and its holder sees what became of it; an organiser reads what was sold. Method:
 * a customer on a desktop in English, the same pass in Georgian on a phone; the owner of the demo's organiser.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hydrated } from './support/observing.ts'
import {
  cards,
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  newVisitor,
  payButton,
  payWith,
  phone,
  startBrowser,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

test('a pass is bought, pays a ticket of a show, and says so', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page, words } = visitor
  await visitor.open('/multipass')
  await hydrated(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Buy Ten evenings' }).click()
  await page.waitForURL(/\/checkout\//)
  await hydrated(page)
  await fillBuyer(visitor, 'passes@bileti.example')
  await payButton(visitor).click()
  await payWith(visitor, cards.approved)
  await page.waitForURL(/\/result/)
  await page.getByRole('heading', { level: 1 }).waitFor()

  await goToCheckout(visitor, 'abesalom-and-eteri')
  await page.getByRole('link', { name: words('orders', 'payWithPass') }).click()
  await page.waitForURL(/\/multipass\/use\//)
  await hydrated(page)
  await page.getByRole('button', { name: 'Use the pass' }).click()
  await page
    .getByText(/Ten evenings •••• \d{4}: one use/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take the pass off' }).click()
  await expect.poll(() => page.getByText(/: one use/).count()).toBe(0)

  await visitor.open('/multipass')
  await page.getByText('10 of 10 uses left').waitFor()
  await expectNoHorizontalScroll(page)
  expect(visitor.complaints).toEqual([])
})

test('a number that cannot be one is said beside its field, in Georgian on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page } = visitor
  await visitor.open('/multipass/check')
  await hydrated(page)
  await page.getByLabel('ბარათის ნომერი').fill('1234')
  await page.getByRole('button', { name: 'შემოწმება' }).click()
  await page.getByText('აკრიფეთ ბარათის 18 ციფრი.').waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
})

test('an organiser signs in, reads figures and requests, and saves a table', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page } = visitor
  await visitor.open('/merchant')
  await hydrated(page)
  await page.getByLabel('E-mail').fill('kulisa@bileti.example')
  await page.getByLabel('Password').fill('bileti-kulisa')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Statistics' }).waitFor()
  await page.getByRole('heading', { name: 'In all' }).waitFor()
  await expectAccessible(page)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save as XLSX' }).click()
  expect((await file).suggestedFilename()).toBe('statistics.xlsx')
  await page.getByRole('link', { name: 'Totals' }).click()
  await page.getByRole('table').waitFor()
  await expectAccessible(page, ['light'])
  await page.getByRole('link', { name: 'Requests' }).click()
  await page
    .getByText(/Nobody has asked|requests/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
