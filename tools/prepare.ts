/**
 * Prepares the content of `npm start`, which runs this as a process of its own, so that the memory of what seeding and
 * drawing need is given back. `content` reports its result when the shop can open, and goes on with the sales of the
 * past weeks; `pictures` draws what is missing. The database is known only later than the program starts, and comes as a message.
 */
import path from 'node:path'
import { endWithParent, leaveParent, messageFromParent, sendResult } from './parent-message.ts'
import { prepareContent, preparePictures, prepareSales } from './prepare-database.ts'
import { exitWith } from '#apps/server/exit.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { openObjectStore } from '#platform/media/object-store.ts'
import { explainDatabaseError } from '#platform/start-errors.ts'

const log = (line: string): void => console.log(line)

async function writeContent(): Promise<void> {
  const { url } = await messageFromParent<{ readonly url: string }>()
  try {
    await prepareContent({ url, log })
    await sendResult(null)
    await prepareSales({ url, log })
  } catch (error) {
    const line = explainDatabaseError(error, url)
    throw line === undefined ? error : new ConfigError(line)
  }
}

async function drawPictures(): Promise<void> {
  const config = readConfig(process.env)
  const mediaDirectory = path.resolve(config.DATA_DIR, 'media')
  await preparePictures({ mediaDirectory, store: openObjectStore(config), log })
}

endWithParent()
try {
  await (process.argv[2] === 'pictures' ? drawPictures() : writeContent())
  leaveParent()
} catch (error) {
  exitWith(error)
}
