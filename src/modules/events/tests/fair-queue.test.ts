/**
 * Goal: a queue that opens at a set time is drawn by lot, admits at its configured rate over several processes,
 * admits nobody when paused, and requires proof of work from networks with many joins. Method: the calls over HTTP
 * on a real database.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBypass, changeControls } from '#modules/queue/server/controls.ts'
import { readGuards, readSuspectSteps } from '#modules/queue/server/guards.ts'
import { lotOf } from '#modules/queue/server/draw.ts'
import { leadingZeroBits } from '#platform/proof-of-work.ts'
import { snapshotOf } from '#modules/queue/server/snapshot.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import type { Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { openShop, type Reply, type Shop } from '../../../../tests/support/shop.ts'
import { makeEvent, type MadeEvent } from './factories.ts'
import { expireCaches } from '../../../../tests/support/cache-clock.ts'

let shop: Shop
let system: Context

beforeAll(async () => {
  shop = await openShop({ QUEUE_JOINS_FREE: '3', QUEUE_PLACES_PER_NETWORK_MAX: '30' })
  system = { ...shop.context, actor: { kind: 'system' } }
})
afterAll(() => shop.close())

/** Processes cache a queue for at most a second. */
const settled = () => expireCaches(1_050)
const moment = () => expireCaches(220)

async function queueBefore(
  options: Parameters<typeof makeQueue>[2],
): Promise<{ event: MadeEvent; queueId: number }> {
  const event = await makeEvent(shop.context)
  return { event, queueId: await makeQueue(shop.context, event.showId, options) }
}

function post(event: MadeEvent, extra: object = {}) {
  return shop.post('/v2/shows/queue', { showId: event.showId, ...extra })
}

async function look(waitingRoomToken: string): Promise<Reply> {
  return (await shop.get(`/v2/shows/get?waitingRoomToken=${waitingRoomToken}`)).body
}

const later = (seconds: number) => new Date(shop.context.clock.now().getTime() + seconds * 1_000)

describe('a queue with an opening time', () => {
  test('draws places joined before the opening by a verifiable seed, and appends later ones', async () => {
    const { event, queueId } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
    await changeControls(system, queueId, { opensAt: later(60), isPaused: true })
    await settled()
    const early: string[] = []
    for (let turn = 0; turn < 3; turn += 1) early.push((await post(event)).body.waitingRoomToken)
    await moment()
    const waiting = await look(early[0] ?? '')
    expect(waiting).toMatchObject({ state: 'Waiting', phase: 'Before', position: null })
    expect(waiting).toMatchObject({ waitingCount: 3, estimateSeconds: null, draw: { seed: null } })
    shop.context.clock.advance(61)
    await moment()
    const looks = await Promise.all(early.map((token) => look(token)))
    const seed = Buffer.from(looks[0]?.draw.seed, 'hex')
    expect(createHash('sha256').update(seed).digest('hex')).toBe(waiting.draw.commitment)
    const lots = early.map((token) => lotOf(seed, createHash('sha256').update(token).digest()))
    const expected = lots.map((lot) => lots.filter((other) => other < lot).length + 1)
    expect(looks.map(({ position }) => position)).toEqual(expected)
    expect(looks[0]).toMatchObject({ phase: 'Paused', estimateSeconds: null })
    // A second opening draws again, and waiting visitors stay in front.
    await changeControls(system, queueId, { opensAt: later(30) })
    shop.context.clock.advance(31)
    await settled()
    const again = await Promise.all(early.map((token) => look(token)))
    expect(again.map(({ position }) => position)).toEqual(expected)
    expect(again[0]?.draw.commitment).not.toBe(waiting.draw.commitment)
  })

  test('keeps the lots when the opening moves before it begins', async () => {
    const { queueId } = await queueBefore({ admittedMax: 1 })
    const seed = async () =>
      (
        await shop.context.db
          .selectFrom('waiting_room')
          .select('draw_seed')
          .where('id', '=', queueId)
          .executeTakeFirstOrThrow()
      ).draw_seed?.toString('hex')
    await changeControls(system, queueId, { opensAt: later(60) })
    const first = await seed()
    await changeControls(system, queueId, { opensAt: later(600) })
    expect(await seed()).toBe(first)
  })
})

