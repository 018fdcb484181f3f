/**
 * Goal: a wallet's token pays an order once, and even if the bank's answer is lost the buyer has tickets or the money.
 * Method: stand-ins for the bank and for Apple's gateway over HTTP and TLS, and a real database; declined cards, 3-D
 * Secure, lost answers, orders of others; then the bank's own books.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { joinedProvider, orderStatusName } from '#contract/enumerations.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import {
  createBog,
  deleteWalletTokens,
  readWalletToken,
} from '#modules/payments/server/public-api.ts'
import { startAppleGateway, type AppleGateway } from '../../../../fakes/bog/apple-gateway.ts'
import { startBog, type BogFake } from '../../../../fakes/bog/start.ts'
import { testWalletTokens } from '../../../../fakes/bog/tokens.ts'
import { makeWalletKeys } from '../../../../fakes/wallets/keys.ts'
import { testClock } from '../../../../tests/support/context.ts'
import { executeRefunds } from '../server/execute-refunds.ts'
import { payByWallet } from '../server/pay-by-wallet.ts'
import { pollPayments } from '../server/poll-payments.ts'
import { startPayment } from '../server/start-payment.ts'
import { findBrokenInvariants } from './invariants.ts'
import { openTestEnv, orderOf, paymentsOf, type TestEnv } from './test-env.ts'

let env: TestEnv
let bank: BogFake
let gateway: AppleGateway
let buyer: Awaited<ReturnType<TestEnv['guest']>>
let provider: ReturnType<typeof createBog>

beforeAll(async () => {
  const keys = makeWalletKeys({ passTypeId: 'pass.test', teamId: 'TEAM', now: new Date() })
  bank = await startBog({ port: 0, silenceMs: 200, callbackRetryDelaysMs: [50, 50] })
  gateway = await startAppleGateway({ port: 0, ...keys.service, root: keys.root })
  provider = createBog({
    url: bank.url,
    tokenUrl: bank.tokenUrl,
    ...bank.client,
    timeoutMs: 5_000,
    google: {
      merchantId: 'BCR2',
      merchantName: 'Bileti',
      gateway: 'georgiancard',
      gatewayMerchantId: 'GATEWAY',
      environment: 'TEST',
    },
    apple: {
      merchantId: 'merchant.test',
      certificate: `${keys.APPLE_PASS_CERTIFICATE}\n${keys.APPLE_PASS_WWDR}`,
      key: keys.APPLE_PASS_KEY,
      gatewayUrl: gateway.url,
      gatewayAuthority: keys.root,
      displayName: 'Bileti',
      domain: 'shop.test',
    },
  })
  env = await openTestEnv([provider], undefined, testClock(new Date()))
  buyer = await env.guest()
})
afterAll(async () => {
  await env.close()
  await Promise.all([bank.stop(), gateway.stop()])
})
afterEach(async () => {
  bank.reset()
  expect(await findBrokenInvariants(env.context)).toEqual([])
})

const anOrder = async () => env.order(buyer, { offeringId: await env.offering(2), places: [1] })

type Kind = 'apple-pay' | 'google-pay'

/** A press of the buyer's: the wallet encrypts anew for each. */
const pay = (order: Order, token = 'a card', kind: Kind = 'google-pay') =>
  send(order, `${token} ${randomUUID()}`, kind)

const send = (order: Order, token: string, kind: Kind = 'google-pay', who = buyer) =>
  payByWallet(who, env.ports, { orderKey: order.orderKey, kind, token })

async function stateOf(order: Order): Promise<string> {
  return orderStatusName((await orderOf(env.context, order.orderKey)).status)
}

const ordersAtBank = async (order: Order) => {
  const ours = new Set((await paymentsOf(env.context, order.orderKey)).map(({ id }) => id))
  return bank.orders().filter(({ externalOrderId }) => ours.has(externalOrderId ?? ''))
}

describe.each(['google-pay', 'apple-pay'] as const)('%s', (kind) => {
  test('pays the whole order at once', async () => {
    const order = await anOrder()
    const paid = await pay(order, 'a card', kind)
    expect(paid).toMatchObject({ ok: true, value: { state: 'captured', provider: 6 } })
    expect(await stateOf(order)).toBe('Processed')
    expect(await ordersAtBank(order)).toMatchObject([
      { amountMinor: order.totalMinor, currency: 'GEL', status: 'completed' },
    ])
  })

  test('ends the order with the reason when the card is declined, as any card does', async () => {
    const order = await anOrder()
    const paid = await pay(order, testWalletTokens.insufficientFunds, kind)
    expect(paid).toMatchObject({
      ok: true,
      value: { state: 'declined', failureCode: 'decline_not_sufficient_funds' },
    })
    expect(await stateOf(order)).toBe('Failed')
  })
})

