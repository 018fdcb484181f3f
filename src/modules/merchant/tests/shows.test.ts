/**
 * Goal: a show created in the back office goes through the import engine, completely or not at all, and cannot affect
 * other merchants' shows. Method: the declared calls over HTTP on the database, and the catalogue as the shop reads it.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelEvent, moveEvent } from '#modules/catalogue/server/public-api.ts'
import { catalogueRoutes } from '#modules/catalogue/server/routes.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeStaffToken } from '#modules/staff/tests/factories.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import { showLogNamers } from '../server/log-names.ts'
import { applyDuePrices, merchantRoutes } from '../server/public-api.ts'
import { areaFor } from '../server/shows/cut-picture.ts'
import { repeatedDates } from '../web/shows/repeat-dates.ts'
import { eventsAlone } from './ports.ts'

let server: CallServer
let context: TestContext
let event: MadeEvent
let token: string
let venue: string
let subcategory: string

beforeAll(async () => {
  server = await openCallServer([
    ...merchantRoutes(eventsAlone()),
    ...catalogueRoutes({ listed: [] }),
  ])
  context = server.context
  const key_hash = createHash('sha256').update('demo-web').digest()
  await context.db.insertInto('api_key').values({ key_hash, name: 'web', channel: 'web' }).execute()
  event = await makeEvent(context)
  token = await makeStaffToken(context, { merchantId: event.merchantId, role: 'manager' })
  const choices = await sendCall('GET', 'shows/choices')
  const row = await context.db
    .selectFrom('event')
    .innerJoin('venue', 'venue.id', 'event.venue_id')
    .select('venue.slug')
    .where('event.id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  venue = row.slug
  subcategory = choices.body.subcategories[0].slug
})
afterAll(() => server.close())

interface TestReply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
  readonly body: any
}

async function sendCall(
  method: 'GET' | 'POST',
  path: string,
  payload?: object,
  bearer = token,
): Promise<TestReply> {
  const response = await server.app.inject({
    method,
    url: path.startsWith('/') ? path : `/v2/merchantusers/${path}`,
    headers: { 'accept-language': 'en', authorization: `Bearer ${bearer}` },
    ...(payload ? { payload } : {}),
  })
  return { status: response.statusCode, body: response.json() }
}

const day = (days: number, at = '20:00') =>
  `${new Date(context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)}T${at}`

const date = (key: string, days: number) => ({ key, startsAt: day(days), doorsAt: '', endsAt: '' })

function contentOf(name: string) {
  return {
    name: { ka: `${name} ქართულად`, en: name },
    subcategory,
    venue,
    dates: [date('first', 30), date('second', 37)],
    prices: [
      { key: 'floor', name: { ka: 'დარბაზი', en: 'Floor' }, capacity: '40', price: '25,50' },
    ],
  }
}

/** Creates a draft with this content; returns it as stored. */
async function draftOf(content: object): Promise<{ draftId: string; version: number }> {
  const { draftId, version } = (await sendCall('POST', 'shows', {})).body
  const saved = await sendCall('POST', 'shows/draft', { draftId, version, content })
  expect(saved.body.problems).toEqual([])
  return { draftId, version: saved.body.version }
}

const publish = (draft: { draftId: string; version: number }, isPublic = true) =>
  sendCall('POST', 'shows/publish', { ...draft, isPublic })

const eventsOf = (showId: number) =>
  context.db
    .selectFrom('event')
    .select(['id', 'status', 'min_price_minor'])
    .where('show_id', '=', showId)
    .orderBy('starts_at')
    .execute()

