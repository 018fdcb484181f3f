/**
 * Goal: organisers work independently: an owner invites a manager, the manager creates and sells a show, a visitor
 * finds and buys it, the manager refunds, and the log shows who did what. Method: three people with a browser each,
 * the demo's mailbox and bank, a device with a passkey; axe on the pages in both themes.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figureMessages } from '#modules/merchant/server/shows/figure-messages.ts'
import { isNightly } from '../support/tier.ts'
import { emailLink } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { proveStaff } from './support/staff-proof.ts'
import { withAmounts } from './support/texts.ts'
import { nightTest } from './support/tiers.ts'
import {
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  localeOr,
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
/** Names that are content. */
const ferries = { ka: 'ბორნების ღამე', en: 'Night of ferries' }
const floor = { ka: 'დარბაზი', en: 'Floor' }

async function signIn({ page, words }: Visitor, who: typeof owner): Promise<void> {
  const button = page.getByRole('button', { name: words('staff', 'signIn') })
  await button.waitFor()
  await hydrated(page)
  await page.getByLabel(words('staff', 'email')).fill(who.email)
  await page.getByLabel(words('staff', 'password')).fill(who.password)
  await button.click()
}

type Entry = 'navTeam' | 'navShows' | 'navOrders' | 'navLog' | 'navWebhooks' | 'navSecurity'

const link = ({ page, words }: Visitor, name: Entry) =>
  page.getByRole('navigation').getByRole('link', { name: words('merchant', name), exact: true })