test('ten presses at once are one payment', async () => {
  const order = await anOrder()
  const before = bank.calls.create
  const token = `a card ${randomUUID()}`
  const told = await Promise.all(Array.from({ length: 10 }, () => send(order, token)))
  expect(told.filter(({ ok }) => ok)).toHaveLength(1)
  for (const each of told)
    if (!each.ok) expect(['PaymentInProgress', 'OrderStatusNotAllowed']).toContain(each.code)
  expect(bank.calls.create - before).toBe(1)
  expect(await stateOf(order)).toBe('Processed')
})

test('a card that the bank wants to see goes to its page, and a second press is told so', async () => {
  const order = await anOrder()
  const paid = await pay(order, testWalletTokens.challenge)
  if (!paid.ok) throw new Error(paid.code)
  expect(paid.value).toMatchObject({ state: 'pending' })
  expect(paid.value.approvalUrl).toContain('/3ds/')
  expect(await pay(order)).toMatchObject({ ok: false, code: 'PaymentInProgress' })
  const seen = await fetch(paid.value.approvalUrl ?? '', { redirect: 'manual' })
  expect(seen.headers.get('location')).toContain(order.orderKey)
  await expect
    .poll(() => pollPayments(env.context, env.ports).then(() => stateOf(order)))
    .toBe('Processed')
})

test('an answer of Google’s that is lost is settled by the callback, never paid again', async () => {
  const order = await anOrder()
  bank.misbehave({ createLostCalls: 1 })
  const before = bank.calls.create
  const lost = await pay(order)
  expect(lost).toMatchObject({ ok: true })
  await expect
    .poll(() => pollPayments(env.context, env.ports).then(() => stateOf(order)))
    .toBe('Processed')
  expect(bank.calls.create - before).toBe(1)
})

test('an answer of Apple’s that is lost is read at the bank', async () => {
  const order = await anOrder()
  bank.misbehave({ paymentLostCalls: 1, callbackLost: true })
  expect(await pay(order, 'a card', 'apple-pay')).toMatchObject({
    ok: true,
    value: { state: 'captured' },
  })
  expect(await stateOf(order)).toBe('Processed')
})

describe('the reply is lost, and the buyer tries again', () => {
  const moneyAtBank = async (order: Order) =>
    (await ordersAtBank(order)).filter(({ status }) => status === 'completed').length

  test('the bank has taken the money: the order is paid with it', async () => {
    const order = await anOrder()
    bank.misbehave({ createLostCalls: 1, callbackLost: true })
    expect(await pay(order)).toMatchObject({ value: { state: 'unknown' } })
    expect(await pay(order)).toMatchObject({ value: { state: 'captured' } })
    expect(await stateOf(order)).toBe('Processed')
    expect(await ordersAtBank(order)).toHaveLength(1)
  })

  test('the same, when the buyer then wants to pay on a page', async () => {
    const order = await anOrder()
    bank.misbehave({ createLostCalls: 1, callbackLost: true })
    await pay(order)
    expect(await startPayment(buyer, env.ports, { orderKey: order.orderKey })).toMatchObject({
      value: { state: 'captured', provider: 6 },
    })
    expect(await moneyAtBank(order)).toBe(1)
  })

  test('the bank wants to see the card: the buyer goes to that page', async () => {
    const order = await anOrder()
    bank.misbehave({ createLostCalls: 1, callbackLost: true })
    await pay(order, testWalletTokens.challenge)
    const again = await pay(order, testWalletTokens.challenge)
    if (!again.ok) throw new Error(again.code)
    expect(again.value.approvalUrl).toContain('/3ds/')
    await fetch(again.value.approvalUrl ?? '', { redirect: 'manual' })
    env.clock.advance(10)
    await pollPayments(env.context, env.ports)
    expect(await stateOf(order)).toBe('Processed')
    expect(await ordersAtBank(order)).toHaveLength(1)
  })

  test('the bank knows nothing: another payment begins, here or elsewhere', async () => {
    for (const isElsewhere of [false, true]) {
      const order = await anOrder()
      bank.misbehave({ createErrorCalls: 1 })
      expect(await pay(order)).toMatchObject({ value: { state: 'unknown' } })
      if (isElsewhere) {
        const other = await startPayment(buyer, env.ports, { orderKey: order.orderKey })
        expect(other).toMatchObject({ ok: true, value: { provider: 2, state: 'pending' } })
        expect(await moneyAtBank(order)).toBe(0)
      } else {
        expect(await pay(order)).toMatchObject({ value: { state: 'captured' } })
        expect(await moneyAtBank(order)).toBe(1)
      }
    }
  })

  test('the bank answers nothing at all: it stays unclear, and nothing else is begun', async () => {
    const order = await anOrder()
    bank.misbehave({ createErrorCalls: 2 })
    await pay(order)
    expect(await pay(order)).toMatchObject({ code: 'PaymentInProgress' })
    expect((await paymentsOf(env.context, order.orderKey)).map(({ state }) => state)).toEqual([
      'unknown',
    ])
  })
})

