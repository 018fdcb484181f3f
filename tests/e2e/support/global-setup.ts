import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { isNightly } from '../../support/tier.ts'
import { setUpDropping } from '../../support/global-setup.ts'
import { prepareDatabase } from '../../../tools/prepare-database.ts'
import { takesPictures } from './photographer.ts'
import { clearFailureReports } from './report-files.ts'
import { startShop, type ShopAddresses } from './running-shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The shop used by the journeys. */
    readonly shop: ShopAddresses
  }
}

/** Whether somebody looks at the posters, or the largest paint of pages is measured. */
const isWhole = isNightly || takesPictures

/** Kept between runs, so that posters are drawn once. */
const dataDirectory = fileURLToPath(
  new URL(`../../../.cache/e2e${isWhole ? '' : '-small'}`, import.meta.url),
)

/** One shop with the demo's content for the whole run, on a temporary database. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  clearFailureReports()
  const stopPostgres = await setUpDropping(project)
  const server = project.getProvidedContext().postgresUrl
  const name = `test_${randomBytes(8).toString('hex')}`
  await run(server, `CREATE DATABASE ${name} TEMPLATE template0`)
  const databaseUrl = new URL(server)
  databaseUrl.pathname = `/${name}`
  await prepareDatabase({
    url: databaseUrl.href,
    mediaDirectory: `${dataDirectory}/media`,
    pictureScale: isWhole ? 1 : 0.25,
    log: () => undefined,
  })
  const shop = await startShop({ databaseUrl: databaseUrl.href, dataDirectory })
  const { url, mailboxUrl, smsUrl, iatiUrl, walletBankUrl, terminalUrl } = shop
  project.provide('shop', {
    url,
    mailboxUrl,
    smsUrl,
    iatiUrl,
    walletBankUrl,
    terminalUrl,
    databaseUrl: databaseUrl.href,
  })
  return async () => {
    await shop.stop()
    await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await stopPostgres()
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
