import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { WatchedDatabase } from './fingerprint.ts'
import { callbackOf, choiceOf, expectOk, purchase, startPayment } from './purchases.ts'
import { buyer, openHostileShop, type Answer, type HostileShop } from './shop.ts'

/**
 * Goal: the most likely attacks fail on the whole shop, whatever each module guarantees. Method: each attack over
 * HTTP, concurrent where it depends on timing; then the database and the bank's records are checked.
 */
let shop: HostileShop
let watched: WatchedDatabase
beforeAll(async () => {
  shop = await openHostileShop()
  watched = await WatchedDatabase.start(shop.context.db, shop.databaseUrl)
})
afterAll(async () => {
  await watched.stop()
  await shop.close()
})

const together = <Value>(
  count: number,
  work: (index: number) => Promise<Value>,
): Promise<Value[]> => Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const codesOf = (answers: readonly Answer[]) =>
  answers.map((answer) => answer.body?.error?.code ?? 'ok').toSorted()

describe('places', () => {
  test('a seat is held once for fifty concurrent requests; with its neighbours, all or nothing', async () => {
    const event = await shop.event()
    const tokens = await together(50, () => shop.guest())
    const answers = await Promise.all(
      tokens.map((token, index) => {
        const placeIds = index % 2 === 0 ? [5] : [4, 5, 6]
        return shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds }), token)
      }),
    )
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    expect(new Set(codesOf(answers))).toEqual(new Set(['ok', 'SeatNotAvailable']))
    const held = await shop.context.db
      .selectFrom('place_leg')
      .select('place_id')
      .where('offering_id', '=', event.offeringId)
      .where('state', '<>', 0)
      .execute()
    const places = winners[0]?.body.lines.flatMap(
      (line: { placeId: number | null }) => line.placeId ?? [],
    )
    expect(held.map((row) => row.place_id).toSorted()).toEqual(places.toSorted())
  })

  test('an expiring hold goes to one of fifty concurrent requests', async () => {
    const event = await shop.event()
    await purchase(shop, {
      token: await shop.guest(),
      station: 'draft',
      request: { event, placeIds: [1] },
    })
    shop.context.clock.advance(901)
    const answers = await together(50, async () =>
      shop.post('/v2/Booking/choose-seat', choiceOf({ event, placeIds: [1] }), await shop.guest()),
    )
    expect(codesOf(answers).filter((code) => code === 'ok')).toHaveLength(1)
  })

  test('concurrent renewals of a hold are limited', async () => {
    const event = await shop.event()
    const token = await shop.guest()
    const { orderKey } = await purchase(shop, {
      token,
      station: 'draft',
      request: { event, placeIds: [1] },
    })
    const answers = await together(20, () =>
      shop.post('/v2/orders/reserve/permanent', { orderKey }, token),
    )
    expect(codesOf(answers).filter((code) => code === 'ok')).toHaveLength(2)
  })
})

