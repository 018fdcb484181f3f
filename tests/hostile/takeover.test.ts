/**
 * Goal: a copied session of an organiser's staff, or of an operator, takes over neither the organiser nor its money.
 * Method: every call that changes a team, second factors, API keys, or what is paid out is sent with the session
 * only, and no row of the database changes; calls come from the registry, so a new one without a proof fails the test.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { freshSignInMinutes } from '#contract/step-up.ts'
import { writeStaffChange } from '#modules/staff/server/public-api.ts'
import { makeKey, makeStaff } from '#modules/staff/tests/factories.ts'
import { openStaffSession } from '../../src/modules/staff/server/sessions.ts'
import { doorValues } from './entrance.ts'
import { fingerprint } from './fingerprint.ts'
import { requestOf, validInput } from './inputs.ts'
import { operatorValues } from './office.ts'
import { expectOk, purchase } from './purchases.ts'
import { openHostileShop, type HostileShop } from './shop.ts'
import { stepUpHeaders } from '../support/step-up.ts'

const password = 'a heron on the Mtkvari'
let shop: HostileShop

beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

/** Calls of these subjects that need no proof, with the reason. */
const withoutProof: Readonly<Record<string, string>> = {
  'merchant-password': 'asks for the old password',
  'own-staff-logout': 'ends the calling session only',
  'own-staff-passkey-add': 'answers a challenge that only the password began',
  'own-merchant-fees-change': 'what buyers pay in addition, from a future day; nothing is paid out',
}

const callsOf = (): Call[] => shop.implementations.map(({ call }) => call)
const isAboutOrganisers =
  /settlement|payout|bank-account|staff|team|merchant|-key|claim|statement|terminal/
const writes = (call: Call): boolean => call.method !== 'GET'

test('every write about a team, second factors, keys and payouts asks for a proof', () => {
  const subjects = new Set(['team', 'self', 'api-keys', 'money'])
  const ofStaff = callsOf().filter(
    (call) => writes(call) && subjects.has(call.staffPermission ?? ''),
  )
  expect(ofStaff.length).toBeGreaterThan(10)
  const unproven = ofStaff.filter(({ asksPassword }) => !asksPassword).map(({ id }) => id)
  expect(unproven.toSorted()).toEqual(Object.keys(withoutProof).toSorted())
  // Operators decide about organisers' payouts, terms, claims and terminals; none of their calls changes staff.
  const ofOperators = callsOf().filter(
    (call) => writes(call) && call.credential === 'operator' && isAboutOrganisers.test(call.path),
  )
  expect(ofOperators.length).toBeGreaterThan(4)
  expect(ofOperators.filter(({ stepUp }) => !stepUp).map(({ id }) => id)).toEqual([])
})

test('with the session only, none of these calls changes a row', async () => {
  for (const call of callsOf().filter(({ asksPassword }) => asksPassword)) {
    const event = await shop.event()
    const { token, values } = await doorValues(shop, call, event)
    const good = validInput(call, values)
    const before = await fingerprint(shop.context.db)
    for (const guess of ['bileti', undefined, '', `${password} `]) {
      const body = { ...(good.body as object), password: guess }
      const answer = await shop.send({ ...requestOf(call, { ...good, body }), token: token ?? '' })
      const wanted = guess === undefined || guess === '' ? 'BadRequest' : 'PasswordWrong'
      expect([call.id, answer.body.error.code]).toEqual([call.id, wanted])
    }
    expect(await fingerprint(shop.context.db), call.id).toBe(before)
  }
}, 60_000)

test('an operator’s session alone decides nothing about an organiser’s money', async () => {
  const { merchantId } = await shop.event()
  const token = await shop.operator()
  const before = await fingerprint(shop.context.db)
  for (const [path, body] of [
    [
      'payouts/decide',
      { payoutId: shop.context.random.uuid(), decision: 'approve', amountMinor: 1 },
    ],
    ['settlements/close', { merchantId }],
    ['settlements/claim', { merchantId }],
    ['terminals', { number: 'V400-9', merchantId }],
  ] as const) {
    const answer = await shop.post(`/v2/operator/${path}`, body, token)
    expect([path, answer.body.error.code]).toEqual([path, 'StepUpRequired'])
  }
  expect(await fingerprint(shop.context.db)).toBe(before)
})

