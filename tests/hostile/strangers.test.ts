import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { makeProduct } from '#flows/pass/tests/support.ts'
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { makeCinema, makeScreening } from '../../src/modules/cinema/tests/factories.ts'
import { plainValues } from './belongings.ts'
import { isAboutCinema } from './cinema.ts'
import { fingerprint } from './fingerprint.ts'
import { isAboutJourneys, lineFor, namesOfLine } from './journeys.ts'
import { goodInput, namesOf, requestOf, type GoodInput } from './inputs.ts'
import { walletKeys } from './passes.ts'
import { choiceOf, expectOk, purchase, stations, type Purchase } from './purchases.ts'
import { sumsValues } from './sums.ts'
import {
  buyer,
  openHostileShop,
  partnerKey,
  type Answer,
  type HostileShop,
  type Request,
} from './shop.ts'

/**
 * Goal: what belongs to another does not exist for anybody else. Method: two guests and two customers, orders of
 * the first ones in every state; each call that takes a name of an order, a payment or a ticket is asked with
 * theirs by the others. The answer is the 404 that a name of nobody gets, word for word, and nothing changes.
 */
const names = ['orderKey', 'orderNumber', 'paymentId', 'transactionId', 'ticketIdentifier'] as const
type Name = (typeof names)[number]

const codeOf: Readonly<Record<Name, string>> = {
  orderKey: 'OrderNotFound',
  orderNumber: 'OrderNotFound',
  paymentId: 'PaymentNotFound',
  transactionId: 'PaymentNotFound',
  ticketIdentifier: 'TicketNotFound',
}

/** Names that nobody has. */
const ofNobody: Readonly<Record<Name, string>> = {
  orderKey: '01900000-0000-7000-8000-000000000000',
  orderNumber: 'ZZZZZZZZ',
  paymentId: '01900000-0000-7000-8000-000000000001',
  transactionId: '01900000-0000-7000-8000-000000000001',
  ticketIdentifier: 'ZZZZZZZZZZZZ',
}

let shop: HostileShop
let event: MadeEvent
let victims: Purchase[]
/** A promo code, an option and a card that are good for their owner's orders. */
let sums: Record<string, unknown>
let productId: number
let strangers: { name: string; token: string | undefined; own: Purchase | null }[]

beforeAll(async () => {
  shop = await openHostileShop(walletKeys())
  event = await shop.event({ placesPerOrderMax: 100 })
  const owners = [await shop.guest(), await shop.customer()]
  const guest = await shop.guest()
  const customer = await shop.customer()
  sums = await sumsValues(shop, await shop.customer())
  productId = await makeProduct(shop.context, event.merchantId)
  victims = []
  let placeId = 0
  const buy = (token: string, station: (typeof stations)[number]) => {
    placeId += 1
    return purchase(shop, { token, station, request: { event, placeIds: [placeId] } })
  }
  for (const token of owners) victims.push(await buy(token, 'overdue'))
  shop.context.clock.advance(1_000)
  for (const token of owners)
    for (const station of stations)
      if (station !== 'overdue') victims.push(await buy(token, station))
  strangers = [
    { name: 'a guest', token: guest, own: await buy(guest, 'paid') },
    { name: 'a customer', token: customer, own: await buy(customer, 'paid') },
    { name: 'a visitor', token: undefined, own: null },
  ]
  await readVerticalValues()
}, 300_000)
afterAll(() => shop.close())

/** Names of everybody's runs and screenings, by call; only the order is another's. */
const verticalValues = new Map<string, Readonly<Record<string, unknown>>>()

