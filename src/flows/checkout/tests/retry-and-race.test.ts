/**
 * Goal: a repeat of an order brings the answers of the first one, ticket by ticket; and money that comes late while
 * others choose the same places ends in tickets for one of them, never in a circle of locks. Method: the demo bank over
 * HTTP and a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkoutOrder,
  readExtras,
  takeOffer,
  type OfferSource,
  type Order,
} from '#modules/orders/server/door.ts'
import { extraId } from '#modules/orders/extra-fields.ts'
import type { ExtraField } from '#modules/rules/contract.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import type { CheckoutPorts } from '../server/ports.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenPromises } from './promises.ts'
import { openWorld, orderOf, paymentsOf, type Wish, type World } from './world.ts'

let world: World
let source: OfferSource<Wish>

beforeAll(async () => {
  world = await openWorld()
  source = world.ports.orders.sources[0] as OfferSource<Wish>
  world.bank.misbehave({ callbackLost: true })
})

afterAll(() => world.close())

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
  const asking: OfferSource<Wish> = { ...source, extraFields: async () => fields }
  const ports: CheckoutPorts = {
    ...world.ports,
    orders: { ...world.ports.orders, sources: [asking] },
  }
  const guest = await world.guest()
  const offeringId = await world.offering(3)
  const taken = await takeOffer(guest, asking, { wish: { offeringId, places: [1, 2, 3] } })
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
  world.bank.pay(started.value.externalId ?? '', { kind: 'decline', resultCode: 'decline_general' })
  await settlePayment(world.context, ports, started.value.id)
  const repeat = await retryOrder(guest, orderKey)
  if (!repeat.ok) throw new Error(repeat.code)
  const answers = async (order: Order) =>
    (await readExtras(world.context, [order]))
      .map(({ key, value, lineId }) => {
        const line = order.lines.find((each) => each.id === lineId)
        return `${key} ${value.en} of ${line?.placeId ?? 'the order'}`
      })
      .toSorted()
  const copied = await answers(await orderOf(world.context, repeat.value.orderKey))
  expect(copied).toEqual(await answers(await orderOf(world.context, orderKey)))
  expect(copied).toContain('passport 00AB0002 of 2')
  expect(
    (await startPayment(guest, ports, { orderKey: repeat.value.orderKey, provider: 2 })).ok,
  ).toBe(true)
})

test('late money and other buyers want the same places at the same moment', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const guest = await world.guest()
    const offeringId = await world.offering(4, [{ poolId: 1, capacity: 3 }])
    const wish = { offeringId, places: [1, 2], pool: { poolId: 1, quantity: 2 } }
    const order = await world.order(guest, wish)
    const { orderKey } = order
    const started = await startPayment(guest, world.ports, { orderKey, provider: 2 })
    if (!started.ok) throw new Error(started.code)
    world.clock.advance(901)
    await expirePayingOrders(world.context, world.ports)
    world.bank.pay(started.value.externalId ?? '', { kind: 'approve' })
    const others = await Promise.all(Array.from({ length: 3 }, () => world.guest()))
    const wishes: Wish[] = [
      { offeringId, places: [2, 1] },
      { offeringId, pool: { poolId: 1, quantity: 2 } },
      { offeringId, places: [2], pool: { poolId: 1, quantity: 1 } },
    ]
    const [settled, ...chosen] = await Promise.allSettled([
      settlePayment(world.context, world.ports, started.value.id),
      ...wishes.map((each, index) => takeOffer(others[index] ?? guest, source, { wish: each })),
    ])
    expect([settled, ...chosen].filter(({ status }) => status === 'rejected')).toEqual([])
    const now = await orderOf(world.context, orderKey)
    const [payment] = await paymentsOf(world.context, orderKey)
    outcomes.add(`${now.status} ${payment?.state}`)
    expect(['1 captured', '4 refunding']).toContain(`${now.status} ${payment?.state}`)
  }
  expect(outcomes.size).toBeGreaterThan(0)
  expect(await findBrokenPromises(world.context)).toEqual([])
})
