import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres } from '#platform/postgres/start-postgres.ts'

/** `npm run generate:types`: generates the database's types from a newly migrated database. */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(path.join(tmpdir(), 'bileti-types-'))
const postgres = await startPostgres({ dataDirectory: folder })
try {
  await migrate(postgres.url)
  execFileSync(
    path.join(root, 'node_modules', '.bin', 'kysely-codegen'),
    [
      '--dialect=postgres',
      `--url=${postgres.url}`,
      '--type-mapping={"int8":"number"}',
      `--out-file=${path.join(root, 'src/platform/database/types.ts')}`,
    ],
    { stdio: 'inherit' },
  )
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