async function readVerticalValues(): Promise<void> {
  const cinema = await makeCinema(shop.context)
  const sessionId = await makeScreening(shop.context, cinema)
  const seats = [{ placeId: 17, ticketTypeId: 1 }]
  for (const { call } of pairs())
    if (isAboutCinema(call))
      verticalValues.set(call.id, {
        sessionId,
        caveaSessionId: sessionId,
        session: sessionId,
        movieId: cinema.filmId,
        showId: cinema.filmId,
        digest: cinema.digest,
        integrationTicketId: 1,
        comment: 'Quiet, please',
        placeId: 17,
        seats,
      })
    else if (call.path.startsWith('/v2/multipass'))
      verticalValues.set(call.id, { cardNumber: '0'.repeat(18) })
    else if (isAboutJourneys(call))
      verticalValues.set(call.id, {
        ...namesOfLine(await lineFor(shop, call)),
        passengers: [{ lineId: 1, givenName: 'Nino', familyName: 'Beridze' }],
        seat: 1,
        seats: [1],
        feeMinor: 0,
        passenger: { givenName: 'Nino', familyName: 'Beridze' },
      })
}

/** The name of a purchase that a field of a call takes, if it has one. */
function nameIn(victim: Purchase, field: Name): string | undefined {
  if (field === 'transactionId') return victim.paymentId
  if (field === 'ticketIdentifier') return victim.ticketIdentifiers[0]
  return victim[field]
}

/** All names of a purchase; what it does not have is nobody's. */
function partsOf(victim: Purchase): Record<string, unknown> {
  const [ticketIdentifier = ofNobody.ticketIdentifier] = victim.ticketIdentifiers
  const { paymentId = ofNobody.paymentId, ...rest } = victim
  return { ...ofNobody, ...rest, paymentId, transactionId: paymentId, ticketIdentifier }
}

/** A request that would be good if the name in this field were the caller's. */
function requestWith(
  call: Call,
  field: Name,
  value: string,
  rest: Readonly<Record<string, unknown>>,
) {
  const free = choiceOf({ event, placeIds: [40] })
  const values = {
    ...plainValues,
    ...free,
    buyer,
    acceptTerms: true,
    provider: 2,
    externalReference: 'P',
    amount: 100,
    comment: 'Mine',
    confirm: true,
    fullName: 'Nino Beridze',
    documentKind: 'personalNumber',
    documentNumber: '01001012345',
    privateNumber: '01001012345',
    codeId: '01900000-0000-7000-8000-000000000002',
    code: '000000',
    stars: 5,
    eventHubBookingId: 'H-1',
    kind: 'apple',
    purpose: 'pay',
    invitationId: '01900000-0000-7000-8000-000000000003',
    isOn: false,
    changeId: 1,
    ...sums,
    ...verticalValues.get(call.id),
    ...rest,
  }
  const given: Record<string, unknown> = { [field]: value }
  const part = (name: 'params' | 'query' | 'body') => {
    const has = new Set(
      namesOf({ ...call, params: call[name], query: call[name], body: call[name] } as Call),
    )
    return has.has(field) ? given : undefined
  }
  const placed: GoodInput = {
    params: part('params'),
    query: part('query'),
    body: part('body') && {
      ...given,
      ...(namesOf(call).has('seats') ? { seats: values.seats } : {}),
      ...(call.path === '/v2/multipass/choose' ? { productId } : {}),
    },
  }
  return requestOf(call, goodInput(call, values, placed))
}

/** Of the last one the names are those of top-ups, which no order has: the tests of balances ask for others' there. */
const publicCalls = [
  'tickets-verify-get',
  'own-guest-order',
  'own-balance-top-up',
  // Asks for a booking before it looks at the order: `tests/flights` joins another's.
  'flights-order-create',
]

/** A pass is there once its holder has asked for it. */
async function putInWallet({ token, ticketIdentifiers }: Purchase): Promise<void> {
  const [ticketIdentifier] = ticketIdentifiers
  await expectOk(shop.post('/v2/tickets/wallet', { ticketIdentifier, kind: 'apple' }, token))
}

/** Every pair of a call and a field of it that names something owned. */
function pairs(): { call: Call; field: Name }[] {
  return (
    shop.implementations
      .map(({ call }) => call)
      // Operators and organisers see orders that are not theirs: who may is walked for each of their calls elsewhere.
      .filter(
        (call) => !publicCalls.includes(call.id) && !/operator|merchant/.test(call.credential),
      )
      .flatMap((call) => {
        const has = namesOf(call)
        const fields = names.filter((name) => has.has(name))
        // Documents by the order's key need the link's token too; that has tests of its own.
        const isPaper = has.has('token')
        return fields
          .filter((field) => !isPaper || field !== 'orderKey')
          .map((field) => ({ call, field }))
      })
  )
}

