/**
 * Goal: queues of a show, of a boat line and of one boat with the same number are independent. Method: the calls
 * over HTTP on a real database, with a source of boats sold beside events.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { verticals, type Vertical } from '#apps/server/verticals.ts'
import { defineCall } from '#contract/call.ts'
import { identifier, uuid } from '#contract/fields.ts'
import { ok } from '#kernel/result.ts'
import { sendCodeMessage } from '#modules/accounts/server/public-api.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { orderWithSessionView } from '#modules/orders/contract.ts'
import {
  openedSession,
  presentOrder,
  takeAdmitted,
  takeOffer,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import { subjectKey, type QueueSubject } from '#modules/queue/server/public-api.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import { implement } from '#platform/http/implement.ts'
import { openHostileShop, type Answer, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { eventTicketSource } from '#modules/events/server/public-api.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

const boat = journeySource('boat')
const boats: Vertical = {
  offers: boat,
  tickets: { ...eventTicketSource, name: 'boat' },
  queue: {
    name: 'boat',
    describeSubjects: async (_context, subjects) =>
      new Map(
        subjects.map((subject) => {
          const name = subject.itemId === null ? 'Line' : 'Boat'
          const said = { name: { ka: 'ხაზი', en: name }, pagePath: `/boat/${subject.groupId}` }
          return [subjectKey(subject), said]
        }),
      ),
  },
}

const chooseBoat = defineCall({
  id: 'own-boat-choose',
  area: 'own',
  method: 'POST',
  path: '/v2/boat/choose',
  summary: 'Holds a place of a boat',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    itemId: identifier,
    groupId: identifier,
    placeId: identifier,
    orderKey: uuid.optional(),
    waitingRoomToken: z.string().optional(),
  }),
  reply: orderWithSessionView,
  errors: ['QueueTokenNotFound', 'QueueTokenInvalid', 'QueueTokenAlreadyUsed', 'SeatNotAvailable'],
  opensSession: true,
})

const boatRoutes = (ports: OrderPorts) => [
  implement(chooseBoat, async (context, { body }) => {
    const { itemId, groupId, placeId, orderKey, waitingRoomToken } = body
    const subject = { source: 'boat', groupId, itemId }
    const request = { offeringId, itemId, parts: [{ legFrom: 0, legTo: 1, places: [placeId] }] }
    const taken = await takeAdmitted(context, { subject, waitingRoomToken, orderKey }, () =>
      takeOffer(context, boat, { request, orderKey }),
    )
    if (!taken.ok) return taken
    return ok({ ...(await presentOrder(context, ports, taken.value)), ...openedSession(context) })
  }),
]

let shop: HostileShop
let event: MadeEvent
let offeringId: number
/** The common number of the show, the boat line and a boat. */
let number: number
let lastPlace = 0

beforeAll(async () => {
  shop = await openHostileShop(
    {},
    { sold: [...verticals, boats], routes: ({ orders }) => boatRoutes(orders) },
  )
  const { context } = shop
  event = await shop.event()
  number = event.showId
  offeringId = await createOffering(context, { legCount: 1, placeCount: 100, pools: [] })
  for (const subject of [show(), line(), one()])
    await makeQueue(context, subject, { admittedMax: 50, idleSeconds: 3_600 })
})
afterAll(() => shop.close())

const show = (): QueueSubject => ({ source: 'event', groupId: number, itemId: null })
const line = (): QueueSubject => ({ source: 'boat', groupId: number, itemId: null })
const one = (): QueueSubject => ({ source: 'boat', groupId: null, itemId: number })

/** The queue's fields as the calls name them. */
const named = ({ source, groupId, itemId }: QueueSubject) =>
  source === 'event'
    ? { showId: groupId }
    : {
        source,
        ...(groupId === null ? {} : { groupId }),
        ...(itemId === null ? {} : { itemId }),
      }

/** A token that is admitted; a queue admits at most five times a second. */
async function admitted(subject: QueueSubject): Promise<string> {
  await expireCaches(220)
  const { body } = await shop.post('/v2/shows/queue', named(subject))
  expect(body.state).toBe('Admitted')
  return body.waitingRoomToken
}

