import { execFile } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'

// Goal: the types of the database are those the migrations make. Method: the generator compares them itself.
const root = fileURLToPath(new URL('../../../../', import.meta.url))
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

it('has types that fit the migrations (else: npm run generate:types)', async () => {
  const generator = path.join(root, 'node_modules', '.bin', 'kysely-codegen')
  const file = path.join(root, 'src/platform/database/types.ts')
  const parameters = [
    '--verify',
    '--dialect=postgres',
    `--url=${database.url}`,
    '--type-mapping={"int8":"number"}',
    `--out-file=${file}`,
    '--exclude-pattern=pgboss.*',
  ]
  const { stdout } = await promisify(execFile)(generator, parameters)
  expect(stdout).toContain('up-to-date')
})
