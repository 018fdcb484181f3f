/**
 * Goal: what is counted, kept or told in one server process holds over all that share a database: limits of guesses and
 * floods, kept pages, admission of a queue, open maps and batches of holds. Method: two processes of the server, as two
 * machines behind a load balancer would run them; requests go to one and the other in turn.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionStore, hashPassword } from '#modules/accounts/server/public-api.ts'
import { makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { makeQueue } from '#modules/queue/tests/factories.ts'
import { throwSwitch } from '#platform/switches.ts'
import { freePort } from '#platform/ports.ts'
import { watch, type Watched } from '../hostile/processes.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { unbounded } from '../support/unbounded.ts'

const guessesMax = 6
const machines: { readonly origin: string; readonly process: Watched }[] = []
let context: TestContext
let drop: () => Promise<void>
let folder: string

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url, testClock(new Date()))
  const key_hash = createHash('sha256').update('web').digest()
  await context.db.insertInto('api_key').values({ key_hash, name: 'web', channel: 'web' }).execute()
  folder = await mkdtemp(path.join(tmpdir(), 'machines-'))
  const start = async () => {
    const origin = `http://127.0.0.1:${await freePort()}`
    const process = await watch({
      file: 'tests/machines/machine.ts',
      environment: {
        ...unbounded,
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        PORT: new URL(origin).port,
        PUBLIC_ORIGIN: 'http://shop.test',
        PAGE_CACHE_SECONDS: '60',
        LIMIT_GUESS_PER_MINUTE: String(guessesMax),
        LIMIT_FLOOD_PER_MINUTE: '120',
        SMS_PER_NETWORK: '2/3',
        MAIL_PER_ADDRESS: '2/3',
        TRUST_PROXY: '1',
      },
      isReady: async () => (await fetch(`${origin}/readyz`)).ok,
    })
    machines.push({ origin, process })
  }
  await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all(machines.map((machine) => machine.process.stop()))
  await context?.close()
  await drop?.()
  await rm(folder, { recursive: true, force: true })
})

const originOf = (index: number): string => machines[index % machines.length]?.origin ?? ''

async function post(
  index: number,
  address: string,
  body: object,
  token?: string,
  from: Readonly<Record<string, string>> = {},
) {
  const reply = await fetch(`${originOf(index)}${address}?api_key=web`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...from,
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, never> }
}

/** So many at the same moment, each to the next process. */
function together<Value>(count: number, send: (index: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

function seats(event: MadeEvent, ...placeIds: number[]) {
  const { eventId } = event
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId
  return { eventId, seats: placeIds.map((placeId) => ({ placeId, ticketTypeId })) }
}

test('guesses are counted together', async () => {
  const answers = await together(4 * guessesMax, (index) =>
    post(index, '/v2/auth/login', { email: 'nobody@example.com', password: `guess ${index}` }),
  )
  const tried = answers.filter(({ status }) => status !== 429)
  expect(tried).toHaveLength(guessesMax)
  for (const index of [0, 1]) {
    const late = await post(index, '/v2/auth/login', { email: 'a@b.example', password: 'more' })
    expect(late.body).toMatchObject({ error: { code: 'TooManyRequests' } })
  }
})

test('wrong access codes and keys of previews are counted together', async () => {
  const event = await makeEvent(context)
  const look = async (index: number, guess: string) => {
    const address =
      index % 4 < 2
        ? `Events/Map?eventId=${event.eventId}&accessCode=${guess}`
        : `Shows/new?previewKey=${guess}`
    return (await fetch(`${originOf(index)}/v2/${address}&api_key=web`)).status
  }
  const answers = await together(60, (index) => look(index, `WRONG-${index}`))
  expect(answers.filter((status) => status !== 429)).toHaveLength(20)
})

test('wrong promo codes are counted together', async () => {
  const event = await makeEvent(context)
  const { body } = await post(0, '/v2/Booking/choose-seat', seats(event, 1))
  const { accessToken, orderKey } = body
  const answers = await together(4 * guessesMax, (index) =>
    post(
      index,
      '/v2/orders/reserve/promo',
      { ...seats(event, 2 + index), orderKey, promoCode: `WRONG${index}` },
      accessToken,
    ),
  )
  const codes = answers.map((answer) => codeOf(answer.body))
  expect(codes.filter((code) => code === 'PromoCodeUnknown')).toHaveLength(guessesMax)
  expect(codes.filter((code) => code === 'TooManyRequests')).toHaveLength(3 * guessesMax)
})

test('a session guesses a password ten times, from whatever addresses', async () => {
  const customer = await makeCustomer()
  const guess = (index: number, typed: string) =>
    post(
      index,
      '/v2/auth/step-up',
      { purpose: 'export', password: typed },
      customer.token,
      // With the port of the connection, as some proxies write it.
      { 'x-forwarded-for': `198.51.100.${1 + (index % 200)}:${50_000 + index}` },
    )
  const answers = await together(30, (index) => guess(index, `guess ${index}`))
  const codes = answers.map(({ body }) => codeOf(body))
  expect(codes.filter((code) => code === 'PasswordWrong')).toHaveLength(10)
  for (const index of [0, 1])
    expect(codeOf((await guess(index, customer.password)).body)).toBe('TooManyRequests')
})

test('text messages and emails have one budget', async () => {
  const people = await together(guessesMax, (index) => makeCustomer(`+99555500000${index}`))
  const code = { purpose: 'export', method: 'code' }
  const asked = await together(guessesMax, (index) =>
    post(index, '/v2/auth/step-up/begin', code, people[index]?.token),
  )
  const refused = asked.filter(({ body }) => codeOf(body) === 'SmsBudgetSpent')
  expect([asked.filter(({ status }) => status === 200).length, refused.length]).toEqual([2, 4])

  const event = await makeEvent(context)
  const { eventId } = event
  const request = { eventId, name: 'Nino', phone: '+995555123456', quantity: 1 }
  await together(guessesMax, (index) =>
    post(index, '/v2/events/request', { ...request, email: `victim+${index}@example.com` }),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job where name = 'purchase-request-letter'`.execute(
    context.db,
  )
  expect(rows[0]?.count).toBe(2)
})

test('floods are counted together, to a few permits that a process may have left over', async () => {
  const event = await makeEvent(context)
  const answers = await together(200, (index) =>
    post(index, '/v2/orders/InitializeOrder', { eventId: event.eventId, quantity: 1 }),
  )
  const made = answers.filter(({ status }) => status !== 429).length
  expect(made).toBeLessThanOrEqual(120)
  expect(made).toBeGreaterThanOrEqual(115)
  await sql`delete from request_count`.execute(context.db)
})

test('a kept page is dropped in both when the programme changes', async () => {
  const read = async (index: number) => (await fetch(`${originOf(index)}/page`)).text()
  // News of the events that other tests made may still be under way, and drops a page once more.
  for (const index of [0, 1]) {
    await expect.poll(async () => (await read(index)) === (await read(index))).toBe(true)
  }
  const kept = [await read(0), await read(1)]
  await throwSwitch(context, { key: 'machines', isOn: true })
  for (const index of [0, 1]) await expect.poll(() => read(index)).not.toBe(kept[index])
})

test('a queue has room for as many as one process would admit', async () => {
  const event = await makeEvent(context)
  await makeQueue(context, event.showId, { admittedMax: 5, idleSeconds: 3_600 })
  const join = (index: number) => post(index, '/v2/shows/queue', { showId: event.showId })
  // What a process knows of its queues is a second old at most.
  await expect.poll(async () => (await join(0)).body['state'], { interval: 100 }).not.toBe('Open')
  await expect.poll(async () => (await join(1)).body['state'], { interval: 100 }).not.toBe('Open')
  const tokens = (await together(40, join)).map(({ body }) => String(body['waitingRoomToken']))
  const look = async (index: number) => {
    const query = `api_key=web&waitingRoomToken=${tokens[index]}`
    return ((await (await fetch(`${originOf(index)}/v2/shows/get?${query}`)).json()) as Reply).state
  }
  const admitted = async () => {
    await together(tokens.length, look)
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from waiting_room_token
      where admitted_at is not null`.execute(context.db)
    return counted.rows[0]?.count
  }
  await expect.poll(admitted).toBe(5)
  // Another round of the admission in both.
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(await admitted()).toBe(5)
})

test('an open map in one is told of what the other sells', async () => {
  const event = await makeEvent(context)
  const stopping = new AbortController()
  const address = `${originOf(1)}/v2/Events/Map/live?api_key=web&eventId=${event.eventId}`
  const live = await fetch(address, { signal: stopping.signal })
  const heard: string[] = []
  const listening = (async () => {
    for await (const chunk of live.body ?? []) heard.push(Buffer.from(chunk).toString())
  })().catch(() => {})
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  const before = heard.length
  expect((await post(0, '/v2/Booking/choose-seat', seats(event, 7))).status).toBe(200)
  // Well before the fifteen seconds after which everything that is watched is read anew.
  await expect.poll(() => heard.slice(before).join(''), { timeout: 12_000 }).toContain('event: ')
  stopping.abort()
  await listening
})

test('batches of both give each place to one of those who want it', async () => {
  const event = await makeEvent(context)
  const answers = await together(100, (index) => {
    const first = 1 + (index % 19)
    return post(index, '/v2/Booking/choose-seat', seats(event, first, first + 1))
  })
  const granted = answers.filter(({ status }) => status === 200)
  expect(answers.every(({ status }) => status < 500)).toBe(true)
  const { rows } = await sql<{ places: number; lines: number; holds: number }>`
    select count(distinct place_id)::integer as places, count(*)::integer as lines,
      (select count(*)::integer from place_leg
        where offering_id = ${event.offeringId} and state = 1) as holds
    from order_line where offering_id = ${event.offeringId} and place_id is not null
  `.execute(context.db)
  const taken = 2 * granted.length
  expect(rows[0]).toEqual({ places: taken, lines: taken, holds: taken })
  expect(taken).toBeGreaterThan(0)
})

const codeOf = (body: Readonly<Record<string, unknown>>): unknown =>
  (body['error'] as { code?: unknown } | undefined)?.code

/** A signed-in customer with a password. */
async function makeCustomer(phone: string | null = null) {
  const id = context.random.uuid()
  const now = context.clock.now()
  const password = 'two herons on the Kura'
  await context.db
    .insertInto('customer')
    .values({
      id,
      email: `${id}@example.com`,
      activated_at: now,
      password_hash: await hashPassword(password),
      phone,
      phone_verified_at: phone && now,
    })
    .execute()
  const { token } = await createSessionStore().openCustomer(context, id, 'test')
  return { token, password }
}

interface Reply {
  readonly state?: string
}
