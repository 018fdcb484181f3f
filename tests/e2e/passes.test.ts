/**
 * Goal: a pass is bought, pays a ticket, and its holder sees what became of it; an organiser reads what was sold. Method:
 * a customer on a desktop in English, the same pass in Georgian on a phone; the owner of the demo's organiser.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import cinema from '#modules/cinema/messages/en.json' with { type: 'json' }
import passesEn from '#modules/multipass/messages/en.json' with { type: 'json' }
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
  type Visitor,
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

test('a pass is opened by the operator, bought, given by a link, used for a film and a bus', async () => {
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
  await operator.page.getByText('მეგზური', { exact: true }).waitFor()

  const giver = await newVisitor(browser, { locale: 'ka', viewport: desktop })
  await giver.open('/multipass')
  await hydrated(giver.page)
  await giver.page.getByRole('button', { name: 'ყიდვა: მეგზური' }).click()
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
  const { words } = giver
  await giver.page
    .getByRole('button', { name: words('tickets', 'actionsOf', { number: 1 }) })
    .click()
  await giver.page
    .getByRole('button', { name: words('tickets', 'actionPassOn'), exact: true })
    .click()
  const dialog = giver.page.getByRole('dialog', { name: words('tickets', 'actionPassOn') })
  await dialog.getByRole('button', { name: words('passing', 'makeLink') }).click()
  const link = await dialog
    .getByRole('textbox', { name: words('passing', 'aLink'), exact: true })
    .inputValue()

  const holder = await newVisitor(browser, { locale: 'en', viewport: phone })
  const { page } = holder
  await page.goto(link.replace('/tickets/', '/en/tickets/'))
  await page.getByRole('button', { name: holder.words('passing', 'takeOver'), exact: true }).click()
  await page.getByLabel(holder.words('passing', 'keepLabel')).waitFor()
  await holder.open('/multipass')
  await page.getByText('Companion').first().waitFor()
  await expectNoHorizontalScroll(page)
  const { session } = await someScreening()
  await holder.open(`/movies/session/${session}`)
  await hydrated(page)
  await page.getByRole('button', { name: cinema.best }).click()
  await page.getByRole('button', { name: cinema.toCheckout }).click()
  await page.waitForURL(/\/movies\/checkout\//)
  await usePass(holder, /[0-9a-f-]{36}/.exec(page.url())?.[0] ?? '')
  await page.waitForURL(/\/result/)
  await usePass(holder, await chooseBus(page))
  // A bus wants to know who travels: the checkout asks.
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await hydrated(page)
  await page.locator('input[name$=".givenName"]').first().fill('Nino')
  await page.locator('input[name$=".familyName"]').first().fill('Beridze')
  await fillBuyer(holder, 'holder@bileti.example')
  await page.getByRole('button', { name: holder.words('orders', 'finishFree') }).click()
  await page.waitForURL(/\/result/)
  await holder.open('/multipass')
  await page.getByText('1 of 3 uses left').first().waitFor()
  await expectAccessible(page, ['light'])
  expect([...operator.complaints, ...giver.complaints, ...holder.complaints]).toEqual([])
})

/** A screening of some day to come. */
async function someScreening(): Promise<{ session: number }> {
  const { url } = inject('shop')
  const { dates } = (await (await fetch(`${url}/v2/movies/showtimes`)).json()) as {
    dates: string[]
  }
  const answer = await fetch(`${url}/v2/movies/showtimes?date=${dates[4] ?? ''}`)
  const { showtimes } = (await answer.json()) as {
    showtimes: { session: number; format: string }[]
  }
  const suited = showtimes.find(({ format }) => format === '2D')
  if (!suited) throw new Error('The demo has screenings')
  return suited
}

/** A seat of a bus, chosen as the pages choose it; its order. */
function chooseBus(page: Page): Promise<string> {
  const date = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  return page.evaluate(async (day) => {
    const where = `from=kutaisi-airport&to=tbilisi&date=${day}&adults=1`
    const found = await fetch(`/v2/transport/journeys?api_key=demo-web&${where}`)
    const { journeys } = (await found.json()) as {
      journeys: { sale: string; segments: { runId: number; legFrom: number; legTo: number }[] }[]
    }
    const segment = journeys.find(({ sale }) => sale === 'open')?.segments[0]
    const { runId, legFrom, legTo } = segment ?? {}
    const answer = await fetch('/v2/transport/choose?api_key=demo-web', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ segments: [{ runId, legFrom, legTo, passengers: [{}] }] }),
    })
    const { orderKey } = (await answer.json()) as { orderKey: string }
    return orderKey
  }, date)
}

/** Pays an order with the visitor's own pass and finishes it. */
async function usePass(visitor: Visitor, orderKey: string): Promise<void> {
  const { page } = visitor
  await visitor.open(`/multipass/use/${orderKey}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Use the pass' }).click()
  await page
    .getByText(/: one use/)
    .first()
    .waitFor()
  await page.getByLabel('E-mail').fill('holder@bileti.example')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: passesEn.finish }).click()
}

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
