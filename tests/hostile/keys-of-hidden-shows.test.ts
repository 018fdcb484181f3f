/**
 * Goal: the key of a hidden show is guessed no faster in one call than in another. Method: every call that takes a key or a code
 * for a show or a date, each from a network of its own with more wrong keys than a minute allows; then the right one from there and
 * from elsewhere.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { expireCaches } from '../support/cache-clock.ts'
import { choiceOf } from './purchases.ts'
import { buyer, openHostileShop, type HostileShop } from './shop.ts'

const key = 'rehearsal-of-strays'
let shop: HostileShop
let hidden: MadeEvent
let token: string

beforeAll(async () => {
  shop = await openHostileShop()
  hidden = await shop.event()
  await shop.context.db
    .updateTable('show')
    .set({ access: 1, preview_key: key })
    .where('id', '=', hidden.showId)
    .execute()
  await expireCaches(2_000)
  token = await shop.guest()
})
afterAll(() => shop.close())

interface Guess {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
}

const calls: Readonly<Record<string, (guess: string) => Guess>> = {
  map: (guess) => get('/v2/Events/Map', { eventId: hidden.eventId, accessCode: guess }),
  'older map': (guess) => get('/v2/events/map', { eventId: hidden.eventId, accessCode: guess }),
  'live map': (guess) => get('/v2/Events/Map/live', { eventId: hidden.eventId, accessCode: guess }),
  show: (guess) => get('/v2/Shows', { itemId: hidden.showId, previewKey: guess }),
  'newest shows by key': (guess) => get('/v2/Shows/new', { previewKey: guess }),
  'one of the newest by key': (guess) =>
    get('/v2/Shows/new', { itemId: hidden.showId, previewKey: guess }),
  'one of the newest by code': (guess) =>
    get('/v2/Shows/new', { itemId: hidden.showId, accessCode: guess }),
  'page of a show': (guess) =>
    get('/v2/show-page', { slug: `show-${hidden.showId}`, previewKey: guess }),
  'page of a date': (guess) =>
    get('/v2/event-page', { eventId: hidden.eventId, previewKey: guess }),
  'what is requested': (guess) =>
    get('/v2/events/request/item', { eventId: hidden.eventId, accessCode: guess }),
  request: (guess) => ({
    method: 'POST',
    path: '/v2/events/request',
    body: {
      eventId: hidden.eventId,
      quantity: 1,
      name: 'Nino',
      email: 'nino@example.com',
      accessCode: guess,
    },
  }),
  'choice of seats': (guess) => ({
    method: 'POST',
    path: '/v2/Booking/choose-seat',
    body: { ...choiceOf({ event: hidden, placeIds: [1] }), accessCode: guess },
  }),
  'best seats': (guess) => ({
    method: 'POST',
    path: '/v2/orders/reserverandom',
    body: { accessCode: guess },
  }),
  'checkout at once': (guess) => ({
    method: 'POST',
    path: '/groot/Orders/checkout-new',
    body: {
      ...choiceOf({ event: hidden, placeIds: [2] }),
      buyer,
      acceptTerms: true,
      accessCode: guess,
    },
  }),
}

function get(path: string, query: Readonly<Record<string, string | number>>): Guess {
  const words = Object.entries(query).map(([name, value]) => [name, String(value)])
  return { method: 'GET', path: `${path}?${new URLSearchParams(words)}` }
}

const ask = ({ method, path, body }: Guess, address: string) =>
  shop.send({
    method,
    path,
    token,
    address,
    ...(body && { payload: JSON.stringify(body) }),
  })

test.each(Object.keys(calls))('%s: 20 wrong keys a minute', async (name) => {
  const guessOf = calls[name]
  if (!guessOf) throw new Error(name)
  // The best seats are those of the last request.
  if (name === 'best seats')
    await shop.post('/v2/orders/InitializeOrder', { eventId: hidden.eventId, quantity: 1 }, token)
  const address = `10.7.0.${1 + Object.keys(calls).indexOf(name)}`
  const codes: (string | null)[] = []
  for (let count = 0; count < 25; count += 1) {
    const { status, body } = await ask(guessOf(`wrong-${count}`), address)
    codes.push(status === 429 ? 'TooManyRequests' : (body?.error?.code ?? null))
  }
  expect(codes.slice(0, 20)).not.toContain('TooManyRequests')
  expect(codes.slice(20)).toEqual(Array.from({ length: 5 }, () => 'TooManyRequests'))
  expect((await ask(guessOf(key), address)).status).toBe(429)
  expect((await ask(guessOf(key), '10.8.0.1')).status).toBe(200)
})
