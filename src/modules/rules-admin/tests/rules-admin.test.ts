/**
 * Goal: rules saved by an operator are validated, logged and effective within seconds, without a restart. Method: the
 * operator's calls over HTTP on a real database, then a buyer's calls.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: HostileShop
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
  token = await shop.operator()
})
afterAll(() => shop.close())

const base = '/v2/operator/rulebook'
/** Rules and sales are cached for at most two seconds. */
const seconds = () => expireCaches(2_100)

test('exclusive types and one-of-each rules are refused by the server and reported by the map', async () => {
  const event = await shop.event({ placesPerOrderMax: 8 })
  const { eventId } = event
  const seatType = event.seatTypes['a']?.ticketTypeId ?? 0
  const floorType = event.poolTypes[1]?.ticketTypeId ?? 0
  const choose = (body: object, bearer?: string) =>
    shop.post('/v2/Booking/choose-seat', { eventId, ...body }, bearer)
  const two = [1, 2].map((placeId) => ({ ticketTypeId: seatType, placeId }))
  expect((await choose({ seats: two })).status).toBe(200)
  const settings = { isOneEach: true, exclusive: [[seatType, floorType]] }
  const rule = { kind: 'ticket-type-groups', eventId, settings, isActive: true }
  const saved = await shop.post(`${base}/rules`, rule, token)
  expect(saved.status).toBe(200)
  await seconds()
  const map = await shop.get(`/v2/Events/Map?eventId=${eventId}`)
  expect(map.body.exclusiveTypes).toEqual([[seatType, floorType]])
  expect(map.body.ticketTypes.map((type: { perOrderMax: number }) => type.perOrderMax)).toEqual([
    1, 1, 1,
  ])
  const three = [3, 4].map((placeId) => ({ ticketTypeId: seatType, placeId }))
  expect((await choose({ seats: three })).body.error).toMatchObject({ number: 13 })
  const one = await choose({ seats: three.slice(0, 1) })
  const { orderKey, accessToken } = one.body
  const places = [{ ticketTypeId: floorType, quantity: 1 }]
  const other = await choose({ places, orderKey }, accessToken)
  expect(other.body.error).toMatchObject({ code: 'TicketTypesExclusive' })
  // Releasing the first seat makes the second one available.
  await shop.post('/v2/orders/unreserve', { orderKey }, accessToken)
  expect((await choose({ places, orderKey }, accessToken)).status).toBe(200)
  // Readers of the rule get names instead of ids.
  const ruled = await shop.get(base, token)
  const named = new Map<number, string>(
    ruled.body.ticketTypes.map((type: { ticketTypeId: number; name: string }) => [
      type.ticketTypeId,
      type.name,
    ]),
  )
  expect([seatType, floorType].map((id) => named.get(id) ?? '')).toEqual([
    expect.stringMatching(/\S/),
    expect.stringMatching(/\S/),
  ])
  // A form chooses them by name; a type of a show has a number on each date.
  for (const about of [`eventId=${eventId}`, `showId=${event.showId}`]) {
    const { types } = (await shop.get(`${base}/ticket-types?${about}`, token)).body
    const chosen = types.find(({ ticketTypeIds }: { ticketTypeIds: number[] }) =>
      ticketTypeIds.includes(seatType),
    )
    expect(chosen.name).toBe(named.get(seatType))
  }
  expect((await shop.get(`${base}/ticket-types`, token)).body.types).toEqual([])
  expect((await shop.get(`${base}/ticket-types?eventId=${eventId}`)).status).toBe(401)
  const log = await shop.get('/v2/operator/log', token)
  expect(log.body.entries[0]).toMatchObject({
    action: 'rulebook.add-rule',
    subject: `rule ${saved.body.id}`,
    detail: { kind: 'ticket-type-groups', about: `event ${eventId}`, settings },
  })
  await shop.post(`${base}/rules`, { ...rule, ruleId: saved.body.id, isActive: false }, token)
  await seconds()
  expect((await choose({ seats: three.slice(1) })).status).toBe(200)
})

test('shows, dates, categories and organisers are found by words in any spelling, and rules are listed by name', async () => {
  const { eventId, showId } = await shop.event()
  const found = async (kinds: string, text: string, as = token) =>
    (await shop.get(`/v2/operator/subjects?kinds=${kinds}&text=${encodeURIComponent(text)}`, as))
      .body.subjects
  const [date] = await found('event', String(eventId))
  expect(date).toMatchObject({ kind: 'event', id: eventId })
  expect(date.name).toMatch(/^.+, \d+ \w+ 20\d\d, \d\d:\d\d$/)
  const [show] = await found('show', String(showId))
  expect(show).toEqual({ kind: 'show', id: showId, name: show.name, note: null })
  // By name too, and only when all words occur.
  const { db } = shop.context
  await db
    .updateTable('show')
    .set({
      search_text: 'gamis jazi',
      name: JSON.stringify({ ka: 'ღამის ჯაზი', en: 'Night Jazz' }),
    })
    .where('id', '=', showId)
    .execute()
  const ids = (subjects: readonly { kind: string; id: number }[]) =>
    subjects.map(({ kind, id }) => `${kind} ${id}`)
  for (const text of ['ჯაზი ღამის', 'jazi', 'gamis jazzi'])
    expect(ids(await found('show,event', text))).toEqual([`show ${showId}`, `event ${eventId}`])
  expect(await found('show,event', 'jazi opera')).toEqual([])
  const merchants = await found('merchant', '')
  expect(merchants.length).toBeGreaterThan(0)
  expect(ids(await found('category,merchant', merchants[0].name))).toContain(ids(merchants)[0])
  expect(await found('show', 'jazi', await shop.guest())).toBeUndefined()

  const rule = { kind: 'rotating-codes', eventId, settings: { isOn: true }, isActive: true }
  const saved = await shop.post(`${base}/rules`, rule, token)
  const { rules } = (await shop.get(base, token)).body
  const listed = rules.find(({ ruleId }: { ruleId: number }) => ruleId === saved.body.id)
  expect(listed.about.name).toBe(`${(await found('event', 'jazi'))[0].name}, ${date.note}`)
})