describe('the admission settings', () => {
  test('limit two processes together to the rate and the capacity', async () => {
    const { queueId } = await queueBefore({ admittedMax: 45, idleSeconds: 3_600 })
    await changeControls(system, queueId, { ratePerMinute: 60 })
    await shop.context.db
      .insertInto('waiting_room_token')
      .values(
        Array.from({ length: 100 }, (_, index) => ({
          waiting_room_id: queueId,
          token_hash: createHash('sha256').update(`crowd ${index}`).digest(),
          joined_at: shop.context.clock.now(),
          seen_at: shop.context.clock.now(),
        })),
      )
      .execute()
    const pool = openPool({ url: shop.url, connectionsMax: 2, applicationName: 'other process' })
    const other: Context = { ...shop.context, db: openDatabase(pool) }
    const admitted = async () =>
      Number(
        (
          await shop.context.db
            .selectFrom('waiting_room_token')
            .select(({ fn }) => fn.countAll().as('count'))
            .where('waiting_room_id', '=', queueId)
            .where('admitted_at', 'is not', null)
            .executeTakeFirstOrThrow()
        ).count,
      )
    const both = () => Promise.all([snapshotOf(shop.context, queueId), snapshotOf(other, queueId)])
    await both()
    for (let second = 1; second <= 30; second += 1) {
      shop.context.clock.advance(1)
      await moment()
      await both()
    }
    expect(await admitted()).toBe(30)
    // The rate would allow more, but the capacity is 45.
    for (let second = 1; second <= 4; second += 1) {
      shop.context.clock.advance(5)
      await moment()
      await both()
    }
    expect(await admitted()).toBe(45)
    await other.db.destroy()
  })

  test('measure the rate from when a waiting process gets the lock, not from its request', async () => {
    const { queueId } = await queueBefore({ admittedMax: 5, idleSeconds: 3_600 })
    await changeControls(system, queueId, { ratePerMinute: 60 })
    const pool = openPool({ url: shop.url, connectionsMax: 1, applicationName: 'other process' })
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select 1 from waiting_room where id = $1 for update', [queueId])
    const waiting = snapshotOf(shop.context, queueId)
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database()) or not granted and transactionid is not null',
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    shop.context.clock.advance(3)
    await client.query('commit')
    client.release()
    await pool.end()
    expect((await waiting).asOf).toBe(shop.context.clock.now().getTime())
    const { credited_at } = await shop.context.db
      .selectFrom('waiting_room')
      .select('credited_at')
      .where('id', '=', queueId)
      .executeTakeFirstOrThrow()
    expect(credited_at).toEqual(shop.context.clock.now())
  })

  test('admit nobody when paused or closed, refuse joins when closed, and show a message', async () => {
    const { event, queueId } = await queueBefore({ admittedMax: 5, idleSeconds: 3_600 })
    await changeControls(system, queueId, {
      isPaused: true,
      message: { ka: 'ათ წუთში ვაგრძელებთ', en: 'We go on in ten minutes' },
    })
    await settled()
    const { waitingRoomToken } = (await post(event)).body
    await moment()
    expect(await look(waitingRoomToken)).toMatchObject({
      state: 'Waiting',
      phase: 'Paused',
      position: 1,
      message: 'We go on in ten minutes',
    })
    await changeControls(system, queueId, { isClosed: true, isPaused: false })
    await settled()
    expect(await look(waitingRoomToken)).toMatchObject({ state: 'Waiting', phase: 'Closed' })
    const refused = await post(event)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'QueueClosed'])
    await changeControls(system, queueId, { isClosed: false })
    await settled()
    expect(await look(waitingRoomToken)).toMatchObject({ state: 'Admitted', phase: 'Open' })
  })

  test('admit a bypass link at once, beyond the capacity, for one session', async () => {
    const { event, queueId } = await queueBefore({ admittedMax: 1 })
    const given = await createBypass(system, queueId, { quantity: 2, minutes: 60 })
    if (!given.ok) throw new Error('given')
    const [first = ''] = given.value.waitingRoomTokens
    await settled()
    expect(await look(first)).toMatchObject({ state: 'Admitted' })
    const { waitingRoomToken } = (await post(event)).body
    await moment()
    expect(await look(waitingRoomToken)).toMatchObject({ state: 'Admitted' })
    const seats = [{ ticketTypeId: event.seatTypes['a']?.ticketTypeId ?? 0, placeId: 1 }]
    const choose = () =>
      shop.post('/v2/Booking/choose-seat', {
        eventId: event.eventId,
        seats,
        waitingRoomToken: first,
      })
    expect((await choose()).status).toBe(200)
    expect((await choose()).body.error.code).toBe('QueueTokenInvalid')
    const seen = await readGuards(system, queueId)
    expect(seen).toMatchObject({ value: { suspects: [{ reasons: ['foreign-place'] }] } })
  })
})

