import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#flows/pass/tests/support.ts'
import { isAboutCinema } from './cinema.ts'
import { isNightly } from '../support/tier.ts'
import { WatchedDatabase } from './fingerprint.ts'
import { isAboutJourneys } from './journeys.ts'
import { namesOf } from './inputs.ts'
import { inTurn } from './kinds.ts'
import { walletKeys } from './passes.ts'
import { expectOk, purchase, stations, type Purchase } from './purchases.ts'
import { sumsValues } from './sums.ts'
import {
  buyer,
  openHostileShop,
  partnerKey,
  type Answer,
  type HostileShop,
  type Request,
} from './shop.ts'
import {
  codeOf,
  nameIn,
  unknownNames,
  pairs,
  partsOf,
  readVerticalValues,
  requestWith,
  withoutRequestId,
  type Known,
  type Name,
} from './stranger-requests.ts'

/**
 * Goal: another's data appears not to exist. Method: two guests and two customers, orders of the first ones in
 * every state; each call with an identifier of an order, a payment or a ticket is sent with theirs by the others.
 * The response is the same 404 as for an unknown identifier, and nothing changes.
 */
let shop: HostileShop
let watched: WatchedDatabase
let known: Known
let victims: Purchase[]
let strangers: { name: string; token: string | undefined; own: Purchase | null }[]

beforeAll(async () => {
  shop = await openHostileShop(walletKeys())
  const event = await shop.event({ placesPerOrderMax: 100 })
  const owners = [await shop.guest(), await shop.customer()]
  const guest = await shop.guest()
  const customer = await shop.customer()
  const sums = await sumsValues(shop, await shop.customer())
  const productId = await makeProduct(shop.context, event.merchantId)
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
  known = { event, sums, productId, verticalValues: await readVerticalValues(shop) }
  watched = await WatchedDatabase.start(shop.context.db, shop.databaseUrl)
}, 300_000)
afterAll(async () => {
  await watched.stop()
  await shop.close()
})

/** A pass exists once its holder has requested it. */
async function putInWallet({ token, ticketIdentifiers }: Purchase): Promise<void> {
  const [ticketIdentifier] = ticketIdentifiers
  await expectOk(shop.post('/v2/tickets/wallet', { ticketIdentifier, kind: 'apple' }, token))
}

function expectNothingOf(victim: Purchase, answer: Answer, label: string): void {
  const secrets = [buyer.email, 'Beridze', victim.linkToken, ...victim.ticketIdentifiers]
  for (const secret of secrets) expect(answer.text, label).not.toContain(secret)
}

/**
 * Whose data a stranger asks for. At night everybody asks for everything; otherwise a customer does, who may ask the
 * most, and the others ask for one order each, another one for each call.
 */
function askedBy(
  who: string,
  asks: readonly Purchase[],
  { field, number }: { readonly field: Name; readonly number: number },
): readonly Purchase[] {
  const named = asks.filter((victim) => nameIn(victim, field) !== undefined)
  return isNightly || who === 'a customer' ? named : inTurn(named, number).slice(0, 1)
}

/** Sends each distinct request once: for unknown identifiers many victims lead to the same request. */
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

describe('identifiers of others', () => {
  test('are answered like unknown ones by every call, and nothing changes', async () => {
    const before = await watched.fingerprint()
    const asked = new Set<string>()
    for (const [number, { call, field }] of pairs(shop).entries()) {
      const apiKey = call.id.endsWith('integration-check-out') ? partnerKey : 'demo-web'
      const answerForUnknown = onceEach()
      // Other verticals read orders with the same functions: an open and a paid order are sufficient there.
      const asks = known.verticalValues.has(call.id)
        ? victims.filter(({ station }) => station === 'draft' || station === 'paid')
        : victims
      for (const { name: who, token } of strangers) {
        for (const victim of askedBy(who, asks, { field, number })) {
          const value = nameIn(victim, field)
          if (value === undefined) continue
          const label = `${who} asks ${call.method} ${call.path} for the ${field} of a ${victim.station} order`
          const rest = partsOf(victim)
          const answer = await shop.send({
            ...requestWith(known, { call, field, value }, rest),
            token,
            apiKey,
          })
          expectNothingOf(victim, answer, label)
          const unknown = await answerForUnknown(
            requestWith(
              known,
              { call, field, value: unknownNames[field] },
              { ...rest, ...unknownNames },
            ),
            { token, apiKey },
          )
          expect(withoutRequestId(answer), label).toBe(withoutRequestId(unknown))
          // Customers' data is refused to guests without details; one of the strangers is a customer.
          if (who !== 'a customer' && answer.body?.error?.code === 'Unauthenticated') continue
          expect(answer.status, `${label}: ${answer.text}`).toBe(404)
          // A call about one ticket of an order reports that there is no such ticket.
          const expected = namesOf(call).has('integrationTicketId')
            ? 'TicketNotFound'
            : call.path.includes('{orderKey}')
              ? 'OrderNotFound'
              : codeOf[field]
          expect(answer.body.error.code, label).toBe(expected)
          asked.add(`${call.id} ${field}`)
        }
      }
      expect(await watched.fingerprint(), `${call.method} ${call.path}`).toBe(before)
    }
    // Each pair must have been sent, not skipped for lack of an identifier.
    expect(pairs(shop).filter(({ call, field }) => !asked.has(`${call.id} ${field}`))).toEqual([])
  }, 300_000)

  test('are accepted from their owners', async () => {
    // Orders of other verticals have other owners: `tests/flights`, `flows/journeys`, the cinema's scenarios.
    const own = pairs(shop).filter(
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
      const request = requestWith(known, { call, field, value: nameIn(victim, field) ?? '' }, rest)
      const answer = await shop.send({ ...request, token: victim.token })
      expect(answer.status, `${call.path} ${field} ${answer.text.slice(0, 300)}`).toBe(200)
    }
  })

  test('are not in others’ lists', async () => {
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

  test('allow anyone to validate a ticket, without revealing its owner', async () => {
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

describe('mixed identifiers', () => {
  test('of the caller’s order and another’s payment, line or ticket are refused', async () => {
    const before = await watched.fingerprint()
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
        shop.get(`/v2/Events/Map?eventId=${known.event.eventId}&orderKey=${held.orderKey}`, token),
      ],
      ['BadRequest', shop.get(`/v2/tickets/pdf?orderKey=${victim.orderKey}`, token)],
    ]
    for (const [code, asked] of cases) {
      const answer = await asked
      expect(answer.body?.error?.code, answer.text).toBe(code)
    }
    expect(await watched.fingerprint()).toBe(before)
    const drafted = await purchase(shop, {
      token,
      station: 'draft',
      request: { event: known.event, placeIds: [39] },
    })
    const drafts = await watched.fingerprint()
    const answer = await shop.post(
      '/v2/orders/unreserve',
      { orderKey: drafted.orderKey, lineIds: held.lineIds },
      token,
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await watched.fingerprint()).toBe(drafts)
  })
})
