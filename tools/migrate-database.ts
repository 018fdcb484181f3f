/** Migrations, and the rights of the role that server and worker use. */
import type { Config } from '#platform/config.ts'
import { grantRights } from '#platform/database/grant-rights.ts'
import { finishJobsMigration } from '#platform/jobs/migration.ts'
import { migrate } from '#platform/database/migrate.ts'

/**
 * Brings the database of `DATABASE_URL` to this release. With `DATABASE_OWNER_URL` its role does that, and makes the
 * tables of the job queue, which the other one cannot make at its start.
 */
export async function migrateDatabase({
  DATABASE_URL: url = '',
  DATABASE_OWNER_URL: ownerUrl,
}: Pick<Config, 'DATABASE_URL' | 'DATABASE_OWNER_URL'>): Promise<{ applied: string[] }> {
  const done = await migrate(ownerUrl ?? url, { report: (line) => console.log(line) })
  if (ownerUrl === undefined) return done
  const [{ allJobs }, { openJobs }] = await Promise.all([
    import('#apps/server/jobs.ts'),
    import('#platform/jobs/jobs.ts'),
  ])
  const jobs = await openJobs({
    url: ownerUrl,
    jobs: allJobs,
    supervise: false,
    onError: (error) => console.error(`Job queue: ${error.message}`),
  })
  try {
    await finishJobsMigration(ownerUrl)
  } finally {
    await jobs.stop()
  }
  await grantRights(ownerUrl, decodeURIComponent(new URL(url).username))
  return done
}
