import { systemRandom } from '#platform/context.ts'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'

interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly fullName: string
  readonly phone: string
  readonly role: 'customer' | 'operator'
}

/** The demo's customer; `npm start` prints the credentials. */
export const demoCustomer: DemoAccount = {
  email: 'demo@bileti.example',
  password: 'bileti-demo',
  fullName: 'ნინო დემეტრაშვილი',
  phone: '+995555010203',
  role: 'customer',
}

/** The demo's operator; `npm start` prints the credentials. */
export const demoOperator: DemoAccount = {
  email: 'operator@bileti.example',
  password: 'bileti-operator',
  fullName: 'გიორგი მაისურაძე',
  phone: '+995555040506',
  role: 'operator',
}

/** Creates the demo's accounts unless they exist. */
export async function seedAccounts(url: string): Promise<void> {
  const db = openDatabase(openPool({ url, connectionsMax: 1, applicationName: 'bileti-seed' }))
  try {
    for (const account of [demoCustomer, demoOperator]) await openAccount(db, account)
  } finally {
    await db.destroy()
  }
}

async function openAccount(db: Database, account: DemoAccount): Promise<void> {
  const known = await db
    .selectFrom('customer')
    .select('id')
    .where('email_key', '=', account.email)
    .executeTakeFirst()
  if (known) return
  // Loaded only for an account that is missing, which is the first start.
  const { hashPassword } = await import('#modules/accounts/server/public-api.ts')
  await db
    .insertInto('customer')
    .values({
      id: systemRandom.uuid(),
      email: account.email,
      full_name: account.fullName,
      phone: account.phone,
      role: account.role,
      password_hash: await hashPassword(account.password),
      activated_at: new Date(),
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
}
