/**
 * Goal: in production neither server nor worker serves a database with the demo's accounts, passwords and keys. Method:
 * the services of a process are opened on a database before and after it is noted as the demo's.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { openServices } from '../services.ts'

test('production refuses a database that holds the demo’s content, the test mode does not', async () => {
  const database = await testDatabase()
  const open = (MODE: string) =>
    openServices(
      {
        ...readConfig({ MODE, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }),
        DATABASE_URL: database.url,
      },
      { name: 'bileti-test', supervise: false },
    )
  const empty = await open('production')
  await sql`insert into seed values ('demo', 1, now())`.execute(empty.base.db)
  await empty.close()
  await expect(open('production')).rejects.toThrow(ConfigError)
  const demo = await open('test')
  await demo.close()
  await database.drop()
})
