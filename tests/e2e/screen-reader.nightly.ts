/**
 * Goal: a guest who hears the page instead of seeing it can buy a seat: each step says where it is and what has changed.
 * Method: controls are found by role and accessible name alone and pressed by key; the texts of live regions are recorded, and
 * names, descriptions and the focus are read from the browser's accessibility tree.
 */
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#kernel/locale.ts'
import { describedAs, recordAnnouncements } from './support/announcements.ts'
import { hydrated } from './support/observing.ts'
import { beginningOf } from './support/texts.ts'
import { cards, endVisits, newVisitor, passThreeDSecure, startBrowser } from './support/visitor.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.press('Enter')
}

/** What a screen reader says of places and rows, in both languages. */
const spoken = {
  en: {
    date: /^\d+ \w+, \w+, \d\d:\d\d$/,
    section: /, \d+ places free$/,
    row: /^(?:Row|Box) .*\d+ places? free$/,
    seat: /, free$/,
    chosen: /, chosen$/,
    sum: /^.* · .*\. 1 ticket, [\d.]+ ₾ with fees$/,
    left: /^\d+ minutes left to pay$/,
  },
  ka: {
    date: /^\d+ \p{L}+, \p{L}+, \d\d:\d\d$/u,
    section: /, თავისუფალია \d+ ადგილი$/,
    row: /თავისუფალია \d+ ადგილი$/,
    seat: /, თავისუფალი$/,
    chosen: /, არჩეული$/,
    sum: /^.* · .*\. 1 ბილეთი, [\d,]+ ₾ საკომისიოს ჩათვლით$/,
    left: /^გადახდისთვის დარჩა \d+ წუთი$/,
  },
} as const

test.each(['en', 'ka'] as const)(
  'buys a seat by names and announcements: %s',
  async (locale: Locale) => {
    const visitor = await newVisitor(browser, { locale })
    const { page, context, words } = visitor
    const texts = spoken[locale]
    const said = await recordAnnouncements(context)
    const hear = (text: string | RegExp) =>
      expect
        .poll(
          () => said.filter((line) => (typeof text === 'string' ? line === text : text.test(line))),
          {
            message: `${String(text)} is announced`,
          },
        )
        .not.toEqual([])
    const expectFocus = (role: string, name: string | RegExp) =>
      expect
        .poll(async () => (await describedAs(page, role, name)).map(({ isFocused }) => isFocused), {
          message: `${role} ${String(name)} has the focus`,
        })
        .toContain(true)

    await visitor.open('/shows/carmen')
    await hydrated(page)
    const show = await page.getByRole('heading', { level: 1 }).innerText()
    // The name says the day: several dates are on the same weekday at the same hour.
    await press(page.getByRole('main').getByRole('link', { name: texts.date }).first())
    await expectFocus('heading', show)

    await press(page.getByRole('button', { name: words('events', 'listView'), exact: true }))
    const places = page.getByRole('region', { name: words('seatmap', 'list') })
    // Other journeys buy the best places of this date, which are in the first section.
    await press(places.getByRole('button', { name: texts.section }).last())
    await press(places.getByRole('button', { name: texts.row, expanded: false }).last())
    const seat = places.getByRole('button', { name: texts.seat, pressed: false }).first()
    await seat.focus()
    await seat.press('Enter')
    await expectFocus('button', texts.chosen)
    await hear(texts.sum)
    const total = /[\d.,]+ ₾/.exec(said.findLast((line) => texts.sum.test(line)) ?? '')?.[0] ?? ''

    await press(page.getByRole('button', { name: words('events', 'toCheckout') }))
    await expectFocus('heading', words('orders', 'checkoutTitle'))
    await hear(words('events', 'holding'))
    await hear(texts.left)

    // Empty fields: the first has the focus, and says its error.
    const email = page.getByRole('textbox', { name: words('orders', 'email') })
    const pay = page.getByRole('button', {
      name: beginningOf(words('orders', 'pay', { amount: '\u0000' })),
    })
    expect((await pay.innerText()).replaceAll(/\s/g, ' ')).toContain(total)
    await press(pay)
    await expectFocus('textbox', words('orders', 'email'))
    const [invalid] = await describedAs(page, 'textbox', words('orders', 'email'))
    expect(invalid).toMatchObject({
      isInvalid: true,
      description: expect.stringContaining(words('orders', 'emailMissing')),
    })
    await email.fill(`heard-${locale}@example.ge`)
    await press(pay)
    const terms = page.getByRole('checkbox', { name: words('orders', 'termsAccept') })
    await expectFocus('checkbox', words('orders', 'termsAccept'))
    const [unaccepted] = await describedAs(page, 'checkbox', words('orders', 'termsAccept'))
    expect(unaccepted).toMatchObject({
      isInvalid: true,
      description: expect.stringContaining(words('orders', 'termsMissing')),
    })
    await terms.press('Space')

    // A refused card: the page says so, with the way on.
    await press(pay)
    await page.waitForURL(/\/pay\//)
    await press(page.getByRole('button', { name: cards.declined }))
    await page.waitForURL(/\/result/)
    await page.getByRole('heading', { name: words('orders', 'declinedTitle'), level: 1 }).waitFor()
    await expect.poll(() => page.title()).toContain(words('orders', 'declinedTitle'))
    await hydrated(page)
    await press(page.getByRole('button', { name: words('orders', 'retry') }))
    await expectFocus('heading', words('orders', 'checkoutTitle'))
    await terms.check()
    await press(pay)
    await page.waitForURL(/\/pay\//)
    await press(page.getByRole('button', { name: cards.secure }))
    await passThreeDSecure(visitor)
    await page.waitForURL(/\/result/)
    await page.getByRole('heading', { name: words('orders', 'paidTitle'), level: 1 }).waitFor()
    await expect.poll(() => page.title()).toContain(words('orders', 'paidTitle'))
    await press(page.getByRole('link', { name: words('orders', 'toTickets') }).first())
    await expectFocus('heading', show)
    expect(visitor.complaints).toEqual([])
  },
  240_000,
)