test('a bank that is out of order has taken nothing of Apple’s, and the order can be paid otherwise', async () => {
  const order = await anOrder()
  bank.misbehave({ createErrorCalls: 1 })
  expect(await pay(order, 'a card', 'apple-pay')).toMatchObject({ code: 'PaymentProviderFailed' })
  const other = await startPayment(buyer, env.ports, { orderKey: order.orderKey })
  expect(other).toMatchObject({ ok: true, value: { provider: 2, state: 'pending' } })
})

test('what was paid goes back to the card', async () => {
  const order = await anOrder()
  const paid = await pay(order)
  if (!paid.ok || paid.value.externalId === null) throw new Error('paid')
  const { externalId } = paid.value
  expect(await provider.refund?.(externalId, 1_000, false)).toMatchObject({ kind: 'answered' })
  expect(await provider.read(externalId)).toMatchObject({
    value: { state: 'captured', capturedMinor: order.totalMinor, returnedMinor: 1_000 },
  })
  expect(await provider.refund?.(externalId, order.totalMinor, false)).toMatchObject({
    kind: 'refused',
  })
  await executeRefunds(env.context, env.ports)
})

test('nobody pays, or opens Apple’s sheet, for an order of somebody else', async () => {
  const order = await anOrder()
  const other = await env.guest()
  const orderKey = order.orderKey
  expect(
    await payByWallet(other, env.ports, { orderKey, kind: 'google-pay', token: 'a card' }),
  ).toMatchObject({ ok: false, code: 'OrderNotFound' })
  const asked = gateway.asked.length
  const answer = await call(other, '/v2/payments/apple-session', { orderKey })
  expect(answer.status).toBe(404)
  expect(gateway.asked).toHaveLength(asked)
})

test('Apple is asked for a session with our certificate, for our own address alone', async () => {
  const { orderKey } = await anOrder()
  const answer = await call(buyer, '/v2/payments/apple-session', {
    orderKey,
    validationURL: 'https://attacker.test/paymentSession',
  })
  const { session } = (await answer.json()) as { session: Record<string, unknown> }
  expect(session).toMatchObject({ merchantIdentifier: 'merchant.test', domainName: 'shop.test' })
  expect(gateway.asked.at(-1)).toEqual({
    merchantIdentifier: 'merchant.test',
    displayName: 'Bileti',
    initiative: 'web',
    initiativeContext: 'shop.test',
  })
})

test('a hint without the payment’s own key does nothing', async () => {
  const order = await anOrder()
  const paid = await pay(order, testWalletTokens.challenge)
  if (!paid.ok) throw new Error(paid.code)
  const nextPoll = async () =>
    (await paymentsOf(env.context, order.orderKey)).map(({ nextPollAt }) => nextPollAt)
  const before = await nextPoll()
  const asked = bank.calls.receipt
  const hint = await fetch(`${env.origin}/payments/bog/callback?key=guess`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ body: { order_id: paid.value.externalId } }),
  })
  expect(hint.status).toBe(200)
  // A valid callback makes its payment due for polling; other payments may be due anyway.
  expect(await nextPoll()).toEqual(before)
  expect(bank.calls.receipt).toBe(asked)
  const { id } = paid.value
  expect(
    (await paymentsOf(env.context, order.orderKey)).map((each) => [each.id, each.provider]),
  ).toEqual([[id, joinedProvider.bog]])
})

