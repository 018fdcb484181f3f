/**
 * Goal: sale rules are usable: a code opens reserved places, types that exclude each other are explained before
 * anything is sent, and a queue admits automatically. Method: real browsers on the running shop; the rules are the
 * demo's, the queue is created by an operator's call at a show that no other journey visits.
 */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoOperator } from '../../db/seeds/demo-accounts.ts'
import type { EventMapView } from '#modules/events/contract.ts'
import { readSnapshot } from '#seatmap/availability.ts'
import { avoidableSingleSeats } from '#seatmap/best.ts'
import { unfold } from '#seatmap/expand.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { hydrated } from './support/observing.ts'
import { nightTest } from './support/tiers.ts'
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
  type Visitor,
} from './support/visitor.ts'

let browser: Browser
let shop: string
beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
})
afterAll(() => endVisits(browser))

/** Opens a show's first date on sale, at a price or free of charge. */
async function openDate(visitor: Visitor, slug: string): Promise<number> {
  const { show } = await send<ShowPage>('GET', `/v2/show-page?slug=${slug}`)
  const date = show.events.find(({ isSoldOut, saleState }) => !isSoldOut && saleState === 'OnSale')
  if (!date) throw new Error(`${slug} has no date on sale`)
  await visitor.open(`/events/${date.eventId}`)
  return date.eventId
}

interface ShowPage {
  readonly show: {
    readonly events: readonly {
      readonly eventId: number
      readonly isSoldOut: boolean
      readonly saleState: string
    }[]
  }
}

