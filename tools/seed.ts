import path from 'node:path'
import { openDemoDatabase } from './demo-database.ts'
import { refuseProduction } from './refuse-production.ts'
import { exitWith } from '#apps/server/exit.ts'
import { prepareDatabase } from './prepare-database.ts'
import { readConfig } from '#platform/config.ts'
import { openObjectStore } from '#platform/media/object-store.ts'

/** `npm run seed`: applies migrations and demo content to the database of `npm start`; existing rows are kept. */
async function seed(): Promise<void> {
  refuseProduction('npm run seed')
  const config = readConfig(process.env)
  const database = await openDemoDatabase(config)
  try {
    await prepareDatabase({
      url: database.url,
      mediaDirectory: path.resolve(config.DATA_DIR, 'media'),
      store: openObjectStore(config),
      withSales: true,
      log: (line) => console.log(line),
    })
    console.log('The demo content is in.')
  } finally {
    await database.close()
  }
}

await seed().catch(exitWith)
