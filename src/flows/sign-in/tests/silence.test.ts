/**
 * Goal: neither answers nor the amount of work reveal whether an address or phone has an account. Method: the same
 * call for a known and an unknown person; password hashes, queries and queued emails are counted, because counts do
 * not vary as times do (`bench/silence.ts` measures those). Counts and answers must be equal.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KyselyPlugin } from 'kysely'
import { hashPassword, passwordsHashed } from '#modules/accounts/server/public-api.ts'
import type { Actor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { makeStaff } from '#modules/staff/tests/factories.ts'
import { purchase } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'

const counted = { queries: 0, mails: 0 }

const counter: KyselyPlugin = {
  transformQuery({ node }) {
    counted.queries += 1
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

let shop: HostileShop
let customer: Extract<Actor, { kind: 'customer' }>
const password = 'a horse on the hill'
const known = { email: 'known@example.com', phone: '+995555100100' }

beforeAll(async () => {
  shop = await openHostileShop()
  const { db, clock, random } = shop.context
  const row = { password_hash: await hashPassword(password), activated_at: clock.now() }
  const id = random.uuid()
  await db
    .insertInto('customer')
    .values([
      { id: random.uuid(), ...known, ...row, phone_verified_at: clock.now() },
      { id: random.uuid(), email: 'facebook@example.com', activated_at: clock.now() },
      { id, email: 'asking@example.com', ...row },
    ])
    .execute()
  const { actor } = await shop.ports.sessions.openCustomer(shop.context, id, 'test')
  if (actor.kind !== 'customer') throw new Error('a customer asks')
  customer = actor
  // The dummy hash for unknown accounts is made once.
  await work('auth-login', { body: { email: 'nobody@example.com', password } })
})
afterAll(() => shop.close())

/** The answer of a call and the work it causes. */
async function work(
  id: string,
  input: { body?: unknown; query?: unknown; params?: unknown },
  actor?: Actor,
) {
  Object.assign(counted, { queries: 0, mails: 0 })
  const hashedBefore = passwordsHashed()
  const implementation = shop.implementations.find(({ call }) => call.id === id)
  if (!implementation) throw new Error(`no call ${id}`)
  const base = shop.context.as(actor ?? { kind: 'visitor' })
  const db = base.db.withPlugin(counter)
  const jobs: typeof base.jobs = {
    ...base.jobs,
    send: (...given) => {
      counted.mails += 1
      return base.jobs.send(...given)
    },
  }
  const sessions = { ...shop.ports.sessions, isProven: async () => true }
  const given = { params: {}, query: {}, body: {}, ...input }
  const result = await execute(implementation, { ...base, db, jobs }, given, {
    sessions,
    checkReplies: true,
  })
  return { result, hashes: passwordsHashed() - hashedBefore, ...counted }
}

test.each([
  ['known@example.com', 'another password'],
  ['facebook@example.com', 'another password'],
  ['KNOWN@example.com ', 'x'],
])('a wrong login of %j is as much work as that of an unknown address', async (email, wrong) => {
  const theirs = await work('auth-login', { body: { email, password: wrong } })
  const nobodys = await work('auth-login', {
    body: { email: 'nobody@example.com', password: wrong },
  })
  expect(theirs).toEqual(nobodys)
  expect(theirs).toMatchObject({ hashes: 1, result: { ok: false, code: 'LoginFailed' } })
})

test.each(['own-auth-signup', 'auth-signup'])('%s', async (id) => {
  const ask = (email: string) => {
    const given = { email, name: 'Nino' }
    return work(id, id === 'auth-signup' ? { query: given } : { body: given })
  }
  const theirs = await ask(`${known.email}`)
  expect(theirs).toEqual(await ask(`new-${id}@example.com`))
  expect(theirs).toMatchObject({ hashes: 0, mails: 1, result: { ok: true } })
})

test.each(['own-auth-password-reset-request', 'auth-password-reset-request'])('%s', async (id) => {
  const ask = (email: string) =>
    work(id, id.startsWith('own') ? { body: { email } } : { query: { eMail: email } })
  const theirs = await ask(known.email)
  expect(theirs).toEqual(await ask(`new-${id}@example.com`))
  expect(theirs).toMatchObject({ hashes: 0, mails: 1, result: { ok: true } })
})

test('a phone that somebody has is no different from one that nobody has', async () => {
  const ask = (phone: string) => work('accounts-change-phone', { body: { phone } }, customer)
  // The first request of a process also reads the server's secret.
  await ask('+995555100198')
  const [theirs, nobodys] = [await ask(known.phone), await ask('+995555100199')]
  const { result: told, ...counts } = theirs
  const { result: toldOfNobody, ...countsOfNobody } = nobodys
  expect(counts).toEqual(countsOfNobody)
  expect(counts).toMatchObject({ hashes: 0, mails: 1 })
  expect([told.ok, toldOfNobody.ok]).toEqual([true, true])
})

test.each([
  ['another password', true],
  ['x', true],
  [password, false],
])(
  'a wrong sign-in of staff with %j is as much work as that of an unknown address',
  async (wrong, isActive) => {
    const merchantId = (await shop.event()).merchantId
    const { staffId, email } = await makeStaff(shop.context, { merchantId, password })
    if (!isActive)
      await shop.context.db
        .updateTable('staff')
        .set({ disabled_at: shop.context.clock.now() })
        .where('id', '=', staffId)
        .execute()
    const ask = (address: string) =>
      work('merchant-token', { body: { email: address, password: wrong } })
    const theirs = await ask(email)
    expect(theirs).toEqual(await ask('nobody@example.com'))
    expect(theirs).toMatchObject({ hashes: 1, result: { ok: false, code: 'LoginFailed' } })
  },
)

test('a present does not tell whether its receiver has an account, nor a link whether an order exists', async () => {
  const { token, actor } = await shop.ports.sessions.openCustomer(
    shop.context,
    customer.customerId,
    'test',
  )
  if (actor.kind !== 'customer') throw new Error('a customer gives')
  const request = { event: await shop.event(), placeIds: [1, 2, 3] }
  const sold = await purchase(shop, { token, station: 'paid', request })
  const give = async (email: string, ticketIdentifier: string | undefined) => {
    const body = { email, ticketIdentifier, handsOver: true }
    const { result, ...counts } = await work('tickets-share', { body }, actor)
    return { isOk: result.ok, ...counts }
  }
  const [first, second, third] = sold.ticketIdentifiers
  // The first one also reads what the process keeps.
  await give('first@example.com', first)
  const theirs = await give(known.email, second)
  expect(theirs).toEqual(await give('nobody@example.com', third))
  expect(theirs).toMatchObject({ isOk: true })

  const look = (orderKey: string) =>
    work('own-guest-order', { params: { orderKey, token: 'A'.repeat(43) } })
  const ofOrder = await look(sold.orderKey)
  expect(ofOrder).toEqual(await look(shop.context.random.uuid()))
  expect(ofOrder).toMatchObject({ result: { ok: false, code: 'OrderNotFound' } })
})

test('a key of nobody costs no hash', async () => {
  const body = { key: 'k'.repeat(43), password, confirmPassword: password }
  for (const id of ['own-auth-activate', 'auth-password-reset'])
    expect(await work(id, { body })).toMatchObject({
      hashes: 0,
      result: { ok: false, code: 'AccountKeyInvalid' },
    })
})
