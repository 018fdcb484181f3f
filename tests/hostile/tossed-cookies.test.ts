/**
 * Goal: a host beside ours, which can set a cookie `AccessToken` for the whole domain, puts nobody into a session of its own.
 * Method: the whole shop under its addresses with HTTPS; cookies as browsers would send them, with every combination of our
 * own and a stranger's, in both orders, on each host.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  believedToken,
  proofCookie,
  proofOf,
  type SessionCookieName,
} from '#platform/http/session-cookie.ts'
import { newBearer } from '#modules/accounts/server/public-api.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import { openStaffSession } from '../../src/modules/staff/server/sessions.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

const origin = 'https://shop.tickets.example'
const hosts = {
  PUBLIC_ORIGIN: origin,
  AUTH_ORIGIN: 'https://auth.tickets.example/auth',
  GATEWAY_ORIGIN: 'https://gateway.tickets.example',
  COOKIE_DOMAIN: 'tickets.example',
}
let single: HostileShop
let several: HostileShop
beforeAll(async () => {
  single = await openHostileShop({ PUBLIC_ORIGIN: origin })
  several = await openHostileShop(hosts)
})
afterAll(() => Promise.all([single.close(), several.close()]))

const proofFor = (name: SessionCookieName, token: string): string =>
  `${proofCookie(name)}=${proofOf(name, token)}`

const shopHost = new URL(origin).host
const gatewayHost = new URL(hosts.GATEWAY_ORIGIN).host

function headersOf(host: string, cookie: string): Record<string, string> {
  return { host, cookie, origin, 'sec-fetch-site': host === shopHost ? 'same-origin' : 'same-site' }
}

/** The address of the customer in whose session a page's call reads; null without one. */
async function reader(shop: HostileShop, cookie: string, host = shopHost): Promise<string | null> {
  const headers = headersOf(host, cookie)
  const { body } = await shop.send({ method: 'GET', path: '/v2/auth/profile', headers })
  return body.email ?? null
}

/** Whether a page's call may write in a session. */
async function mayWrite(shop: HostileShop, cookie: string, host = shopHost): Promise<boolean> {
  const { body } = await shop.send({
    method: 'POST',
    path: '/v2/auth/step-up',
    headers: headersOf(host, cookie),
    payload: JSON.stringify({ purpose: 'export', password: 'guess' }),
  })
  expect(['PasswordWrong', 'Unauthenticated']).toContain(body.error.code)
  return body.error.code === 'PasswordWrong'
}

async function customerOf(shop: HostileShop) {
  const token = await shop.customer()
  const email = (await shop.get('/v2/auth/profile', token)).body.email as string
  return { email, cookie: `AccessToken=${token}`, proof: proofFor('AccessToken', token), token }
}

