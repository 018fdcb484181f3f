/**
 * Goal: on a phone at most five taps lead from a film to tickets with 3D glasses and popcorn, and one of three
 * seats is returned; the header is hidden at checkout. A watched film sends an email, a sofa is bought by keyboard,
 * and a screening moves to another hall; friends pay for their own seats. Method: real browsers on the running
 * shop's demo cinemas, one of them as a cinema's owner.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import english from '#modules/cinema/messages/en.json' with { type: 'json' }
import office from '#modules/cinema/messages/office-en.json' with { type: 'json' }
import { formatText } from '#kernel/texts.ts'
import { demoCinema } from '../../db/seeds/demo-staff.ts'
import { emailLink } from './support/account.ts'
import { recordAnnouncements } from './support/announcements.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { dayIn } from './support/test-data.ts'
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
  tabTo,
} from './support/visitor.ts'

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
  const { page } = visitor
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
  await page.getByRole('button', { name: english.more, exact: true }).click()
  await tap(page.getByRole('button', { name: english.best }))
  // The seats are announced with the sum.
  await expect.poll(() => said.at(-1)).toMatch(/Row \d+ · .*\. 3 tickets, [\d.]+ ₾$/)
  for (const name of ['3D glasses', '3D glasses', 'Popcorn, large'])
    await page.getByRole('button', { name: `${english.more}: ${name}` }).click()
  await photograph(page, 'screening-chosen')
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, ['light'])
  await tap(page.getByRole('button', { name: english.toCheckout }))
  await page.waitForURL(/\/movies\/checkout\//)
  await expect.poll(() => page.getByRole('banner').filter({ visible: true }).count()).toBe(0)
  await fillBuyer(visitor, 'cinema@example.ge')
  await tap(payButton(visitor))
  expect(taps).toBeLessThanOrEqual(5)
  await payWith(visitor, cards.approved)
  await page.waitForURL(/\/checkout\/.*\/result/)
  await page.getByText('Popcorn, large').first().waitFor()
  await page.getByText('3D glasses').first().waitFor()

  // One of the three seats is returned for its full price; two stay.
  const { words } = visitor
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.waitForURL(/\/account\/orders\//)
  const valid = page.locator('article [popovertarget]')
  await valid.first().waitFor()
  const before = await valid.count()
  await valid.first().click()
  await page.getByRole('menuitem', { name: words('tickets', 'actionCantGo') }).click()
  const dialog = page.getByRole('dialog', { name: words('tickets', 'actionCantGo') })
  await dialog.getByRole('button', { name: 'Return it to the organiser' }).click()
  await dialog.getByRole('button', { name: 'Return the ticket' }).click()
  await dialog.getByText('The ticket has been returned').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => valid.count()).toBe(before - 1)
  expect(visitor.complaints).toEqual([])
})

/** An upcoming film without age limit, so that checkout asks no questions. */
async function filmToCome(): Promise<{ slug: string; name: string }> {
  const { url } = inject('shop')
  const { coming } = (await (
    await fetch(`${url}/v2/movies/page`, { headers: { 'accept-language': 'en' } })
  ).json()) as { coming: { slug: string; name: string; ageLimit: number; isOnSale: boolean }[] }
  const film = coming.find(({ ageLimit, isOnSale }) => ageLimit < 18 && !isOnSale)
  if (!film) throw new Error('The demo has films that are to come')
  return film
}