describe('proof of work', () => {
  function solve(challenge: string, bits: number): string {
    for (let nonce = 0; ; nonce += 1) {
      const digest = createHash('sha256').update(`${challenge}:${nonce}`).digest()
      if (leadingZeroBits(digest) >= bits) return String(nonce)
    }
  }

  test('is required from networks with many joins, once, and for this queue only', async () => {
    const { event } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
    const { event: elsewhere } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
    await settled()
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await post(event)).status).toBe(200)
      expect((await post(elsewhere)).status).toBe(200)
    }
    const asked = await post(event)
    expect([asked.status, asked.body.error.code]).toEqual([428, 'ProofOfWorkNeeded'])
    const { challenge, bits } = asked.body.error.detail
    expect(bits).toBe(13)
    expect((await post(event, { proof: { challenge, nonce: 'x' } })).status).toBe(428)
    const proof = { challenge, nonce: solve(challenge, bits) }
    expect((await post(elsewhere, { proof })).status).toBe(428)
    const forged = challenge.replace(/^(\d+)\.13/, '$1.1')
    const easy = { challenge: forged, nonce: solve(forged, 1) }
    expect((await post(event, { proof: easy })).status).toBe(428)
    expect((await post(event, { proof })).status).toBe(200)
    expect((await post(event, { proof })).status).toBe(428)
    const late = (await post(event)).body.error.detail
    const nonce = solve(late.challenge, late.bits)
    shop.context.clock.advance(121)
    expect((await post(event, { proof: { challenge: late.challenge, nonce } })).status).toBe(428)
  })

  test('keeps a phone pass when it is refused', async () => {
    const waiting = { admittedMax: 1, idleSeconds: 3_600, asksPhone: true }
    const { event, queueId } = await queueBefore(waiting)
    await settled()
    const digest = (text: string) => createHash('sha256').update(text).digest()
    const passFor = async (phone: string): Promise<string> => {
      const pass_hash = digest(`pass ${phone}`)
      const created_at = shop.context.clock.now()
      await shop.context.db
        .insertInto('waiting_room_pass')
        .values({ pass_hash, waiting_room_id: queueId, phone_hash: digest(phone), created_at })
        .execute()
      return `pass ${phone}`
    }
    for (const phone of ['1', '2', '3'])
      expect((await post(event, { phonePass: await passFor(phone) })).status).toBe(200)
    const workDone = async () => {
      const { challenge, bits } = (await post(event)).body.error.detail
      return { challenge, nonce: solve(challenge, bits) }
    }
    const proof = await workDone()
    const phonePass = await passFor('5')
    expect((await post(event, { proof, phonePass: await passFor('4') })).status).toBe(200)
    expect((await post(event, { proof, phonePass })).status).toBe(428)
    expect((await post(event, { proof: await workDone(), phonePass })).status).toBe(200)
  })

  test('keeps one place for a join repeated under its idempotency key', async () => {
    const { event } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
    await settled()
    const join = async (key: string) =>
      (
        await shop.app.inject({
          method: 'POST',
          url: '/v2/shows/queue?api_key=demo-web',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          payload: JSON.stringify({ showId: event.showId }),
        })
      ).json()
    const { waitingRoomToken } = await join('join-once-0123456789')
    expect(waitingRoomToken).not.toBeNull()
    expect((await join('join-once-0123456789')).waitingRoomToken).toBe(waitingRoomToken)
    expect((await join('join-again-0123456789')).waitingRoomToken).not.toBe(waitingRoomToken)
  })

  test('is sixteen times harder after a hidden field or link was used, which operators see', async () => {
    const { event, queueId } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
    await settled()
    const website = 'https://tickets.example'
    const asked = await post(event, { website })
    expect(asked.body.error.code).toBe('ProofOfWorkNeeded')
    const { challenge, bits } = asked.body.error.detail
    expect(bits).toBe(17)
    const proof = { challenge, nonce: solve(challenge, bits) }
    expect((await post(event, { website, proof })).status).toBe(200)
    const path = `/v2/shows/get?showId=${event.showId}&first=yes`
    expect((await shop.get(path)).status).toBe(200)
    const guards = await readGuards(system, queueId)
    if (!guards.ok) throw new Error(guards.code)
    const [suspect] = guards.value.suspects
    expect(suspect).toMatchObject({ reasons: ['trap-field', 'trap-link'] })
    const way = await readSuspectSteps(system, queueId, suspect?.suspectId ?? 0)
    const steps = way.ok ? way.value.steps.map(({ step, count }) => [step, count]) : []
    expect(steps).toEqual([
      ['trap-field', 2],
      ['join', 1],
      ['look', 1],
      ['trap-link', 1],
    ])
    const met = async (measure: string) => {
      const now = await readGuards(system, queueId)
      return now.ok && now.value.measures.find((each) => each.measure === measure)?.count
    }
    await expect.poll(() => met('trap-field')).toBe(2)
    await expect.poll(() => met('work-proved')).toBe(1)
    expect(await readSuspectSteps(system, queueId + 1, suspect?.suspectId ?? 0)).toMatchObject({
      ok: false,
    })
  })

  test('limits the places of a network', async () => {
    const { event, queueId } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
    await settled()
    await post(event)
    await sql`
      insert into waiting_room_token (waiting_room_id, token_hash, joined_at, seen_at, network_key)
      select waiting_room_id, sha256(int4send(turn)), ${later(-3_600)}, seen_at, network_key
      from waiting_room_token, generate_series(1, 29) as turn
      where waiting_room_id = ${queueId}`.execute(shop.context.db)
    const full = await post(event)
    expect([full.status, full.body.error.code]).toEqual([429, 'QueueNetworkFull'])
  })
})

