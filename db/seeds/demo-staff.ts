import type { StaffRole } from '#contract/enumerations.ts'
import { systemRandom } from '#platform/context.ts'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'

interface DemoStaff {
  readonly email: string
  readonly password: string
  readonly fullName: string
  readonly role: StaffRole
  readonly merchantSlug: string
}

/** Scanner of the demo's first organiser; `npm start` prints the credentials. */
export const demoScanner: DemoStaff = {
  email: 'scanner@bileti.example',
  password: 'bileti-scanner',
  fullName: 'ლევან კობახიძე',
  role: 'scanner',
  merchantSlug: 'kulisa',
}

/** Manager; may also undo a scan. */
export const demoManager: DemoStaff = {
  email: 'manager@bileti.example',
  password: 'bileti-manager',
  fullName: 'თამარ ჯაფარიძე',
  role: 'manager',
  merchantSlug: 'kulisa',
}

/** Cashier of the demo's first organiser. */
export const demoCashier: DemoStaff = {
  email: 'cashier@bileti.example',
  password: 'bileti-cashier',
  fullName: 'ნანა ლომიძე',
  role: 'box-office',
  merchantSlug: 'kulisa',
}

/** Conductor of the demo's railway. */
export const demoConductor: DemoStaff = {
  email: 'conductor@bileti.example',
  password: 'bileti-conductor',
  fullName: 'გელა მამულაშვილი',
  role: 'scanner',
  merchantSlug: 'georgian-railway',
}

const owner = (merchantSlug: string, fullName: string): DemoStaff => ({
  email: `${merchantSlug}@bileti.example`,
  password: `bileti-${merchantSlug}`,
  fullName,
  role: 'owner',
  merchantSlug,
})

/** Manager of the demo's cinemas. */
export const demoCinema: DemoStaff = owner('kino', 'დავით ხუციშვილი')

const demoStaff: readonly DemoStaff[] = [
  demoScanner,
  demoManager,
  demoCashier,
  demoConductor,
  owner('kulisa', 'ქეთევან აბაშიძე'),
  owner('bgera-live', 'ზურაბ ნიჟარაძე'),
  owner('moedani', 'ანა გელაშვილი'),
  demoCinema,
  owner('georgian-railway', 'ირაკლი ქავთარაძე'),
]

/** Creates the demo's staff unless they exist. */
export async function seedStaff(url: string): Promise<void> {
  const db = openDatabase(openPool({ url, connectionsMax: 1, applicationName: 'bileti-seed' }))
  try {
    for (const person of demoStaff) await takeOn(db, person)
  } finally {
    await db.destroy()
  }
}

async function takeOn(db: Database, person: DemoStaff): Promise<void> {
  const known = await db
    .selectFrom('staff')
    .select('id')
    .where('email_key', '=', person.email)
    .executeTakeFirst()
  const merchant = await db
    .selectFrom('merchant')
    .select('id')
    .where('slug', '=', person.merchantSlug)
    .executeTakeFirst()
  if (known || !merchant) return
  // Loaded only for an account that is missing, which is the first start.
  const { hashPassword } = await import('#modules/accounts/server/public-api.ts')
  await db
    .insertInto('staff')
    .values({
      id: systemRandom.uuid(),
      merchant_id: merchant.id,
      email: person.email,
      full_name: person.fullName,
      role: person.role,
      password_hash: await hashPassword(person.password),
      created_at: new Date(),
    })
    .onConflict((conflict) =>
      conflict.column('email_key').where('disabled_at', 'is', null).doNothing(),
    )
    .execute()
}
