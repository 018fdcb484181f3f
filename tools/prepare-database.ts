import { seedAccounts } from '../db/seeds/demo-accounts.ts'
import { seedSales } from '../db/seeds/demo-sales.ts'
import { seedStaff } from '../db/seeds/demo-staff.ts'
import { renewDemo } from '../db/seeds/renew.ts'
import { seed } from '../db/seeds/seed.ts'
import { migrate } from '#platform/database/migrate.ts'
import { copyMedia } from '#platform/media/copy-media.ts'
import type { ObjectStore } from '#platform/media/object-store.ts'

/** Applies migrations, then demo content; both skip what exists. A programme that has run out goes on from today. */
export async function prepareDatabase(options: {
  readonly url: string
  readonly mediaDirectory: string
  /** The configured object store that pictures are copied to. */
  readonly store?: ObjectStore | null
  /** Adds orders of previous days, so that organisers see data. */
  readonly withSales?: boolean
  readonly log: (line: string) => void
}): Promise<void> {
  const { applied } = await migrate(options.url)
  if (applied.length > 0) options.log(`Migrated: ${briefly(applied)}`)
  await seed({ url: options.url, mediaDirectory: options.mediaDirectory, log: options.log })
  await renewDemo({ url: options.url, log: options.log })
  if (options.store) {
    const written = await copyMedia(options.mediaDirectory, options.store)
    if (written > 0) options.log(`Pictures put into the object store: ${written}`)
  }
  await seedAccounts(options.url)
  await seedStaff(options.url)
  if (options.withSales) await seedSales(options.url)
}

/** Summarizes a first start in one line; names the few migrations of a later one. */
function briefly(applied: readonly string[]): string {
  return applied.length > 5 ? `${applied.length} files` : applied.join(', ')
}
