/**
 * Goal: on a phone somebody gets from a film to tickets with 3D glasses and popcorn in at most five taps, and gives one
 * of three seats back; the header makes room at checkout. Method: a real browser on the running shop's demo cinemas.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import english from '#modules/cinema/messages/en.json' with { type: 'json' }
import { hydrated } from './support/observing.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  fillBuyer,
  newVisitor,
  payButton,
  payWith,
  phone,
  startBrowser,
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

/** A 3D screening that nobody has been to, on a day to come. */
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

test('film to ticket with glasses and popcorn, by phone', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page } = visitor
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
  for (const name of ['3D glasses', '3D glasses', 'Popcorn, large'])
    await page.getByRole('button', { name: `${english.more}: ${name}` }).click()
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

  // One seat of the three goes back for all of its price; two stay.
  const { words } = visitor
  await page.getByRole('link', { name: words('orders', 'toTickets') }).click()
  await page.waitForURL(/\/account\/orders\//)
  const valid = page.locator('article [popovertarget]')
  const before = await valid.count()
  await valid.first().click()
  await page.getByRole('button', { name: words('tickets', 'actionCantGo') }).click()
  const dialog = page.getByRole('dialog', { name: words('tickets', 'actionCantGo') })
  await dialog.getByRole('button', { name: 'Return it to the organiser' }).click()
  await dialog.getByRole('button', { name: 'Return the ticket' }).click()
  await dialog.getByText('The ticket has been returned').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => valid.count()).toBe(before - 1)
  expect(visitor.complaints).toEqual([])
}, 60_000)