describe('on one host', () => {
  test('what a sign-in answers is believed, and nothing a neighbour sets', async () => {
    const own = await customerOf(single)
    const stranger = await customerOf(single)
    const browsers: readonly (readonly [string, string | null])[] = [
      [`${own.cookie}; ${own.proof}`, own.email],
      [`${own.proof}; ${own.cookie}`, own.email],
      [own.cookie, null],
      [stranger.cookie, null],
      // The neighbour's cookie instead of the own one, beside it, and before it.
      [`${stranger.cookie}; ${own.proof}`, null],
      [`${own.cookie}; ${stranger.cookie}; ${own.proof}`, own.email],
      [`${stranger.cookie}; ${own.cookie}; ${own.proof}`, own.email],
      // Names that are not that of the proof to a browser, which lets a neighbour set them.
      [`${stranger.cookie}; \u00a0${stranger.proof}`, null],
      [`${stranger.cookie}; \t${stranger.proof}`, null],
      [`${stranger.cookie}; ${stranger.proof.toLowerCase()}`, null],
      [`${stranger.cookie}; x=${stranger.proof}`, null],
    ]
    for (const [cookie, email] of browsers) {
      expect([cookie, await reader(single, cookie)]).toEqual([cookie, email])
      expect([cookie, await mayWrite(single, cookie)]).toEqual([cookie, email !== null])
    }
  })

  test('a guest receives both cookies, and the session continues with both', async () => {
    const event = await single.event()
    const hold = (cookie: string) =>
      single.send({
        method: 'POST',
        path: '/v2/Booking/choose-seat',
        headers: headersOf(shopHost, cookie),
        payload: JSON.stringify({
          eventId: event.eventId,
          places: [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity: 1 }],
        }),
      })
    const given = [(await hold('')).headers['set-cookie']].flat().map(String)
    expect(given).toEqual([
      expect.stringMatching(/^AccessToken=[\w-]{44}; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(
        /^__Host-AccessTokenProof=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    const pairs = given.map((cookie) => cookie.split(';', 1)[0] ?? '')
    expect((await hold(pairs.join('; '))).headers['set-cookie']).toBeUndefined()
    const lost = await single.send({
      method: 'GET',
      path: '/v2/orders/current',
      headers: headersOf(shopHost, pairs[0] ?? ''),
    })
    expect(String(lost.headers['set-cookie'])).toContain('AccessToken=; Max-Age=0')
    // Without the proof another session begins.
    expect((await hold(pairs[0] ?? '')).headers['set-cookie']).toHaveLength(2)
  })

  test('the same for staff', async () => {
    const { merchantId } = await single.event()
    const [own, other] = await Promise.all(
      [1, 2].map(async () => {
        const { staffId } = await makeStaff(single.context, { merchantId })
        const { token } = await openStaffSession(single.context, staffId, 'test')
        return { cookie: `StaffToken=${token}`, proof: proofFor('StaffToken', token) }
      }),
    )
    const statusOf = async (cookie: string): Promise<number> => {
      const headers = headersOf(shopHost, cookie)
      const path = '/v2/merchantusers/profile'
      return (await single.send({ method: 'GET', path, headers })).status
    }
    expect(await statusOf(`${own?.cookie}; ${own?.proof}`)).toBe(200)
    expect(await statusOf(`${other?.cookie}; ${own?.cookie}; ${own?.proof}`)).toBe(200)
    expect(await statusOf(`${other?.cookie}; ${own?.proof}`)).toBe(401)
    expect(await statusOf(`${other?.cookie}`)).toBe(401)
  })

  test('a session from before there were proofs goes on, alone only', async () => {
    const { context } = single
    const id = context.random.uuid()
    const email = `before-${id}@example.com`
    const now = context.clock.now()
    await context.db.insertInto('customer').values({ id, email, activated_at: now }).execute()
    const { token, hash } = newBearer(context.random)
    await context.db
      .insertInto('session')
      .values({
        id: context.random.uuid(),
        token_hash: hash,
        kind: 'customer',
        customer_id: id,
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
        user_agent: 'test',
      })
      .execute()
    expect(await reader(single, `AccessToken=${token}`)).toBe(email)
    const stranger = await customerOf(single)
    expect(await reader(single, `AccessToken=${token}; ${stranger.cookie}`)).toBeNull()
  })
})

describe('on several hosts with one cookie', () => {
  test('calls go to the gateway, which has the proof; the shop’s host only reads without it', async () => {
    const own = await customerOf(several)
    const stranger = await customerOf(several)
    const cases = [
      [own.cookie + '; ' + own.proof, own.email],
      [stranger.cookie, null],
      [`${stranger.cookie}; ${own.proof}`, null],
      [`${stranger.cookie}; ${own.cookie}; ${own.proof}`, own.email],
    ] as const
    for (const [cookie, email] of cases) {
      expect([cookie, await reader(several, cookie, gatewayHost)]).toEqual([cookie, email])
      const writes = await mayWrite(several, cookie, gatewayHost)
      expect([cookie, writes]).toEqual([cookie, email !== null])
    }
    expect(await reader(several, own.cookie)).toBe(own.email)
    expect(await mayWrite(several, own.cookie)).toBe(false)
    expect(await reader(several, `${own.cookie}; ${stranger.cookie}`)).toBeNull()
  })
})

test.each([
  ['here', true, null],
  ['here', false, null],
  ['elsewhere', true, 'one'],
  ['elsewhere', false, null],
  // Pages of two hosts that each open sessions: only two different ones are refused.
  ['anywhere', true, 'one'],
  ['anywhere', false, 'one'],
] as const)('one cookie without a proof that is %s, reading: %s', (proofIs, isRead, believed) => {
  const rules = { isSecure: true, proofIs, isRead }
  expect(believedToken('AccessToken=one', 'AccessToken', rules)).toBe(believed)
  expect(believedToken('AccessToken=one; AccessToken=one', 'AccessToken', rules)).toBe(believed)
  expect(believedToken('AccessToken=one; AccessToken=two', 'AccessToken', rules)).toBeNull()
  const unsafe = { ...rules, isSecure: false }
  expect(believedToken('AccessToken=one; AccessToken=two', 'AccessToken', unsafe)).toBeNull()
})
