/**
 * Goal: a customer's passkey answers one challenge, of this site, for its own account. Method: devices that register and
 * sign with one thing wrong at a time, on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addPasskey,
  beginOwnPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  signInByPasskey,
  verifyOwnPasskey,
} from '#modules/accounts/server/commands/passkeys.ts'
import { openTestContext, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { PasskeyDevice } from '../support/passkey-device.ts'

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

async function customer() {
  const { db, random, clock } = context
  const id = random.uuid()
  const now = clock.now()
  await db
    .insertInto('customer')
    .values({
      id,
      email: `${id}@bileti.example`,
      full_name: 'Nino',
      created_at: now,
      activated_at: now,
    })
    .execute()
  return { id, own: context.as({ kind: 'customer', sessionId: random.uuid(), customerId: id }) }
}
type Customer = Awaited<ReturnType<typeof customer>>

async function adds({ own }: Customer, device: PasskeyDevice): Promise<boolean> {
  const begun = await beginPasskey(own)
  if (!begun.ok) throw new Error(begun.code)
  const credential = device.register(begun.value.options, 1)
  const { challengeId } = begun.value
  return (await addPasskey(own, { challengeId, credential, name: 'Phone' })).ok
}

async function signsIn(device: PasskeyDevice, counter: number, site = {}): Promise<boolean> {
  const { challengeId, options } = await beginPasskeySignIn(context)
  const credential = device.signIn({ ...options, ...site }, counter)
  return (await signInByPasskey(context, { challengeId, credential })).ok
}

test('an answer is valid once, and for its own challenge and purpose', async () => {
  const nino = await customer()
  const device = new PasskeyDevice('synced', context.origin)
  expect(await adds(nino, device)).toBe(true)
  const { challengeId, options } = await beginPasskeySignIn(context)
  const answer = { challengeId, credential: device.signIn(options, 2) }
  const other = await beginPasskeySignIn(context)
  const moved = { challengeId: other.challengeId, credential: answer.credential }
  expect((await signInByPasskey(context, moved)).ok).toBe(false)
  expect((await verifyOwnPasskey(context, nino.id, answer)).ok).toBe(false)
  const both = await Promise.all([1, 2].map(() => signInByPasskey(context, answer)))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await signInByPasskey(context, answer)).ok).toBe(false)
})

test('other sites, and devices that did not verify their owner, are refused', async () => {
  const nino = await customer()
  const elsewhere = 'https://bileti.evil.example'
  expect(await adds(nino, new PasskeyDevice('synced', elsewhere))).toBe(false)
  expect(await adds(nino, new PasskeyDevice('unverified', context.origin))).toBe(false)
  const device = new PasskeyDevice('synced', context.origin)
  expect(await adds(nino, device)).toBe(true)
  expect(await signsIn(device, 2, { rpId: 'bileti.evil.example' })).toBe(false)
  expect(await signsIn(device, 2)).toBe(true)
})

test('a passkey is nobody else’s, cannot be registered again, and ends when it is removed', async () => {
  const [nino, dato] = [await customer(), await customer()]
  const device = new PasskeyDevice('synced', context.origin)
  expect(await adds(nino, device)).toBe(true)
  expect(await adds(dato, device)).toBe(false)
  const { challengeId, options } = await beginOwnPasskey(context, dato.id)
  const answer = { challengeId, credential: device.signIn(options, 2) }
  expect((await verifyOwnPasskey(context, dato.id, answer)).ok).toBe(false)
  const { options: asked } = await beginOwnPasskey(context, nino.id)
  expect(asked.allowCredentials).toHaveLength(1)
  const [row] = await context.db
    .selectFrom('passkey')
    .selectAll()
    .where('customer_id', '=', nino.id)
    .execute()
  expect((await removePasskey(dato.own, row?.credential_id ?? '')).ok).toBe(false)
  expect(await signsIn(device, 3)).toBe(true)
  expect((await removePasskey(nino.own, row?.credential_id ?? '')).ok).toBe(true)
  expect(await signsIn(device, 4)).toBe(false)
})