describe('payment', () => {
  test('twenty concurrent payment requests create one payment, at the bank too', async () => {
    const event = await shop.event()
    const token = await shop.guest()
    const { orderKey, total } = await purchase(shop, {
      token,
      station: 'checkout',
      request: { event, placeIds: [1] },
    })
    const before = shop.bank.payments().length
    const answers = await together(20, () =>
      shop.post('/groot/Orders/create-payment', { orderKey, provider: 2 }, token),
    )
    expect(codesOf(answers)).toEqual(Array.from({ length: 20 }, () => 'ok'))
    expect(new Set(answers.map((answer) => answer.body.paymentId)).size).toBe(1)
    expect(shop.bank.payments()).toHaveLength(before + 1)
    const { payId } = await startPayment(shop, orderKey, token)
    shop.bank.pay(payId, { kind: 'approve' })
    const ends = await together(20, () => shop.post('/v2/orders/complete', { orderKey }, token))
    expect(new Set(ends.map((answer) => answer.body.statusName))).toEqual(new Set(['Processed']))
    expect((await shop.get('/v2/tickets', token)).body.tickets).toHaveLength(1)
    expect(shop.bank.payments().find((each) => each.payId === payId)).toMatchObject({
      capturedMinor: total,
      returnedMinor: 0,
    })
  })

  test('an idempotency key with another body is refused without a payment', async () => {
    const event = await shop.event()
    const token = await shop.guest()
    const first = await purchase(shop, {
      token,
      station: 'checkout',
      request: { event, placeIds: [1] },
    })
    const second = await purchase(shop, {
      token,
      station: 'checkout',
      request: { event, placeIds: [2] },
    })
    const ask = (orderKey: string) =>
      shop.send({
        method: 'POST',
        path: '/groot/Orders/create-payment',
        token,
        payload: JSON.stringify({ orderKey, provider: 2 }),
        headers: { 'idempotency-key': 'pay-1' },
      })
    const paid = await ask(first.orderKey)
    const before = shop.bank.payments().length
    expect((await ask(second.orderKey)).body.error.code).toBe('IdempotencyKeyReused')
    expect((await ask(first.orderKey)).body).toEqual(paid.body)
    expect(shop.bank.payments()).toHaveLength(before)
  })

  test('money captured after the seat was resold is refunded once in full, without a ticket', async () => {
    const event = await shop.event()
    const [slow, quick] = [await shop.guest(), await shop.guest()]
    const request = { event, placeIds: [1] }
    const late = await purchase(shop, { token: slow, station: 'paying', request })
    shop.context.clock.advance(1_000)
    await expectOk(shop.post('/v2/orders/complete', { orderKey: late.orderKey }, slow))
    await purchase(shop, { token: quick, station: 'paid', request })
    const payId = late.payId ?? ''
    shop.bank.pay(payId, { kind: 'approve' }, { force: true })
    await callbackOf(shop, payId)
    await together(10, () =>
      shop.post('/v2/payments/tpay/finish', { orderKey: late.orderKey }, slow),
    )
    for (let round = 0; round < 3; round += 1) {
      await together(3, () => executeRefunds(shop.context, shop.ports.checkout))
      shop.context.clock.advance(400)
    }
    expect(shop.bank.payments().find((each) => each.payId === payId)).toMatchObject({
      capturedMinor: late.total,
      returnedMinor: late.total,
    })
    expect((await shop.get('/v2/tickets', slow)).body.tickets).toEqual([])
    expect((await shop.get('/v2/tickets', quick)).body.tickets).toHaveLength(1)
  })

  test('a callback without the payment’s key, or with another’s, causes no request to the bank', async () => {
    const event = await shop.event()
    const token = await shop.guest()
    const one = await purchase(shop, {
      token,
      station: 'paying',
      request: { event, placeIds: [1] },
    })
    const two = await purchase(shop, {
      token,
      station: 'paying',
      request: { event, placeIds: [2] },
    })
    const { callback_key: key } = await shop.context.db
      .selectFrom('payment')
      .select('callback_key')
      .where('id', '=', two.paymentId ?? '')
      .executeTakeFirstOrThrow()
    const before = await watched.fingerprint()
    const asked = { ...shop.bank.calls }
    for (const query of ['', '?key=', '?key=x', `?key=${key}`, `?key=${key.slice(1)}`]) {
      const answer = await shop.post(`/payments/tpay/callback${query}`, { PaymentId: one.payId })
      expect(answer.body).toEqual({ accepted: true })
    }
    expect(shop.bank.calls).toEqual(asked)
    expect(await watched.fingerprint()).toBe(before)
    await shop.post(`/payments/tpay/callback?key=${key}`, { PaymentId: two.payId })
    expect(await watched.fingerprint()).not.toBe(before)
  })
})