async function send<Reply>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token?: string,
): Promise<Reply> {
  const joint = path.includes('?') ? '&' : '?'
  const response = await fetch(`${shop}${path}${joint}api_key=demo-web`, {
    method,
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, `${method} ${path}`).toBe(200)
  return (await response.json()) as Reply
}

test('opens reserved places with a code, and sells one of them', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  await openDate(visitor, 'boxing-night')
  const field = page.getByLabel(words('events', 'code'), { exact: true })
  await field.waitFor()
  // On phones the plan's buttons have a separate strip and cover no seat.
  const canvas = await page.locator('.seatmap canvas').boundingBox()
  const controls = await page.locator('.seatmap-controls').boundingBox()
  expect(controls?.x ?? 0).toBeGreaterThanOrEqual((canvas?.x ?? 0) + (canvas?.width ?? Infinity))
  await page.getByRole('button', { name: words('events', 'listView'), exact: true }).click()
  const list = page.getByRole('region', { name: words('seatmap', 'list') })
  const free = async (): Promise<number> => {
    const sections = await list.getByRole('button', { name: /free$/ }).allTextContents()
    return sections.reduce((sum, text) => sum + Number(/(\d+) places? free/.exec(text)?.[1]), 0)
  }
  await list.waitFor()
  const without = await free()

  // An invalid code is reported beside its field.
  await field.fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: words('events', 'codeOpen'), exact: true }).click()
  await page.getByText(words('events', 'codeNotFound')).waitFor()
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)
  // Entered without the hyphen, in lower case.
  await field.fill('bileti club')
  await page.keyboard.press('Enter')
  await page.getByText(words('events', 'codeOpened')).waitFor()
  await page.getByRole('button', { name: words('events', 'listView'), exact: true }).click()
  await expect.poll(free).toBeGreaterThan(without)
  expect((await free()) - without).toBeLessThanOrEqual(40)

  // The hall's first places are reserved.
  await list.getByRole('button', { name: /free$/ }).first().click()
  const row = list.getByRole('button', { name: /^Row .*free$/ }).first()
  await row.click()
  await list
    .locator('.seatmap-seat')
    .and(page.getByRole('button', { name: /, free$|, \d.*free$|free/ }))
    .first()
    .click()
  await page.getByRole('button', { name: words('events', 'toCheckout') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  await fillBuyer(visitor, 'club@example.ge')
  await payButton(visitor).click()
  await payWith(visitor, cards.approved)
  await page.getByRole('heading', { name: words('orders', 'paidTitle') }).waitFor()
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest('explains three excluded types until the chosen one is removed', async () => {
  const visitor = await newVisitor(browser, { viewport: phone })
  const { page, words } = visitor
  await openDate(visitor, 'night-run')
  const more = (name: string) =>
    page.getByRole('button', { name: words('events', 'more', { name }), exact: true })
  const exclusive = ['Family start', '5 km', '10 km', 'Half marathon']
  await more('5 km').click()
  for (const name of exclusive) {
    // A second one of the same type is not possible either: the limit is one per buyer.
    await expect.poll(() => more(name).isDisabled()).toBe(true)
    const reason = words('events', 'typeExcluded', { name: '5 km' })
    // Screen readers announce why the control is disabled.
    const spoken = await more(name).evaluate((button) => {
      const group = button.closest('fieldset')
      const ids = group?.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    })
    expect(spoken).toBe(name === '5 km' ? '' : reason)
  }
  await expectAccessible(page, ['light'])
  await expectNoHorizontalScroll(page)
  await page
    .getByRole('button', { name: words('events', 'less', { name: '5 km' }), exact: true })
    .click()
  for (const name of exclusive) await expect.poll(() => more(name).isEnabled()).toBe(true)
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest('shows a single seat before anything is sent, and offers to add it', async () => {
  const visitor = await newVisitor(browser)
  const { page, words } = visitor
  const eventId = await openDate(visitor, 'the-last-tram')
  const map = await send<EventMapView>('GET', `/v2/Events/Map?eventId=${eventId}`)
  expect(map.forbidsSingleSeats).toBe(true)
  const hall = unfold(await send<SeatLayout>('GET', map.layout?.url ?? ''))
  const { states } = readSnapshot({ places: map.availability, pools: map.pools })
  const [chosen, alone] = Array.from(
    states.keys(),
    (placeId) =>
      [
        placeId,
        states[placeId] === 0 ? avoidableSingleSeats(hall, states, new Set([placeId])) : [],
      ] as const,
  ).find(([, left]) => left.length === 1) ?? [0, []]
  const namesOf = (placeId: number) => {
    const row = hall.rows[hall.row[placeId] ?? -1]
    const section = hall.layout.sections[row?.section ?? -1]?.name.en ?? ''
    return { section, row: row?.label ?? '', index: placeId - (row?.firstPlaceId ?? 0) }
  }
  const place = namesOf(chosen)
  await page.getByRole('button', { name: words('events', 'listView'), exact: true }).click()
  const list = page.getByRole('region', { name: words('seatmap', 'list') })
  await list.getByRole('button', { name: new RegExp(`^${place.section}`) }).click()
  await list
    .getByRole('button', { name: new RegExp(`^Row ${place.row}\\D.*free$`) })
    .first()
    .click()
  const seats = list.locator('.seatmap-seat')
  await seats.nth(place.index).click()
  const beside = seats.nth(namesOf(alone[0] ?? 0).index)
  await expect
    .poll(() => beside.getAttribute('aria-label'))
    .toContain(words('seatmap', 'leftAlone'))
  const takeToo = page.getByRole('button', { name: words('events', 'aloneTake', { count: 1 }) })
  await takeToo.waitFor()
  await expectAccessible(page, ['dark'])
  // The other option removes the choice.
  await page.getByRole('button', { name: words('events', 'aloneOthers') }).click()
  await expect.poll(() => takeToo.count()).toBe(0)
  await seats.nth(place.index).click()
  await takeToo.click()
  await expect.poll(() => takeToo.count()).toBe(0)
  await page
    .getByRole('button', { name: words('events', 'toCheckout') })
    .locator('visible=true')
    .click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

nightTest(
  'shows the position in a queue and admits automatically when there is capacity',
  async () => {
    const { accessToken } = await send<{ accessToken: string }>('POST', '/v2/auth/login', {
      email: demoOperator.email,
      password: demoOperator.password,
    })
    const [first, second] = [
      await newVisitor(browser),
      await newVisitor(browser, { viewport: phone }),
    ]
    const eventId = await openDate(first, 'two-chairs')
    const {
      show: { showId },
    } = await send<{ show: { showId: number } }>('GET', `/v2/event-page?eventId=${eventId}`)
    const line = (isOn: boolean) =>
      send(
        'POST',
        '/v2/operator/rulebook/waiting-rooms',
        { showId, isOn, admittedMax: 1, admittedMinutes: 10, idleSeconds: 60 },
        accessToken,
      )
    // Its page would join the queue, and leave a place behind when it is opened anew before the answer.
    await first.page.goto('about:blank')
    await line(true)
    try {
      const address = `/events/${eventId}`
      const choosing = ({ page, words }: Visitor) =>
        page.getByRole('button', { name: words('events', 'best'), exact: true })
      // Noticed within one or two seconds.
      await expect
        .poll(
          async () =>
            (await send<{ state: string }>('GET', `/v2/shows/get?showId=${showId}`)).state,
        )
        .toBe('None')
      // The page may be a cached copy from before the queue was created, which does not join it.
      await expect
        .poll(async () => {
          await first.open(address)
          await choosing(first).waitFor()
          return first.page.evaluate((id) => localStorage.getItem(`waiting-room-${id}`), showId)
        })
        .not.toBeNull()
      await second.open(address)
      await hydrated(second.page)
      await second.page
        .getByRole('heading', { name: second.words('events', 'lineTitle') })
        .waitFor()
      await second.page.getByText(second.words('events', 'linePosition', { position: 1 })).waitFor()
      await expectAccessible(second.page, ['light'])
      await expectNoHorizontalScroll(second.page)
      expect(await choosing(second).count()).toBe(0)
      // The first one leaves; the second one's page is not touched.
      await first.page.evaluate(async (id) => {
        const waitingRoomToken = localStorage.getItem(`waiting-room-${id}`)
        await fetch('/v2/shows/queue?api_key=demo-web', {
          method: 'DELETE',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ waitingRoomToken }),
        })
      }, showId)
      await choosing(second).waitFor({ timeout: 15_000 })
      expect([...first.complaints, ...second.complaints]).toEqual([])
    } finally {
      await line(false)
      await Promise.all([first.context.close(), second.context.close()])
    }
  },
)
