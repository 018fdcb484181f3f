/**
 * Goal: a watched film sends an email, a sofa is bought by keyboard, and its screening moves to another hall, which the
 * buyer and somebody with the plan open are told. Method: real browsers on the running shop's demo cinemas, one of them
 * as a cinema's owner.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Locale } from '#kernel/locale.ts'
import { demoCinema } from '../../db/seeds/demo-staff.ts'
import { emailLink } from './support/account.ts'
import { hydrated } from './support/observing.ts'
import { photograph } from './support/photographer.ts'
import { proveStaff } from './support/staff-proof.ts'
import { dayIn } from './support/test-data.ts'
import { beginningOf, counted, type Words } from './support/texts.ts'
import {
  cards,
  endVisits,
  expectAccessible,
  expectNoHorizontalScroll,
  newVisitor,
  payButton,
  phone,
  startBrowser,
  tabTo,
} from './support/visitor.ts'

/** Names that are content. */
const smallHall = { ka: 'დარბაზი 5', en: 'Hall 5' }

/** A row with its number, which pages may put into a line of its own. */
function numberedRow(words: Words): RegExp {
  const text = words('seatmap', 'row', { row: String.raw`(\d+)` })
  return new RegExp(text.replace(' ', String.raw`\s+`))
}

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => endVisits(browser))

/** An upcoming film without age limit, so that checkout asks no questions. */
async function filmToCome(locale: Locale): Promise<{ slug: string; name: string }> {
  const { url } = inject('shop')
  const { coming } = (await (
    await fetch(`${url}/v2/movies/page`, { headers: { 'accept-language': locale } })
  ).json()) as { coming: { slug: string; name: string; ageLimit: number; isOnSale: boolean }[] }
  const film = coming.find(({ ageLimit, isOnSale }) => ageLimit < 18 && !isOnSale)
  if (!film) throw new Error('The demo has films that are to come')
  return film
}