test('each step of the takeover is refused', async () => {
  const { merchantId } = await shop.event()
  const owner = await makeStaff(shop.context, { merchantId, password })
  const { token } = await openStaffSession(shop.context, owner.staffId, 'stolen')
  const accomplice = await makeStaff(shop.context, { merchantId, role: 'scanner', password })
  const steps = [
    ['team/invite', { email: 'thief@example.com', role: 'owner' }],
    ['team/change', { staffId: accomplice.staffId, role: 'owner' }],
    ['team/remove', { staffId: owner.staffId }],
    ['team/forget-passkeys', { staffId: owner.staffId }],
    ['bank-account', { iban: 'GE29NB0000000101904917', holderName: 'Thief' }],
    ['api-keys', { name: 'Till', permissions: ['figures'] }],
  ] as const
  for (const [path, body] of steps) {
    const answer = await shop.post(
      `/v2/merchantusers/${path}`,
      { ...body, password: 'the thief’s own' },
      token,
    )
    expect([path, answer.body.error.code]).toEqual([path, 'PasswordWrong'])
  }
})

test('a copied session guesses no password, from whatever addresses; the owner’s own one still works', async () => {
  const { merchantId } = await shop.event()
  const owner = await makeStaff(shop.context, { merchantId, password })
  const sessions = [1, 2].map(() => openStaffSession(shop.context, owner.staffId, 'test'))
  const [stolen, own] = await Promise.all(sessions)
  const calls = ['team/invite', 'team/remove', 'bank-account', 'api-keys', 'password'] as const
  const bodies = {
    'team/invite': { email: 'thief@example.com', role: 'owner' },
    'team/remove': { staffId: owner.staffId },
    'bank-account': { iban: 'GE29NB0000000101904917', holderName: 'Thief' },
    'api-keys': { name: 'Till', permissions: ['figures'] },
    password: { confirmPassword: 'three otters in the Aragvi' },
  }
  let tries = 0
  const guess = (path: (typeof calls)[number], typed: string, token = stolen?.token ?? '') =>
    shop.send({
      method: 'POST',
      path: `/v2/merchantusers/${path}`,
      token,
      address: `198.51.100.${(tries += 1)}`,
      payload: JSON.stringify({
        ...bodies[path],
        ...(path === 'password'
          ? { oldPassword: typed, password: 'three otters in the Aragvi' }
          : { password: typed }),
      }),
    })
  const codeOf = (answer: { readonly body: { error?: { code?: string } } }) =>
    answer.body.error?.code ?? 'ok'
  const guessed = await Promise.all(
    Array.from({ length: 15 }, (_, at) => guess(calls[at % 5] ?? 'api-keys', `guess ${at}`)),
  )
  expect(guessed.map(codeOf).filter((code) => code === 'PasswordWrong')).toHaveLength(10)
  for (const path of calls)
    expect([path, codeOf(await guess(path, password))]).toEqual([path, 'TooManyRequests'])
  expect(codeOf(await guess('api-keys', password, own?.token))).toBe('ok')
})

/** Calls about refunds, cancellations and moved dates that need no proof, with the reason. */
const refundsWithoutProof: Readonly<Record<string, string>> = {
  'own-counter-return': 'in an open shift, of what counters sold, and counted at its end',
  'own-merchant-mailing-cancel': 'a message that was not sent yet',
}

const refunding = () =>
  callsOf().filter(
    (call) =>
      writes(call) &&
      ['merchant', 'operator'].includes(call.credential) &&
      /refund|cancel|returns|\/move|delay/.test(call.path),
  )

test('refunds, cancellations and moved dates ask for a proof, of operators and of staff', () => {
  const unproven = refunding().filter(({ stepUp }) => stepUp?.purpose !== 'refunds')
  expect(unproven.map(({ id }) => id).toSorted()).toEqual(Object.keys(refundsWithoutProof))
  expect(refunding().length - unproven.length).toBe(11)
})

test('with a session of some time ago only, nothing is refunded, cancelled or moved', async () => {
  for (const call of refunding().filter(({ stepUp }) => stepUp)) {
    const event = await shop.event()
    const isOperators = call.credential === 'operator'
    const values = isOperators
      ? await operatorValues(shop, call.id, event)
      : (await doorValues(shop, call, event)).values
    const open = () => (isOperators ? shop.operator() : shop.staff(event.merchantId))
    const [token, colleague] = [await open(), await open()]
    shop.context.clock.advance(freshSignInMinutes * 60)
    const good = { ...validInput(call, { confirmationId: shop.context.random.uuid(), ...values }) }
    const request = requestOf(call, good)
    const otherPurpose = isOperators ? await stepUpHeaders(shop.context, token, 'payouts') : {}
    const colleagues = await stepUpHeaders(shop.context, colleague, 'refunds')
    const before = await fingerprint(shop.context.db)
    for (const headers of [{}, { 'step-up-proof': 'guess' }, otherPurpose, colleagues]) {
      const answer = await shop.send({ ...request, token, headers })
      expect([call.id, answer.body.error.code]).toEqual([call.id, 'StepUpRequired'])
    }
    expect(await fingerprint(shop.context.db), call.id).toBe(before)
  }
}, 60_000)

