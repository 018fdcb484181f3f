/**
 * Goal: a partner can read the availability of a map from the API's document and the guide alone. Method: the guide's
 * decoder, run as it is printed there, on the document's examples, on texts of every form, and on a map over HTTP.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeAvailability, encodeAvailability } from '#seatmap/availability.ts'
import { choiceOf, expectOk, purchase } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'

type Decode = (text: string) => Uint8Array
let shop: HostileShop
let decode: Decode

beforeAll(async () => {
  const guide = readFileSync(new URL('../../docs/guides/partners.md', import.meta.url), 'utf8')
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(guide) ?? []
  const source = `${code}\nexport { decodeAvailability }`
  const address = `data:text/javascript,${encodeURIComponent(source)}`
  decode = ((await import(/* @vite-ignore */ address)) as { decodeAvailability: Decode })
    .decodeAvailability
  shop = await openHostileShop()
}, 60_000)
afterAll(() => shop.close())

test('the examples of the document are the hall that it describes', async () => {
  const document = await expectOk(shop.get('/openapi.json'))
  const own = JSON.stringify(document)
  for (const example of ['b10.GAAM', 'r10.AmEgAw', 'd10.wAcA']) {
    expect(own).toContain(example)
    expect([...decode(example)]).toEqual([0, 0, 0, 0, 3, 3, 1, 0, 0, 0, 0])
    expect([...decodeAvailability(example)]).toEqual([...decode(example)])
  }
})

test('the decoder reads what the server writes in every form', () => {
  // The same numbers in every run.
  let seed = 20
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const forms = new Set<string>()
  for (const rare of [0, 0.01, 0.1, 0.5])
    for (const places of [1, 7, 8, 9, 40, 1_000]) {
      const states = Uint8Array.from({ length: places + 1 }, (_, place) => {
        if (place === 0) return 0
        if (random() < rare) return Math.floor(random() * 4)
        // In blocks, or one by one.
        return (places === 40 ? place % 97 < 20 : random() < 0.5) ? 3 : 0
      })
      const text = encodeAvailability(states)
      forms.add(text.slice(0, 1))
      expect([...decode(text)], text.slice(0, 40)).toEqual([...states])
    }
  expect(forms).toEqual(new Set(['r', 'b', 'd']))
})

test('a map over HTTP says which places are held', async () => {
  const event = await shop.event()
  const token = await shop.guest()
  await expectOk(shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds: [3, 4] }), token))
  const map = await expectOk(shop.get(`/v2/Events/Map?eventId=${event.eventId}`))
  const states = decode(map.availability)
  expect([...states.keys()].filter((place) => states[place] === 1)).toEqual([3, 4])
  const held = decode(map.held)
  expect([...held.keys()].filter((place) => held[place] === 3)).toEqual([3, 4])
})

test('a place is free, blocked while it is held, free again, sold, and refunded when the platform took it back', async () => {
  const event = await shop.event()
  const token = await shop.customer()
  const stateOf = async () => {
    const map = await expectOk(shop.get(`/v2/Events/Map?eventId=${event.eventId}`))
    return decode(map.availability)[5]
  }
  const choose = (by: string) =>
    shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds: [5] }), by)
  const becomes = (state: number, what: string) =>
    expect.poll(stateOf, { timeout: 15_000, message: what }).toBe(state)
  await becomes(0, 'free')
  const { orderKey } = await expectOk(choose(token))
  await becomes(1, 'held')
  const taken = await choose(await shop.guest())
  expect(taken.body.error).toMatchObject({ code: 'SeatNotAvailable', number: 14 })
  await expectOk(shop.post('/v2/orders/unreserve', { orderKey, cancel: true }, token))
  await becomes(0, 'given back')
  const request = { event, placeIds: [5] }
  const bought = await purchase(shop, { token, station: 'paid', request })
  await becomes(3, 'sold')
  const ticket = async () =>
    (await expectOk(shop.get(`/v2/tickets?orderKey=${bought.orderKey}`, token))).tickets[0]
  expect(await ticket()).toMatchObject({ status: 1, statusName: 'Active' })
  const path = `/v2/tickets/reselling?orderKey=${bought.orderKey}`
  const { quote } = await expectOk(shop.get(path, token))
  await expectOk(shop.post('/v2/tickets/reselling', { quote }, token))
  expect(await ticket()).toMatchObject({ status: 3, statusName: 'RefundedForResellingToTKT' })
  await becomes(2, 'to be sold again')
  expect((await choose(await shop.guest())).status).toBe(200)
})
