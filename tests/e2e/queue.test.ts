/**
 * Goal: a queue is joined, waited in and bought from without scripts; with scripts, the place survives tabs, sleep
 * and network loss, and a lost place is explained with a way to get another. Method: a real browser on the running
 * shop, at shows that no other journey visits; a second visitor's calls use the capacity.
 */
import type pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { localizedPath } from '#kernel/locale.ts'
import type { TextValues } from '#kernel/texts.ts'
import type choosing from '#modules/events/messages/choosing-en.json'
import { isNightly } from '../support/tier.ts'
import { photograph } from './support/photographer.ts'
import { openDatabase } from './support/test-data.ts'
import { beginningOf } from './support/texts.ts'
import {
  cards,
  endVisits,
  expectNoHorizontalScroll,
  fillBuyer,
  newVisitor,
  payByCard,
  payWith,
  phone,
  startBrowser,
  ticketsLink,
  type Visitor,
} from './support/visitor.ts'

const seated = 'house-above-the-river'
/** Its tickets have no numbers, so that one is chosen by a tap. */
const standing = 'ninth-floor'
let browser: Browser
let shop: string
let database: pg.Client
const shown: number[] = []

beforeAll(async () => {
  browser = await startBrowser()
  shop = inject('shop').url
  database = await openDatabase()
})
afterEach(async () => {
  await database.query(
    `with ended as (update waiting_room set is_on = false where group_id = any($1) returning id)
    update waiting_room_token set left_at = now() from ended
    where waiting_room_id = ended.id and left_at is null`,
    [shown],
  )
})
afterAll(async () => {
  await database.end()
  await endVisits(browser)
})

// oxlint-disable-next-line typescript/no-explicit-any -- a journey reads what calls answer
async function call(method: string, path: string, body?: object): Promise<any> {
  const reply = await fetch(`${shop}${path}${path.includes('?') ? '&' : '?'}api_key=demo-web`, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return reply.json()
}

interface Queued {
  readonly showId: number
  readonly eventId: number
  /** Token of the admitted visitor. */
  readonly inside: string
}

/** A queue of a show with capacity one, which is used already. */
async function queueWithOneInside(slug: string): Promise<Queued> {
  const { show } = await call('GET', `/v2/show-page?slug=${slug}`)
  const { showId } = show
  const { eventId } = show.events.find(({ isSoldOut }: { isSoldOut?: boolean }) => !isSoldOut)
  shown.push(showId)
  await database.query(
    `insert into waiting_room (source, group_id, admitted_max, admitted_minutes, idle_seconds, updated_at)
    values ('event', $1, 1, 10, 600, now())
    on conflict (source, group_id, item_id) do update set is_on = true`,
    [showId],
  )
  await expect
    .poll(async () => (await call('GET', `/v2/shows/get?showId=${showId}`)).state)
    .toBe('None')
  const { waitingRoomToken } = await call('POST', '/v2/shows/queue', { showId })
  await expect.poll(async () => (await lookWith(showId, waitingRoomToken)).state).toBe('Admitted')
  return { showId, eventId, inside: waitingRoomToken }
}

function lookWith(showId: number, waitingRoomToken: string) {
  return call('GET', `/v2/shows/get?showId=${showId}&waitingRoomToken=${waitingRoomToken}`)
}

test('joins, waits over a reload, takes the best places and pays without scripts', async () => {
  const { eventId, inside } = await queueWithOneInside(seated)
  const visitor = await newVisitor(browser, {
    viewport: phone,
    settings: { javaScriptEnabled: false },
  })
  const { page, words } = visitor
  await visitor.open(`/events/${eventId}`)
  await page.getByRole('link', { name: words('events', 'withoutScript') }).click()
  await page.getByRole('button', { name: words('queuePass', 'plainJoin') }).click()
  const first = page.getByText(words('queuePass', 'plainPosition', { position: 1 }))
  await first.waitFor()
  await expectNoHorizontalScroll(page)
  await page.reload()
  await first.waitFor()
  await call('DELETE', '/v2/shows/queue', { waitingRoomToken: inside })
  // The page refreshes itself.
  await page.getByLabel(words('queuePass', 'plainQuantity')).waitFor()
  await page.getByLabel(words('queuePass', 'plainQuantity')).selectOption('2')
  await page.getByRole('button', { name: words('queuePass', 'plainTake') }).click()
  // Until a time of today, without its date.
  const kept = words('queuePass', 'plainKept', { until: String.raw`\d\d:\d\d` })
  await page.getByText(new RegExp(`^${kept}$`)).waitFor()
  await page.getByLabel(words('queuePass', 'plainName')).fill('Nino')
  await photograph(page, 'queue-form-without-script')
  await page.getByLabel(words('queuePass', 'plainEmail')).fill('nino-queue@bileti.example')
  await page.getByLabel(words('queuePass', 'plainPhone')).fill('+995555123456')
  await page.getByLabel(words('queuePass', 'plainTerms')).check()
  await page.getByRole('button', { name: words('queuePass', 'plainPay') }).click()
  await page.getByRole('link', { name: words('queuePass', 'plainToBank') }).click()
  await payWith(visitor, cards.approved)
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}\/result/)
  const bought = `select count(*)::int as tickets from ticket t join orders o on o.id = t.order_id
    where o.buyer_email = 'nino-queue@bileti.example'`
  await expect.poll(async () => (await database.query(bought)).rows[0]?.tickets).toBe(2)
})