test('emails watchers when a sale opens, sells a sofa by keyboard, and moves to another hall', async () => {
  const email = 'sofa@example.ge'
  const fan = await newVisitor(browser)
  const { page, words, locale } = fan
  const film = await filmToCome(locale)
  await fan.open(`/movies/${film.slug}`)
  await hydrated(page)
  await page.getByLabel(words('cinema', 'waitEmail')).fill(email)
  await page.getByRole('button', { name: words('cinema', 'waitSend') }).click()
  await page.getByText(words('cinema', 'waitDone')).waitFor()

  // The cinema schedules it in a hall with sofas, on a free morning.
  const owner = await newVisitor(browser)
  await owner.open('/merchant')
  await hydrated(owner.page)
  await owner.page.getByLabel(words('staff', 'email')).fill(demoCinema.email)
  await owner.page.getByLabel(words('staff', 'password'), { exact: true }).fill(demoCinema.password)
  await owner.page.getByRole('button', { name: words('staff', 'signIn') }).click()
  await owner.page
    .getByRole('navigation')
    .getByRole('link', { name: words('merchant', 'navCinema') })
    .click()
  await owner.page.getByRole('heading', { name: words('cinemaOffice', 'title') }).waitFor()
  const day = dayIn(9)
  await owner.open(`/merchant/cinema?date=${day}`)
  await owner.page.getByRole('button', { name: words('cinemaOffice', 'addScreening') }).click()
  const adding = owner.page.getByRole('dialog')
  const option = adding.locator('option', { hasText: film.name }).first()
  await adding
    .getByLabel(words('cinemaOffice', 'film'))
    .selectOption((await option.getAttribute('value')) ?? '')
  await adding.getByLabel(words('cinemaOffice', 'hall')).selectOption({ index: 1 })
  await adding.getByLabel(words('cinemaOffice', 'starts')).fill('07:00')
  await adding.getByRole('button', { name: words('cinemaOffice', 'add') }).click()
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
  await press(page.getByRole('button', { name: words('cinema', 'listView'), exact: true }))
  const rowName = words('seatmap', 'row', { row: '' }).trim()
  const places = page.getByRole('region', { name: words('seatmap', 'list') })
  const freeCount = (count: number) => words('seatmap', 'freeCount', { count })
  const several = new RegExp(freeCount(2).replace('2', String.raw`\d+`))
  const rowWithFree = new RegExp(`^${rowName} .*(?:${counted(freeCount).source})`)
  await press(places.getByRole('button', { name: several }).first())
  await press(places.getByRole('button', { name: rowWithFree }).last())
  const free = new RegExp(String.raw`, ${words('seatmap', 'free')}(?!\p{L})`, 'u')
  const seat = places.getByRole('button', { name: free }).first()
  await press(seat)
  const chosen = page
    .getByRole('complementary', { name: words('cinema', 'yourTickets') })
    .getByRole('button', {
      name: new RegExp(`^${words('cinema', 'remove', { name: `.*${rowName}` })}`),
    })
  await expect.poll(() => chosen.count()).toBe(2)
  // Half a sofa cannot be sold: deselecting one seat deselects both.
  await press(chosen.first())
  await expect.poll(() => chosen.count()).toBe(0)
  await press(seat)
  await expect.poll(() => chosen.count()).toBe(2)
  await press(
    page.getByRole('button', { name: words('cinema', 'toCheckout') }).locator('visible=true'),
  )
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
  const row = numberedRow(words)
  const rowShown = async () => row.exec(await page.locator('main').innerText())?.[1]
  await expect.poll(rowShown).toBeDefined()
  const before = await rowShown()

  // Somebody else has the plan open and has chosen a seat.
  const late = await newVisitor(browser, { viewport: phone })
  await late.open(`/movies/session/${session}`)
  await hydrated(late.page)
  await late.page.getByRole('button', { name: words('cinema', 'best') }).click()
  const lateContinue = late.page.getByRole('button', { name: words('cinema', 'toCheckout') })
  await lateContinue.locator('visible=true').waitFor()

  // Its projector fails: all buyers move to a smaller hall and are notified.
  await owner.page.reload()
  await hydrated(owner.page)
  await block.click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByLabel(words('cinemaOffice', 'hall')).selectOption({ label: smallHall[locale] })
  const [moving = ''] = words('cinemaOffice', 'reseated', { count: 2, apart: 0 }).split('.', 1)
  await dialog.getByText(beginningOf(moving)).waitFor()
  await photograph(owner.page, 'hall-swap')
  await dialog.getByRole('button', { name: words('cinemaOffice', 'move'), exact: true }).click()
  await proveStaff(owner, demoCinema.password)
  await dialog.first().waitFor({ state: 'detached' })
  const moved = words('cinemaEmails', 'hallBody', { hall: smallHall[locale] })
  const letter = await emailLink(email, new RegExp(String.raw`${moved}[\s\S]*${row.source}`))
  await page.reload()
  await expect.poll(rowShown).toBe(row.exec(letter)?.[1])
  expect(await rowShown()).not.toBe(before)
  await photograph(page, 'hall-swap-order')
  await late.page.getByText(words('cinema', 'hallChanged', { hall: smallHall[locale] })).waitFor()
  await late.page.getByText(new RegExp(`^${smallHall[locale]},`)).waitFor()
  await photograph(late.page, 'hall-swap-chosen')
  expect(await lateContinue.locator('visible=true').count()).toBe(0)
  await expectNoHorizontalScroll(late.page)
  await late.page.getByRole('button', { name: words('cinema', 'best') }).click()
  await lateContinue.locator('visible=true').click()
  await late.page.waitForURL(/\/movies\/checkout\//)
  await emailLink(email, new RegExp(words('cinemaEmails', 'body', { film: film.name, day: '.+' })))
  expect([...fan.complaints, ...owner.complaints, ...late.complaints]).toEqual([])
})
