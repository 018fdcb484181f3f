/**
 * Goal: a customer has ten passkeys at most, however many registrations have begun before the first is completed. Method:
 * a device that answers registrations of WebAuthn, on a real database, all at once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { makePasskey } from '../../../../tests/support/passkey-device.ts'
import { addPasskey, beginPasskey } from '../server/commands/passkeys.ts'

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

test('of thirteen registrations that were begun, ten are completed', async () => {
  const { db, random, clock } = context
  const customerId = random.uuid()
  await db
    .insertInto('customer')
    .values({
      id: customerId,
      email: 'passkeys@bileti.example',
      full_name: 'Nino Beridze',
      created_at: clock.now(),
    })
    .execute()
  const own = context.as({ kind: 'customer', sessionId: random.uuid(), customerId })
  const begun = await Promise.all(Array.from({ length: 13 }, () => beginPasskey(own)))
  const added = await Promise.all(
    begun.map(async (one) => {
      if (!one.ok) return one
      const { challengeId, options } = one.value
      const credential = makePasskey(options, own.origin)
      return addPasskey(own, { challengeId, credential, name: 'Phone' })
    }),
  )
  expect(added.filter(({ ok }) => ok)).toHaveLength(10)
  expect(await beginPasskey(own)).toMatchObject({ code: 'PasskeyInvalid', detail: { max: 10 } })
})
