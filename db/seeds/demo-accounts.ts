import { hashPassword } from '#modules/accounts/server/door.ts'
import { systemRandom } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'

/** The demo's customer; `npm start` prints the sign-in. */
export const demoCustomer = {
  email: 'demo@bileti.example',
  password: 'bileti-demo',
  fullName: 'ნინო დემეტრაშვილი',
}

/** Opens the demo customer's account unless it is there. */
export async function seedAccounts(url: string): Promise<void> {
  const db = openDatabase(openPool({ url, connectionsMax: 1, applicationName: 'bileti-seed' }))
  try {
    const known = await db
      .selectFrom('customer')
      .select('id')
      .where('email_key', '=', demoCustomer.email)
      .executeTakeFirst()
    if (known) return
    await db
      .insertInto('customer')
      .values({
        id: systemRandom.uuid(),
        email: demoCustomer.email,
        full_name: demoCustomer.fullName,
        phone: '+995555010203',
        password_hash: await hashPassword(demoCustomer.password),
        activated_at: new Date(),
      })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .execute()
  } finally {
    await db.destroy()
  }
}
