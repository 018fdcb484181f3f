import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { createSessionStore, hashPassword, logIn } from '#modules/accounts/server/public-api.ts'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import type { Actor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { accountRoutes } from '#modules/accounts/server/public-api.ts'
import { makeMerchant } from '#modules/events/tests/factories.ts'
import { eraseDueCustomers } from '../server/erase-due-customers.ts'
import { leaveRoutes } from '../server/routes.ts'

/**
 * Goal: an account is erased after two weeks and not before, the request can be revoked, and financial records remain.
 * Method: the calls over a real database with a controlled clock; afterwards every text in the database is searched for
 * the person.
 */
const sessions = createSessionStore()
const routes = new Map(
  [...accountRoutes, ...leaveRoutes({ sources: [], paymentWays: () => [] })].map((route) => [
    route.call.id,
    route,
  ]),
)
const password = 'გრძელი პაროლი 1'
let context: TestContext
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context?.close()
  await drop?.()
})

async function newCustomer(email: string): Promise<Actor & { customerId: string }> {
  const id = context.random.uuid()
  await context.db
    .insertInto('customer')
    .values({
      id,
      email,
      full_name: 'Ketevan Unmistakable',
      phone: '+995577998877',
      password_hash: await hashPassword(password),
      activated_at: context.clock.now(),
    })
    .execute()
  await context.db
    .insertInto('orders')
    .values({
      order_key: context.random.uuid(),
      order_number: `L-${email}`,
      status: 1,
      customer_id: id,
      channel: 'web',
      locale: 'ka',
      buyer_name: 'Ketevan Unmistakable',
      buyer_email: email,
      buyer_phone: '+995577998877',
      deadline_at: context.clock.now(),
      created_at: context.clock.now(),
      updated_at: context.clock.now(),
    })
    .execute()
  const { actor } = await sessions.openCustomer(context, id, 'Unmistakable browser')
  if (actor.kind !== 'customer') throw new Error('Not a customer')
  return actor
}

async function call(id: string, actor: Actor, body?: unknown, stepUpProof?: string) {
  const route = routes.get(id)
  if (!route) throw new Error(`No route ${id}`)
  const input = { params: {}, query: {}, body }
  const caller = { ...context.as(actor), stepUpProof }
  return execute(route, caller, input, { sessions, checkReplies: true })
}

async function prove(actor: Actor, purpose: string, given = password): Promise<string> {
  const proven = await call('own-step-up-prove', actor, { purpose, password: given })
  if (!proven.ok) throw new Error(proven.code)
  return (proven.value as { proof: string }).proof
}

async function confirm(actor: Actor) {
  const proof = await prove(actor, 'deletion')
  const address = await call('accounts-delete-url', actor, undefined, proof)
  if (!address.ok) throw new Error(address.code)
  const key = new URL((address.value as { url: string }).url).searchParams.get('key')
  return call('accounts-delete', actor, { key }, proof)
}

