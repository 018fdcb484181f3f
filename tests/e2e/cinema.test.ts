/**
 * Goal: on a phone at most five taps lead from a film to tickets with 3D glasses and popcorn, and one of three
 * seats is returned; the header is hidden at checkout. A cinema moves a screening to another hall; friends pay for their
 * own seats. Method: real browsers on the running shop's demo cinemas, one of them as a cinema's owner.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoCinema } from '../../db/seeds/demo-staff.ts'
import { recordAnnouncements } from './support/announcements.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { proveStaff } from './support/staff-proof.ts'
import { callAs, dayIn } from './support/test-data.ts'
import { nightTest } from './support/tiers.ts'
import { beginningOf } from './support/texts.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  newVisitor,
  payButton,
  payByCard,
  payWith,
  phone,
  startBrowser,
} from './support/visitor.ts'

/** Names that are content. */
const glasses = { ka: '3D სათვალე', en: '3D glasses' }
const popcorn = { ka: 'პოპკორნი, დიდი', en: 'Popcorn, large' }
const smallHall = { ka: 'დარბაზი 5', en: 'Hall 5' }
const decimalSign = { ka: ',', en: '.' }

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

interface Showtime {
  readonly session: number
  readonly showId: number
  readonly format: string
  readonly startsAt: string
  readonly placesLeft: number
  readonly capacity: number
}

/** A 3D screening without sales, on a future day. */
async function screeningIn3d(): Promise<{ session: number; slug: string; day: string }> {
  const { url } = inject('shop')
  const { dates } = (await (await fetch(`${url}/v2/movies/showtimes`)).json()) as {
    dates: string[]
  }
  const day = dates[3] ?? ''
  const answer = await fetch(`${url}/v2/movies/showtimes?date=${day}`)
  const { showtimes, films } = (await answer.json()) as {
    showtimes: Showtime[]
    films: { showId: number; slug: string; ageLimit: number }[]
  }
  const suited = showtimes.find(
    ({ format, showId }) =>
      format === '3D' && (films.find((film) => film.showId === showId)?.ageLimit ?? 18) < 18,
  )
  const slug = films.find(({ showId }) => showId === suited?.showId)?.slug
  if (!suited || slug === undefined) throw new Error('The demo has 3D screenings')
  return { session: suited.session, slug, day }
}

