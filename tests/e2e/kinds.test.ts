/**
 * Goal: a restaurant table and a ticket in a foreign currency are bought like any other, and sold-out tables can be
 * requested. Method: a real browser on the running shop with the demo's content, guided by the shop's texts; axe
 * checks every page that these kinds change.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatText, type TextValues } from '#kernel/texts.ts'
import kindsEn from '#modules/events/messages/kinds-en.json' with { type: 'json' }
import kindsKa from '#modules/events/messages/kinds-ka.json' with { type: 'json' }
import asking from '#modules/requests/messages/ask-en.json' with { type: 'json' }
import { isNightly } from '../support/tier.ts'
import { nightTest } from './support/tiers.ts'
import {
  desktop,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
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

function kindsTexts({ locale }: Visitor) {
  const texts = locale === 'ka' ? kindsKa : kindsEn
  return (key: keyof typeof kindsKa, values?: TextValues) => formatText(locale, texts[key], values)
}

async function inspect({ page }: Visitor): Promise<void> {
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
}

async function pay(visitor: Visitor, email: string): Promise<void> {
  const { page, words } = visitor
  await page.getByRole('button', { name: words('events', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\//)
  await fillBuyer(visitor, email)
  await payByCard(visitor)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.waitForURL(/\/account\/orders\//)
}

test('buys a table for three with the tasting menu, in Georgian on a phone', async () => {
  const visitor = await newVisitor(browser, { locale: 'ka', viewport: phone })
  const { page } = visitor
  const kinds = kindsTexts(visitor)
  if (isNightly) {
    await visitor.open('/category/restaurants')
    await inspect(visitor)
    await page.locator('main a[href*="/shows/sea-table"]').first().click()
    await page.waitForURL(/\/shows\/sea-table/)
  } else await visitor.open('/shows/sea-table')
  await page.getByRole('heading', { name: visitor.words('events', 'sittings') }).waitFor()
  await inspect(visitor)
  const sitting = page
    .locator('main a[href*="/events/"]')
    .filter({ hasText: /^\d\d:\d\d/, hasNotText: visitor.words('events', 'sittingFull') })
    .nth(1)
  await sitting.click()
  await page.waitForURL(/\/events\/\d+/)
  const more = visitor.words('events', 'more', { name: kinds('guests') })
  await page.getByRole('button', { name: more }).click()
  const menu = page.locator('li').filter({ hasText: 'სადეგუსტაციო მენიუ, მაგიდა 4 კაცზე' })
  // 90 per guest plus five per cent, for three guests.
  await menu.getByText('283,50 ₾').waitFor()
  await inspect(visitor)
  await menu.getByRole('button').click()
  await pay(visitor, 'table@example.ge')
  await page
    .getByText(kinds('guestsCount', { count: 3 }))
    .first()
    .waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest('buys a ticket priced in pounds and paid in lari, in English on a desktop', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: desktop })
  const { page, words } = visitor
  await visitor.open('/shows/london-polyphony')
  await page.locator('main a[href*="/events/"]').first().click()
  await page.waitForURL(/\/events\/\d+/)
  const stalls = page.locator('main li').filter({ hasText: 'Stalls' }).first()
  await stalls.getByText(/33\.60\s£ ≈ \d+\.\d\d\s₾/).waitFor()
  await page.getByText(/1 GBP = \d\.\d{4} ₾/).waitFor()
  await inspect(visitor)
  await page.getByRole('button', { name: words('events', 'more', { name: 'Stalls' }) }).click()
  await pay(visitor, 'abroad@example.ge')
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest('requests a sold-out table, and shows the request on return', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', viewport: phone })
  const { page } = visitor
  const kinds = kindsTexts(visitor)
  await visitor.open('/shows/alazani-supra')
  await page
    .locator('main a[href*="/events/"]')
    .filter({ hasText: kinds('full') })
    .first()
    .click()
  await page.waitForURL(/\/events\/\d+/)
  await page.getByLabel(asking.name).fill('Nino Example')
  await page.getByLabel(asking.email).fill('asks@example.ge')
  await inspect(visitor)
  await page.getByRole('button', { name: asking.send }).click()
  await page.getByRole('heading', { name: asking.sent }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: asking.sent }).waitFor()
  await page.getByRole('button', { name: asking.withdraw }).click()
  await page.getByRole('heading', { name: asking.title }).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})
