/**
 * Goal: where a rule requires it, nobody pays before phone and person are verified, and one person never gets more
 * than the rule allows, however many orders they open concurrently. Method: orders on a real database whose source
 * requires both; the code is read from the fake SMS sender.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendCodeMessage } from '#modules/accounts/server/public-api.ts'
import { takeOffer, type OfferSource, type Order } from '#modules/orders/server/public-api.ts'
import {
  confirmPhone,
  sendPhoneCode,
  takePrivateNumber,
} from '#modules/orders/server/buyer-checks.ts'
import { internationalPhone } from '#kernel/phone.ts'
import { journeySource } from '#modules/orders/tests/journey-source.ts'
import type { CallContext } from '#platform/http/implement.ts'
import type { CheckoutPorts } from '../server/ports.ts'
import { retryOrder } from '../server/retry-order.ts'
import { settlePayment } from '../server/settle-payment.ts'
import { startPayment } from '../server/start-payment.ts'
import { openTestEnv, paymentsOf, type TestEnv } from './test-env.ts'

let env: TestEnv
let ports: CheckoutPorts
let asking: OfferSource

beforeAll(async () => {
  env = await openTestEnv()
  const [source] = env.ports.orders.sources
  if (!source) throw new Error('the world sells something')
  asking = { ...source, buyerChecks: async () => ({ phone: true, ticketsPerPersonMax: 3 }) }
  ports = { ...env.ports, orders: { ...env.ports.orders, sources: [asking] } }
})

afterAll(() => env.close())

async function codeSent(
  buyer: CallContext,
  order: Order,
): Promise<{ codeId: string; code: string }> {
  const sent = await sendPhoneCode(buyer, order.orderKey)
  if (!sent.ok) throw new Error(sent.code)
  const { codeId } = sent.value
  const texts: string[] = []
  const sms = { send: async ({ text }: { text: string }) => void texts.push(text) }
  await sendCodeMessage(buyer, sms as never, { codeId, locale: 'en' })
  return { codeId, code: /\d{6}/.exec(texts[0] ?? '')?.[0] ?? '' }
}

const pay = async (buyer: CallContext, order: Order): Promise<string> => {
  const started = await startPayment(buyer, ports, { orderKey: order.orderKey, provider: 2 })
  return started.ok ? started.value.state : started.code
}
const prove = (buyer: CallContext, order: Order, privateNumber: string) =>
  takePrivateNumber(buyer, { sources: [asking] }, { orderKey: order.orderKey, privateNumber })

test('a payment begins only after both proofs, and a repeat of the order keeps them', async () => {
  const buyer = await env.guest()
  const offeringId = await env.offering(10)
  const order = await env.order(buyer, { offeringId, places: [1, 2] })
  expect(await pay(buyer, order)).toBe('PrivateNumberMissing')
  for (const wrong of ['1234567890', '01-02x045678', ''])
    expect(await prove(buyer, order, wrong)).toMatchObject({ code: 'PrivateNumberWrong' })
  expect(await prove(buyer, order, '01 024 056 789')).toMatchObject({
    ok: true,
    value: { privateNumber: { isDone: true, hint: '•••••••6789' }, phone: { isDone: false } },
  })
  expect(await pay(buyer, order)).toBe('PhoneNotConfirmed')
  const { codeId, code } = await codeSent(buyer, order)
  const { orderKey } = order
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const refused = await confirmPhone(buyer, [asking], { orderKey, codeId, code: wrong })
  expect(refused).toMatchObject({ code: 'CodeWrong' })
  // A code is valid only for its order and its requester.
  const other = await env.order(buyer, { offeringId, places: [3] })
  const elsewhere = { orderKey: other.orderKey, codeId, code }
  expect(await confirmPhone(buyer, [asking], elsewhere)).toMatchObject({ code: 'CodeWrong' })
  const stranger = await env.guest()
  const stolen = await confirmPhone(stranger, [asking], { orderKey, codeId, code })
  expect(stolen).toMatchObject({ code: 'OrderNotFound' })
  expect(await confirmPhone(buyer, [asking], { orderKey, codeId, code })).toMatchObject({
    value: { phone: { isDone: true } },
  })
  expect(await pay(buyer, order)).toBe('pending')
  const [payment] = await paymentsOf(env.context, orderKey)
  env.bank.pay(payment?.externalId ?? '', { kind: 'decline', resultCode: 'decline_general' })
  await settlePayment(env.context, ports, payment?.id ?? '')
  const repeat = await retryOrder(buyer, orderKey)
  if (!repeat.ok) throw new Error(repeat.code)
  expect(await pay(buyer, repeat.value)).toBe('pending')
})

test('one person has three tickets at most, also with ten orders at the same moment', async () => {
  const offeringId = await env.offering(20)
  const number = '35001112223'
  const orders = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const buyer = await env.guest()
      return { buyer, order: await env.order(buyer, { offeringId, places: [index + 1] }) }
    }),
  )
  const answers = await Promise.all(orders.map(({ buyer, order }) => prove(buyer, order, number)))
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3)
  const refused = answers.find((answer) => !answer.ok)
  expect(refused).toMatchObject({ code: 'PrivateNumberUsedUp' })
  // Places chosen after the verification count when the payment is started.
  const first = orders[answers.findIndex((answer) => answer.ok)]
  if (!first) throw new Error('one of them was taken')
  expect(await pay(first.buyer, first.order)).toBe('PhoneNotConfirmed')
  const { orderKey } = first.order
  const more = { request: { offeringId, places: [15] }, orderKey }
  expect((await takeOffer(first.buyer, asking, more as never)).ok).toBe(true)
  expect(await pay(first.buyer, first.order)).toBe('PrivateNumberUsedUp')
  const rows = await env.context.db
    .selectFrom('order_check')
    .select(sql<string>`number_hash::text || number_hint`.as('found'))
    .execute()
  expect(rows.some(({ found }) => found.includes(number))).toBe(false)
})

test('money that arrives after other tickets were bought goes back, and one person still has three', async () => {
  const limited = { ...asking, buyerChecks: async () => ({ phone: false, ticketsPerPersonMax: 3 }) }
  const sources = [limited]
  const strict = { ...env.ports, orders: { ...env.ports.orders, sources } }
  const privateNumber = '35001115555'
  const offeringId = await env.offering(10)
  const begin = async (places: readonly number[]) => {
    const buyer = await env.guest()
    const order = await env.order(buyer, { offeringId, places })
    const { orderKey } = order
    expect(await takePrivateNumber(buyer, { sources }, { orderKey, privateNumber })).toMatchObject({
      ok: true,
    })
    expect((await startPayment(buyer, strict, { orderKey, provider: 2 })).ok).toBe(true)
    const [payment] = await paymentsOf(env.context, orderKey)
    return { orderKey, id: payment?.id ?? '', payId: payment?.externalId ?? '' }
  }
  const settle = (paymentId: string) => settlePayment(env.context, strict, paymentId)
  const first = await begin([1, 2, 3])
  env.bank.pay(first.payId, { kind: 'decline', resultCode: 'decline_general' })
  await settle(first.id)
  const second = await begin([4, 5, 6])
  env.bank.pay(second.payId, { kind: 'approve' })
  await settle(second.id)
  env.bank.pay(first.payId, { kind: 'approve' }, { force: true })
  await settle(first.id)
  const { rows } = await sql`
    select order_key as "orderKey", count(*)::integer as tickets from ticket join orders on orders.id = order_id
    where order_key in (${first.orderKey}, ${second.orderKey}) group by 1`.execute(env.context.db)
  expect(rows).toEqual([{ orderKey: second.orderKey, tickets: 3 }])
  const refunds = await env.context.db
    .selectFrom('refund')
    .select('reason')
    .where('payment_id', '=', first.id)
    .execute()
  expect(refunds).toEqual([{ reason: 'late' }])
})

test('what one person may have is counted by source: a boat of the same number counts for itself', async () => {
  const [offeringId, sailing] = [await env.offering(5), await env.offering(5)]
  const boat = journeySource('boat')
  const number = '35001119999'
  const hold = async (buyer: CallContext, orderKey: string, places: readonly number[]) => {
    const parts = [{ legFrom: 0, legTo: 1, places }]
    const taken = await takeOffer(buyer, boat, {
      request: { offeringId: sailing, itemId: offeringId, parts },
      orderKey,
    })
    expect(taken.ok).toBe(true)
  }
  const first = await env.guest()
  const three = await env.order(first, { offeringId, places: [1, 2, 3] })
  await hold(first, three.orderKey, [1, 2, 3, 4])
  expect(await prove(first, three, number)).toMatchObject({ ok: true })
  // Three tickets of the limited source; the boat requires nothing and does not count.
  const second = await env.guest()
  const more = await env.order(second, { offeringId, places: [4] })
  expect(await prove(second, more, number)).toMatchObject({ code: 'PrivateNumberUsedUp' })
  // A boat with its own limit: its four are too many, and the other source's three are not counted with them.
  const strict = { ...boat, buyerChecks: async () => ({ phone: false, ticketsPerPersonMax: 3 }) }
  const proveBoth = (buyer: CallContext, orderKey: string, privateNumber: string) =>
    takePrivateNumber(buyer, { sources: [asking, strict] }, { orderKey, privateNumber })
  expect(await proveBoth(first, three.orderKey, '35001118888')).toMatchObject({
    code: 'PrivateNumberUsedUp',
  })
  const third = await env.guest()
  const full = await env.order(third, { offeringId: await env.offering(3), places: [1, 2, 3] })
  expect(await prove(third, full, '35001117777')).toMatchObject({ ok: true })
  const boatOnly = await takeOffer(third, boat, {
    request: {
      offeringId: sailing,
      itemId: full.lines[0]?.itemId ?? 0,
      parts: [{ legFrom: 0, legTo: 1, places: [5] }],
    },
  })
  if (!boatOnly.ok) throw new Error(boatOnly.code)
  expect(await proveBoth(third, boatOnly.value.orderKey, '35001117777')).toMatchObject({ ok: true })
})

test('phones are read with and without their country', () => {
  expect(internationalPhone('555 12 34 56')).toBe('+995555123456')
  expect(internationalPhone('0555123456')).toBe('+995555123456')
  expect(internationalPhone('995 555 12 34 56')).toBe('+995555123456')
  expect(internationalPhone('+44 20 7946 0958')).toBe('+442079460958')
  expect(internationalPhone('555.12.34.56')).toBe('+995555123456')
  // A digit too few, a digit too many, a country that does not exist, and no phone at all.
  for (const wrong of ['+99555512345', '5551234567', '+999123456789', '12', 'phone'])
    expect(internationalPhone(wrong)).toBeNull()
})
