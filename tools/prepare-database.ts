import { seedAccounts } from '../db/seeds/demo-accounts.ts'
import { seedStaff } from '../db/seeds/demo-staff.ts'
import { seed } from '../db/seeds/seed.ts'
import { migrate } from '#platform/database/migrate.ts'

/** Migrations, then demo content; both do nothing when they are already in. */
export async function prepareDatabase(options: {
  readonly url: string
  readonly mediaDirectory: string
  readonly log: (line: string) => void
}): Promise<void> {
  const { applied } = await migrate(options.url)
  if (applied.length > 0) options.log(`Migrated: ${applied.join(', ')}`)
  await seed({ url: options.url, mediaDirectory: options.mediaDirectory, log: options.log })
  await seedAccounts(options.url)
  await seedStaff(options.url)
}
