/**
 * Goal: each mode asks its own identity-check host about personal numbers, and without one only their form counts. Method: an
 * outside party that counts what it is asked, and the call over HTTP.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { expectOk } from '../hostile/purchases.ts'

const known = '01001000001'
const unknown = '01001000002'
const asked: { number: string; key: string | undefined }[] = []
let isDown = false
let party: Server
let shop: HostileShop
let plain: HostileShop

beforeAll(async () => {
  party = createServer((request, reply) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { personalNumber } = JSON.parse(text) as { personalNumber: string }
      asked.push({ number: personalNumber, key: request.headers.authorization })
      reply.statusCode = isDown ? 500 : 200
      reply.end(JSON.stringify({ isKnown: personalNumber === known }))
    })
  })
  await new Promise<void>((resolve) => party.listen(0, '127.0.0.1', () => resolve()))
  const { port } = party.address() as AddressInfo
  const settings = {
    IDENTITY_URL: `http://127.0.0.1:${port}`,
    IDENTITY_API_KEY: 'key of this mode',
  }
  ;[shop, plain] = await Promise.all([openHostileShop(settings), openHostileShop()])
})
afterAll(async () => {
  await Promise.all([shop.close(), plain.close()])
  await new Promise((resolve) => party.close(resolve))
})

async function orderOf(at: HostileShop): Promise<{ token: string; orderKey: string }> {
  const event = await at.event()
  const token = await at.guest()
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  const body = { eventId: event.eventId, places: [{ ticketTypeId, quantity: 1 }] }
  const { orderKey } = await expectOk(at.post('/v2/Booking/choose-seat', body, token))
  return { token, orderKey }
}
const check = (
  at: HostileShop,
  { token, orderKey }: { token: string; orderKey: string },
  privateNumber: string,
) => at.post('/v2/orders/checkout/validate-private-number', { orderKey, privateNumber }, token)

/** What is kept of the number with the order. */
async function keptOf({ orderKey }: { readonly orderKey: string }): Promise<unknown[]> {
  const { rows } = await sql`
    select number_hint as hint from order_check c join orders o on o.id = c.order_id
    where o.order_key = ${orderKey}`.execute(shop.context.db)
  return rows
}

test('the host of the mode decides whether a number belongs to somebody', async () => {
  const order = await orderOf(shop)
  await expectOk(check(shop, order, known))
  expect(await keptOf(order)).toEqual([{ hint: '•••••••0001' }])
  expect(asked).toEqual([{ number: known, key: 'Bearer key of this mode' }])
  expect((await check(shop, order, unknown)).body.error.code).toBe('PrivateNumberWrong')
  expect(asked).toHaveLength(2)
  expect(await keptOf(order)).toEqual([{ hint: '•••••••0001' }])
})

test('it is not asked about what is no number, or by somebody without the order', async () => {
  const order = await orderOf(shop)
  const before = asked.length
  expect((await check(shop, order, '123')).body.error.code).toBe('PrivateNumberWrong')
  const stranger = { ...order, token: await shop.guest() }
  expect((await check(shop, stranger, known)).body.error.code).toBe('OrderNotFound')
  expect(asked).toHaveLength(before)
})

test('while it does not answer, the number is not taken, and the buyer may try again', async () => {
  const order = await orderOf(shop)
  isDown = true
  const refused = await check(shop, order, known)
  expect([refused.status, refused.body.error.code]).toEqual([503, 'ServiceUnavailable'])
  isDown = false
  await expectOk(check(shop, order, known))
})

test('without a host the form alone counts', async () => {
  const before = asked.length
  await expectOk(check(plain, await orderOf(plain), unknown))
  expect(asked).toHaveLength(before)
})

test('each mode has its own', () => {
  const urlIn = (MODE: string) =>
    readConfig({ MODE, IDENTITY_URL: `https://identity.${MODE}.example` }).IDENTITY_URL
  expect(urlIn('test')).toBe('https://identity.test.example')
  expect(readConfig({}).IDENTITY_URL).toBeUndefined()
})
