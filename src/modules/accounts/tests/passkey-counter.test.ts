/**
 * Goal: a passkey that devices share signs in with any counter (WebAuthn level 3, 6.1.1), and a copy of one that stays in
 * its device does not. Method: devices that register and sign, on a real database.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { PasskeyDevice } from '../../../../tests/support/passkey-device.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  signInByPasskey,
} from '../server/commands/passkeys.ts'

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

async function registered(kind: 'single' | 'synced', counter: number): Promise<PasskeyDevice> {
  const { db, random, clock } = context
  const customerId = random.uuid()
  const now = clock.now()
  const email = `${customerId}@bileti.example`
  await db
    .insertInto('customer')
    .values({ id: customerId, email, full_name: 'Nino', created_at: now, activated_at: now })
    .execute()
  const own = context.as({ kind: 'customer', sessionId: random.uuid(), customerId })
  const begun = await beginPasskey(own)
  if (!begun.ok) throw new Error(begun.code)
  const device = new PasskeyDevice(kind, context.origin)
  const credential = device.register(begun.value.options, counter)
  const { challengeId } = begun.value
  expect(await addPasskey(own, { challengeId, credential, name: 'Phone' })).toMatchObject({
    ok: true,
  })
  return device
}

async function signsIn(device: PasskeyDevice, counter: number): Promise<boolean> {
  const { challengeId, options } = await beginPasskeySignIn(context)
  const credential = device.signIn(options, counter)
  return (await signInByPasskey(context, { challengeId, credential })).ok
}

test('a synced passkey signs in with any counter', async () => {
  const device = await registered('synced', 50)
  for (const counter of [12, 0, 12, 51, 51, 3]) expect(await signsIn(device, counter)).toBe(true)
})

test('the counter of a passkey of one device must increase, unless it never counts', async () => {
  const device = await registered('single', 50)
  expect(await signsIn(device, 51)).toBe(true)
  for (const counter of [51, 12, 0]) expect(await signsIn(device, counter)).toBe(false)
  expect(await signsIn(device, 52)).toBe(true)
  const silent = await registered('single', 0)
  for (const counter of [0, 0]) expect(await signsIn(silent, counter)).toBe(true)
})

test('of two answers of one device with the same counter one is refused', async () => {
  const device = await registered('single', 5)
  const both = await Promise.all([signsIn(device, 6), signsIn(device, 6)])
  expect(both.filter(Boolean)).toHaveLength(1)
})

test('an older passkey is taken for synced when its device says so', async () => {
  const device = await registered('synced', 50)
  await context.db.updateTable('passkey').set({ is_synced: null }).execute()
  expect(await signsIn(device, 4)).toBe(true)
  const single = await registered('single', 50)
  await context.db.updateTable('passkey').set({ is_synced: null }).execute()
  expect(await signsIn(single, 4)).toBe(false)
})
