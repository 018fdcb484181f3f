/**
 * Goal: organisers work independently: an owner invites a manager, the manager creates and sells a show, a visitor
 * finds and buys it, the manager refunds, and the log shows who did what. Method: three people with a browser each,
 * the demo's mailbox and bank, a device with a passkey; axe on the pages in both themes.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailLink } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import {
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  newVisitor,
  payByCard,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const owner = { email: 'moedani@bileti.example', password: 'bileti-moedani' }
const invited = 'new.manager@bileti.example'
const buyer = 'rivers@bileti.example'
const secret = 'two otters in the Aragvi'

async function signIn({ page }: Visitor, who: typeof owner): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await hydrated(page)
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const link = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

const dayAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Fills in the required fields of a show, with two dates. */
async function fillShow({ page }: Visitor): Promise<void> {
  await page.getByLabel('Name in Georgian').fill('ბორნების ღამე')
  await page.getByLabel('Name in English').fill('Night of ferries')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Venue').selectOption({ index: 1 })
  for (const [index, days] of [40, 41].entries()) {
    await page.getByRole('button', { name: 'Add a date' }).click()
    await page
      .getByLabel('Begins')
      .nth(index)
      .fill(`${dayAhead(days)}T20:00`)
  }
  await page.getByRole('button', { name: 'Add a ticket type' }).click()
  await page.getByLabel('Ticket name in Georgian').fill('დარბაზი')
  await page.getByLabel('Ticket name in English').fill('Floor')
  await page.getByLabel('How many', { exact: true }).fill('50')
}

test('leads from an invitation to a show that is sold, refunded and logged', async () => {
  const first = await newVisitor(browser, { locale: 'en', viewport: desktop })
  await first.open('/merchant')
  await hydrated(first.page)
  await signIn(first, owner)
  await link(first.page, 'Team').click()
  await first.page.getByLabel('E-mail').fill(invited)
  await first.page.getByRole('button', { name: 'Send the invitation' }).click()
  await first.page.getByText('The e-mail is on its way.').waitFor()
  await photograph(first.page, 'team-invited')
  await expectAccessible(first.page, ['light'])

  const manager = await newVisitor(browser, { locale: 'en', viewport: phone })
  const { page } = manager
  await page.goto(await emailLink(invited, /http\S+\/merchant\/invitation#\S+/))
  await hydrated(page)
  await page.getByLabel('Your name').fill('Nana Manager')
  await page.getByLabel('New password').fill(secret)
  await page.getByLabel('The password once more').fill(secret)
  await expectAccessible(page, ['light'])
  await photograph(page, 'invitation')
  await page.getByRole('button', { name: 'Join the team' }).click()
  await link(page, 'Shows').click()
  await page.getByRole('button', { name: 'New show' }).click()
  await fillShow(manager)
  for (const language of ['Georgian', 'English'])
    await page.getByLabel(`Ticket name in ${language}`).fill('')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  // The names and the price are marked, and the first of them has the focus.
  const nameless = page.getByLabel('Ticket name in Georgian')
  await expect.poll(() => nameless.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByText('This is needed.').count()).toBe(3)
  await photograph(page, 'show-editor-refused')
  await page.keyboard.type('დარბაზი')
  await page.getByLabel('Ticket name in English').fill('Floor')
  await page.getByLabel('Price, ₾').fill('20')
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const shown = page.getByRole('link', { name: 'Open in the shop' })
  const address = await shown.getAttribute('href')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  const shopper = await newVisitor(browser, { locale: 'en', viewport: desktop })
  await expect
    .poll(async () =>
      (await shopper.page.request.get(`${new URL(page.url()).origin}${address}`)).status(),
    )
    .toBe(200)
  await goToCheckout(shopper, 'night-of-ferries')
  await hydrated(shopper.page)
  await fillBuyer(shopper, buyer)
  await payByCard(shopper)
  await shopper.page.getByRole('heading', { level: 1 }).waitFor()

  await link(page, 'Orders').click()
  await page.getByLabel('Order number, name, e-mail or phone').fill(buyer)
  await page.getByRole('button', { name: 'Find' }).click()
  // Until they are found, all orders are listed. What was found can be sorted, which is no other search.
  const found = page.locator('main tbody tr')
  await expect.poll(() => found.filter({ hasNotText: buyer }).count()).toBe(0)
  await page.getByRole('link', { name: 'Ticket prices' }).click()
  await page.waitForURL(/\/merchant\/orders\?sort=dearest$/)
  await page
    .getByRole('columnheader', { name: 'Ticket prices' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  await found.filter({ hasText: buyer }).first().getByRole('link').click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Refund 1 ticket' }).click()
  const dialog = page.getByRole('dialog')
  const summary = dialog.getByTestId('refund-summary')
  await summary.getByText('Night of ferries').waitFor()
  await summary.getByText('Goes back to the buyer').waitFor()
  await expectAccessible(page, ['light'])
  await photograph(page, 'refund')
  await dialog.getByLabel('Reason, for your log').fill('Fell ill')
  await dialog.getByRole('button', { name: /^Refund [^ ]*\d/ }).click()
  await page.getByText('Ended').waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['dark'])

  await link(first.page, 'Log').click()
  for (const action of ['orders.refund', 'shows.publish', 'staff.join', 'staff.invite'] as const) {
    // After the name of who did it.
    const words = first.words('staff', `action-${action}`).toLowerCase()
    await first.page.getByText(words, { exact: true }).first().waitFor()
  }
  await first.page.getByText('Fell ill').waitFor()
  await photograph(first.page, 'organiser-log')
  await expectAccessible(first.page, ['dark'])
  expect([first, manager, shopper].flatMap(({ complaints }) => complaints)).toEqual([])
})

test('signs in with a passkey as second factor, and manages a webhook address', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page, context } = visitor
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const who = { email: 'bgera-live@bileti.example', password: 'bileti-bgera-live' }
  await visitor.open('/merchant')
  await hydrated(page)
  await signIn(visitor, who)
  await link(page, 'Webhooks').click()
  await page.getByLabel('Address of your system').fill('https://example.com/hook')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/^whsec_/).waitFor()
  await expectAccessible(page, ['light'])
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('button', { name: 'Switch on' }).waitFor()

  await link(page, 'Your sign-in').click()
  await page.getByLabel('Your password, for adding or removing').fill(who.password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device').waitFor()
  await expectAccessible(page, ['dark'])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(visitor, who)
  await page.getByRole('button', { name: 'Use the passkey' }).waitFor()
  await photograph(page, 'second-factor')
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await link(page, 'Your sign-in').waitFor()
  expect(visitor.complaints).toEqual([])
})
