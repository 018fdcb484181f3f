/**
 * Goal: who follows something hears of each piece of its news once, in one email a day at most, unless they want
 * none. Method: the calls, the worker's rounds and its job on a real database with a clock that the test moves.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { markSoldOut, recheckCatalogue } from '#modules/catalogue/server/public-api.ts'
import { makeCustomer, makeEvent } from '#modules/events/tests/factories.ts'
import { notificationRoutes, tellOfOpenedSales } from '#modules/notifications/server/public-api.ts'
import { personId } from '#modules/search/server/public-api.ts'
import { execute } from '#platform/http/execute.ts'
import type { Email, Mailer } from '#platform/mail/mail.ts'
import {
  followRoutes,
  gatherEmails,
  noteNews,
  noteOpenedSale,
  noteWatchNews,
  writeFollowEmail,
  type WatchSource,
} from '../server/public-api.ts'

/** A harbour: its water rises and falls as the test wants. */
const water = { level: 1 }
const harbour: WatchSource = {
  name: 'harbour',
  async readWatched(_context, { pier }) {
    if (typeof pier !== 'number' || pier < 1) return null
    const name = { ka: `ნავმისადგომი ${pier}`, en: `Pier ${pier}` }
    const tells = { ka: 'მოგწერთ.', en: 'We write when the water is high.' }
    return { subjectKey: `pier-${pier}`, subject: { pier }, name, tells, path: `/piers/${pier}` }
  },
  async look(_context, { pier }, before) {
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
  // Something is listed already when followers are first looked after.
  await makeEvent(context)
  await noteNews(context)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})
