/**
 * Goal: a program with a key can make only the calls that its key and its owner's role permit, within the key's rate
 * limit over all processes, and none once the key is revoked or expired or its owner has left. Method: the declared
 * calls over HTTP on two servers with one database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import {
  keyPermissions,
  staffPermissions,
  type StaffPermission,
} from '#contract/staff-permissions.ts'
import { ok } from '#kernel/result.ts'
import { makeEvent } from '#modules/events/tests/factories.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement } from '#platform/http/implement.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import { logStaffChange, staffRoutes } from '../server/public-api.ts'
import { openStaffSession } from '../server/sessions.ts'
import { makeKey, makeStaff } from './factories.ts'

const password = 'a heron on the Mtkvari'
let server: CallServer
let merchantId: number
let owner: { readonly staffId: string; readonly merchantId: number; readonly token: string }

/** One logged call per permission. */
const probes = (Object.keys(staffPermissions) as StaffPermission[]).map((staffPermission) =>
  implement(
    defineCall({
      id: `own-probe-${staffPermission}`,
      area: 'own',
      method: 'POST',
      path: `/v2/probes/${staffPermission}`,
      summary: 'A probe',
      credential: 'merchant',
      staffPermission,
      idempotent: true,
      reply: z.object({ staffId: z.string(), merchantId: z.number() }),
    }),
    requireStaff,
    async (context) => {
      await logStaffChange(context, { action: 'probes.make', subject: staffPermission })
      return ok({ staffId: context.actor.staffId, merchantId: context.actor.merchantId })
    },
  ),
)

beforeAll(async () => {
  server = await openCallServer([...staffRoutes(), ...probes])
  const { context } = server
  ;({ merchantId } = await makeEvent(context))
  owner = await person('owner')
})
afterAll(() => server.close())