function withoutRequestId({ status, text }: Answer): string {
  return `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`
}

function expectNothingOf(victim: Purchase, answer: Answer, label: string): void {
  const secrets = [buyer.email, 'Beridze', victim.linkToken, ...victim.ticketIdentifiers]
  for (const secret of secrets) expect(answer.text, label).not.toContain(secret)
}

/** Sends each request once, however often it is asked for: about nobody many victims lead to the same one. */
function onceEach() {
  const answers = new Map<string, Promise<Answer>>()
  return (
    request: Omit<Request, 'token' | 'apiKey'>,
    caller: { readonly token: string | undefined; readonly apiKey: string },
  ): Promise<Answer> => {
    const key = JSON.stringify([caller, request])
    const answer = answers.get(key) ?? shop.send({ ...request, ...caller })
    answers.set(key, answer)
    return answer
  }
}

describe('the names of another', () => {
  test('every call answers them like names of nobody, and nothing changes', async () => {
    const before = await fingerprint(shop.context.db)
    const asked = new Set<string>()
    for (const { call, field } of pairs()) {
      const apiKey = call.id.endsWith('integration-check-out') ? partnerKey : 'demo-web'
      const answerAboutNobody = onceEach()
      // Other verticals read orders by the same functions: an open and a paid one are enough there.
      const asks = verticalValues.has(call.id)
        ? victims.filter(({ station }) => station === 'draft' || station === 'paid')
        : victims
      for (const { name: who, token } of strangers) {
        for (const victim of asks) {
          const value = nameIn(victim, field)
          if (value === undefined) continue
          const label = `${who} asks ${call.method} ${call.path} for the ${field} of a ${victim.station} order`
          const rest = partsOf(victim)
          const answer = await shop.send({
            ...requestWith(call, field, value, rest),
            token,
            apiKey,
          })
          expectNothingOf(victim, answer, label)
          const unknown = await answerAboutNobody(
            requestWith(call, field, ofNobody[field], { ...rest, ...ofNobody }),
            { token, apiKey },
          )
          expect(withoutRequestId(answer), label).toBe(withoutRequestId(unknown))
          // What is a customer's tells nobody else anything; a customer among the strangers asks too.
          if (who !== 'a customer' && answer.body?.error?.code === 'Unauthenticated') continue
          expect(answer.status, `${label}: ${answer.text}`).toBe(404)
          // A call about one ticket of an order says no more than that there is no such ticket.
          const expected = namesOf(call).has('integrationTicketId')
            ? 'TicketNotFound'
            : call.path.includes('{orderKey}')
              ? 'OrderNotFound'
              : codeOf[field]
          expect(answer.body.error.code, label).toBe(expected)
          asked.add(`${call.id} ${field}`)
        }
      }
      expect(await fingerprint(shop.context.db), `${call.method} ${call.path}`).toBe(before)
    }
    // Each pair was really asked, and not passed over for want of a name.
    expect(pairs().filter(({ call, field }) => !asked.has(`${call.id} ${field}`))).toEqual([])
  }, 300_000)

  test('their owners are answered', async () => {
    // Orders of other verticals have owners of their own: `tests/flights`, `flows/journeys`, the walks of the cinema.
    const own = pairs().filter(
      ({ call }) =>
        call.method === 'GET' &&
        call.area !== 'flights' &&
        !isAboutJourneys(call) &&
        !isAboutCinema(call),
    )
    for (const { call, field } of own) {
      const isMap = call.path.includes('Map') || call.path.includes('map')
      const wanted = call.id === 'orders-validate-send' ? 'checkout' : isMap ? 'draft' : 'paid'
      const victim = victims.find(({ station }) => station === wanted)
      if (!victim) throw new Error('there is a paid order')
      const rest = partsOf(victim)
      if (call.id === 'own-wallet-pass-file') await putInWallet(victim)
      const request = requestWith(call, field, nameIn(victim, field) ?? '', rest)
      const answer = await shop.send({ ...request, token: victim.token })
      expect(answer.status, `${call.path} ${field} ${answer.text.slice(0, 300)}`).toBe(200)
    }
  })

  test('a list shows the caller’s own only', async () => {
    for (const { token, own } of strangers) {
      if (token === undefined || !own) continue
      for (const path of [
        '/v2/orders',
        '/v2/orders?phoneNumber=%2B995555123456',
        '/v2/tickets',
        '/v2/orders/current',
      ]) {
        const { text } = await shop.get(path, token)
        for (const victim of victims) {
          expect(text).not.toContain(victim.orderKey)
          expect(text).not.toContain(victim.orderNumber)
        }
      }
    }
  })

  test('whether a ticket is good may be asked by anybody, whose it is may not', async () => {
    for (const victim of victims.filter(({ station }) => station === 'paid')) {
      for (const { token } of strangers) {
        const path = `/v2/tickets/verify?ticketIdentifier=${victim.ticketIdentifiers[0]}`
        const answer = await shop.get(path, token)
        expect(answer.body).toMatchObject({ exists: true, isValid: true, isOwn: false })
        expect(answer.text).not.toContain(victim.orderNumber)
        expect(answer.text).not.toContain(victim.orderKey)
        expect(answer.text).not.toContain('Beridze')
      }
    }
  })
})

