/**
 * Goal: a retry of an order copies the answers of the first one, ticket by ticket; and late money while others choose
 * the same places ends in tickets for one of them, never in a deadlock. Method: the demo bank over HTTP and a real
 * database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkoutOrder,
  readExtras,
  takeOffer,
  type OfferSource,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { extraId } from '#modules/orders/extra-fields.ts'
import type { ExtraField } from '#modules/sale-rules/contract.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import type { CheckoutPorts } from '../server/ports.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { openTestEnv, orderOf, paymentsOf, type Request, type TestEnv } from './test-env.ts'

let env: TestEnv
let source: OfferSource<Request>

beforeAll(async () => {
  env = await openTestEnv()
  source = env.ports.orders.sources[0] as OfferSource<Request>
  env.bank.misbehave({ callbackLost: true })
})

afterAll(() => env.close())

const words = { ka: 'კითხვა', en: 'Question' }
const fields: readonly ExtraField[] = [
  {
    key: 'passport',
    per: 'ticket',
    kind: 'passport',
    label: words,
    isRequired: true,
    isOnTicket: true,
  },
  { key: 'address', per: 'order', kind: 'text', label: words, isRequired: true, isOnTicket: false },
]
const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }

test('a repeat has the answers of the order it repeats, each at its own ticket', async () => {
  const asking: OfferSource<Request> = { ...source, extraFields: async () => fields }
  const ports: CheckoutPorts = {
    ...env.ports,
    orders: { ...env.ports.orders, sources: [asking] },
  }
  const guest = await env.guest()
  const offeringId = await env.offering(3)
  const taken = await takeOffer(guest, asking, { request: { offeringId, places: [1, 2, 3] } })
  if (!taken.ok) throw new Error(taken.code)
  const { orderKey } = taken.value
  const tickets = taken.value.lines.filter((line) => line.kind === 'Ticket')
  const extras = [
    { id: extraId('address', null, 0), value: 'Rustaveli 1' },
    ...tickets.map((line) => ({
      id: extraId('passport', line.id, 0),
      value: `00AB000${line.placeId}`,
    })),
  ]
  const ready = await checkoutOrder(guest, [asking], { orderKey, buyer, acceptTerms: true, extras })
  if (!ready.ok) throw new Error(ready.code)
  const started = await startPayment(guest, ports, { orderKey, provider: 2 })
  if (!started.ok) throw new Error(started.code)
  env.bank.pay(started.value.externalId ?? '', { kind: 'decline', resultCode: 'decline_general' })
  await settlePayment(env.context, ports, started.value.id)
  const repeat = await retryOrder(guest, orderKey)
  if (!repeat.ok) throw new Error(repeat.code)
  const answers = async (order: Order) =>
    (await readExtras(env.context, [order]))
      .map(({ key, value, lineId }) => {
        const line = order.lines.find((each) => each.id === lineId)
        return `${key} ${value.en} of ${line?.placeId ?? 'the order'}`
      })
      .toSorted()
  const copied = await answers(await orderOf(env.context, repeat.value.orderKey))
  expect(copied).toEqual(await answers(await orderOf(env.context, orderKey)))
  expect(copied).toContain('passport 00AB0002 of 2')
  expect(
    (await startPayment(guest, ports, { orderKey: repeat.value.orderKey, provider: 2 })).ok,
  ).toBe(true)
})

test('late money and other buyers want the same places at the same moment', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const guest = await env.guest()
    const offeringId = await env.offering(4, [{ poolId: 1, capacity: 3 }])
    const request = { offeringId, places: [1, 2], pool: { poolId: 1, quantity: 2 } }
    const order = await env.order(guest, request)
    const { orderKey } = order
    const started = await startPayment(guest, env.ports, { orderKey, provider: 2 })
    if (!started.ok) throw new Error(started.code)
    env.clock.advance(901)
    await expirePayingOrders(env.context, env.ports)
    env.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
    const others = await Promise.all(Array.from({ length: 3 }, () => env.guest()))
    const requests: Request[] = [
      { offeringId, places: [2, 1] },
      { offeringId, pool: { poolId: 1, quantity: 2 } },
      { offeringId, places: [2], pool: { poolId: 1, quantity: 1 } },
    ]
    const [settled, ...chosen] = await Promise.allSettled([
      settlePayment(env.context, env.ports, started.value.id),
      ...requests.map((each, index) =>
        takeOffer(others[index] ?? guest, source, { request: each }),
      ),
    ])
    expect([settled, ...chosen].filter(({ status }) => status === 'rejected')).toEqual([])
    const now = await orderOf(env.context, orderKey)
    const [payment] = await paymentsOf(env.context, orderKey)
    outcomes.add(`${now.status} ${payment?.state}`)
    expect(['1 captured', '4 refunding']).toContain(`${now.status} ${payment?.state}`)
  }
  expect(outcomes.size).toBeGreaterThan(0)
  expect(await findBrokenInvariants(env.context)).toEqual([])
})