describe('a show', () => {
  test('without a name yet is there in the change log', async () => {
    const { draftId } = (await sendCall('POST', 'shows', {})).body
    const drafts = showLogNamers.find(({ kind }) => kind === 'draft')
    const names = await drafts?.readNames({ ...context, locale: 'en' }, [draftId])
    expect(names?.get(draftId)).toEqual({
      name: 'Show without a name',
      merchantPath: `/merchant/shows/${draftId}`,
    })
  })

  test('is visible with its key first, then to everybody, like an imported one', async () => {
    const draft = await draftOf(contentOf('Quiet evening'))
    const previewed = (await publish(draft, false)).body
    expect(previewed.problems).toEqual([])
    expect(previewed.draft).toMatchObject({ state: 'preview', hasChanges: false })
    const [path = '', key = ''] = previewed.draft.pagePath.split('?previewKey=')
    const slug = path.replace('/shows/', '')
    const statusOf = async (query: string) => {
      const url = `/v2/show-page?api_key=demo-web&slug=${slug}${query}`
      context.clock.advance(2)
      return (await server.app.inject({ url })).statusCode
    }
    await expect.poll(() => statusOf(`&previewKey=${key}`)).toBe(200)
    expect(await statusOf('')).toBe(404)
    const guess = async (previewKey: string, remoteAddress: string) => {
      const url = `/v2/show-page?api_key=demo-web&slug=${slug}&previewKey=${previewKey}`
      return (await server.app.inject({ url, remoteAddress })).statusCode
    }
    const guesses: number[] = []
    for (let turn = 0; turn < 22; turn += 1)
      guesses.push(await guess(`guess-${turn}`, `2001:db8:5:${(turn * 3).toString(16)}::1`))
    expect(guesses.filter((status) => status === 404)).toHaveLength(20)
    expect(guesses.slice(20)).toEqual([429, 429])
    expect(await guess(key, '198.51.100.7')).toBe(200)
    const { showId } = previewed.draft
    expect((await eventsOf(showId)).map(({ status }) => status)).toEqual([1, 1])
    const shows = await context.db
      .selectFrom('show')
      .select(['status', 'preview_key', 'merchant_id'])
      .where('id', '=', showId)
      .executeTakeFirst()
    expect(shows).toEqual({ status: 2, preview_key: key, merchant_id: event.merchantId })
    const published = (await publish(draft)).body
    expect(published.draft).toMatchObject({ state: 'public', showId, pagePath: `/shows/${slug}` })
    await expect.poll(() => statusOf('')).toBe(200)
    const images = await context.db
      .selectFrom('show_image')
      .select('path')
      .where('show_id', '=', showId)
      .execute()
    expect(images).toHaveLength(6)
    const picture = await server.app.inject({ url: images[0]?.path ?? '' })
    expect(picture.headers['content-type']).toBe('image/webp')
    const log = await context.db
      .selectFrom('staff_log')
      .select('action')
      .where('subject', '=', `show ${showId}`)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['shows.preview', 'shows.publish'])
  })

  test('reports problems by field, and publishes nothing', async () => {
    const { draftId, version } = (await sendCall('POST', 'shows', {})).body
    const content = {
      ...contentOf('Wrong'),
      venue: 'nowhere',
      ageLimit: 'old',
      dates: [date('gone', -3)],
      prices: [{ key: 'a', name: { ka: 'ა', en: 'A' }, price: 'cheap' }],
    }
    const saved = (await sendCall('POST', 'shows/draft', { draftId, version, content })).body
    const paths = saved.problems.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['ageLimit', 'prices.0.price', 'venue', 'dates.0.startsAt']),
    )
    const refused = (await publish({ draftId, version: saved.version })).body
    expect(refused.problems.length).toBe(paths.length)
    expect(refused.draft).toMatchObject({ state: 'draft', showId: null })
  })

  test('is saved with letters that no ticket can print, and names them', async () => {
    const { draftId, version } = (await sendCall('POST', 'shows', {})).body
    const content = { ...contentOf('Letters'), name: { ka: 'Uruk 𒀀𒁀', en: 'Νύχτα לילה 音乐 🎭' } }
    const { body } = await sendCall('POST', 'shows/draft', { draftId, version, content })
    expect([body.problems, body.unprintable]).toEqual([[], ['𒀀', '𒁀']])
  })

  test('does not sell tickets without a name, nor in a place that is not chosen', async () => {
    const { draftId, version } = (await sendCall('POST', 'shows', {})).body
    const content = {
      ...contentOf('Nameless'),
      venue: '',
      dates: [],
      prices: [{ key: 'floor', name: { ka: ' ', en: '' }, capacity: '40', price: '20' }],
    }
    const saved = (await sendCall('POST', 'shows/draft', { draftId, version, content })).body
    expect(saved.problems).toEqual(
      ['dates', 'venue', 'prices.0.name.ka', 'prices.0.name.en'].map((path) => ({
        path,
        message: 'This is needed.',
      })),
    )
    const named = { ...content.prices[0], name: { ka: '', en: 'Floor' } }
    const renamed = { ...contentOf('Nameless'), prices: [named] }
    const again = { draftId, version: saved.version, content: renamed }
    expect((await sendCall('POST', 'shows/draft', again)).body.problems).toEqual([])
  })

  test('has the colour of its poster and a playable trailer; other URLs are refused', async () => {
    const { draftId, version } = (await sendCall('POST', 'shows', {})).body
    const content = { ...contentOf('In colour'), trailerUrl: 'https://example.com/film' }
    const saved = (await sendCall('POST', 'shows/draft', { draftId, version, content })).body
    expect(saved.problems).toEqual([
      { path: 'trailerUrl', message: 'Paste the address of a video on YouTube or Vimeo.' },
    ])
    const trailerUrl = 'https://youtu.be/aqz-KE-bpKQ'
    const draft = await draftOf({ ...content, trailerUrl })
    const create = { width: 60, height: 80, channels: 3 as const, background: '#f4f1ea' }
    const figure = { width: 60, height: 30, channels: 3 as const, background: '#0b8a3c' }
    const overlay = await sharp({ create: figure }).png().toBuffer()
    const poster = await sharp({ create })
      .composite([{ input: overlay }])
      .png()
      .toBuffer()
    const { draftId: id } = draft
    const picture = poster.toString('base64')
    expect((await sendCall('POST', 'shows/picture', { draftId: id, picture })).status).toBe(200)
    const { showId } = (await publish(draft)).body.draft
    const row = await context.db
      .selectFrom('show')
      .select(['colour', 'trailer_url'])
      .where('id', '=', showId)
      .executeTakeFirstOrThrow()
    expect(row.trailer_url).toBe(trailerUrl)
    // Green, the dominant colour, and not the background.
    expect(row.colour).toMatch(/^#[01][0-9a-f][7-9a][0-9a-f][2-5][0-9a-f]$/)
    const drawn = await sendCall('POST', 'shows/picture', { draftId: id })
    expect(drawn.status).toBe(200)
    const after = await context.db
      .selectFrom('show')
      .select('colour')
      .where('id', '=', showId)
      .executeTakeFirstOrThrow()
    expect(after.colour).not.toBe(row.colour)
  })

  test('refuses to overwrite a newer version', async () => {
    const draft = await draftOf(contentOf('Twice'))
    const { draftId } = draft
    const one = { draftId, version: draft.version, content: contentOf('One') }
    expect((await sendCall('POST', 'shows/draft', one)).status).toBe(200)
    expect((await sendCall('POST', 'shows/draft', one)).body.error.code).toBe('ShowDraftChanged')
    expect((await publish(draft)).body.error.code).toBe('ShowDraftChanged')
  })

  test('stops the sale of removed dates and removed prices', async () => {
    const content = contentOf('Changing')
    const draft = await draftOf({
      ...content,
      prices: [...content.prices, { ...content.prices[0], key: 'late', price: '40' }],
    })
    const { showId } = (await publish(draft)).body.draft
    const [first] = content.dates
    const next = { ...draft, content: { ...content, dates: [first] } }
    const saved = (await sendCall('POST', 'shows/draft', next)).body
    expect(saved.problems).toEqual([])
    expect((await publish({ ...draft, version: saved.version })).body.problems).toEqual([])
    const events = await eventsOf(showId)
    expect(events.map(({ status }) => status)).toEqual([1, 3])
    const types = await context.db
      .selectFrom('ticket_type')
      .select(['price_minor', 'status'])
      .where('event_id', '=', events[0]?.id ?? 0)
      .orderBy('price_minor')
      .execute()
    expect(types).toEqual([
      { price_minor: 2_550, status: 'Active' },
      { price_minor: 4_000, status: 'Inactive' },
    ])
  })

  test('leaves a date where the platform has moved it, and shows it so', async () => {
    const content = contentOf('Moved night')
    const draft = await draftOf(content)
    const { showId } = (await publish(draft)).body.draft
    const [first, second] = await eventsOf(showId)
    const moved = new Date(`${day(33, '19:30')}:00+04:00`)
    const eventId = first?.id ?? 0
    await moveEvent(context, eventId, { startsAt: moved, fullRefundUntil: moved })
    const startOf = async (id: number | undefined) =>
      (
        await context.db
          .selectFrom('event')
          .select('starts_at')
          .where('id', '=', id ?? 0)
          .executeTakeFirstOrThrow()
      ).starts_at
    const shown = (await sendCall('GET', `shows/draft?draftId=${draft.draftId}`)).body
    expect(shown.content.dates[0].startsAt).toBe(day(33, '19:30'))
    expect(shown.hasChanges).toBe(false)
    const { items } = (await sendCall('GET', 'shows')).body
    const line = items.find(({ draftId }: { draftId: string }) => draftId === draft.draftId)
    expect(line.firstDate).toBe(day(33, '19:30'))
    // As it is shown, and from a page that was opened before the move; each changes something else.
    let { version } = shown
    for (const dates of [shown.content.dates, content.dates]) {
      const changed = { ...shown.content, ageLimit: String(version), dates }
      const body = { draftId: draft.draftId, version, content: changed }
      const saved = await sendCall('POST', 'shows/draft', body)
      expect(saved.body.problems).toEqual([])
      ;({ version } = saved.body)
      expect((await publish({ draftId: draft.draftId, version })).body.problems).toEqual([])
      expect(await startOf(eventId)).toEqual(moved)
    }
    const dates = [shown.content.dates[0], { ...content.dates[1], startsAt: day(38) }]
    const body = { draftId: draft.draftId, version, content: { ...content, dates } }
    ;({ version } = (await sendCall('POST', 'shows/draft', body)).body)
    expect((await publish({ draftId: draft.draftId, version })).body.problems).toEqual([])
    expect(await startOf(eventId)).toEqual(moved)
    expect(await startOf(second?.id)).toEqual(new Date(`${day(38)}:00+04:00`))
  })

  test('leaves quantities and what the platform has stopped as they were changed elsewhere', async () => {
    const content = contentOf('Changed elsewhere')
    const draft = await draftOf(content)
    const { showId } = (await publish(draft)).body.draft
    const [first, second] = await eventsOf(showId)
    const capacity = { eventId: first?.id, poolId: 1, capacity: 60 }
    expect((await sendCall('POST', 'dates/capacity', capacity)).status).toBe(200)
    const stopped = { status: 3 }
    await context.db
      .updateTable('event')
      .set(stopped)
      .where('id', '=', second?.id ?? 0)
      .execute()
    await context.db.updateTable('show').set(stopped).where('id', '=', showId).execute()
    const poolOf = async () =>
      (await sendCall('GET', `dates/date?eventId=${first?.id}`)).body.pools[0].capacity
    const republish = async (version: number, changed: object) => {
      const body = { draftId: draft.draftId, version, content: changed }
      const saved = await sendCall('POST', 'shows/draft', body)
      const done = await publish({ draftId: draft.draftId, version: saved.body.version })
      expect(done.body.problems).toEqual([])
      return saved.body.version
    }
    const version = await republish(draft.version, { ...content, ageLimit: '12' })
    expect(await poolOf()).toBe(60)
    expect((await eventsOf(showId)).map(({ status }) => status)).toEqual([1, 3])
    const show = await context.db
      .selectFrom('show')
      .select('status')
      .where('id', '=', showId)
      .executeTakeFirst()
    expect(show).toEqual(stopped)
    // A quantity that the organiser changes in the form is that of every date.
    await republish(version, { ...content, prices: [{ ...content.prices[0], capacity: '45' }] })
    expect(await poolOf()).toBe(45)
  })

  test('keeps dates with sold or held tickets until they are cancelled', async () => {
    const content = contentOf('Keeping')
    const draft = await draftOf(content)
    const { showId } = (await publish(draft)).body.draft
    const second = (await eventsOf(showId))[1]?.id ?? 0
    await sql`update pool_leg set taken = 1 where offering_id = (
      select offering_id from event where id = ${second})`.execute(context.db)
    const next = { ...draft, content: { ...content, dates: [content.dates[0]] } }
    const saved = (await sendCall('POST', 'shows/draft', next)).body
    const at = content.dates[1]?.startsAt.replace('T', ' ')
    const message = `Tickets of ${at} are sold or being bought: cancel or move that date first.`
    expect(saved.problems).toEqual([{ path: 'dates', message }])
    const refused = await publish({ ...draft, version: saved.version })
    expect(refused.body.problems).toEqual([{ path: 'dates', message }])
    expect((await eventsOf(showId)).map(({ status }) => status)).toEqual([1, 1])
    await cancelEvent(context, second, { ka: 'ავად', en: 'Ill' })
    expect((await publish({ ...draft, version: saved.version })).body.problems).toEqual([])
    // What is cancelled stays cancelled when the show is published again with the date.
    const again = { ...draft, version: saved.version, content }
    const restored = (await sendCall('POST', 'shows/draft', again)).body
    expect((await publish({ ...draft, version: restored.version })).body.problems).toEqual([])
    expect((await eventsOf(showId)).map(({ status }) => status)).toEqual([1, 3])
  })

  test('asks its own questions at checkout, and has its own return policy', async () => {
    const draft = await draftOf({
      ...contentOf('Asking'),
      fields: [{ key: 'q1', label: { ka: 'სკოლა', en: 'School' } }],
      refund: { kind: 'tiers', tiers: [{ hoursBefore: '48', percentBack: '80' }] },
    })
    const { showId } = (await publish(draft)).body.draft
    const rules = await context.db
      .selectFrom('special_rule')
      .select(['kind', 'is_active'])
      .where('show_id', '=', showId)
      .execute()
    expect(rules).toEqual([{ kind: 'extra-fields', is_active: true }])
    const [{ id = 0 } = {}] = await eventsOf(showId)
    const policy = await context.db
      .selectFrom('return_policy')
      .select('tiers')
      .where('source', '=', 'event')
      .where('item_id', '=', id)
      .executeTakeFirst()
    expect(policy?.tiers).toEqual([{ hoursBefore: 48, deductionBasisPoints: 2_000 }])
  })

  test('applies scheduled price changes once', async () => {
    const content = contentOf('Early bird')
    const [price] = content.prices
    const draft = await draftOf({
      ...content,
      prices: [{ ...price, phases: [{ from: day(10, '00:00'), price: '35' }] }],
    })
    const { showId } = (await publish(draft)).body.draft
    const priceNow = async () => {
      const [{ id = 0 } = {}] = await eventsOf(showId)
      const type = await context.db
        .selectFrom('ticket_type')
        .select('price_minor')
        .where('event_id', '=', id)
        .executeTakeFirst()
      return type?.price_minor
    }
    await applyDuePrices(context)
    expect(await priceNow()).toBe(2_550)
    context.clock.advance(11 * 86_400)
    await applyDuePrices(context)
    expect(await priceNow()).toBe(3_500)
    expect(await applyDuePrices(context)).toBe(0)
  })

  test('is archived, restored and copied; another merchant’s is not found', async () => {
    token = await makeStaffToken(context, { merchantId: event.merchantId, role: 'manager' })
    const draft = await draftOf(contentOf('Old'))
    const { draftId } = draft
    const { showId } = (await publish(draft)).body.draft
    const status = async () =>
      (
        await context.db
          .selectFrom('show')
          .select('status')
          .where('id', '=', showId)
          .executeTakeFirst()
      )?.status
    expect(
      (await sendCall('POST', 'shows/archive', { draftId, isArchived: true })).body.state,
    ).toBe('archived')
    expect(await status()).toBe(3)
    await sendCall('POST', 'shows/archive', { draftId, isArchived: false })
    expect(await status()).toBe(1)
    const copy = (await sendCall('POST', 'shows', { copyOf: draftId })).body
    expect(copy.content).toMatchObject({ name: { en: 'Old' }, dates: [] })
    expect(copy).toMatchObject({ showId: null, state: 'draft' })
    const { merchantId } = await makeEvent(context)
    const stranger = await makeStaffToken(context, { merchantId, role: 'owner' })
    const answers = [
      await sendCall('GET', `shows/draft?draftId=${draftId}`, undefined, stranger),
      await sendCall('POST', 'shows/publish', { ...draft, isPublic: true }, stranger),
      await sendCall('POST', 'shows', { copyOf: draftId }, stranger),
      await sendCall('POST', 'shows/picture', { draftId }, stranger),
    ]
    expect(answers.map(({ body }) => body.error.code)).toEqual(Array(4).fill('NotFound'))
  })
})

test('a picture is cut around its focal point, and never beyond its edges', () => {
  const within = { left: 0, top: 0, width: 1_000, height: 500 }
  const square = { width: 96, height: 96 }
  expect(areaFor(within, { x: 900, y: 250 }, square)).toMatchObject({ left: 500, top: 0 })
  expect(areaFor(within, { x: 400, y: 250 }, square)).toMatchObject({ left: 150, width: 500 })
})

test('dates are repeated on weekdays until a day, with ends after midnight', () => {
  const first = {
    key: 'a',
    startsAt: '2027-03-05T22:00',
    doorsAt: '',
    endsAt: '2027-03-06T01:00',
  }
  const dates = repeatedDates(
    first,
    { weekdays: [5, 6], until: '2027-03-19', everyWeeks: 1 },
    () => 'k',
  )
  expect(dates.map(({ startsAt, endsAt }) => `${startsAt} ${endsAt}`)).toEqual([
    '2027-03-06T22:00 2027-03-07T01:00',
    '2027-03-12T22:00 2027-03-13T01:00',
    '2027-03-13T22:00 2027-03-14T01:00',
    '2027-03-19T22:00 2027-03-20T01:00',
  ])
})
