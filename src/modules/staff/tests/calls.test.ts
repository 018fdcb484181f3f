/**
 * Goal: staff see the data of their own organiser only, and nobody else sees it. Method: the declared calls over HTTP,
 * by two organisers' staff, a limited scanner, a customer and a caller without a session.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { makeCustomer, makeEvent, type MadeEvent } from '#modules/events/tests/factories.ts'
import { openCallServer, type CallServer } from '../../../../tests/support/call-server.ts'
import type { TestContext } from '../../../../tests/support/context.ts'
import { entranceRoutes } from '../../entrance/server/public-api.ts'
import { eventsAlone } from '../../merchant/tests/ports.ts'
import { staffRoutes } from '../server/public-api.ts'
import { makeGate, makeStaff, makeStaffToken } from './factories.ts'

const password = 'a heron on the Mtkvari'
let server: CallServer
let context: TestContext
let mine: MadeEvent
let over: MadeEvent
let theirs: MadeEvent

beforeAll(async () => {
  server = await openCallServer([...staffRoutes(), ...entranceRoutes(eventsAlone())])
  context = server.context
  mine = await makeEvent(context)
  over = await makeEvent(context, { startsAt: new Date('2026-11-20T16:00:00Z') })
  theirs = await makeEvent(context)
  await context.db
    .updateTable('show')
    .set({ merchant_id: mine.merchantId })
    .where('id', '=', over.showId)
    .execute()
})
afterAll(() => server.close())

interface TestReply {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests check shapes they do not declare
  readonly body: any
  readonly cookies: string
}

async function send(path: string, token?: string, payload?: object): Promise<TestReply> {
  const response = await server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/v2/merchantusers/${path}`,
    headers: {
      'accept-language': 'en',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(payload ? { payload } : {}),
  })
  return {
    status: response.statusCode,
    body: response.json(),
    cookies: String(response.headers['set-cookie'] ?? ''),
  }
}

describe('signing in', () => {
  test('returns a bearer and an HttpOnly cookie; wrong passwords and unknown addresses get the same reply', async () => {
    const staff = await makeStaff(context, { merchantId: mine.merchantId, password })
    const opened = await send('token', undefined, { email: staff.email.toUpperCase(), password })
    expect(opened.status).toBe(200)
    expect(opened.body.profile).toMatchObject({ role: 'owner', merchant: { name: 'Organiser' } })
    expect(opened.cookies).toMatch(/^StaffToken=.*Path=\/v2; HttpOnly; SameSite=Strict/)
    expect((await send('profile', opened.body.accessToken)).body.email).toBe(staff.email)
    const wrong = await send('token', undefined, { email: staff.email, password: 'wrong' })
    const nobody = await send('token', undefined, { email: 'nobody@example.com', password })
    expect(wrong.body.error.code).toBe('LoginFailed')
    expect(nobody.body.error).toEqual({ ...wrong.body.error, requestId: expect.anything() })
    await send('logout', opened.body.accessToken, {})
    context.clock.advance(4)
    expect((await send('profile', opened.body.accessToken)).status).toBe(401)
  })

  test('refuses bearers of customers and of removed staff', async () => {
    const customer = await makeCustomer(context)
    const sessions = createSessionStore()
    if (customer.kind !== 'customer') throw new Error('Expected a customer actor')
    const { token } = await sessions.openCustomer(context, customer.customerId, 'test')
    for (const bearer of [undefined, token, 'guess'])
      expect((await send('profile', bearer)).status).toBe(401)
    const leaving = await makeStaffToken(context, { merchantId: mine.merchantId })
    expect((await send('profile', leaving)).status).toBe(200)
    await context.db.updateTable('staff').set({ disabled_at: context.clock.now() }).execute()
    context.clock.advance(4)
    expect((await send('profile', leaving)).status).toBe(401)
  })

  test('a password change ends all sessions, and opens a new one', async () => {
    const staff = await makeStaff(context, { merchantId: mine.merchantId, password })
    const [first, second] = [
      await send('token', undefined, { email: staff.email, password }),
      await send('token', undefined, { email: staff.email, password }),
    ].map(({ body }) => String(body.accessToken))
    const next = 'two herons on the Mtkvari'
    const change = (given: object) => send('password', first, { confirmPassword: next, ...given })
    const wrong = await change({ oldPassword: 'wrong', password: next })
    expect(wrong.body.error.code).toBe('PasswordWrong')
    const changed = await change({ oldPassword: password, password: next })
    expect(changed.status).toBe(200)
    context.clock.advance(4)
    expect((await send('profile', String(changed.body.accessToken))).status).toBe(200)
    for (const former of [first, second]) expect((await send('profile', former)).status).toBe(401)
    expect((await send('token', undefined, { email: staff.email, password })).status).toBe(401)
  })
})

describe('what staff can access', () => {
  const eventsOf = (answer: TestReply): number[] =>
    answer.body.items.flatMap((item: { events: { eventId: number }[] }) =>
      item.events.map(({ eventId }) => eventId),
    )

  test('lists their organiser’s shows, filtered by time and by archive', async () => {
    const token = await makeStaffToken(context, { merchantId: mine.merchantId })
    const all = [over.eventId, mine.eventId]
    expect(eventsOf(await send('accessibleitems', token))).toEqual(all)
    const filters: [string, number[]][] = [
      ['isArchive=true', [over.eventId]],
      ['isArchive=false', [mine.eventId]],
      ['dateTo=2026-11-20', [over.eventId]],
      ['dateTo=2026-11-19', []],
      ['dateFrom=2026-11-20T17:00:00Z', [mine.eventId]],
      [`itemId=${mine.showId}`, [mine.eventId]],
      [`itemId=${theirs.showId}`, []],
    ]
    for (const [query, expected] of filters)
      expect(eventsOf(await send(`accessibleitems?${query}`, token)), query).toEqual(expected)
    for (const path of ['gates', 'gates/ticketTypes']) {
      const foreign = await send(`accessibleitems/${path}?eventId=${theirs.eventId}`, token)
      expect(foreign.status, path).toBe(404)
    }
  })

  test('a scanner sees the assigned shows and gates; a gate admits its ticket types, or all', async () => {
    const floor = mine.poolTypes[1]?.ticketTypeId ?? 0
    const main = await makeGate(context, { eventId: mine.eventId, name: 'Main' })
    const side = await makeGate(context, { eventId: mine.eventId, name: 'Floor', typeIds: [floor] })
    const owner = await makeStaffToken(context, { merchantId: mine.merchantId })
    const query = `eventId=${mine.eventId}`
    const types = await send(`accessibleitems/gates/ticketTypes?${query}`, owner)
    const idsOf = (gateId: number) =>
      types.body.items
        .find((item: { gateId: number }) => item.gateId === gateId)
        .ticketTypes.map(({ ticketTypeId }: { ticketTypeId: number }) => ticketTypeId)
    expect(idsOf(side)).toEqual([floor])
    expect(idsOf(main)).toHaveLength(3)
    const limits = { showIds: [mine.showId], gateIds: [side] }
    const scanner = { merchantId: mine.merchantId, role: 'scanner', ...limits } as const
    const limited = await makeStaffToken(context, scanner)
    expect(eventsOf(await send('accessibleitems', limited))).toEqual([mine.eventId])
    const gates = await send(`accessibleitems/gates?${query}`, limited)
    expect(gates.body.items).toMatchObject([{ gateId: side, name: 'Floor', venue: 'Test hall' }])
    const other = await send(`accessibleitems/gates?eventId=${over.eventId}`, limited)
    expect(other.status).toBe(404)
  })
})