describe('accounts', () => {
  const password = 'გრძელი პაროლი 1'

  async function keyFor(email: string): Promise<string> {
    const key = Buffer.from(shop.context.random.bytes(32)).toString('base64url')
    await shop.context.db
      .insertInto('account_key')
      .values({
        key_hash: createHash('sha256').update(key).digest(),
        purpose: 'activation',
        email,
        expires_at: new Date(shop.context.clock.now().getTime() + 3_600_000),
      })
      .execute()
    return key
  }

  const activate = (key: string, own = password) =>
    shop.post('/v2/auth/activate', { key, password: own, confirmPassword: own })

  test('concurrent guesses of a one-time key fail; the correct key works once', async () => {
    const key = await keyFor('guessed@example.com')
    const before = await watched.fingerprint()
    const guesses = await together(40, (index) => activate(`${key.slice(0, -2)}${10 + index}`))
    expect(guesses.every(({ status }) => status === 400)).toBe(true)
    expect(await watched.fingerprint()).toBe(before)
    const tries = await together(20, (index) => activate(key, `${password}${index}`))
    expect(codesOf(tries).filter((code) => code === 'ok')).toHaveLength(1)
    const winner = tries.findIndex(({ status }) => status === 200)
    const login = (own: string) =>
      shop.post('/v2/auth/login', { email: 'guessed@example.com', password: own })
    expect((await login(`${password}${winner}`)).status).toBe(200)
    expect((await login(`${password}${winner === 0 ? 1 : 0}`)).body.error.code).toBe('LoginFailed')
  })

  test('a key with another account’s address is refused and stays valid', async () => {
    const key = await keyFor('Owner@example.com')
    const own = { key, password, confirmPassword: password }
    const byAddress = (email: string) =>
      shop.get(`/v2/auth/activate?${new URLSearchParams({ ...own, email }).toString()}`)
    const before = await watched.fingerprint()
    const answers = [
      await byAddress('stranger@example.com'),
      await shop.post('/v2/auth/activate', { ...own, email: 'stranger@example.com' }),
    ]
    expect(codesOf(answers)).toEqual(['AccountKeyInvalid', 'AccountKeyInvalid'])
    expect(await watched.fingerprint()).toBe(before)
    expect((await byAddress('OWNER@example.com')).status).toBe(200)
  })

  test('responses never reveal whether an address is known', async () => {
    await expectOk(activate(await keyFor('known@example.com')))
    // Headers that differ between any two requests.
    const counted = new Set(['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    const same = async (ask: (email: string) => Promise<Answer>) => {
      const seen = async (email: string) => {
        const { status, headers, text } = await ask(email)
        const said = Object.entries(headers).filter(([name]) => !counted.has(name))
        return { status, said, text: text.replace(/"requestId":"[^"]*"/, '') }
      }
      expect(await seen('known@example.com')).toEqual(await seen('other@example.com'))
    }
    await same((email) => shop.post('/v2/auth/login', { email, password: 'wrong password' }))
    await same((email) => shop.post('/v2/auth/signup', { email, name: 'A' }))
    // Neither are they revealed to a guest who buys with the address.
    const event = await shop.event()
    for (const email of ['known@example.com', 'other@example.com']) {
      const body = {
        ...choiceOf({ event, standing: 1 }),
        buyer: { ...buyer, email },
        acceptTerms: true,
      }
      expect((await shop.post('/groot/Orders/checkout-new', body)).status).toBe(200)
    }
  })

  test('fifty concurrent sign-ups send one email', async () => {
    const email = 'flooded@example.com'
    const answers = await together(50, () => shop.post('/v2/auth/signup', { email, name: 'A' }))
    expect(codesOf(answers)).toEqual(Array.from({ length: 50 }, () => 'ok'))
    const { rows } = await sql<{ count: string }>`
      select count(*)::text as count from pgboss.job where data->>'email' = ${email}
    `.execute(shop.context.db)
    expect(rows).toEqual([{ count: '1' }])
  })

  test('requests from other sites cannot sign up, activate, sign in or out', async () => {
    const key = await keyFor('get@example.com')
    const before = await watched.fingerprint()
    for (const [path, status] of [
      ['/v2/auth/signup?email=get@example.com&name=A', 403],
      [`/v2/auth/activate?key=${key}&password=${password}&confirmPassword=${password}`, 403],
      ['/v2/auth/password/reset?eMail=get@example.com', 403],
      [`/v2/auth/login?email=get@example.com&password=${password}`, 404],
      ['/v2/auth/logout', 404],
    ] as const) {
      const headers = { 'sec-fetch-site': 'cross-site' }
      const answer = await shop.send({ method: 'GET', path: encodeURI(path), headers })
      expect(answer.status, path).toBe(status)
      expect(answer.headers['set-cookie'], path).toBeUndefined()
    }
    expect(await watched.fingerprint()).toBe(before)
    // Without an Origin header it is the specified call, which never changes a browser's session.
    const path = `/v2/auth/activate?key=${key}&password=${password}&confirmPassword=${password}`
    const opened = await shop.send({ method: 'GET', path: encodeURI(path) })
    expect(opened.status).toBe(200)
    expect(opened.headers['set-cookie']).toBeUndefined()
  })

  test('a flood of passwords is refused without delaying others', async () => {
    const flood = together(120, () =>
      shop.post('/v2/auth/login', { email: 'known@example.com', password: 'x'.repeat(200) }),
    )
    const others = await together(20, () => shop.get('/v2/auth/visitor'))
    expect(others.every(({ status }) => status === 200)).toBe(true)
    const codes = new Set(codesOf(await flood))
    expect(codes).toEqual(new Set(['LoginFailed', 'TooManyRequests']))
  })
})

describe('continue addresses', () => {
  const strange = [
    '//evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://127.0.0.1@evil.example/',
    '/%2f%2fevil.example/..//evil.example',
    '',
  ]

  test('must be our own paths, or nothing is sent to the bank or in an email', async () => {
    const event = await shop.event()
    const token = await shop.guest()
    const made = await purchase(shop, {
      token,
      station: 'checkout',
      request: { event, placeIds: [1] },
    })
    const before = {
      fingerprint: await watched.fingerprint(),
      payments: shop.bank.payments().length,
    }
    for (const address of strange) {
      const body = { orderKey: made.orderKey, provider: 2, continueUrl: address }
      const paying = await shop.post('/groot/Orders/create-payment', body, token)
      expect(['ContinueAddressNotAllowed', 'BadRequest'], address).toContain(
        paying.body?.error?.code,
      )
      if (address === '') continue
      const signUp = { email: 'a@example.com', name: 'A', returnUrl: address }
      const signing = await shop.post('/v2/auth/signup', signUp)
      expect(signing.body?.error?.code, address).toBe('ContinueAddressNotAllowed')
    }
    expect(await watched.fingerprint()).toBe(before.fingerprint)
    expect(shop.bank.payments()).toHaveLength(before.payments)
  })
})
