/**
 * Goal: a buyer sees the refund amount before returning a ticket, gets exactly that, and can follow the refund.
 * Method: two tickets of a guest's order: one is resold, the other returned, with the demo bank.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isNightly } from '../support/tier.ts'
import { beginningOf } from './support/texts.ts'
import { photograph } from './support/photographer.ts'
import {
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

/** Opens an entry in the menu of the first ticket that has one. */
async function openMenuEntry({ page, words }: Visitor, way: string) {
  await page.locator('article button[popovertarget]').first().click()
  await page.getByRole('menuitem', { name: words('tickets', 'actionCantGo') }).click()
  const dialog = page.getByRole('dialog', { name: words('tickets', 'actionCantGo') })
  await dialog.getByRole('button', { name: way }).click()
  return dialog
}

test('resells one ticket and returns the other, with the amount first and the refund’s state after', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  await goToCheckout(visitor, 'swan-lake')
  await fillBuyer(visitor, 'returns@example.ge')
  await payByCard(visitor)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  await visitor.open('/account/orders')
  await page.locator('main a[href*="/account/orders/"]').first().click()

  // The menu has one entry for an unneeded ticket, with the highest refund first.
  await page.locator('article button[popovertarget]').first().click()
  await page.getByRole('menuitem', { name: words('tickets', 'actionCantGo') }).click()
  const ways = page.getByRole('dialog').getByRole('listitem')
  await expect.poll(() => ways.count()).toBe(3)
  expect(await ways.last().textContent()).toContain(words('returning', 'wayNothing'))
  await photograph(page, 'cant-go')
  if (isNightly) await expectAccessible(page, ['dark'])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('returning', 'keep') })
    .click()

  const resale = await openMenuEntry(visitor, words('returning', 'wayResale'))
  await resale.getByText(words('returning', 'ResellingFee')).waitFor()
  await photograph(page, 'resale-offered')
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)
  const back = await resale.locator('dd').last().textContent()
  await resale
    .getByRole('button', { name: words('returning', 'confirmResale', { count: 1 }) })
    .click()
  await resale.getByText(words('returning', 'doneResale', { count: 1 })).waitFor()
  await photograph(page, 'resale-sold')
  await resale.getByRole('button', { name: words('returning', 'close') }).click()
  const went = page.getByRole('region', { name: words('tickets', 'returnsTitle') })
  await went
    .getByText(back ?? 'a sum')
    .first()
    .waitFor()
  await expect.poll(() => page.getByText(words('tickets', 'notValid')).count()).toBe(1)

  const returned = await openMenuEntry(visitor, words('returning', 'wayReturn', { use: 'event' }))
  await returned
    .getByText(beginningOf(words('returning', 'goodUntil', { time: '\u0000' })))
    .waitFor()
  // A double click causes one return.
  await returned
    .getByRole('button', { name: words('returning', 'confirmReturn', { count: 1 }) })
    .dblclick()
  await returned.getByText(words('returning', 'doneReturn', { count: 1 })).waitFor()
  // No other option is left, and the page shows it however the dialog is closed.
  expect(
    await returned.getByRole('button', { name: words('returning', 'chooseAnother') }).count(),
  ).toBe(0)
  await photograph(page, 'return-done')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: words('tickets', 'returnedTitle') }).waitFor()
  await expect.poll(() => went.getByRole('listitem').count()).toBe(2)
  await photograph(page, 'returned-order')
  await expectAccessible(page)
  await page.waitForFunction(() => document.querySelector('article [popovertarget]') === null)
  expect(visitor.complaints).toEqual([])
})
