/**
 * Goal: a queue is joined, waited in and bought from without script. Method: a real browser on the running shop, before a
 * show that no other journey visits; a second visitor's calls take the room inside.
 */
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import {
  cards,
  endVisits,
  expectNoHorizontalScroll,
  newVisitor,
  payWith,
  phone,
  startBrowser,
} from './support/visitor.ts'

const slug = 'house-above-the-river'
let browser: Browser
let shop: string
let database: pg.Client
let showId: number
let eventId: number

beforeAll(async () => {
  browser = await startBrowser()
  const { url, databaseUrl } = inject('shop')
  shop = url
  database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const page = await call('GET', `/v2/show-page?slug=${slug}`)
  showId = page.show.showId
  eventId = page.show.events.find(({ isSoldOut }: { isSoldOut?: boolean }) => !isSoldOut).eventId
})
afterEach(async () => {
  await database.query(
    `with ended as (update waiting_room set is_on = false where group_id = $1 returning id)
    update waiting_room_token set left_at = now() from ended
    where waiting_room_id = ended.id and left_at is null`,
    [showId],
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

/** A queue with room for one, who is inside already. Answers their token. */
async function queueWithOneInside(): Promise<string> {
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
  await expect.poll(async () => (await lookWith(waitingRoomToken)).state).toBe('Admitted')
  return waitingRoomToken
}

function lookWith(waitingRoomToken: string) {
  return call('GET', `/v2/shows/get?showId=${showId}&waitingRoomToken=${waitingRoomToken}`)
}

test('without script one joins, waits over a reload, is admitted, takes the best places and pays', async () => {
  const inside = await queueWithOneInside()
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
  // Nobody touches the page: it loads itself anew.
  await page.getByLabel(words('queuePass', 'plainQuantity')).waitFor()
  await page.getByLabel(words('queuePass', 'plainQuantity')).selectOption('2')
  await page.getByRole('button', { name: words('queuePass', 'plainTake') }).click()
  await page.getByLabel(words('queuePass', 'plainName')).fill('Nino')
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
}, 60_000)
