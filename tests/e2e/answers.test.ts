/**
 * Goal: what an organiser asks is answered on the page and at the counter, and read in the office. Method: a show published by
 * calls that asks once for each ticket and once for an order, a buyer on a phone, a cashier on a tablet, the owner on a phone and a
 * desktop; axe on the pages.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { callAs } from './support/test-data.ts'
import { beginningOf, withAmounts } from './support/texts.ts'
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
  ticketsLink,
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

const tablet = { width: 768, height: 1024 }
const name = { ka: 'კითხვების საღამო', en: 'Evening of questions' }
const floor = { ka: 'დარბაზი', en: 'Floor' }
const guest = { ka: 'სტუმრის სახელი', en: 'Name of the guest' }
const company = { ka: 'კომპანია', en: 'Company' }

async function staff(
  account: { readonly email: string; readonly password: string },
  viewport: { readonly width: number; readonly height: number },
  path: string,
): Promise<Visitor> {
  const visitor = await newVisitor(browser, { viewport })
  await callAs(visitor, '/v2/merchantusers/token', account)
  await visitor.open(path)
  return visitor
}

const owner = { email: 'kulisa@bileti.example', password: 'bileti-kulisa' }
const cashier = { email: 'cashier@bileti.example', password: 'bileti-cashier' }

/** Publishes a show that asks two questions; returns its page's name and its date. */
async function publishShow(manager: Visitor): Promise<{ slug: string; eventId: number }> {
  const choices = await callAs(manager, '/v2/merchantusers/shows/choices')
  const startsAt = `${new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10)}T20:00`
  const content = {
    name,
    subcategory: choices.subcategories[0].slug,
    venue: choices.venues[0].slug,
    dates: [{ key: 'first', startsAt, doorsAt: '', endsAt: '' }],
    prices: [{ key: 'floor', name: floor, capacity: '40', price: '10' }],
    fields: [
      { key: 'guest', label: guest, per: 'ticket', kind: 'text', isRequired: true },
      { key: 'company', label: company, per: 'order', kind: 'text', isRequired: false },
    ],
  }
  const path = '/v2/merchantusers/shows'
  const { draftId, version } = await callAs(manager, path, {})
  const saved = await callAs(manager, `${path}/draft`, { draftId, version, content })
  const sent = { draftId, version: saved.version, isPublic: true }
  const { problems, draft } = await callAs(manager, `${path}/publish`, sent)
  expect([saved.problems, problems]).toEqual([[], []])
  const slug = draft.pagePath.replace('/shows/', '')
  let eventId = 0
  const findDate = async () => {
    const shown = await fetch(`${inject('shop').url}/v2/show-page?slug=${slug}&api_key=demo-web`)
    if (!shown.ok) return 0
    const { show } = (await shown.json()) as { show: { events: { eventId: number }[] } }
    eventId = show.events[0]?.eventId ?? 0
    return eventId
  }
  const options = { message: 'the show is on sale', timeout: 30_000 }
  await expect.poll(findDate, options).toBeGreaterThan(0)
  return { slug, eventId }
}

/** Buys two tickets on the page, after a guest was forgotten; the page of the tickets shows what was answered. */
async function buyForGuests(slug: string): Promise<void> {
  const buyer = await newVisitor(browser, { viewport: phone })
  const { page, words } = buyer
  await goToCheckout(buyer, slug, { isOwnShow: true })
  const guests = page.getByLabel(guest.en, { exact: true })
  await guests.nth(1).waitFor()
  await fillBuyer(buyer, 'guests@example.ge')
  await guests.nth(0).fill('Ana Lomidze')
  const pay = page.getByRole('button', {
    name: beginningOf(words('orders', 'pay', { amount: '\u0000' })),
  })
  await pay.click()
  // The second guest was forgotten, and the field says so.
  await expect.poll(() => guests.nth(1).getAttribute('aria-invalid')).toBe('true')
  await guests.nth(1).fill('გიორგი კაპანაძე')
  await page.getByLabel(beginningOf(company.en)).fill('=Example & Co')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
  await photograph(page, 'checkout-questions')
  await payByCard(buyer)
  await ticketsLink(buyer).click()
  for (const answer of ['Ana Lomidze', 'გიორგი კაპანაძე', '=Example & Co'])
    await page.getByText(answer).first().waitFor()
  await expectNoHorizontalScroll(page)
  await photograph(page, 'tickets-with-answers')
}

/** Sells one ticket at the counter, where the same is asked. */
async function sellAtCounter(eventId: number): Promise<void> {
  const { page, words, complaints } = await staff(cashier, tablet, '/merchant/box-office')
  await page.getByLabel(words('boxOffice', 'counter')).fill('Questions')
  await page.getByRole('button', { name: words('boxOffice', 'open') }).click()
  const dates = page.getByLabel(words('boxOffice', 'date'), { exact: true })
  await dates.selectOption(String(eventId))
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: words('boxOffice', 'hold') }).click()
  const field = page.getByLabel(guest.en, { exact: true })
  await field.waitFor()
  const sell = page.getByRole('button', {
    name: withAmounts(words('boxOffice', 'sell', { amount: '\u0000' })),
  })
  await sell.click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expectAccessible(page, ['light'])
  await photograph(page, 'counter-questions')
  await field.fill('Otar at the counter')
  await sell.click()
  const sold = beginningOf(words('boxOffice', 'sold', { orderNumber: '\u0000' }))
  await page.getByText(sold).waitFor()
  expect(complaints).toEqual([])
}

test('a show asks on the page and at the counter, and the office reads the answers', async () => {
  const manager = await staff(owner, desktop, '/merchant')
  const { slug, eventId } = await publishShow(manager)
  await buyForGuests(slug)
  const listed = await callAs(manager, '/v2/merchantusers/attendees/find', { itemId: eventId })
  const { orderNumber } = listed.items[0]
  await sellAtCounter(eventId)

  const { page, words } = manager
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    await manager.open('/merchant/attendees')
    const dates = page.getByLabel(words('merchant', 'ordersEvent'))
    const own = dates.locator('option').filter({ hasText: name.en }).first()
    await own.waitFor({ state: 'attached' })
    await dates.selectOption(await own.getAttribute('value'))
    for (const answer of ['Ana Lomidze', 'გიორგი კაპანაძე', 'Otar at the counter'])
      await page.getByText(answer).first().waitFor()
    await expectNoHorizontalScroll(page)
    await photograph(page, `attendees-answers-${viewport.width}`)
    await manager.open(`/merchant/orders/${orderNumber}`)
    await page.getByText('=Example & Co').waitFor()
    await expectNoHorizontalScroll(page)
    await photograph(page, `order-answers-${viewport.width}`)
  }
  await expectAccessible(page, ['dark'])
  // Found by the name of a guest.
  await manager.open('/merchant/orders')
  await hydrated(page)
  const search = page.getByLabel(words('merchant', 'ordersText'))
  await search.fill('kapanadze')
  await search.press('Enter')
  await page.getByRole('link', { name: orderNumber }).waitFor()
  expect(manager.complaints).toEqual([])
})