function chooseSeat(waitingRoomToken: string): Promise<Answer> {
  const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId, placeId: (lastPlace += 1) }]
  return shop.post('/v2/Booking/choose-seat', { eventId: event.eventId, seats, waitingRoomToken })
}

function takeBoat(
  itemId: number,
  choice: { waitingRoomToken?: string; orderKey?: string; token?: string },
): Promise<Answer> {
  const { token, ...rest } = choice
  const body = { itemId, groupId: number, placeId: (lastPlace += 1), ...rest }
  return shop.post('/v2/boat/choose', body, token)
}

const codeOf = ({ status, body }: Answer): string | number => body.error?.code ?? status

test('opens only the sale that a token was joined for', async () => {
  const [ofShow, ofLine, ofOne] = [
    await admitted(show()),
    await admitted(line()),
    await admitted(one()),
  ]
  const other = number + 1
  // The boat has a queue of its own; another boat of the line uses the line's queue.
  for (const [waitingRoomToken, expected] of [
    [ofShow, [200, 'QueueTokenInvalid', 'QueueTokenInvalid']],
    [ofLine, ['QueueTokenInvalid', 'QueueTokenInvalid', 200]],
    [ofOne, ['QueueTokenInvalid', 200, 'QueueTokenInvalid']],
  ] as const) {
    const wrong = expected.map((code, index) => ({ code, index }))
    // Refusals first, because a token is bound to the session that first uses it.
    for (const { code, index } of wrong.toSorted(
      (a, b) => Number(a.code === 200) - Number(b.code === 200),
    )) {
      const answer =
        index === 0
          ? await chooseSeat(waitingRoomToken)
          : await takeBoat(index === 1 ? number : other, { waitingRoomToken })
      expect([index, codeOf(answer)]).toEqual([index, code])
    }
  }
  expect(codeOf(await takeBoat(other, {}))).toBe('QueueTokenNotFound')
})

test('refuses a token of another queue', async () => {
  const ofLine = await admitted(line())
  for (const subject of [show(), one()]) {
    const words = new URLSearchParams(
      Object.entries({ ...named(subject), waitingRoomToken: ofLine }).map(([name, value]) => [
        name,
        String(value),
      ]),
    )
    expect((await shop.get(`/v2/shows/get?${words.toString()}`)).body).toMatchObject({
      state: 'None',
    })
    const joined = await shop.post('/v2/shows/queue', {
      ...named(subject),
      waitingRoomToken: ofLine,
    })
    expect(joined.body.waitingRoomToken).not.toBe(ofLine)
  }
  for (const path of [`/v2/Shows?itemId=${number}`, '/v2/Shows/new?category=1'])
    expect(codeOf(await shop.get(`${path}&waitingRoomToken=${ofLine}`))).toBe('QueueTokenInvalid')
})

test('accepts a token of boats for one order, as one of shows', async () => {
  const waitingRoomToken = await admitted(line())
  const first = await takeBoat(number + 1, { waitingRoomToken })
  expect(first.status).toBe(200)
  const { orderKey, accessToken: token } = first.body
  const more = await takeBoat(number + 1, { waitingRoomToken, orderKey, token })
  expect(more.body.lines.filter((each: { kind: string }) => each.kind === 'Ticket')).toHaveLength(2)
  expect(codeOf(await takeBoat(number + 1, { waitingRoomToken, token }))).toBe(
    'QueueTokenAlreadyUsed',
  )
  expect(codeOf(await takeBoat(number + 1, { waitingRoomToken }))).toBe('QueueTokenInvalid')
})

