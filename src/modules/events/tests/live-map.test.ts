import { request as httpRequest } from 'node:http'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { holdPlaces, releaseHolds } from '#modules/inventory/server/public-api.ts'
import { notifyChange } from '#platform/database/change-notifications.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { decodeAvailability } from '#seatmap/availability.ts'
import { LiveState } from '../server/live/live-state.ts'
import { makeEvent, smallLayout, type MadeEvent } from './factories.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

/**
 * Goal: an open map shows every change within a second, whoever makes it. Method: real connections to a listening
 * server; changes by calls, by another process (a separate pool) and by the clock.
 */
let shop: Shop
let port = 0
const open: Watching[] = []

beforeAll(async () => {
  shop = await openShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => {
  for (const watching of open.splice(0)) watching.close()
})
afterAll(() => shop.close())

interface Message {
  readonly event: string
  readonly id: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it likes
  readonly data: any
}

interface Watching {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly messages: Message[]
  readonly text: () => string
  readonly isEnded: () => boolean
  /** Waits for the first matching message. */
  find(event: string, is?: (data: Message['data']) => boolean): Promise<Message>
  close(): void
}

function watch(query: string, headers: Record<string, string> = {}): Promise<Watching> {
  return new Promise((resolve, reject) => {
    const path = `/v2/Events/Map/live?api_key=demo-web&${query}`
    const request = httpRequest({ port, host: '127.0.0.1', path, headers }, (response) => {
      const messages: Message[] = []
      let text = ''
      let isEnded = false
      response.setEncoding('utf8')
      response.on('error', () => {})
      response.on('end', () => (isEnded = true))
      response.on('data', (chunk: string) => {
        text += chunk
        messages.splice(0, messages.length, ...messagesOf(text))
      })
      const watching: Watching = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        messages,
        text: () => text,
        isEnded: () => isEnded,
        find: (event, is = () => true) =>
          vi.waitFor(
            () => {
              const found = messages.find((one) => one.event === event && is(one.data))
              if (!found) throw new Error(`no ${event} like that in ${text}`)
              return found
            },
            { timeout: 15_000, interval: 10 },
          ),
        close: () => request.destroy(),
      }
      open.push(watching)
      resolve(watching)
    })
    request.on('error', reject)
    request.end()
  })
}

function messagesOf(text: string): Message[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      return data === undefined
        ? []
        : [{ event: field('event') ?? '', id: field('id'), data: JSON.parse(data) }]
    })
}

function choose(event: MadeEvent, placeIds: number[]) {
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId ?? 0
  const seats = placeIds.map((placeId) => ({ ticketTypeId, placeId }))
  return shop.post('/v2/Booking/choose-seat', { eventId: event.eventId, seats })
}