/** Number of a show's waiting and admitted tokens. */
async function placesOf(showId: number): Promise<{ waiting: number; inside: number }> {
  const { rows } = await database.query(
    `select count(*) filter (where admitted_at is null)::int as waiting,
      count(*) filter (where admitted_at is not null)::int as inside
    from waiting_room_token token join waiting_room room on room.id = waiting_room_id
    where group_id = $1 and left_at is null and used_at is null`,
    [showId],
  )
  return rows[0]
}

/** Records the page's open streams, and can silence them, like those of a laptop after sleep. */
function deafenable(): void {
  const connections: { isDeaf: boolean }[] = []
  class Deafenable extends EventSource {
    isDeaf = false
    constructor(address: string) {
      super(address)
      connections.push(this)
      // Registered before any listener of the page.
      super.addEventListener('message', (event) => {
        if (this.isDeaf) event.stopImmediatePropagation()
      })
    }
  }
  Object.assign(window, { connections, EventSource: Deafenable })
}

const connectionsOf = (page: Page) =>
  page.evaluate(
    () => (window as never as { connections: { isDeaf: boolean }[] }).connections.length,
  )

test.each(['999999', '0', 'abc'])('there is no queue of show %s', async (showId) => {
  expect((await fetch(`${shop}/en/queue/${showId}`)).status).toBe(404)
})

