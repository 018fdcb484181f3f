/**
 * Goal: the client detects errors in the OpenAPI document. Method: a small service whose responses deviate
 * from its document.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, moneyField, uuid } from '#contract/fields.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { DocumentClient, NotAsDocumented } from './client.ts'

const priced = defineCall({
  id: 'walk-priced',
  area: 'own',
  method: 'POST',
  path: '/v2/walk/{orderKey}',
  summary: 'What it costs',
  credential: 'guest-or-customer',
  params: z.object({ orderKey: uuid }),
  query: z.object({ eventId: identifier }),
  body: z.object({ quantity: identifier }),
  reply: z.object({ price: moneyField }),
  errors: ['OrderNotFound'],
  required: ['orderKey', 'eventId', 'body'],
})

let app: FastifyInstance
let client: DocumentClient
let answer: { readonly status: number; readonly body: unknown }
let asked = 0

beforeAll(async () => {
  app = Fastify()
  app.post('/v2/walk/:orderKey', (_request, reply) => {
    asked += 1
    return reply.code(answer.status).send(answer.body)
  })
  const document = openApiDocument([priced], { origin: 'http://shop', version: '1' })
  app.get('/openapi.json', () => document)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  client = await DocumentClient.open(`http://127.0.0.1:${port}`)
})
afterAll(() => app.close())

const orderKey = '01a204bd-803e-736e-ac23-d40991654198'
const good = { path: { orderKey }, query: { eventId: 7 }, body: { quantity: 2 } }
const send = (input: object, token: string | undefined = 'a-bearer') =>
  client.send('walkPriced', input, { apiKey: 'demo', ...(token === '' ? {} : { token }) })

test('accepts documented responses, including errors', async () => {
  answer = { status: 200, body: { price: { amount: 5_250, currency: 'GEL' } } }
  expect((await send(good)).body).toEqual(answer.body)
  answer = { status: 404, body: { error: { code: 'OrderNotFound', message: 'None.' } } }
  expect((await send(good)).status).toBe(404)
})

test.each([
  ['a number where money is documented', 200, { price: 52.5 }],
  ['a currency that is none', 200, { price: { amount: 1, currency: 'ABC' } }],
  ['nothing', 200, {}],
  ['a field that is not documented', 200, { price: { amount: 1, currency: 'GEL' }, total: 1 }],
  ['a code of another call', 404, { error: { code: 'TicketNotFound', message: 'None.' } }],
  ['a failure without its code', 404, { error: { message: 'None.' } }],
  ['a status that is not documented', 418, {}],
])('rejects %s', async (_, status, body) => {
  answer = { status, body }
  await expect(send(good)).rejects.toThrow(NotAsDocumented)
})

test.each([
  ['without a query that is required', { ...good, query: {} }],
  ['without its body', { path: good.path, query: good.query }],
  ['with a body of another kind', { ...good, body: { quantity: 'many' } }],
  ['with a query that nobody knows', { ...good, query: { eventId: 7, colour: 'red' } }],
  ['with a key that is none', { ...good, path: { orderKey: 'mine' } }],
])('does not send a request %s', async (_, input) => {
  const before = asked
  await expect(send(input)).rejects.toThrow(NotAsDocumented)
  await expect(client.send('walkFree', good, { apiKey: 'demo' })).rejects.toThrow(NotAsDocumented)
  await expect(send(good, '')).rejects.toThrow(NotAsDocumented)
  expect(asked).toBe(before)
})
