/**
 * Prepares the content of `npm start`, which runs this as a process of its own, so that the memory of what seeding and
 * drawing need is given back. `content` reports its result when the shop can open, and goes on with the sales of the
 * past weeks; `pictures` draws what is missing. The database is known only later than the program starts, and comes as
 * a message.
 */
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { endWithParent, leaveParent, messageFromParent, sendResult } from './parent-message.ts'
import { refuseProduction } from './refuse-production.ts'
import { prepareContent, preparePictures, prepareSales } from './prepare-database.ts'
import { exitWith } from '#apps/server/exit.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { openObjectStore } from '#platform/media/object-store.ts'
import { explainDatabaseError } from '#platform/start-errors.ts'

const log = (line: string): void => console.log(line)

async function writeContent(): Promise<void> {
  // A first start writes everything, so what writes it is loaded while the database starts.
  if (process.argv[3] === 'first') void import('../db/seeds/seed.ts')
  const { url } = await messageFromParent<{ readonly url: string }>()
  try {
    const isFirst = await prepareContent({ url, log })
    await sendResult(null)
    await prepareSales({ url, log })
    if (isFirst) await compilePrograms()
  } catch (error) {
    const line = explainDatabaseError(error, url)
    throw line === undefined ? error : new ConfigError(line)
  }
}

/**
 * Loads server and worker into the cache of compiled code, while the pages are built: both then start in half the time
 * and without the compiler of types. This process has loaded most of their modules already.
 */
async function compilePrograms(): Promise<void> {
  await Promise.all([import('#apps/server/serve.ts'), import('#apps/worker/bindings.ts')])
  flushCompileCache()
}

async function drawPictures(): Promise<void> {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const config = readConfig(process.env)
  const mediaDirectory = path.resolve(config.DATA_DIR, 'media')
  await preparePictures({ mediaDirectory, store: openObjectStore(config), log })
}

endWithParent()
try {
  refuseProduction('the preparation of npm start')
  await (process.argv[2] === 'pictures' ? drawPictures() : writeContent())
  leaveParent()
  process.exit(0)
} catch (error) {
  exitWith(error)
}