async function person(role: 'owner' | 'manager' | 'scanner') {
  const { staffId } = await makeStaff(server.context, { merchantId, role, password })
  const { token } = await openStaffSession(server.context, staffId, 'test')
  return { staffId, merchantId, token }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
type Answer = { readonly status: number; readonly body: any; readonly headers: any }

async function sendCall(
  path: string,
  token: string,
  payload?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const {
    statusCode,
    body,
    headers: sentHeaders,
  } = await server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/v2/${path}`,
    headers: { 'accept-language': 'en', authorization: `Bearer ${token}`, ...headers },
    ...(payload ? { payload } : {}),
  })
  return { status: statusCode, headers: sentHeaders, body: JSON.parse(body) }
}

/** Advances the clock past the three seconds for which keys are cached. */
const later = () => server.context.clock.advance(4)

test('a key is returned once, stored as a hash, and listed with its permissions and last use', async () => {
  const wanted = { name: 'Our website', permissions: ['figures', 'figures', 'orders'], password }
  const made = await sendCall('merchantusers/api-keys', owner.token, wanted)
  expect(made.status).toBe(200)
  const { key, apiKeyId } = made.body
  expect(key).toMatch(/^bileti_key_[\w-]{43}$/)
  const { rows } = {
    rows: await server.context.db.selectFrom('staff_api_key').selectAll().execute(),
  }
  expect(JSON.stringify(rows)).not.toContain(key.slice('bileti_key_'.length))
  expect((await sendCall('probes/figures', key, {})).body).toEqual({
    staffId: owner.staffId,
    merchantId,
  })
  const { body } = await sendCall('merchantusers/api-keys', owner.token)
  expect(JSON.stringify(body)).not.toContain(key)
  expect(body.items.find((item: { apiKeyId: string }) => item.apiKeyId === apiKeyId)).toMatchObject(
    {
      name: 'Our website',
      hint: key.slice(-4),
      permissions: ['figures', 'orders'],
      requestsPerMinute: 600,
      createdBy: 'Levan Tester',
      lastUsedAt: server.context.clock.now().toISOString(),
      state: 'active',
    },
  )
  const wrong = await sendCall('merchantusers/api-keys', owner.token, { ...wanted, password: 'no' })
  expect(wrong.body.error.code).toBe('PasswordWrong')
})

test('a key has only its own permissions, and none reserved for people', async () => {
  for (const permission of keyPermissions) {
    const { key } = await makeKey(server.context, owner, [permission])
    for (const other of Object.keys(staffPermissions)) {
      const { status } = await sendCall(`probes/${other}`, key, {})
      expect([permission, other, status]).toEqual([
        permission,
        other,
        other === permission ? 200 : 403,
      ])
    }
  }
  const forPeople = ['self', 'team', 'money', 'api-keys']
  for (const permission of forPeople) {
    const wanted = { name: 'Too much', permissions: [permission], password }
    expect((await sendCall('merchantusers/api-keys', owner.token, wanted)).status).toBe(400)
  }
  const manager = await person('manager')
  const wanted = { name: 'Mine', permissions: ['figures'], password }
  expect((await sendCall('merchantusers/api-keys', manager.token, wanted)).body.error.code).toBe(
    'Forbidden',
  )
})

test('a key ends when it is revoked or expires, or its owner leaves or loses the role', async () => {
  const { context } = server
  const works = async (key: string) => (await sendCall('probes/figures', key, {})).status === 200
  const revoked = await makeKey(context, owner, ['figures'])
  expect(await works(revoked.key)).toBe(true)
  const { apiKeyId } = revoked
  const stranger = { ...(await makeEvent(context)) }
  const other = await makeStaff(context, { merchantId: stranger.merchantId, password })
  const { token } = await openStaffSession(context, other.staffId, 'test')
  const revoking = { apiKeyId, password }
  expect((await sendCall('merchantusers/api-keys/revoke', token, revoking)).status).toBe(404)
  expect((await sendCall('merchantusers/api-keys/revoke', owner.token, revoking)).body.state).toBe(
    'revoked',
  )
  later()
  expect(await works(revoked.key)).toBe(false)
  for (const change of [{ role: 'manager' }, { disabled_at: context.clock.now() }]) {
    const leaver = await person('owner')
    const { key } = await makeKey(context, leaver, ['figures'])
    expect(await works(key)).toBe(true)
    await context.db.updateTable('staff').set(change).where('id', '=', leaver.staffId).execute()
    later()
    expect(await works(key)).toBe(false)
  }
  const wanted = { name: 'For a day', permissions: ['figures'], expiresInDays: 1, password }
  const { body } = await sendCall('merchantusers/api-keys', owner.token, wanted)
  expect(await works(body.key)).toBe(true)
  context.clock.advance(86_400)
  expect(await works(body.key)).toBe(false)
})

test('logs changes by a program with the name of its key', async () => {
  const fresh = await person('owner')
  const { key } = await makeKey(server.context, fresh, ['figures', 'log'])
  expect((await sendCall('probes/figures', key, {})).status).toBe(200)
  const { body } = await sendCall(`merchantusers/log?staffId=${fresh.staffId}`, key)
  expect(body.entries).toMatchObject([
    { action: 'probes.make', staffName: 'Levan Tester', keyName: 'A till' },
  ])
})

test('a key has its own rate limit and reports the remainder', async () => {
  const { key } = await makeKey(server.context, owner, ['figures'], 3)
  const other = await makeKey(server.context, owner, ['figures'], 3)
  const answers: Answer[] = []
  for (let turn = 0; turn < 4; turn += 1) answers.push(await sendCall('probes/figures', key, {}))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual([
    '2',
    '1',
    '0',
    '0',
  ])
  expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await sendCall('probes/figures', other.key, {})).status).toBe(200)
  const beside = await openCallServer(probes, {}, server.databaseUrl)
  const sent = await beside.app.inject({
    method: 'POST',
    url: '/v2/probes/figures',
    headers: { authorization: `Bearer ${key}` },
    payload: {},
  })
  expect(sent.statusCode).toBe(429)
  await beside.close()
})

test('a key has its rate whatever its address may ask, and no other bearer has', async () => {
  const limits = { LIMIT_READ_PER_MINUTE: '2', LIMIT_GUESS_PER_MINUTE: '2' }
  const busy = await openCallServer(probes, limits, server.databaseUrl)
  const statuses = async (bearer: string, count: number, path = 'figures') => {
    const seen: number[] = []
    for (let turn = 0; turn < count; turn += 1) {
      const { statusCode } = await busy.app.inject({
        method: 'POST',
        url: `/v2/probes/${path}`,
        headers: { authorization: `Bearer ${bearer}` },
        payload: {},
      })
      seen.push(statusCode)
    }
    return seen
  }
  const { key } = await makeKey(server.context, owner, ['figures', 'orders'], 4)
  const { token } = await person('owner')
  expect(await statuses(token, 3)).toEqual([200, 200, 429])
  expect(await statuses(key, 3)).toEqual([200, 200, 200])
  // The limit of the key counts all its calls together.
  expect(await statuses(key, 2, 'orders')).toEqual([200, 429])
  const wrong = `bileti_key_${'a'.repeat(43)}`
  expect(await statuses(wrong, 3, 'orders')).toEqual([401, 401, 429])
  await busy.close()
})

test('two programs with the same idempotency key do not share replies', async () => {
  const ofOther = await person('owner')
  const first = await makeKey(server.context, owner, ['figures'])
  const second = await makeKey(server.context, ofOther, ['figures'])
  const once = { 'idempotency-key': 'sale-1' }
  const one = await sendCall('probes/figures', first.key, {}, once)
  const same = await sendCall('probes/figures', first.key, {}, once)
  const two = await sendCall('probes/figures', second.key, {}, once)
  expect(same.headers['idempotent-replayed']).toBe('true')
  expect([one.body.staffId, same.body.staffId, two.body.staffId]).toEqual([
    owner.staffId,
    owner.staffId,
    ofOther.staffId,
  ])
})