/** Every text value of our tables that contains the word. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await context.db.introspection.getTables()
  const found: string[] = []
  for (const { name, schema, isView } of tables) {
    // The job queue deletes its emails itself; views repeat the content of tables.
    if (schema !== 'public' || isView) continue
    const { rows } = await sql`
      select row_to_json(kept)::text from ${sql.table(name)} as kept
      where row_to_json(kept)::text like ${`%${word}%`} limit 1`.execute(context.db)
    if (rows.length > 0) found.push(name)
  }
  return found
}

it('erases all personal data after two weeks, and keeps the orders', async () => {
  const email = 'ketevan.unmistakable@example.ge'
  const actor = await newCustomer(email)
  const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/Unmistakable'
  const created_at = context.clock.now()
  await context.db
    .insertInto('push_subscription')
    .values({
      id: context.random.uuid(),
      customer_id: actor.customerId,
      endpoint,
      p256dh: 'key-of-the-browser',
      auth: 'secret-of-the-browser',
      locale: 'ka',
      created_at,
    })
    .execute()
  await context.db
    .insertInto('saved_passenger')
    .values({
      id: context.random.uuid(),
      customer_id: actor.customerId,
      given_name: 'Saved',
      family_name: 'Unmistakable',
      name_ka: '',
      kind: 0,
      needs_wheelchair: false,
      documents: '[]',
      created_at,
      updated_at: created_at,
    })
    .execute()
  await context.db
    .insertInto('purchase_request')
    .values({
      source: 'event',
      item_id: 1,
      leg_from: 0,
      leg_to: 1,
      merchant_id: await makeMerchant(context),
      customer_id: actor.customerId,
      name: 'Asks Unmistakable',
      email,
      phone: '+995577998877',
      quantity: 2,
      message: 'Unmistakable',
      locale: 'ka',
      created_at,
      updated_at: created_at,
    })
    .execute()
  const exported = await call('own-account-export', actor, undefined, await prove(actor, 'export'))
  const file = exported.ok ? String((exported.value as { content: string }).content) : ''
  expect(file).toContain(email)
  expect(file).toContain(`L-${email}`)
  expect(JSON.parse(file).notifications).toMatchObject({ browsers: [{ endpoint, locale: 'ka' }] })
  expect(JSON.parse(file).requests).toMatchObject([{ name: 'Asks Unmistakable', status: 'New' }])
  expect(JSON.parse(file).savedPassengers).toMatchObject([{ givenName: 'Saved' }])
  expect(file).not.toContain('secret-of-the-browser')

  expect(await confirm(actor)).toMatchObject({ ok: true })
  context.clock.advance(13 * 86_400)
  expect(await eraseDueCustomers(context)).toBe(0)
  context.clock.advance(2 * 86_400)
  expect(await eraseDueCustomers(context)).toBe(1)
  expect(await eraseDueCustomers(context)).toBe(0)
  expect(await tablesWith('Unmistakable')).toEqual([])
  expect(await tablesWith('577998877')).toEqual([])
  // Only this test derives the order's number from the address.
  expect(await tablesWith(email)).toEqual(['orders'])
  expect((await logIn(context, { email, password })).ok).toBe(false)
  const order = await context.db
    .selectFrom('orders')
    .select(['customer_id', 'buyer_email'])
    .where('order_number', '=', `L-${email}`)
    .executeTakeFirst()
  expect(order).toEqual({ customer_id: actor.customerId, buyer_email: '' })
})

it('can be taken back, needs a key of one’s own once, and waits for the money', async () => {
  const actor = await newCustomer('leaver@example.ge')
  const other = await newCustomer('other@example.ge')
  const address = await call(
    'accounts-delete-url',
    actor,
    undefined,
    await prove(actor, 'deletion'),
  )
  const url = address.ok ? (address.value as { url: string }).url : ''
  const key = new URL(url).searchParams.get('key')
  const ofOther = await prove(other, 'deletion')
  expect(await call('accounts-delete', other, { key }, ofOther)).toMatchObject({
    code: 'AccountKeyInvalid',
  })
  expect(await confirm(actor)).toMatchObject({ ok: true })
  expect((await call('own-account-stop-deletion', actor)).ok).toBe(true)
  context.clock.advance(20 * 86_400)
  expect(await eraseDueCustomers(context)).toBe(0)

  expect(await confirm(actor)).toMatchObject({ ok: true })
  await postTransfer(context, {
    idempotencyKey: 'leave-test',
    kind: 'top-up',
    reference: 'test',
    postings: [
      { account: 'provider:tpay', currency: 'GEL', amountMinor: 500 },
      { account: customerAccount(actor.customerId), currency: 'GEL', amountMinor: -500 },
    ],
  })
  expect(await confirm(actor)).toMatchObject({ code: 'BalanceNotEmpty' })
  context.clock.advance(20 * 86_400)
  expect(await eraseDueCustomers(context)).toBe(0)
})

it('gives nothing out and deletes nothing with a session alone', async () => {
  const actor = await newCustomer('copied@example.ge')
  const key = 'x'.repeat(43)
  const refused = { ok: false, code: 'StepUpRequired' }
  for (const proof of [undefined, 'x'.repeat(43), await prove(actor, 'email')]) {
    expect(await call('own-account-export', actor, undefined, proof)).toMatchObject(refused)
    expect(await call('accounts-delete-url', actor, undefined, proof)).toMatchObject(refused)
    expect(await call('accounts-delete', actor, { key }, proof)).toMatchObject(refused)
  }
  const toTake = await prove(actor, 'export')
  expect(await call('accounts-delete-url', actor, undefined, toTake)).toMatchObject(refused)
  context.clock.advance(301)
  expect(await call('own-account-export', actor, undefined, toTake)).toMatchObject(refused)
  await expect(prove(actor, 'export', 'guessed')).rejects.toThrow('PasswordWrong')
})