const dayAhead = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Fills in the required fields of a show, with two dates. */
async function fillShow({ page, words }: Visitor): Promise<void> {
  await page.getByLabel(words('merchant', 'showName-ka')).fill(ferries.ka)
  await page.getByLabel(words('merchant', 'showName-en')).fill(ferries.en)
  await page.getByLabel(words('merchant', 'showCategory')).selectOption({ index: 1 })
  await page.getByLabel(words('merchant', 'showVenue')).selectOption({ index: 1 })
  for (const [index, days] of [40, 41].entries()) {
    await page.getByRole('button', { name: words('merchant', 'dateAdd') }).click()
    // What nobody could have filled in yet is no mistake.
    await page.getByText(words('merchant', 'draftSaved'), { exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page
      .getByLabel(words('merchant', 'date-startsAt'))
      .nth(index)
      .fill(`${dayAhead(days)}T20:00`)
  }
  await page.getByRole('button', { name: words('merchant', 'priceAdd') }).click()
  await page.getByLabel(words('merchant', 'priceName-ka')).fill(floor.ka)
  await page.getByLabel(words('merchant', 'priceName-en')).fill(floor.en)
  await page.getByLabel(words('merchant', 'priceCapacity'), { exact: true }).fill('50')
}

test('leads from an invitation to a show that is sold, refunded and logged', async () => {
  const first = await newVisitor(browser, { locale: localeOr('en'), viewport: desktop })
  await first.open('/merchant')
  await hydrated(first.page)
  await signIn(first, owner)
  await link(first, 'navTeam').click()
  await first.page.getByLabel(first.words('staff', 'email')).fill(invited)
  await first.page.getByLabel(first.words('staff', 'yourPassword')).fill(owner.password)
  await first.page.getByRole('button', { name: first.words('staff', 'invite') }).click()
  await first.page.getByText(first.words('staff', 'invited')).waitFor()
  await photograph(first.page, 'team-invited')
  if (isNightly) await expectAccessible(first.page, ['light'])

  const manager = await newVisitor(browser, { locale: localeOr('en'), viewport: phone })
  const { page, words, locale } = manager
  await page.goto(await emailLink(invited, /http\S+\/merchant\/invitation#\S+/))
  await hydrated(page)
  await page.getByLabel(words('staff', 'fullName')).fill('Nana Manager')
  await page.getByLabel(words('staff', 'newPassword')).fill(secret)
  await page.getByLabel(words('staff', 'confirmPassword')).fill(secret)
  if (isNightly) await expectAccessible(page, ['light'])
  await photograph(page, 'invitation')
  await page.getByRole('button', { name: words('staff', 'accept') }).click()
  await link(manager, 'navShows').click()
  await page.getByRole('button', { name: words('merchant', 'showNew') }).click()
  await fillShow(manager)
  const nameless = page.getByLabel(words('merchant', 'priceName-ka'))
  const namelessInEnglish = page.getByLabel(words('merchant', 'priceName-en'))
  await nameless.fill('')
  await namelessInEnglish.fill('')
  const publish = page.getByRole('button', { name: words('merchant', 'publish'), exact: true })
  await publish.click()
  // The names and the price are marked, and the first of them has the focus.
  await expect.poll(() => nameless.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByText(figureMessages(locale).missing).count()).toBe(3)
  await photograph(page, 'show-editor-refused')
  await page.keyboard.type(floor.ka)
  await namelessInEnglish.fill(floor.en)
  await page.getByLabel(words('merchant', 'priceAmount')).fill('20')
  await page.getByText(words('merchant', 'draftSaved'), { exact: true }).waitFor()
  await publish.click()
  const shown = page.getByRole('link', { name: words('merchant', 'openShow') })
  const address = await shown.getAttribute('href')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  const shopper = await newVisitor(browser, { locale: localeOr('en'), viewport: desktop })
  await expect
    .poll(async () =>
      (await shopper.page.request.get(`${new URL(page.url()).origin}${address}`)).status(),
    )
    .toBe(200)
  await goToCheckout(shopper, 'night-of-ferries', { isOwnShow: true })
  await hydrated(shopper.page)
  await fillBuyer(shopper, buyer)
  await payByCard(shopper)
  await shopper.page.getByRole('heading', { level: 1 }).waitFor()

  await link(manager, 'navOrders').click()
  await page.getByLabel(words('merchant', 'ordersText')).fill(buyer)
  await page.getByRole('button', { name: words('merchant', 'find') }).click()
  // Until they are found, all orders are listed. What was found can be sorted, which is no other search.
  const found = page.locator('main tbody tr')
  await expect.poll(() => found.filter({ hasNotText: buyer }).count()).toBe(0)
  await page
    .locator('thead')
    .getByRole('link', { name: words('merchant', 'columnPaid') })
    .click()
  await page.waitForURL(/\/merchant\/orders\?sort=dearest$/)
  await page
    .getByRole('columnheader', { name: words('merchant', 'columnPaid') })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  await photograph(page, 'organiser-orders-sorted')
  await found.filter({ hasText: buyer }).first().getByRole('link').click()
  await page.getByRole('checkbox').first().check()
  const contents = words('merchant', 'ticketCount', { count: 1 })
  await page
    .getByRole('button', { name: words('merchant', 'refundChosen', { count: 1, contents }) })
    .click()
  const dialog = page.getByRole('dialog')
  const summary = dialog.getByTestId('refund-summary')
  await summary.getByText(ferries[locale]).waitFor()
  await summary.getByText(words('merchant', 'refundBack')).waitFor()
  if (isNightly) await expectAccessible(page, ['light'])
  await photograph(page, 'refund')
  await dialog.getByLabel(words('merchant', 'refundReason')).fill('Fell ill')
  const submit = withAmounts(words('merchant', 'refundSubmit', { amount: '\u0000' }))
  await dialog.getByRole('button', { name: submit }).click()
  // Once in an hour the password is asked for.
  const proof = page.getByRole('dialog', { name: words('staff', 'stepUpTitle') })
  await proof.getByLabel(words('staff', 'yourPassword')).fill(secret)
  await photograph(page, 'refund-confirmed')
  await proof.getByRole('button', { name: words('staff', 'stepUpConfirm') }).click()
  await page.getByText(words('merchant', 'ticketEnded')).waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['dark'])

  await link(first, 'navLog').click()
  for (const action of ['orders.refund', 'shows.publish', 'staff.join', 'staff.invite'] as const) {
    // After the name of who did it.
    const done = first.words('staff', `action-${action}`).toLowerCase()
    await first.page.getByText(done, { exact: true }).first().waitFor()
  }
  await first.page.getByText('Fell ill').waitFor()
  await photograph(first.page, 'organiser-log')
  if (isNightly) await expectAccessible(first.page, ['dark'])
  expect([first, manager, shopper].flatMap(({ complaints }) => complaints)).toEqual([])
})

nightTest('signs in with a passkey as second factor, and manages a webhook address', async () => {
  const visitor = await newVisitor(browser, { locale: localeOr('en'), viewport: desktop })
  const { page, context, words } = visitor
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
  await link(visitor, 'navWebhooks').click()
  await page.getByLabel(words('merchant', 'webhookAddress')).fill('https://example.com/hook')
  await page.getByRole('button', { name: words('merchant', 'webhookAdd'), exact: true }).click()
  await proveStaff(visitor, who.password)
  await page.getByText(/^whsec_/).waitFor()
  await expectAccessible(page, ['light'])
  await page.getByRole('button', { name: words('merchant', 'switchOff') }).click()
  await page.getByRole('button', { name: words('merchant', 'switchOn') }).waitFor()

  await link(visitor, 'navSecurity').click()
  await page.getByLabel(words('staff', 'confirmByPassword')).fill(who.password)
  await page.getByRole('button', { name: words('staff', 'passkeyAdd') }).click()
  await page.getByText(words('staff', 'deviceUnknown')).waitFor()
  await expectAccessible(page, ['dark'])
  await page.getByRole('button', { name: words('merchant', 'signOut') }).click()
  await signIn(visitor, who)
  await page.getByRole('button', { name: words('staff', 'usePasskey') }).waitFor()
  await photograph(page, 'second-factor')
  await page.getByRole('button', { name: words('staff', 'usePasskey') }).click()
  await link(visitor, 'navSecurity').waitFor()
  expect(visitor.complaints).toEqual([])
})
