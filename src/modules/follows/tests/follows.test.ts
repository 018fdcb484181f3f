/**
 * Goal: followers are notified of each piece of news once, in at most one email a day, unless they have unsubscribed.
 * Method: the calls, the worker's sweeps and its job on a real database with a controlled clock.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { markSoldOut, recheckCatalogue } from '#modules/catalogue/server/public-api.ts'
import { makeCustomer, makeEvent } from '#modules/events/tests/factories.ts'
import { holdPlaces, sellPlaces } from '#modules/inventory/server/public-api.ts'
import { notificationRoutes, notifySalesOpened } from '#modules/notifications/server/public-api.ts'
import { personId } from '#modules/search/server/public-api.ts'
import { execute } from '#platform/http/execute.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import {
  followRoutes,
  enqueueEmails,
  recordNews,
  recordOpenedSale,
  recordWatchNews,
  writeFollowEmail,
  type WatchSource,
} from '../server/public-api.ts'

/** A test vertical: high water at a pier is news; the test sets the water level. */
const water = { level: 1 }
const harbour: WatchSource = {
  name: 'harbour',
  async readWatched(_context, { pier }) {
    if (typeof pier !== 'number' || pier < 1) return null
    const name = { ka: `ნავმისადგომი ${pier}`, en: `Pier ${pier}` }
    const tells = { ka: 'მოგწერთ.', en: 'We write when the water is high.' }
    return { subjectKey: `pier-${pier}`, subject: { pier }, name, tells, path: `/piers/${pier}` }
  },
  async check(_context, { pier }, before) {
    const isHigh = water.level >= Number(pier)
    const news = isHigh && before === 'low' ? { ka: 'მაღალი წყალი', en: 'High water' } : null
    return { state: isHigh ? 'high' : 'low', news, isOver: water.level > 100 }
  },
}
const sources = [harbour]

type Customer = Awaited<ReturnType<typeof makeCustomer>>

let database: TestDatabase
let context: TestContext
let customer: Customer
let customerId: string
let sent: (Email & { readonly id: string })[]

const mailer: Mailer = {
  send: (mail, id) => {
    if (!sent.some((earlier) => earlier.id === id)) sent.push({ ...mail, id })
    return Promise.resolve()
  },
  close: () => undefined,
}
const ports = { webPush: null, fcm: null, isAllowedEndpoint: () => true }

beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
  // An event is already listed at the very first run, which records no news.
  await makeEvent(context)
  await recordNews(context)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})
beforeEach(async () => {
  sent = []
  // Noon in Tbilisi, one day after the previous test.
  const noon = new Date(context.clock.now().getTime() + 86_400_000)
  noon.setUTCHours(8, 0, 0, 0)
  context.clock.set(noon)
  customer = await makeCustomer(context)
  customerId = customer.kind === 'customer' ? customer.customerId : ''
  await context.db
    .updateTable('customer')
    .set({ locale: 'en' })
    .where('id', '=', customerId)
    .execute()
})

async function call(
  id: string,
  input: object = {},
  actor: Parameters<TestContext['as']>[0] = customer,
) {
  const routes = [...followRoutes(sources), ...notificationRoutes(ports)]
  const implementation = routes.find((route) => route.call.id === id)
  if (!implementation) throw new Error(`no call ${id}`)
  recheckCatalogue(context.db)
  const given = { params: {}, query: {}, body: {}, ...input }
  return execute(implementation, context.as(actor), given, {
    sessions: createSessionStore(),
    checkReplies: true,
  })
}

const follow = (subjectKind: string, subjectId: number) =>
  call('own-follow-add', { params: { subjectKind, subjectId: String(subjectId) } })

async function lists() {
  const reply = await call('own-follows')
  return (
    reply as { value: { follows: { name: string }[]; saleAlerts: object[]; hasEmails: boolean } }
  ).value
}

/** The worker's sweeps: news, and 16 minutes later the emails. Returns the number of emails to the customer. */
async function runSweeps(): Promise<number> {
  recheckCatalogue(context.db)
  await notifySalesOpened(context, recordOpenedSale)
  await recordNews(context)
  context.clock.advance(16 * 60)
  const before = sent.length
  await enqueueEmails(context)
  const day = context.clock.now().toISOString().slice(0, 10)
  await writeFollowEmail(context, mailer, { customerId, day })
  await writeFollowEmail(context, mailer, { customerId, day })
  return sent.length - before
}