beforeEach(async () => {
  sent = []
  // Noon in Tbilisi, the day after whatever was tried before.
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

/** A round of the worker: what is new, and, a quarter of an hour later, the emails. Answers how many the customer got. */
async function work(): Promise<number> {
  recheckCatalogue(context.db)
  await tellOfOpenedSales(context, noteOpenedSale)
  await noteNews(context)
  context.clock.advance(16 * 60)
  const before = sent.length
  await gatherEmails(context)
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

/** Another date of a show, or a show at a venue, as an import adds it. */
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

test('follows are kept once each, listed by name, and taken back', async () => {
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

test('a customer follows two hundred things at most', async () => {
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

test('a new date of a followed show and a new show at a followed venue come in one email, once', async () => {
  const old = await makeEvent(context)
  await work()
  await follow('show', old.showId)
  await follow('venue', await venueOf(old.eventId))
  expect(await work()).toBe(0)
  const date = await makeEvent(context, { startsAt: new Date('2027-03-05T16:00:00Z') })
  await addDate(date.eventId, { showId: old.showId })
  const other = await makeEvent(context)
  await addDate(other.eventId, { venueId: await venueOf(old.eventId) })
  recheckCatalogue(context.db)
  const rounds = await Promise.all([noteNews(context), noteNews(context)])
  expect(rounds[0] + rounds[1]).toBe(2)
  expect(await work()).toBe(1)
  expect(await work()).toBe(0)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('New dates')
  expect(sent[0]?.text).toContain(`/shows/show-${old.showId}`)
  expect(sent[0]?.text).toContain(`/shows/show-${other.showId}`)
  expect(sent[0]?.stopUrl).toContain('/follows/emails/')
})

test('the second email of a day waits for the next one', async () => {
  const show = await makeEvent(context)
  await work()
  await follow('show', show.showId)
  const add = async () => addDate((await makeEvent(context)).eventId, { showId: show.showId })
  await add()
  expect(await work()).toBe(1)
  await add()
  expect(await work()).toBe(0)
  context.clock.advance(86_400)
  expect(await work()).toBe(1)
  expect(sent).toHaveLength(2)
})

test('nothing leaves at night', async () => {
  const show = await makeEvent(context)
  await work()
  await follow('show', show.showId)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  const night = context.clock.now()
  night.setUTCHours(20)
  context.clock.set(night)
  expect(await work()).toBe(0)
})

test('who waits for a sold-out date is told once that there are places', async () => {
  const event = await makeEvent(context)
  await markSoldOut(context, event.eventId, true)
  await follow('event', event.eventId)
  expect(await work()).toBe(0)
  await markSoldOut(context, event.eventId, false)
  expect(await work()).toBe(1)
  expect(sent[0]?.subject).toBe('Tickets again: Test concert')
  expect((await lists()).follows).toEqual([])
})

test('followers of a show hear that its sale opens', async () => {
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const event = await makeEvent(context, { salesOpenAt })
  await work()
  await follow('show', event.showId)
  expect(await work()).toBe(0)
  context.clock.advance(3_600)
  expect(await work()).toBe(1)
  expect(sent[0]?.subject).toBe('On sale now: Test concert')
})

test('a sale alert without a device comes by email', async () => {
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const { showId } = await makeEvent(context, { salesOpenAt })
  const params = { showId: String(showId) }
  recheckCatalogue(context.db)
  await call('own-sale-alert-save', { params, body: { isAsked: true } })
  expect((await lists()).saleAlerts).toHaveLength(1)
  context.clock.advance(3_700)
  expect(await work()).toBe(1)
  expect(sent[0]?.subject).toBe('On sale now: Test concert')
  expect((await lists()).saleAlerts).toEqual([])
})

test('a sale alert that reached a device is not written as well', async () => {
  const salesOpenAt = new Date(context.clock.now().getTime() + 3_600_000)
  const { showId } = await makeEvent(context, { salesOpenAt })
  await call('own-sale-alert-save', { params: { showId: String(showId) }, body: { isAsked: true } })
  context.clock.advance(3_700)
  recheckCatalogue(context.db)
  await tellOfOpenedSales(context, noteOpenedSale)
  const notice = await context.db
    .selectFrom('notice')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  await context.db
    .insertInto('push_delivery')
    .values({ notice_id: notice.id, device: 'a browser', sent_at: context.clock.now() })
    .execute()
  expect(await work()).toBe(0)
})

test('the link of an email turns them off without signing in, and nobody else’s', async () => {
  const show = await makeEvent(context)
  await work()
  await follow('show', show.showId)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  await work()
  const followKey = sent[0]?.stopUrl?.split('/').at(-1) ?? ''
  const visitor = { kind: 'visitor' } as const
  const choose = (key: string, hasEmails: boolean) =>
    call('own-follow-emails-by-key', { body: { followKey: key, hasEmails } }, visitor)
  const forged = followKey.replace(/.{5}$/, 'AAAAA')
  expect(await choose(forged, false)).toMatchObject({ code: 'NotFound' })
  expect((await lists()).hasEmails).toBe(true)
  expect(await choose(followKey, false)).toMatchObject({ value: { hasEmails: false } })
  expect((await lists()).hasEmails).toBe(false)
  context.clock.advance(86_400)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  expect(await work()).toBe(0)
  expect(await choose(followKey, true)).toMatchObject({ value: { hasEmails: true } })
  expect(await work()).toBe(0)
  await addDate((await makeEvent(context)).eventId, { showId: show.showId })
  expect(await work()).toBe(1)
})

test('what other verticals tell is one line of the same email, once, and over when it is over', async () => {
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
  // The first look learns what there is.
  expect(await noteWatchNews(context, sources)).toBe(0)
  water.level = 7
  expect(await noteWatchNews(context, sources)).toBe(0)
  context.clock.advance(11 * 60)
  expect(await Promise.all([1, 2].map(() => noteWatchNews(context, sources)))).toContain(1)
  expect(await noteWatchNews(context, sources)).toBe(0)
  context.clock.advance(16 * 60)
  expect(await gatherEmails(context)).toBe(1)
  const day = context.clock.now().toISOString().slice(0, 10)
  await writeFollowEmail(context, mailer, { customerId, day })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('Pier 5: High water')
  expect(sent[0]?.text).toContain('/en/piers/5')
  expect(sent[0]?.stopUrl).toContain('/follows/emails/')
  expect(await gatherEmails(context)).toBe(0)
  await call('own-watch-remove', { query: { source: 'harbour', subjectKey: 'pier-5' } })
  expect(await listed()).toEqual([])
  await add(pier)
  water.level = 101
  await noteWatchNews(context, sources)
  expect(await listed()).toEqual([])
})