describe('an open map', () => {
  test('starts with a snapshot and receives changes of places and pools', async () => {
    const event = await makeEvent(shop.context, { blockedPlaces: [40] })
    const watching = await watch(`eventId=${event.eventId}`)
    expect(watching.status).toBe(200)
    expect(watching.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(watching.headers['cache-control']).toBe('no-store')
    const { data, id } = await watching.find('snapshot')
    expect(id).toBe(String(data.sequence))
    expect(decodeAvailability(data.availability)[40]).toBe(1)
    expect(data.pools).toEqual([{ poolId: 1, left: 50 }])
    expect(watching.text()).toMatch(/^retry: 3000\n\nevent: sale\ndata: .*\n\nevent: snapshot\n/)

    const startedAt = performance.now()
    await choose(event, [3, 4])
    const change = await watching.find('change')
    expect(performance.now() - startedAt).toBeLessThan(1_000)
    expect(change.data.places).toEqual([3, 1, 4, 1])
    expect(change.data.held).toEqual([3, 4])
    expect(change.data.sequence).toBe(data.sequence + 1)

    const ticketTypeId = event.poolTypes[1]?.ticketTypeId
    const places = [{ ticketTypeId, quantity: 7 }]
    await shop.post('/v2/Booking/choose-seat', { eventId: event.eventId, places })
    const pool = await watching.find('change', (read) => read.pools.length > 0)
    expect(pool.data).toMatchObject({ places: [], pools: [{ poolId: 1, left: 43 }] })
    expect(watching.text()).not.toContain('hold')
  })

  test('receives committed changes and releases of another process, nothing else', async () => {
    // Its separate pool shares nothing with the server but the database.
    const event = await makeEvent(shop.context)
    const other = openDatabase(
      openPool({ url: shop.url, connectionsMax: 2, applicationName: 'another process' }),
    )
    const context = { ...shop.context, db: other }
    const watching = await watch(`eventId=${event.eventId}`)
    await watching.find('snapshot')
    const holdId = context.random.uuid()
    const until = new Date(context.clock.now().getTime() + 600_000)
    const hold = (inside: typeof context, placeId: number) => {
      const { offeringId } = event
      const allocation = { holdId, offeringId, legFrom: 0, legTo: 1, places: [placeId], pools: [] }
      return holdPlaces(inside, [{ ...allocation, until }])
    }
    await expect(
      other.transaction().execute(async (db) => {
        await hold({ ...context, db }, 9)
        throw new Error('never mind')
      }),
    ).rejects.toThrow('never mind')
    await hold(context, 5)
    await watching.find('change', ({ places }) => places.join() === '5,1')
    await releaseHolds(context, [holdId])
    await watching.find('change', ({ places }) => places.join() === '5,0')
    expect(watching.messages.filter((one) => one.event === 'change')).toHaveLength(2)
    await other.destroy()
  })

  test('receives expired holds, and the end of the sale', async () => {
    const event = await makeEvent(shop.context, { holdSeconds: 60 })
    await choose(event, [7])
    const ticketTypeId = event.poolTypes[1]?.ticketTypeId
    await shop.post('/v2/Booking/choose-seat', {
      eventId: event.eventId,
      places: [{ ticketTypeId, quantity: 4 }],
    })
    const watching = await watch(`eventId=${event.eventId}`)
    const { data } = await watching.find('snapshot')
    expect(decodeAvailability(data.availability)[7]).toBe(1)
    expect(data.pools).toEqual([{ poolId: 1, left: 46 }])
    await watching.find('sale', ({ isOnSale }) => isOnSale === true)
    shop.context.clock.advance(61)
    await watching.find('change', ({ places }) => places.join() === '7,0')
    await watching.find('change', ({ pools }) => pools[0]?.left === 50)
    shop.context.clock.set(new Date(shop.context.clock.now().getTime() + 40 * 24 * 3_600_000))
    await watching.find('sale', ({ isOnSale }) => isOnSale === false)
  })

  test('sends the missed changes on reconnection, or a snapshot if they are unknown', async () => {
    const event = await makeEvent(shop.context)
    const first = await watch(`eventId=${event.eventId}`)
    const { data } = await first.find('snapshot')
    await choose(event, [1])
    await first.find('change', ({ places }) => places.join() === '1,1')
    await choose(event, [2])
    const last = await first.find('change', ({ places }) => places.join() === '2,1')

    const late = await watch(`eventId=${event.eventId}&after=${data.sequence}`)
    const followed = await late.find('change')
    expect(followed.data).toEqual({
      sequence: last.data.sequence,
      places: [1, 1, 2, 1],
      held: [1, 2],
      pools: [],
    })
    expect(late.messages.some((one) => one.event === 'snapshot')).toBe(false)

    // The header of a reconnecting browser takes precedence over the address it first opened.
    const back = await watch(`eventId=${event.eventId}&after=${data.sequence}`, {
      'last-event-id': String(last.data.sequence),
    })
    await choose(event, [3])
    await back.find('change')
    expect(back.messages.map((one) => one.event)).toEqual(['sale', 'change'])
    const stranger = await watch(`eventId=${event.eventId}&after=12345`)
    expect((await stranger.find('snapshot')).data.sequence).toBe(last.data.sequence + 1)
  })

  test('names another plan of the event before its places', async () => {
    const event = await makeEvent(shop.context)
    const other = await makeEvent(shop.context, { layout: smallLayout({ poolCapacity: 60 }) })
    const watching = await watch(`eventId=${event.eventId}`)
    const { data } = await watching.find('sale')
    await watching.find('snapshot')
    await sql`update event set layout_id = (select layout_id from event where id = ${other.eventId})
      where id = ${event.eventId}`.execute(shop.context.db)
    shop.context.clock.advance(3)
    await watching.find('sale', ({ digest }) => digest !== data.digest)
    await expect
      .poll(() => watching.messages.map((one) => one.event).join())
      .toBe('sale,snapshot,sale,snapshot')
  })

  test('refuses connections without a key, for unknown events, and beyond an address’s limit', async () => {
    const event = await makeEvent(shop.context)
    expect((await shop.get(`/v2/Events/Map/live?eventId=2000000000`)).body.error.code).toBe(
      'NotFound',
    )
    const wrongKey = await shop.get(`/v2/Events/Map/live?eventId=1&api_key=wrong`)
    expect(wrongKey.body.error.code).toBe('ApiKeyInvalid')
    for (let count = 0; count < 50; count += 1) await watch(`eventId=${event.eventId}`)
    expect((await watch(`eventId=${event.eventId}`)).status).toBe(429)
    open.splice(0, 1)[0]?.close()
    await vi.waitFor(
      async () => expect((await watch(`eventId=${event.eventId}`)).status).toBe(200),
      {
        timeout: 15_000,
      },
    )
  })
})

describe('the numbered state', () => {
  test('sends only real changes, and drops old ones', () => {
    // Goal: no message without a change, bounded memory. Method: a hall of 10,000, repeatedly.
    const state = new LiveState({
      states: new Uint8Array(10_001),
      pools: [{ poolId: 1, left: 5 }],
      sequence: 100,
    })
    expect(
      state.change(
        [
          [1, 0],
          [20_000, 1],
          [0, 1],
        ],
        [{ poolId: 1, left: 5 }],
      ),
    ).toBeNull()
    expect(state.change([[1, 1]], [])).toContain('"places":[1,1]')
    expect(state.since(101)).toBeNull()
    expect(state.since(100)).toContain('event: change')
    for (let round = 0; round < 3; round += 1)
      state.replace(new Uint8Array(10_001).fill(round % 2 === 0 ? 1 : 0, 1), [])
    expect(state.since(100)).toContain('event: snapshot')
    expect(state.since(103)).toContain('event: change')
    expect(state.since(999)).toContain('event: snapshot')
    expect(state.snapshot()).toBe(state.since(undefined))
  })
})

describe('change notifications between processes', () => {
  test('are sent in a few statements however many there are', async () => {
    // Goal: many changes cost no statement each. Method: count the statements of 500 notifications.
    const pool = openPool({ url: shop.url, connectionsMax: 2, applicationName: 'announcing' })
    const db = openDatabase(pool)
    const asked = vi.spyOn(pool, 'query')
    for (let item = 1; item <= 500; item += 1)
      await notifyChange(db, { channel: 'places', topic: 1, items: [item, 20_000 + item] })
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 15_000)
    expect(asked.mock.calls.length).toBeLessThan(3)
    asked.mockClear()

    // Rolled back changes are not sent, and do not remain on the connection either.
    const inTransaction = (item: number, fails: boolean) =>
      db
        .transaction()
        .execute(async (transaction) => {
          await notifyChange(transaction, { channel: 'places', topic: 1, items: [item] })
          if (fails) throw new Error('never mind')
        })
        .catch(() => {})
    await inTransaction(1, true)
    await inTransaction(2, false)
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), 15_000)
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ values: ['places', ['1:2']] })
    await db.destroy()
  })
})
