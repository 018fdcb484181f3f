/**
 * Goal: a pass is bought, pays a ticket, and its holder sees what became of it; an organiser reads what was sold. Method:
 * a customer on a desktop in English, the same pass in Georgian on a phone; the owner of the demo's organiser.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from './support/account.ts'
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

test('a pass that the operator opened is on sale and bought', async () => {
  const operator = await newVisitor(browser, { locale: 'ka', viewport: desktop })
  await operator.open('/operator/passes')
  await signIn(operator, 'operator@bileti.example', 'bileti-operator')
  await operator.page.waitForURL(/\/operator\/passes/)
  await hydrated(operator.page)
  await operator.page.getByText('ახალი აბონემენტი').click()
  const typed = { nameKa: 'მეგზური', nameEn: 'Companion', descriptionKa: 'ყველაფერზე', uses: '3' }
  const more = { descriptionEn: 'For anything', price: '60', usesPerOrderMax: '3' }
  for (const [name, value] of Object.entries({ ...typed, ...more }))
    await operator.page.locator(`[name="${name}"]`).first().fill(value)
  const year = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
  await operator.page.locator('[name="validUntil"]').first().fill(year)
  await expectAccessible(operator.page, ['light'])
  await operator.page.getByRole('button', { name: 'შენახვა' }).first().click()
  await operator.page.getByText('მეგზური', { exact: true }).first().waitFor()

  const giver = await newVisitor(browser, { locale: 'ka', viewport: desktop })
  await giver.open('/multipass')
  await hydrated(giver.page)
  await giver.page.getByRole('button', { name: 'ყიდვა: მეგზური' }).last().click()
  await giver.page.waitForURL(/\/checkout\//)
  await hydrated(giver.page)
  await fillBuyer(giver, 'giver@bileti.example')
  await payButton(giver).click()
  await payWith(giver, cards.approved)
  await giver.page
    .getByRole('link', { name: giver.words('orders', 'toTickets') })
    .first()
    .click()
  await giver.page.waitForURL(/\/account\/orders\//)
  await giver.page.getByText('მეგზური').first().waitFor()
  expect([...operator.complaints, ...giver.complaints]).toEqual([])
})

test('a number that cannot be one is said beside its field, in Georgian on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page } = visitor
  await visitor.open('/multipass/check')
  await hydrated(page)
  await page.getByLabel('აბონემენტის ნომერი').fill('1234')
  await page.getByRole('button', { name: 'შემოწმება' }).click()
  await page.getByText('აკრიფეთ აბონემენტის 18 ციფრი.').waitFor()
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
  await page.getByRole('heading', { name: 'Sold today' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Statistics' }).click()
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