test('streams the position until admission', async () => {
  const { event, queueId } = await queueBefore({ admittedMax: 1, idleSeconds: 3_600 })
  await changeControls(system, queueId, { isPaused: true })
  await settled()
  const { waitingRoomToken } = (await post(event)).body
  const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(
    `${origin}/v2/shows/queue/live?api_key=demo-web&waitingRoomToken=${waitingRoomToken}`,
  )
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const read = readEvents(answer)
  const asOf = shop.context.clock.now().getTime()
  expect(await read()).toMatchObject({ state: 'Waiting', phase: 'Paused', position: 1, asOf })
  const message = { ka: 'მალე ვაგრძელებთ', en: 'We go on soon' }
  await changeControls(system, queueId, { message })
  expect(await read()).toMatchObject({ state: 'Waiting', message })
  await changeControls(system, queueId, { isPaused: false })
  let told: Reply | null = null
  while (told?.['state'] !== 'Admitted') told = await read()
  expect(await read()).toBeNull()
  const unknown = await fetch(`${origin}/v2/shows/queue/live?api_key=demo-web&waitingRoomToken=x`)
  expect(unknown.status).toBe(404)
})

/** Reads the data of consecutive events; null at the end. */
function readEvents(answer: Response): () => Promise<Reply | null> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const part = text.slice(0, end)
        text = text.slice(end + 2)
        const told = /^id: (\d+)\ndata: (.*)$/.exec(part)
        if (told) return { asOf: Number(told[1]), ...(JSON.parse(told[2] ?? '') as Reply) }
        continue
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return null
      text += value
    }
  }
}