test('names the subject of each queue, except a show that requires a key', async () => {
  const look = async (subject: QueueSubject) => {
    const { body } = await shop.post('/v2/shows/queue', named(subject))
    const { showId, source, groupId, itemId, name, pagePath } = body
    return { showId, source, groupId, itemId, name, pagePath }
  }
  expect(await look(line())).toEqual({
    showId: null,
    ...line(),
    name: 'Line',
    pagePath: `/boat/${number}`,
  })
  expect(await look(one())).toMatchObject({ ...one(), name: 'Boat' })
  const { slug } = await shop.context.db
    .selectFrom('show')
    .select('slug')
    .where('id', '=', number)
    .executeTakeFirstOrThrow()
  const ofShow = await look(show())
  expect(ofShow).toMatchObject({ showId: number, ...show(), pagePath: `/shows/${slug}` })
  expect(ofShow.name).toEqual(expect.stringMatching(/./))
  const hidden = await shop.event()
  await shop.context.db
    .updateTable('show')
    .set({ access: 1, preview_key: 'key' })
    .where('id', '=', hidden.showId)
    .execute()
  await makeQueue(shop.context, hidden.showId, { admittedMax: 1 })
  await expireCaches(1_050)
  const secret = { ...show(), groupId: hidden.showId }
  expect(await look(secret)).toMatchObject({ name: null, pagePath: null })
})

test('requires a phone verification for each queue', async () => {
  const asking = { admittedMax: 5, asksPhone: true }
  const [event5, boat5] = [
    { source: 'event', groupId: number + 5, itemId: null },
    { source: 'boat', groupId: number + 5, itemId: null },
  ]
  await makeQueue(shop.context, event5, asking)
  await makeQueue(shop.context, boat5, asking)
  await expireCaches(1_050)
  const sent = await shop.post('/v2/shows/send-otp', { ...named(event5), phone: '+995555123456' })
  const { codeId } = sent.body
  const texts: string[] = []
  const sms = { send: async ({ text }: { text: string }) => void texts.push(text) }
  await sendCodeMessage(shop.context, sms, { codeId, locale: 'en' })
  const proof = { codeId, code: /\d{6}/.exec(texts[0] ?? '')?.[0] }
  const elsewhere = await shop.post('/v2/shows/validate-otp', { ...named(boat5), ...proof })
  expect(codeOf(elsewhere)).toBe('CodeWrong')
  const proved = await shop.post('/v2/shows/validate-otp', { ...named(event5), ...proof })
  const { phonePass } = proved.body
  const joined = await shop.post('/v2/shows/queue', { ...named(boat5), phonePass })
  expect(codeOf(joined)).toBe('PhoneNotConfirmed')
  expect((await shop.post('/v2/shows/queue', { ...named(event5), phonePass })).status).toBe(200)
})

test('refuses a queue whose subject is named twice or not at all', async () => {
  for (const body of [
    {},
    { showId: number, source: 'boat', groupId: number },
    { showId: number, itemId: number },
    { source: 'boat' },
    { groupId: number },
  ])
    expect(codeOf(await shop.post('/v2/shows/queue', body))).toBe('BadRequest')
})

test('lets an operator add a queue for another source', async () => {
  const token = await shop.operator()
  const base = '/v2/operator/rulebook'
  const settings = { isOn: true, admittedMax: 3, admittedMinutes: 10, idleSeconds: 60 }
  const save = (about: object) =>
    shop.post(`${base}/waiting-rooms`, { ...about, ...settings }, token)
  const [first, again] = [
    await save({ source: 'boat', groupId: number + 9 }),
    await save({ source: 'boat', groupId: number + 9 }),
  ]
  expect(first.body.id).toBe(again.body.id)
  expect((await save({ source: 'boat', itemId: number + 9 })).body.id).not.toBe(first.body.id)
  const { queues } = (await shop.get(base, token)).body
  expect(queues).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        queueId: first.body.id,
        about: expect.objectContaining({ source: 'boat', groupId: number + 9, showId: null }),
      }),
      expect.objectContaining({ about: expect.objectContaining({ showId: number, source: null }) }),
    ]),
  )
  for (const about of [{ source: 'boat' }, {}, { source: 'event', groupId: number }])
    expect(codeOf(await save(about))).toBe('BadRequest')
  expect(codeOf(await save({ source: 'rocket', groupId: 1 }))).toBe('NotFound')
})