test('sells a film ticket with glasses and popcorn on a phone', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words, locale } = visitor
  const said = await recordAnnouncements(visitor.context)
  const { session, slug, day } = await screeningIn3d()
  let taps = 0
  const tap = async (what: ReturnType<typeof page.getByRole>) => {
    taps += 1
    await what.click()
  }
  await visitor.open('/movies')
  await expectNoHorizontalScroll(page)
  await tap(page.locator(`a[href$="/movies/${slug}"]`).first())
  await page.waitForURL(new RegExp(`/movies/${slug}`))
  await visitor.open(`/movies/${slug}?date=${day}`)
  await hydrated(page)
  await expectAccessible(page, ['light'])
  await tap(page.locator(`a[href$="/movies/session/${session}"]`))
  await page.waitForURL(/\/movies\/session\//)
  await page.getByRole('button', { name: words('cinema', 'more'), exact: true }).click()
  await tap(page.getByRole('button', { name: words('cinema', 'best') }))
  // The seats are announced with the sum.
  const row = words('seatmap', 'row', { row: String.raw`\d+` })
  const sum = String.raw`${words('cinema', 'ticketsCount', { count: 3 })}, [\d${decimalSign[locale]}]+ ₾`
  await expect.poll(() => said.at(-1)).toMatch(new RegExp(String.raw`${row} · .*\. ${sum}$`))
  for (const name of [glasses[locale], glasses[locale], popcorn[locale]])
    await page.getByRole('button', { name: `${words('cinema', 'more')}: ${name}` }).click()
  await photograph(page, 'screening-chosen')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
  await tap(page.getByRole('button', { name: words('cinema', 'toCheckout') }))
  await page.waitForURL(/\/movies\/checkout\//)
  await expect.poll(() => page.getByRole('banner').filter({ visible: true }).count()).toBe(0)
  await fillBuyer(visitor, 'cinema@example.ge')
  await tap(payButton(visitor))
  expect(taps).toBeLessThanOrEqual(5)
  await payWith(visitor, cards.approved)
  await page.waitForURL(/\/checkout\/.*\/result/)
  await page.getByText(popcorn[locale]).first().waitFor()
  await page.getByText(glasses[locale]).first().waitFor()

  // One of the three seats is returned for its full price; two stay.
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.waitForURL(/\/account\/orders\//)
  const valid = page.locator('article [popovertarget]')
  await valid.first().waitFor()
  const before = await valid.count()
  await valid.first().click()
  await page.getByRole('menuitem', { name: words('tickets', 'actionCantGo') }).click()
  const dialog = page.getByRole('dialog', { name: words('tickets', 'actionCantGo') })
  const press = (name: string) => dialog.getByRole('button', { name }).click()
  await press(words('returning', 'wayReturn', { use: 'event' }))
  const confirm = words('returning', 'confirmReturn', { count: 1 })
  // The sum belongs to the button's one text, which continues on the next line where it does not fit.
  const button = dialog.getByRole('button', { name: confirm })
  expect(await button.evaluate((one) => one.childNodes.length)).toBe(1)
  await press(confirm)
  await dialog.getByText(words('returning', 'doneReturn', { count: 1 })).waitFor()
  await press(words('returning', 'close'))
  await expect.poll(() => valid.count()).toBe(before - 1)
  expect(visitor.complaints).toEqual([])
})

test('a cinema adds a screening and moves it to another hall', async () => {
  const owner = await newVisitor(browser)
  const { page, words, locale } = owner
  const { email, password } = demoCinema
  await callAs(owner, '/v2/merchantusers/token', { email, password })
  await owner.open(`/merchant/cinema?date=${dayIn(10)}`)
  await page.getByRole('button', { name: words('cinemaOffice', 'addScreening') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('cinemaOffice', 'film')).selectOption({ index: 1 })
  const hall = dialog.getByLabel(words('cinemaOffice', 'hall'))
  await hall.selectOption({ index: 1 })
  await dialog.getByLabel(words('cinemaOffice', 'starts')).fill('07:00')
  await dialog.getByRole('button', { name: words('cinemaOffice', 'add') }).click()
  const block = page.getByRole('button', { name: /07:00/ })
  await block.click()
  await hall.selectOption({ label: smallHall[locale] })
  await dialog.getByRole('button', { name: words('cinemaOffice', 'move'), exact: true }).click()
  await proveStaff(owner, password)
  await dialog.first().waitFor({ state: 'detached' })
  await page.reload()
  await hydrated(page)
  await block.click()
  await expect
    .poll(() => hall.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text))
    .toBe(smallHall[locale])
  expect(owner.complaints).toEqual([])
})

nightTest('moves one of three seats to a separate order that a friend pays by a link', async () => {
  const { session } = await screeningIn3d()
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  await visitor.open(`/movies/session/${session}`)
  await page.getByRole('button', { name: words('cinema', 'more'), exact: true }).click()
  await page.getByRole('button', { name: words('cinema', 'best') }).click()
  await page.getByRole('button', { name: words('cinema', 'toCheckout') }).click()
  await page.waitForURL(/\/movies\/checkout\//)
  await hydrated(page)
  await fillBuyer(visitor, 'friends@example.ge')
  await page.getByRole('button', { name: words('orders', 'askToPay') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await dialog.getByRole('button', { name: words('invitations', 'splitMake') }).click()
  const link = await dialog
    .getByRole('textbox', { name: words('invitations', 'aLink'), exact: true })
    .inputValue()
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(2)
  const rowName = words('seatmap', 'row', { row: '' }).trim()
  // The link is found again after closing the panel.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words('orders', 'askToPay') }).click()
  await dialog
    .getByText(beginningOf(words('invitations', 'splitMade', { seats: rowName })))
    .waitFor()
  await page.keyboard.press('Escape')

  const friend = await newVisitor(browser)
  await friend.page.goto(link)
  await hydrated(friend.page)
  await friend.page.getByLabel(friend.words('invitations', 'payerName')).fill('Giorgi')
  await friend.page
    .getByRole('button', {
      name: beginningOf(friend.words('invitations', 'pay', { amount: '\u0000' })),
    })
    .click()
  await payWith(friend, cards.approved)
  await friend.page
    .getByRole('heading', { name: friend.words('invitations', 'youPaidTitle') })
    .waitFor()
  await payByCard(visitor)
  const ticketCount = async () => {
    const address = `${inject('shop').url}/v2/tickets?api_key=demo-web`
    const { tickets } = (await (await visitor.context.request.get(address)).json()) as {
      tickets: unknown[]
    }
    return tickets.length
  }
  await expect.poll(ticketCount).toBe(3)
  expect([...visitor.complaints, ...friend.complaints]).toEqual([])
})