async function venueOf(eventId: number): Promise<number> {
  const row = await context.db
    .selectFrom('event')
    .select('venue_id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  return row.venue_id
}

/** Moves an event to another show or venue, as an import would. */
async function addDate(
  eventId: number,
  change: { readonly showId?: number; readonly venueId?: number },
): Promise<void> {
  await context.db
    .updateTable('event')
    .set({
      ...(change.showId !== undefined && { show_id: change.showId }),
      ...(change.venueId !== undefined && { venue_id: change.venueId }),
    })
    .where('id', '=', eventId)
    .execute()
}

test('stores each follow once, lists it by name, and removes it', async () => {
  const event = await makeEvent(context)
  expect(await follow('show', event.showId)).toMatchObject({ value: { isFollowed: true } })
  expect(await follow('show', event.showId)).toMatchObject({ value: { isFollowed: true } })
  expect(await follow('venue', await venueOf(event.eventId))).toMatchObject({ ok: true })
  expect(await follow('show', 999_999)).toMatchObject({ code: 'NotFound' })
  expect(await follow('person', personId({ ka: 'არავინ', en: 'Nobody' }))).toMatchObject({
    code: 'NotFound',
  })
  expect((await lists()).follows.map(({ name }) => name)).toContain('Test concert')
  expect((await lists()).follows).toHaveLength(2)
  const params = { subjectKind: 'show', subjectId: String(event.showId) }
  expect(await call('own-follow-remove', { params })).toMatchObject({
    value: { isFollowed: false },
  })
  expect(await call('own-follow-remove', { params })).toMatchObject({ ok: true })
  expect((await lists()).follows).toHaveLength(1)
})

test('refuses more than two hundred follows of a customer', async () => {
  const { showId } = await makeEvent(context)
  await context.db
    .insertInto('follow')
    .values(
      Array.from({ length: 200 }, (_, index) => ({
        customer_id: customerId,
        subject_kind: 'person',
        subject_id: index + 1,
        name: JSON.stringify({ ka: 'ა', en: 'a' }),
        created_at: context.clock.now(),
      })),
    )
    .execute()
  expect(await follow('show', showId)).toMatchObject({ code: 'TooManyFollows' })
})

test('combines a new date of a followed show and a new show at a followed venue in one email, once', async () => {
  const old = await makeEvent(context)
  await runSweeps()
  await follow('show', old.showId)
  await follow('venue', await venueOf(old.eventId))
  expect(await runSweeps()).toBe(0)
  const date = await makeEvent(context, { startsAt: new Date('2027-03-05T16:00:00Z') })
  await addDate(date.eventId, { showId: old.showId })
  const other = await makeEvent(context)
  await addDate(other.eventId, { venueId: await venueOf(old.eventId) })
  recheckCatalogue(context.db)
  const rounds = await Promise.all([recordNews(context), recordNews(context)])
  expect(rounds[0] + rounds[1]).toBe(2)
  expect(await runSweeps()).toBe(1)
  expect(await runSweeps()).toBe(0)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('New dates')
  expect(sent[0]?.text).toContain(`/shows/show-${old.showId}`)
  expect(sent[0]?.text).toContain(`/shows/show-${other.showId}`)
  expect(sent[0]?.stopUrl).toContain('/follows/emails/')
})

test('delays a second email of a day until the next day', async () => {
  const show = await makeEvent(context)
  await runSweeps()
  await follow('show', show.showId)
  const add = async () => addDate((await makeEvent(context)).eventId, { showId: show.showId })
  await add()
  expect(await runSweeps()).toBe(1)
  await add()
  expect(await runSweeps()).toBe(0)
  context.clock.advance(86_400)
  expect(await runSweeps()).toBe(1)
  expect(sent).toHaveLength(2)
})

test('sends no emails at night', async () => {
  const show = await makeEvent(context)
  await runSweeps()
  await follow('show', show.showId)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  const night = context.clock.now()
  night.setUTCHours(20)
  context.clock.set(night)
  expect(await runSweeps()).toBe(0)
})

test('notifies followers of a sold-out date once when places are available again', async () => {
  const event = await makeEvent(context)
  await markSoldOut(context, event.eventId, true)
  await follow('event', event.eventId)
  expect(await runSweeps()).toBe(0)
  await markSoldOut(context, event.eventId, false)
  expect(await runSweeps()).toBe(1)
  expect(sent[0]?.subject).toBe('Tickets again: Test concert')
  expect((await lists()).follows).toEqual([])
})

test('notifies followers of a date whose last places are only held when the hold ends, not at once', async () => {
  const event = await makeEvent(context)
  const { offeringId } = event
  const allocation = (places: number[], quantity: number) => {
    const pools = quantity > 0 ? [{ poolId: 1, quantity }] : []
    return { holdId: context.random.uuid(), offeringId, legFrom: 0, legTo: 1, places, pools }
  }
  const seats = Array.from({ length: 39 }, (_, index) => index + 1)
  expect(await sellPlaces(context, [allocation(seats, 50)])).toMatchObject({ ok: true })
  const until = new Date(context.clock.now().getTime() + 30 * 60_000)
  const held = await holdPlaces(context, [{ ...allocation([40], 0), until }])
  expect(held).toMatchObject([{ ok: true }])
  await follow('event', event.eventId)
  expect(await runSweeps()).toBe(0)
  expect((await lists()).follows).toHaveLength(1)
  context.clock.set(until)
  expect(await runSweeps()).toBe(1)
  expect((await lists()).follows).toEqual([])
})

test('notifies followers of a show when its sale opens', async () => {
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const event = await makeEvent(context, { salesOpenAt })
  await runSweeps()
  await follow('show', event.showId)
  expect(await runSweeps()).toBe(0)
  context.clock.advance(3_600)
  expect(await runSweeps()).toBe(1)
  expect(sent[0]?.subject).toBe('On sale now: Test concert')
})

test('sends a sale alert by email when no device is registered', async () => {
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const { showId } = await makeEvent(context, { salesOpenAt })
  const params = { showId: String(showId) }
  recheckCatalogue(context.db)
  await call('own-sale-alert-save', { params, body: { isAsked: true } })
  expect((await lists()).saleAlerts).toHaveLength(1)
  context.clock.advance(3_700)
  expect(await runSweeps()).toBe(1)
  expect(sent[0]?.subject).toBe('On sale now: Test concert')
  expect((await lists()).saleAlerts).toEqual([])
})

test('sends no email for a sale alert that reached a device', async () => {
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const { showId } = await makeEvent(context, { salesOpenAt })
  await call('own-sale-alert-save', { params: { showId: String(showId) }, body: { isAsked: true } })
  context.clock.advance(3_700)
  recheckCatalogue(context.db)
  await notifySalesOpened(context, recordOpenedSale)
  const notice = await context.db
    .selectFrom('notice')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('push_delivery')
    .values({ notice_id: notice.id, device: 'a browser', sent_at: context.clock.now() })
    .execute()
  expect(await runSweeps()).toBe(0)
})

test('unsubscribes by the link of an email without signing in, and refuses a forged key', async () => {
  const show = await makeEvent(context)
  await runSweeps()
  await follow('show', show.showId)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  await runSweeps()
  const followKey = sent[0]?.stopUrl?.split('/').at(-1) ?? ''
  const visitor = { kind: 'visitor' } as const
  const choose = (key: string, hasEmails: boolean) =>
    call('own-follow-emails-by-key', { body: { followKey: key, hasEmails } }, visitor)
  const read = (key: string) =>
    call('own-follow-emails-by-key-read', { query: { followKey: key } }, visitor)
  const forged = followKey.replace(/.{5}$/, 'AAAAA')
  expect(await choose(forged, false)).toMatchObject({ code: 'NotFound' })
  expect(await read(forged)).toMatchObject({ code: 'NotFound' })
  expect(await read(followKey)).toMatchObject({ value: { hasEmails: true } })
  expect((await lists()).hasEmails).toBe(true)
  expect(await choose(followKey, false)).toMatchObject({ value: { hasEmails: false } })
  expect(await read(followKey)).toMatchObject({ value: { hasEmails: false } })
  expect((await lists()).hasEmails).toBe(false)
  context.clock.advance(86_400)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  expect(await runSweeps()).toBe(0)
  expect(await choose(followKey, true)).toMatchObject({ value: { hasEmails: true } })
  expect(await runSweeps()).toBe(0)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  expect(await runSweeps()).toBe(1)
})

test('includes news of other verticals once in the same email, and deletes a watch that is over', async () => {
  water.level = 1
  const pier = { source: 'harbour', subject: { pier: 5 } }
  const add = (body: object) => call('own-watch-add', { body })
  expect(await add({ ...pier, subject: { pier: -1 } })).toMatchObject({ code: 'NotFound' })
  expect(await add({ ...pier, source: 'airport' })).toMatchObject({ code: 'NotFound' })
  await add(pier)
  await add(pier)
  const listed = async () => {
    const answer = await call('own-follows')
    return (answer as { value: { watches: object[] } }).value.watches
  }
  expect(await listed()).toMatchObject([
    { name: 'Pier 5', tells: 'We write when the water is high.', path: '/piers/5' },
  ])
  // The first check only stores the state.
  expect(await recordWatchNews(context, sources)).toBe(0)
  water.level = 7
  expect(await recordWatchNews(context, sources)).toBe(0)
  context.clock.advance(11 * 60)
  expect(await Promise.all([1, 2].map(() => recordWatchNews(context, sources)))).toContain(1)
  expect(await recordWatchNews(context, sources)).toBe(0)
  context.clock.advance(16 * 60)
  expect(await enqueueEmails(context)).toBe(1)
  const day = context.clock.now().toISOString().slice(0, 10)
  await writeFollowEmail(context, mailer, { customerId, day })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('Pier 5: High water')
  expect(sent[0]?.text).toContain('/en/piers/5')
  expect(sent[0]?.stopUrl).toContain('/follows/emails/')
  expect(await enqueueEmails(context)).toBe(0)
  await call('own-watch-remove', { query: { source: 'harbour', subjectKey: 'pier-5' } })
  expect(await listed()).toEqual([])
  await add(pier)
  water.level = 101
  await recordWatchNews(context, sources)
  expect(await listed()).toEqual([])
})