test('refuses settings that do not match their kind, names their path, and writes nothing', async () => {
  const { eventId } = await shop.event()
  const save = (kind: string, settings: object, about: object = { eventId }) =>
    shop.post(`${base}/rules`, { kind, settings, isActive: true, ...about }, token)
  const before = (await shop.get(base, token)).body.rules.length
  const wrong: readonly [string, object, string][] = [
    ['hidden-weekdays', { weekdays: [8] }, 'body.settings.weekdays.0'],
    ['hidden-weekdays', { weekdays: [1], more: 1 }, 'body.settings'],
    ['transit', { label: { ka: 'ა', en: 'a' }, url: 'javascript:alert(1)' }, 'body.settings.url'],
    [
      'transit',
      { label: { ka: 'ა', en: 'a' }, url: 'https://a:b@evil.example' },
      'body.settings.url',
    ],
    ['transit', { label: { ka: 'ა', en: 'a' }, url: '//evil.example' }, 'body.settings.url'],
    ['access-code', { keeps: 'parts' }, 'body.settings.keeps'],
    ['ticket-type-groups', { isOneEach: false, exclusive: [] }, 'body.settings.exclusive'],
  ]
  for (const [kind, settings, path] of wrong) {
    const { error } = (await save(kind, settings)).body
    expect(error.code, JSON.stringify(settings)).toBe('BadRequest')
    expect(error.fields.map((field: { path: string }) => field.path)).toContain(path)
  }
  const good = { weekdays: [1] }
  expect((await save('hidden-weekdays', good, {})).body.error.code).toBe('BadRequest')
  expect((await save('hidden-weekdays', good, { eventId: 1 })).body.error.code).toBe('NotFound')
  const late = { validFrom: '2026-12-02', validUntil: '2026-12-01', eventId }
  expect((await save('hidden-weekdays', good, late)).body.error.code).toBe('BadRequest')
  expect((await shop.get(base, token)).body.rules).toHaveLength(before)
})

test('a code is created, used, not reduced below its uses, and listed with its used share', async () => {
  const { eventId, ...event } = await shop.event()
  const seatType = event.seatTypes['a']?.ticketTypeId ?? 0
  const rule = { kind: 'access-code', eventId, settings: { keeps: 'everything' }, isActive: true }
  await shop.post(`${base}/rules`, rule, token)
  const save = (body: object) =>
    shop.post(`${base}/access-codes`, { isActive: true, ...body }, token)
  const made = await save({ eventId, quantity: 4 })
  expect(made.body.code).toMatch(/^[2-9A-Z]{12}$/)
  const { id: codeId, code } = made.body
  expect((await save({ eventId, code: ` ${code.toLowerCase()}` })).body.error.code).toBe(
    'AccessCodeTaken',
  )
  await seconds()
  const seats = [1, 2, 3].map((placeId) => ({ ticketTypeId: seatType, placeId }))
  const bought = await shop.post('/v2/Booking/choose-seat', { eventId, seats, accessCode: code })
  expect(bought.status).toBe(200)
  const less = await save({ codeId, eventId, quantity: 2 })
  expect(less.body.error.code).toBe('UsedAccessCode')
  expect((await save({ codeId, eventId, quantity: 3 })).status).toBe(200)
  const { codes } = (await shop.get(base, token)).body
  expect(codes.find((one: { codeId: number }) => one.codeId === codeId)).toMatchObject({
    quantity: 3,
    heldCount: 3,
    soldCount: 0,
    usedPercent: 100,
  })
  const log = await shop.get('/v2/operator/log', token)
  expect(JSON.stringify(log.body)).not.toContain(code)
})

test('a queue is placed before a show and removed', async () => {
  const { showId } = await shop.event()
  const queue = { showId, isOn: true, admittedMax: 1, admittedMinutes: 10, idleSeconds: 60 }
  expect((await shop.post(`${base}/waiting-rooms`, queue, token)).status).toBe(200)
  await seconds()
  const state = async () => (await shop.get(`/v2/shows/get?showId=${showId}`)).body.state
  expect(await state()).toBe('None')
  await shop.post(`${base}/waiting-rooms`, { ...queue, isOn: false }, token)
  await seconds()
  expect(await state()).toBe('Open')
})
