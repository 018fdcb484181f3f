/**
 * Goal: a ticket is given by email and revoked, then transferred by a link to a visitor in another browser, who
 * holds it from then on; its buyer sees the transfer. Method: two real browsers on the running shop, the buyer on a
 * phone usually in Georgian; axe checks each panel and page.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localizedPath } from '#kernel/locale.ts'
import { isNightly } from '../support/tier.ts'
import { emailLink } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  goToCheckout,
  localeOr,
  newVisitor,
  payButton,
  payWith,
  phone,
  startBrowser,
  type Visitor,
} from './support/visitor.ts'

/** What a buyer writes. */
const notes = { ka: 'ბებოსთან <b>ერთად</b>', en: 'Grandma’s <b>seat</b>' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

async function openPanel({ page, words }: Visitor, action: 'actionPassOn' | 'actionNote') {
  await page
    .getByRole('button', { name: words('tickets', 'actionsOf', { kind: 'ticket', number: 1 }) })
    .click()
  await page.getByRole('menuitem', { name: words('tickets', action), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: words('tickets', action) })
  await dialog.getByRole('textbox').first().waitFor()
  return dialog
}

/** The giver opens the link: the ticket is offered, and still theirs. */
async function openOwnOffer({ page, words }: Visitor, link: string): Promise<void> {
  const offering = await page.context().newPage()
  await offering.goto(link)
  await offering.getByText(words('passing', 'offeringText', { kind: 'ticket', count: 1 })).waitFor()
  await photograph(offering, 'transfer-offering')
  await offering.close()
}

/** The kept link in another browser. */
async function openElsewhere(kept: string): Promise<void> {
  const elsewhere = await newVisitor(browser, { viewport: phone })
  await elsewhere.page.goto(kept)
  await elsewhere.page
    .getByRole('heading', {
      name: elsewhere.words('passing', 'keptTitle', { count: 1, kind: 'ticket' }),
    })
    .waitFor()
  await photograph(elsewhere.page, 'transfer-kept-elsewhere')
  expect(elsewhere.complaints).toEqual([])
}

test('revokes a gift, transfers by a link, and removes the buyer’s code', async () => {
  const buyer = await newVisitor(browser, { locale: localeOr('ka'), viewport: phone })
  const { page, words } = buyer
  await goToCheckout(buyer, 'abesalom-and-eteri')
  await fillBuyer(buyer, 'passing@example.ge')
  await payButton(buyer).click()
  await payWith(buyer, cards.approved)
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.waitForURL(/\/account\/orders\//)
  const note = await openPanel(buyer, 'actionNote')
  const written = notes[buyer.locale]
  await note.getByRole('textbox').fill(written)
  await note.getByRole('button', { name: words('passing', 'noteSave') }).click()
  await page.getByText(written).waitFor()

  const dialog = await openPanel(buyer, 'actionPassOn')
  await expectAccessible(page)
  await dialog.getByLabel(words('passing', 'sendTo')).fill('giorgi')
  await dialog.getByRole('button', { name: words('passing', 'send') }).click()
  await dialog.getByText(words('passing', 'sendToWrong')).waitFor()
  await photograph(page, 'transfer-error')
  await dialog.getByLabel(words('passing', 'sendTo')).fill('giorgi-passing@example.ge')
  await dialog.getByRole('button', { name: words('passing', 'send') }).click()
  await dialog.getByText('g•••@example.ge').waitFor()
  await expect.poll(() => dialog.getByLabel(words('passing', 'sendTo')).inputValue()).toBe('')
  await photograph(page, 'transfer-sent')
  const gift = await emailLink('giorgi-passing@example.ge', /http\S+\/tickets\/shared\/\S+/)
  await dialog.getByRole('button', { name: words('passing', 'takeBack') }).click()
  await dialog.getByText(words('passing', 'takenBack')).waitFor()
  await dialog.getByRole('button', { name: words('passing', 'makeLink') }).click()
  const link = await dialog
    .getByRole('textbox', { name: words('passing', 'aLink'), exact: true })
    .inputValue()
  await expectNoHorizontalScroll(page)

  if (isNightly) await openOwnOffer(buyer, link)
  const receiver = await newVisitor(browser)
  await receiver.page.goto(gift)
  // The email's link has its sender's language.
  await receiver.page.getByRole('heading', { name: words('passing', 'endedTitle') }).waitFor()
  await photograph(receiver.page, 'transfer-ended')
  const values = { kind: 'ticket', number: 1, count: 1 }
  const codeName = receiver.words('tickets', 'codeLabel', values)
  const shared = await receiver.page.goto(
    link.replace(/(?:\/en)?(\/tickets\/.*)/, (_, path: string) =>
      localizedPath(receiver.locale, path),
    ),
  )
  await hydrated(receiver.page)
  expect(await shared?.headerValue('referrer-policy')).toBe('no-referrer')
  expect(await shared?.headerValue('x-robots-tag')).toContain('noindex')
  await expectAccessible(receiver.page)
  expect(await receiver.page.getByRole('img', { name: codeName }).count()).toBe(0)
  await photograph(receiver.page, 'transfer-offer')
  await receiver.page
    .getByRole('button', { name: receiver.words('passing', 'takeOver'), exact: true })
    .click()
  const keepUrl = receiver.page.getByLabel(
    receiver.words('passing', 'keepLabel', { kind: 'ticket' }),
  )
  await keepUrl.waitFor()
  await photograph(receiver.page, 'transfer-taken')
  // It is nobody else's link, and still there when the page is opened again.
  const kept = await keepUrl.inputValue()
  expect(await receiver.page.locator('main').getByText('₾').count()).toBe(0)
  const openLink = receiver.page.getByText(receiver.words('tickets', 'linksOpen', { count: 1 }))
  expect(await openLink.count()).toBe(0)
  await receiver.page.reload()
  await hydrated(receiver.page)
  expect(await keepUrl.inputValue()).toBe(kept)
  if (isNightly) await openElsewhere(kept)
  await receiver.page.goto(kept)
  await hydrated(receiver.page)
  await receiver.page
    .getByRole('heading', {
      name: receiver.words('passing', 'yoursTitle', { count: 1, kind: 'ticket' }),
    })
    .waitFor()
  expect(await openLink.count()).toBe(0)
  await photograph(receiver.page, 'transfer-kept')
  await receiver.page
    .getByRole('link', { name: receiver.words('passing', 'toMyTickets', { kind: 'ticket' }) })
    .click()
  await receiver.page
    .getByRole('heading', { name: receiver.words('tickets', 'receivedTitle') })
    .waitFor()
  await receiver.page.locator('a[href*="/account/received#"]').click()
  await receiver.page.getByRole('img', { name: codeName }).waitFor()
  await receiver.page.getByText(receiver.words('tickets', 'keptByLink')).waitFor()
  await photograph(receiver.page, 'transfer-received')
  if (isNightly) await expectAccessible(receiver.page, ['light'])

  await page.reload()
  await page.getByText(words('tickets', 'passedOn'), { exact: true }).waitFor()
  await photograph(page, 'transfer-passed-on')
  const anyCode = words('tickets', 'codeLabel', { kind: 'ticket', number: '\\d', count: '\\d' })
  expect(await page.getByRole('img', { name: new RegExp(anyCode) }).count()).toBe(1)
  expect(await page.getByText(written.split(' ', 1)[0] ?? '').count()).toBe(0)
  expect([...buyer.complaints, ...receiver.complaints]).toEqual([])
})