test('one proof serves for an hour of refunds, under any idempotency key, and programs need none', async () => {
  const event = await shop.event({ placesPerOrderMax: 10 })
  const owner = await makeStaff(shop.context, { merchantId: event.merchantId, password })
  const { token } = await openStaffSession(shop.context, owner.staffId, 'till')
  shop.context.clock.advance(freshSignInMinutes * 60)
  const { ticketIdentifiers, orderNumber } = await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, placeIds: [3, 4, 5, 6] },
  })
  const refund = async (at: number, as: string, proof?: string) => {
    const { body } = await shop.send({
      method: 'POST',
      path: '/v2/merchantusers/orders/refund',
      token: as,
      headers: {
        'idempotency-key': `refund-number-${at}`,
        ...(proof && { 'step-up-proof': proof }),
      },
      payload: JSON.stringify({
        orderNumber,
        ticketIdentifiers: [ticketIdentifiers[at]],
        reason: 'Ill',
      }),
    })
    return body.error?.code ?? body.ticketCount
  }
  const prove = (typed: string) =>
    shop.post('/v2/merchantusers/step-up', { purpose: 'refunds', password: typed }, token)
  expect((await prove('guess')).body.error.code).toBe('PasswordWrong')
  expect(await refund(0, token)).toBe('StepUpRequired')
  const { proof } = await expectOk(prove(password))
  // The refusal is not kept as the answer to this key.
  expect(await refund(0, token, proof)).toBe(1)
  shop.context.clock.advance(59 * 60)
  expect(await refund(1, token, proof)).toBe(1)
  shop.context.clock.advance(2 * 60)
  expect(await refund(2, token, proof)).toBe('StepUpRequired')
  const { key } = await makeKey(shop.context, owner, ['refunds'])
  expect(await refund(3, key)).toBe(1)
})

test('who has just signed in is not asked again, and a quarter of an hour later is', async () => {
  for (const [minutes, status] of [
    [freshSignInMinutes - 1, 200],
    [freshSignInMinutes, 403],
  ] as const) {
    const event = await shop.event()
    const operator = await shop.operator()
    shop.context.clock.advance(minutes * 60)
    const reason = { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' }
    const answer = await shop.post(`/v2/operator/events/${event.eventId}/cancel`, reason, operator)
    expect([minutes, answer.status]).toEqual([minutes, status])
  }
})

test('owners are told of a webhook and of a site that may sell, whoever added it', async () => {
  const { merchantId } = await shop.event()
  const owner = await makeStaff(shop.context, { merchantId, password })
  const manager = await makeStaff(shop.context, { merchantId, role: 'manager', password })
  const { token } = await openStaffSession(shop.context, manager.staffId, 'stolen')
  const added = [
    ['webhooks', { url: 'https://collect.example/tickets?key=1' }, 'collect.example'],
    ['widget/origins', { origin: 'https://tickets.example:8443' }, 'tickets.example:8443'],
  ] as const
  const [webhook] = added
  const alone = await shop.post(`/v2/merchantusers/${webhook[0]}`, webhook[1], token)
  expect(alone.body.error).toMatchObject({
    code: 'StepUpRequired',
    detail: { purpose: 'webhooks' },
  })
  for (const [path, body] of added) {
    const answer = await shop.postProven(`/v2/merchantusers/${path}`, body, token, 'webhooks')
    expect(answer.status).toBe(200)
  }
  const { rows } = await sql<{ id: string }>`
    select l.id from staff_change_letter l join staff_change c on c.id = l.change_id
    where c.merchant_id = ${merchantId} and l.email = ${owner.email}
    order by c.number`.execute(shop.context.db)
  const texts: string[] = []
  const mailer = { send: async ({ text }: { text: string }) => void texts.push(text) }
  for (const { id } of rows) await writeStaffChange(shop.context, mailer as never, { letterId: id })
  expect(texts.map((text, at) => text.includes(added[at]?.[2] ?? '?'))).toEqual([true, true])
})
