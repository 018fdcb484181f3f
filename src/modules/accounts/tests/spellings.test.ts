/** Goal: both spellings of a domain are one account. Method: sign-up in one, everything else in the other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '../../../../tests/support/context.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { newAccountKey } from '../server/keys.ts'
import { activateAccount, logIn } from '../server/public-api.ts'

let database: TestDatabase
let context: TestContext
beforeAll(async () => {
  database = await testDatabase()
  context = await openTestContext(database.url)
})
afterAll(async () => {
  await context.close()
  await database.drop()
})

const password = 'გრძელი პაროლი 1'

async function activate(email: string, keyOf: string) {
  const key = await newAccountKey(context, { purpose: 'activation', email: keyOf, hours: 1 })
  const names = { password, confirmPassword: password, fullName: 'Nino Beridze' }
  return activateAccount(context, { key, email, ...names })
}

test('an address is one account in both spellings, and keeps the one that was typed', async () => {
  const typed = 'Nino@ბილეთი.გე'
  const ascii = 'nino@xn--modgjccj.xn--node'
  expect(await activate(ascii, typed)).toMatchObject({ ok: true, value: { email: typed } })
  for (const email of [typed, ascii, 'NINO@XN--MODGJCCJ.xn--node', ` ${typed}\u200b`])
    expect(await logIn(context, { email, password }), email).toMatchObject({ ok: true })
  expect(await logIn(context, { email: 'nino@ბილეთი.ge', password })).toMatchObject({ ok: false })
  expect(await activate(ascii, ascii)).toMatchObject({ ok: false })
  const rows = await context.db.selectFrom('customer').select('email').execute()
  expect(rows.filter(({ email }) => email?.toLowerCase().startsWith('nino@'))).toEqual([
    { email: typed },
  ])
})