test('emails watchers when a sale opens, sells a sofa by keyboard, and moves to another hall', async () => {
  const email = 'sofa@example.ge'
  const film = await filmToCome()
  const fan = await newVisitor(browser)
  const { page, words } = fan
  await fan.open(`/movies/${film.slug}`)
  await hydrated(page)
  await page.getByLabel(english.waitEmail).fill(email)
  await page.getByRole('button', { name: english.waitSend }).click()
  await page.getByText(english.waitDone).waitFor()

  // The cinema schedules it in a hall with sofas, on a free morning.
  const owner = await newVisitor(browser)
  await owner.open('/merchant')
  await hydrated(owner.page)
  await owner.page.getByLabel('E-mail').fill(demoCinema.email)
  await owner.page.getByLabel('Password', { exact: true }).fill(demoCinema.password)
  await owner.page.getByRole('button', { name: 'Sign in' }).click()
  await owner.page.getByRole('navigation').getByRole('link', { name: 'Cinemas' }).click()
  await owner.page.getByRole('heading', { name: office.title }).waitFor()
  const day = dayIn(9)
  await owner.open(`/merchant/cinema?date=${day}`)
  await owner.page.getByRole('button', { name: office.addScreening }).click()
  const adding = owner.page.getByRole('dialog')
  const option = adding.locator('option', { hasText: film.name }).first()
  await adding.getByLabel(office.film).selectOption((await option.getAttribute('value')) ?? '')
  await adding.getByLabel(office.hall).selectOption({ index: 1 })
  await adding.getByLabel(office.starts).fill('07:00')
  await adding.getByRole('button', { name: office.add }).click()
  const block = owner.page.getByRole('button', { name: new RegExp(`07:00.*${film.name}`, 's') })
  await block.waitFor()
  await expectAccessible(owner.page, ['dark'])

  // From the film's page to a sofa and its tickets without a mouse.
  const { keyboard } = page
  const times = page.locator('a[href*="/movies/session/"]').first()
  await expect
    .poll(async () => {
      await page.reload()
      return times.count()
    })
    .toBeGreaterThan(0)
  await hydrated(page)
  const press = async (target: ReturnType<typeof page.getByRole>, key = 'Enter') => {
    await target.waitFor()
    await tabTo(page, target)
    await keyboard.press(key)
  }
  await press(times)
  await page.waitForURL(/\/movies\/session\//)
  const session = /session\/(\d+)/.exec(page.url())?.[1]
  await press(page.getByRole('button', { name: english.listView, exact: true }))
  const places = page.getByRole('region', { name: words('seatmap', 'list') })
  await press(places.getByRole('button', { name: /\d+ places free/ }).first())
  await press(places.getByRole('button', { name: /^Row .*\d+ places? free/ }).last())
  const seat = places.getByRole('button', { name: /, free/ }).first()
  await press(seat)
  const chosen = page
    .getByRole('complementary', { name: english.yourTickets })
    .getByRole('button', { name: /^Remove .*Row/ })
  await expect.poll(() => chosen.count()).toBe(2)
  // Half a sofa cannot be sold: deselecting one seat deselects both.
  await press(chosen.first())
  await expect.poll(() => chosen.count()).toBe(0)
  await press(seat)
  await expect.poll(() => chosen.count()).toBe(2)
  await press(page.getByRole('button', { name: english.toCheckout }).locator('visible=true'))
  await page.waitForURL(/\/movies\/checkout\//)
  await hydrated(page)
  await tabTo(page, page.getByLabel(words('orders', 'email')))
  await keyboard.type(email)
  await press(page.getByLabel(words('orders', 'termsAccept'), { exact: true }), 'Space')
  await press(payButton(fan))
  await page.waitForURL(/\/pay\//)
  await press(page.getByRole('button', { name: cards.approved }))
  await page.waitForURL(/\/result/)
  await press(page.getByRole('link', { name: words('orders', 'toTickets') }))
  await page.waitForURL(/\/account\/orders\//)
  const rowShown = async () => /Row\s+(\d+)/.exec(await page.locator('main').innerText())?.[1]
  await expect.poll(rowShown).toBeDefined()
  const before = await rowShown()

  // Somebody else has the plan open and has chosen a seat.
  const late = await newVisitor(browser, { viewport: phone })
  await late.open(`/movies/session/${session}`)
  await hydrated(late.page)
  await late.page.getByRole('button', { name: english.best }).click()
  const lateContinue = late.page.getByRole('button', { name: english.toCheckout })
  await lateContinue.locator('visible=true').waitFor()

  // Its projector fails: all buyers move to a smaller hall and are notified.
  await owner.page.reload()
  await hydrated(owner.page)
  await block.click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByLabel(office.hall).selectOption({ label: 'Hall 5' })
  await dialog.getByText(/^2 seats move to the other hall/).waitFor()
  await photograph(owner.page, 'hall-swap')
  await dialog.getByRole('button', { name: office.move, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const letter = await emailLink(email, /moved to another hall, Hall 5[\s\S]*Row \d+/)
  await page.reload()
  await expect.poll(rowShown).toBe(/Row (\d+)/.exec(letter)?.[1])
  expect(await rowShown()).not.toBe(before)
  await photograph(page, 'hall-swap-order')
  await late.page.getByText(formatText('en', english.hallChanged, { hall: 'Hall 5' })).waitFor()
  await late.page.getByText(/^Hall 5,/).waitFor()
  await photograph(late.page, 'hall-swap-chosen')
  expect(await lateContinue.locator('visible=true').count()).toBe(0)
  await expectNoHorizontalScroll(late.page)
  await late.page.getByRole('button', { name: english.best }).click()
  await lateContinue.locator('visible=true').click()
  await late.page.waitForURL(/\/movies\/checkout\//)
  await emailLink(email, new RegExp(`waiting for ${film.name}`))
  expect([...fan.complaints, ...owner.complaints, ...late.complaints]).toEqual([])
})

test('moves one of three seats to a separate order that a friend pays by a link', async () => {
  const { session } = await screeningIn3d()
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  await visitor.open(`/movies/session/${session}`)
  await page.getByRole('button', { name: english.more, exact: true }).click()
  await page.getByRole('button', { name: english.best }).click()
  await page.getByRole('button', { name: english.toCheckout }).click()
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
  // The link is found again after closing the panel.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: words('orders', 'askToPay') }).click()
  await dialog.getByText(/^A link for Row/).waitFor()
  await page.keyboard.press('Escape')

  const friend = await newVisitor(browser)
  await friend.page.goto(link)
  await hydrated(friend.page)
  await friend.page.getByLabel(friend.words('invitations', 'payerName')).fill('Giorgi')
  await friend.page.getByRole('button', { name: /^Pay/ }).click()
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