describe('names that are mixed', () => {
  test('of one’s own order and another’s payment, line or ticket', async () => {
    const before = await fingerprint(shop.context.db)
    const [victim] = victims.filter(({ station }) => station === 'paid')
    const [held] = victims.filter(({ station }) => station === 'checkout')
    const [stranger] = strangers
    if (!victim || !held || !stranger?.own || stranger.token === undefined)
      throw new Error('all are there')
    const { own, token } = stranger
    const { orderKey, orderNumber, paymentId } = own
    const cases: [string, Promise<Answer>][] = [
      [
        'PaymentNotFound',
        shop.get(`/groot/Orders/payment-status/${orderKey}/${victim.paymentId}`, token),
      ],
      [
        'OrderNotFound',
        shop.get(`/groot/Orders/payment-status/${victim.orderKey}/${paymentId}`, token),
      ],
      [
        'PaymentNotFound',
        shop.get(
          `/v2/payments/status?orderKey=${orderKey}&transactionId=${victim.paymentId}`,
          token,
        ),
      ],
      [
        'OrderNotFound',
        shop.get(
          `/v2/payments/status?orderKey=${victim.orderKey}&transactionId=${paymentId}`,
          token,
        ),
      ],
      [
        'PaymentNotFound',
        shop.post('/v2/payments/tpay/finish', { orderKey, paymentId: victim.paymentId }, token),
      ],
      [
        'TicketNotFound',
        shop.get(
          `/v2/tickets/pdf?orderNumber=${orderNumber}&ticketIdentifier=${victim.ticketIdentifiers[0]}`,
          token,
        ),
      ],
      [
        'OrderNotFound',
        shop.get(
          `/v2/tickets/calendar?orderNumber=${victim.orderNumber}&ticketIdentifier=${own.ticketIdentifiers[0]}`,
          token,
        ),
      ],
      [
        'OrderNotFound',
        shop.get(`/v2/Events/Map?eventId=${event.eventId}&orderKey=${held.orderKey}`, token),
      ],
      ['BadRequest', shop.get(`/v2/tickets/pdf?orderKey=${victim.orderKey}`, token)],
    ]
    for (const [code, asked] of cases) {
      const answer = await asked
      expect(answer.body?.error?.code, answer.text).toBe(code)
    }
    expect(await fingerprint(shop.context.db)).toBe(before)
    const drafted = await purchase(shop, {
      token,
      station: 'draft',
      request: { event, placeIds: [39] },
    })
    const drafts = await fingerprint(shop.context.db)
    const answer = await shop.post(
      '/v2/orders/unreserve',
      { orderKey: drafted.orderKey, lineIds: held.lineIds },
      token,
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await fingerprint(shop.context.db)).toBe(drafts)
  })
})

