/**
 * Goal: a buyer lets another person pay in their own browser, and then invites a third one, who gets one of the
 * tickets. Method: three real browsers on the running shop, the buyer on a phone in Georgian; axe checks each panel
 * and page.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localizedPath } from '#kernel/locale.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { beginningOf } from './support/texts.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  newVisitor,
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

/** Creates a link in the open panel and reads it; its page is in the language of who will open it. */
async function makeLink({ page, words }: Visitor, reader: Visitor): Promise<string> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('invitations', 'makeLink') }).click()
  const link = dialog.getByRole('textbox', { name: words('invitations', 'aLink'), exact: true })
  const url = await link.inputValue()
  return url.replace('/invite/', localizedPath(reader.locale, '/invite/'))
}

test('lets another person pay and a third one come along', async () => {
  const buyer = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page, words } = buyer
  await goToCheckout(buyer, 'abesalom-and-eteri')
  const ask = page.getByRole('button', { name: words('orders', 'askToPay') })
  await ask.click()
  // Buyer details are required first: the form shows what is missing.
  await page.getByText(words('orders', 'emailMissing')).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await fillBuyer(buyer, 'inviting@example.ge')
  await ask.click()
  const payer = await newVisitor(browser)
  const toPay = await makeLink(buyer, payer)
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)

  const opened = await payer.page.goto(toPay)
  await hydrated(payer.page)
  expect(await opened?.headerValue('referrer-policy')).toBe('no-referrer')
  expect(await payer.page.content()).not.toContain('inviting@example.ge')
  await photograph(payer.page, 'invitation-to-pay')
  await expectAccessible(payer.page, ['light'])
  await payer.page.getByLabel(payer.words('invitations', 'payerName')).fill('Giorgi')
  await payer.page
    .getByRole('button', {
      name: beginningOf(payer.words('invitations', 'pay', { amount: '\u0000' })),
    })
    .click()
  await payWith(payer, cards.approved)
  await payer.page
    .getByRole('heading', { name: payer.words('invitations', 'youPaidTitle') })
    .waitFor()

  // The buyer's page polls.
  await page.waitForURL(/\/result$/)
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.getByRole('button', { name: words('tickets', 'inviteToJoin') }).click()
  const guest = await newVisitor(browser, { viewport: phone })
  const toJoin = await makeLink(buyer, guest)

  await guest.page.goto(toJoin)
  await hydrated(guest.page)
  await photograph(guest.page, 'invitation-to-join')
  await expectAccessible(guest.page, ['dark'])
  await expectNoHorizontalScroll(guest.page)
  await guest.page.getByRole('button', { name: guest.words('invitations', 'accept') }).click()
  await guest.page.getByLabel(guest.words('invitations', 'yourName')).fill('Tamar')
  await guest.page.getByRole('button', { name: guest.words('invitations', 'accept') }).click()
  // Already paid, so the ticket is available at once; the transfer journey covers accepting tickets.
  await guest.page.getByRole('link', { name: guest.words('invitations', 'toTicket') }).waitFor()
  const complaints = [buyer, payer, guest].flatMap((visitor) => visitor.complaints)
  expect(complaints).toEqual([])
})