test('keeps one place for two tabs over network loss, sleep and reload, and explains its end', async () => {
  const { showId, eventId, inside } = await queueWithOneInside(standing)
  const visitor = await newVisitor(browser)
  const { page, context, words } = visitor
  const say = (key: keyof typeof choosing & string, values?: TextValues) =>
    words('events', key, values)
  const first = say('linePosition', { position: 1 })
  await page.clock.install()
  await page.addInitScript(deafenable)
  const other = await context.newPage()
  await Promise.all([
    visitor.open(`/events/${eventId}`),
    other.goto(shop + localizedPath(visitor.locale, `/events/${eventId}`)),
  ])
  await Promise.all([page, other].map((tab) => tab.getByText(first).waitFor()))
  await expect.poll(() => placesOf(showId)).toEqual({ waiting: 1, inside: 1 })

  // The queue's own page shows that place instead of offering another.
  const queuePage = await context.newPage()
  await queuePage.goto(shop + localizedPath(visitor.locale, `/queue/${showId}`))
  await queuePage.getByText(words('queuePass', 'plainPosition', { position: 1 })).waitFor()
  await photograph(queuePage, 'queue-own-page')
  await queuePage.close()
  await expect.poll(() => placesOf(showId)).toEqual({ waiting: 1, inside: 1 })

  const message = { ka: 'მალე ვაგრძელებთ', en: 'We go on soon' }
  await database.query(`update waiting_room set message = $2 where group_id = $1`, [
    showId,
    message,
  ])
  await Promise.all([page, other].map((tab) => tab.getByText(message[visitor.locale]).waitFor()))
  await photograph(other, 'queue-next')

  await context.setOffline(true)
  await Promise.all([page, other].map((tab) => tab.getByText(say('lineOffline')).waitFor()))
  await context.setOffline(false)
  await Promise.all(
    [page, other].map((tab) => tab.getByText(say('lineOffline')).waitFor({ state: 'hidden' })),
  )

  // The lid is closed for three minutes; afterwards the connection looks open.
  const before = await page.evaluate(() => {
    const { connections } = window as never as { connections: { isDeaf: boolean }[] }
    for (const connection of connections) connection.isDeaf = true
    return connections.length
  })
  await page.clock.fastForward('03:00')
  await expect.poll(() => connectionsOf(page)).toBeGreaterThan(before)
  await page.getByText(first).waitFor()
  await expect.poll(() => placesOf(showId)).toEqual({ waiting: 1, inside: 1 })

  await other.getByRole('button', { name: say('lineLeave') }).click()
  await other.getByRole('button', { name: say('lineLeave') }).click()
  await page.getByText(say('lineLeft')).waitFor()
  await photograph(other, 'queue-left')
  await expect.poll(() => placesOf(showId)).toEqual({ waiting: 0, inside: 1 })
  await page.getByRole('button', { name: say('lineCodeSend') }).click()
  await Promise.all([page, other].map((tab) => tab.getByText(first).waitFor()))

  // At the moment of admission one tab is reloaded, the other one is not.
  await call('DELETE', '/v2/shows/queue', { waitingRoomToken: inside })
  await page.reload()
  const more = beginningOf(say('more', { name: '\u0000' }))
  await Promise.all(
    [page, other].map((tab) => tab.getByRole('button', { name: more }).first().waitFor()),
  )
  await page.getByText(beginningOf(say('lineInside', { time: '\u0000' }))).waitFor()
  await expect.poll(() => placesOf(showId)).toEqual({ waiting: 0, inside: 1 })
  await photograph(page, 'queue-admitted')

  await database.query(
    `update waiting_room_token set admitted_until = now() - interval '1 second'
    where left_at is null and waiting_room_id in (select id from waiting_room where group_id = $1)`,
    [showId],
  )
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText(say('lineGone')).waitFor()
  await expectNoHorizontalScroll(page)
  await photograph(page, 'queue-gone')
  await page.getByRole('button', { name: say('lineCodeSend') }).click()
  await page.getByRole('button', { name: more }).first().click()
  await page.getByRole('button', { name: say('toCheckout') }).click()
  await page.waitForURL(/\/checkout\//)

  if (isNightly) await useTwice(visitor, showId, eventId)
  expect(visitor.complaints).toEqual([])
})

/** At the checkout of an admitted visitor: neither a copied token nor a used one admits again. */
async function useTwice(visitor: Visitor, showId: number, eventId: number): Promise<void> {
  const { page, words } = visitor
  const say = (key: keyof typeof choosing & string, values?: TextValues) =>
    words('events', key, values)
  const first = say('linePosition', { position: 1 })
  const more = beginningOf(say('more', { name: '\u0000' }))
  // A copied token has no more effect than two browsers of its owner.
  const token = await page.evaluate((key) => localStorage.getItem(key), `waiting-room-${showId}`)
  const thief = await newVisitor(browser, { viewport: phone })
  await thief.context.addInitScript(
    ([key, copied]) => {
      if (localStorage.getItem('copied')) return
      localStorage.setItem('copied', 'yes')
      localStorage.setItem(key ?? '', copied ?? '')
    },
    [`waiting-room-${showId}`, token ?? ''],
  )
  await thief.open(`/events/${eventId}`)
  await thief.page.getByRole('button', { name: more }).first().click()
  await thief.page.getByRole('button', { name: say('toCheckout') }).click()
  await thief.page.getByText(say('lineForeign')).waitFor()
  await expectNoHorizontalScroll(thief.page)
  await photograph(thief.page, 'queue-foreign')
  await thief.page.getByRole('button', { name: say('lineCodeSend') }).click()
  await thief.page.getByText(first).waitFor()

  // The place is for one purchase.
  await fillBuyer(visitor, 'queue-used@bileti.example')
  await payByCard(visitor)
  // Until the order is completed, its place is still admitted, and the page offers places.
  await ticketsLink(visitor).waitFor()
  await visitor.open(`/events/${eventId}`)
  await page.getByText(say('lineUsed')).waitFor()
  await photograph(page, 'queue-used')
}