describe('the link of an email', () => {
  const addresses = (orderKey: string, token: string) => [
    `/v2/orders/guest/${orderKey}/${token}`,
    `/v2/tickets/pdf?orderKey=${orderKey}&token=${token}`,
    `/v2/tickets/calendar?orderKey=${orderKey}&token=${token}`,
  ]

  test('opens its own order for anybody, without the buyer’s address', async () => {
    const [victim] = victims.filter(({ station }) => station === 'paid')
    if (!victim) throw new Error('there is a paid order')
    for (const address of addresses(victim.orderKey, victim.linkToken)) {
      const answer = await shop.get(address)
      expect(answer.status, address).toBe(200)
      expect(answer.headers['cache-control'], address).toBe('no-store')
      expect(answer.text).not.toContain(buyer.email)
      expect(answer.text).not.toContain(buyer.phone)
    }
  })

  test('opens nothing with any other token', async () => {
    const [victim, other] = victims.filter(({ station }) => station === 'paid')
    if (!victim || !other) throw new Error('there are two paid orders')
    const { orderKey, linkToken } = victim
    const flipped = (linkToken.startsWith('A') ? 'B' : 'A') + linkToken.slice(1)
    const wrong = [
      other.linkToken,
      flipped,
      linkToken.slice(0, -1),
      `${linkToken}AA`,
      linkToken.toUpperCase(),
      'x',
      orderKey,
      '-',
      'null',
      'undefined',
    ]
    const unknown = withoutRequestId(
      await shop.get(`/v2/orders/guest/${ofNobody.orderKey}/${linkToken}`),
    )
    for (const token of wrong) {
      for (const address of addresses(orderKey, token)) {
        const answer = await shop.get(address)
        expect(withoutRequestId(answer), address).toBe(unknown)
        expect(answer.body.error.code).toBe('OrderNotFound')
      }
    }
    for (const address of addresses(other.orderKey, linkToken))
      expect((await shop.get(address)).body.error.code).toBe('OrderNotFound')
  })
})

describe('idempotency keys', () => {
  const key = '3f1c0b0e-8f4e-4a53-9df1-0d3a7c3f5b11'
  const ask = (token: string | undefined, address = '127.0.0.1') =>
    shop.send({
      method: 'POST',
      path: '/v2/orders/InitializeOrder',
      token,
      address,
      payload: JSON.stringify({ eventId: event.eventId }),
      headers: { 'idempotency-key': key },
    })

  test('of another session replay nothing of it', async () => {
    const [first, second] = [await shop.guest(), await shop.guest()]
    const mine = await ask(first)
    const again = await ask(first)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['cache-control']).toBe('no-store')
    expect(mine.headers['cache-control']).toBe('no-store')
    const theirs = await ask(second)
    expect(theirs.headers['idempotent-replayed']).toBeUndefined()
    expect(theirs.body.orderKey).not.toBe(mine.body.orderKey)
  })

  test('of a visitor replay nothing to another address, nor to whoever has a session', async () => {
    const mine = await ask(undefined, '192.0.2.1')
    expect(mine.body.accessToken).toBeTypeOf('string')
    for (const theirs of [
      await ask(undefined, '192.0.2.2'),
      await ask(await shop.guest(), '192.0.2.1'),
    ]) {
      expect(theirs.headers['idempotent-replayed']).toBeUndefined()
      expect(theirs.body.accessToken).not.toBe(mine.body.accessToken)
      expect(theirs.body.orderKey).not.toBe(mine.body.orderKey)
    }
  })

  test('that could be guessed open no session: a visitor’s key is all that guards its answer', async () => {
    for (const guess of ['1', 'test', 'order-1', '1234567890']) {
      const answer = await shop.send({
        method: 'POST',
        path: '/v2/orders/InitializeOrder',
        payload: '{}',
        headers: { 'idempotency-key': guess },
      })
      expect(answer.body.error).toMatchObject({ code: 'BadRequest' })
    }
  })
})