/** A call over HTTP as this guest: a bearer is the id of the session here. */
function call(who: typeof buyer, path: string, body: object): Promise<Response> {
  const bearer = who.actor.kind === 'guest' ? who.actor.sessionId : ''
  return fetch(`${env.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
}

describe('a token that was sent before', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const apple = (data: string) => ({
    version: 'EC_v1',
    data: base64(`${data} of Apple Pay, encrypted`),
    signature: base64('signed'),
    header: { ephemeralPublicKey: base64('key'), transactionId: 'a1b2' },
  })
  const google = (data: string) => ({
    signature: base64('signed'),
    protocolVersion: 'ECv2',
    signedMessage: JSON.stringify({
      encryptedMessage: base64(`${data} of Google Pay, encrypted`),
      ephemeralPublicKey: base64('key'),
      tag: base64('tag'),
    }),
  })
  const used = { ok: false, code: 'WalletTokenUsed' }

  /** The order stays payable, and the bank has heard of nothing new. */
  async function expectRefused(sent: Promise<unknown>, order: Order): Promise<void> {
    const before = { ...bank.calls }
    expect(await sent).toMatchObject(used)
    expect(bank.calls).toEqual(before)
    expect(await paymentsOf(env.context, order.orderKey)).toEqual([])
    expect(await stateOf(order)).toBe('Checkout')
  }

  test('pays no other order, of nobody and by no kind of wallet', async () => {
    const token = JSON.stringify(google(randomUUID()))
    expect(await send(await anOrder(), token)).toMatchObject({ value: { state: 'captured' } })
    const order = await anOrder()
    await expectRefused(send(order, token), order)
    await expectRefused(send(order, token, 'apple-pay'), order)
    const other = await env.guest()
    const theirs = await env.order(other, { offeringId: await env.offering(2), places: [1] })
    await expectRefused(send(theirs, token, 'google-pay', other), theirs)
    expect(await pay(order)).toMatchObject({ value: { state: 'captured' } })
  })

  test('is refused after a decline too, and after an answer that was lost', async () => {
    const declined = `${testWalletTokens.declined} ${randomUUID()}`
    expect(await send(await anOrder(), declined)).toMatchObject({ value: { state: 'declined' } })
    const order = await anOrder()
    await expectRefused(send(order, declined), order)
    const lost = `a card ${randomUUID()}`
    bank.misbehave({ createLostCalls: 1, callbackLost: true })
    expect(await send(await anOrder(), lost)).toMatchObject({ value: { state: 'unknown' } })
    await expectRefused(send(order, lost), order)
    env.clock.advance(10)
    await pollPayments(env.context, env.ports)
  })

  test('is known in any notation, and the bank receives what was compared', async () => {
    const data = randomUUID()
    const made = apple(data)
    expect(await send(await anOrder(), JSON.stringify(made), 'apple-pay')).toMatchObject({
      value: { state: 'captured' },
    })
    const order = await anOrder()
    const notations = [
      JSON.stringify(made, null, 2),
      ` ${JSON.stringify(made)}\n`,
      JSON.stringify(JSON.stringify(made)),
      JSON.stringify({ ...apple(randomUUID()), data: made.data }),
      JSON.stringify({ paymentData: made, transactionIdentifier: 'other' }),
      JSON.stringify({ ...made, data: made.data.replaceAll('=', '') }),
      JSON.stringify({ ...made, data: made.data.replace(/(.{10})/, '$1 ') }),
      JSON.stringify(made).replace('"data"', '"Data"'),
      JSON.stringify(made).replace('"data"', '"\\u0064ata"'),
      // Banks differ in which of two equal names they read.
      JSON.stringify(made).replace('{', `{"data":${JSON.stringify(base64('other'))},`),
    ]
    for (const notation of notations) await expectRefused(send(order, notation, 'apple-pay'), order)
    const twice = `{"data":${JSON.stringify(made.data)},${JSON.stringify(apple(randomUUID())).slice(1)}`
    const read = readWalletToken(twice)
    expect(read.text).not.toContain(made.data)
    const asGoogle = google(randomUUID())
    expect(JSON.parse(readWalletToken(JSON.stringify(asGoogle)).text)).toEqual(asGoogle)
  })

  test('eight orders of four buyers at once: one charge', async () => {
    const token = JSON.stringify(google(randomUUID()))
    const buyers = await Promise.all(Array.from({ length: 4 }, () => env.guest()))
    const orders = await Promise.all(
      [...buyers, ...buyers].map(async (who) => ({
        who,
        order: await env.order(who, { offeringId: await env.offering(2), places: [1] }),
      })),
    )
    const before = bank.calls.create
    const told = await Promise.all(
      orders.map(({ who, order }) => send(order, token, 'google-pay', who)),
    )
    expect(told.filter(({ ok }) => ok)).toHaveLength(1)
    for (const each of told) if (!each.ok) expect(each.code).toBe('WalletTokenUsed')
    expect(bank.calls.create - before).toBe(1)
  })

  test('is forgotten when no bank can read it any more', async () => {
    const token = `a card ${randomUUID()}`
    await send(await anOrder(), token)
    const count = () => env.context.db.selectFrom('wallet_token').select('digest').execute()
    const all = (await count()).length
    await deleteWalletTokens(env.context)
    expect(await count()).toHaveLength(all)
    const later = { now: () => new Date(env.clock.now().getTime() + 801 * 86_400_000) }
    await deleteWalletTokens({ db: env.context.db, clock: later })
    expect(await count()).toHaveLength(0)
  })
})
