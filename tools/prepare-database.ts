import { seedAccounts } from '../db/seeds/demo-accounts.ts'
import { seedStaff } from '../db/seeds/demo-staff.ts'
import { partNames, readSeeded, salesPart } from '../db/seeds/parts.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { ObjectStore } from '#platform/media/object-store.ts'

interface ContentOptions {
  readonly url: string
  readonly log: (line: string) => void
}

interface PictureOptions {
  readonly mediaDirectory: string
  /** The configured object store that pictures are copied to. */
  readonly store?: ObjectStore | null
  /** Below 1 the pictures have fewer pixels, for tests that look at none. */
  readonly pictureScale?: number
  readonly log: (line: string) => void
}

interface PrepareOptions extends ContentOptions, PictureOptions {
  /** Adds orders of previous days, so that organisers see data. */
  readonly withSales?: boolean
}

/** Applies migrations, then demo content and its pictures; all of them skip what exists. */
export async function prepareDatabase(options: PrepareOptions): Promise<void> {
  await Promise.all([prepareContent(options), preparePictures(options)])
  if (options.withSales) await prepareSales(options)
}

/**
 * What a shop needs in order to open: migrations, a programme that goes on from today, accounts. What writes the programme is loaded only
 * when a part is missing. Returns whether one was.
 */
export async function prepareContent({ url, log }: ContentOptions): Promise<boolean> {
  const { applied } = await migrate(url)
  if (applied.length > 0) log(`Migrated: ${briefly(applied)}`)
  const seeded = await readSeeded(url)
  const isMissing = partNames.some((name) => !seeded.has(name))
  if (isMissing) await (await import('../db/seeds/seed.ts')).seedDatabase({ url, log })
  // Content of an earlier day may have run out.
  else await (await import('../db/seeds/renew.ts')).renewDemo({ url, log })
  await Promise.all([seedAccounts(url), seedStaff(url)])
  return isMissing
}

/** Draws missing pictures, which a shop can do without for some seconds. */
export async function preparePictures({
  mediaDirectory,
  store,
  pictureScale = 1,
  log,
}: PictureOptions): Promise<void> {
  const from = performance.now()
  // Loaded only here, because drawing needs fonts and an image library.
  const { renderPictures } = await import('../db/seeds/pictures.ts')
  const drawn = await renderPictures(mediaDirectory, pictureScale)
  if (drawn > 0) log(`Pictures: ${drawn} drawn (${seconds(from)} s)`)
  if (!store) return
  const { copyMedia } = await import('#platform/media/copy-media.ts')
  const written = await copyMedia(mediaDirectory, store)
  if (written > 0) log(`Pictures put into the object store: ${written}`)
}

/**
 * Orders of previous days. They must be in before a worker starts, which would end orders whose time has long passed.
 */
export async function prepareSales({ url, log }: ContentOptions): Promise<void> {
  if ((await readSeeded(url)).has(salesPart)) return
  const from = performance.now()
  const { seedSales } = await import('../db/seeds/demo-sales.ts')
  if (await seedSales(url)) log(`Sales of the past weeks: ready (${seconds(from)} s)`)
}

function seconds(from: number): string {
  return ((performance.now() - from) / 1_000).toFixed(1)
}

/** Summarizes a first start in one line; names the few migrations of a later one. */
function briefly(applied: readonly string[]): string {
  return applied.length > 5 ? `${applied.length} files` : applied.join(', ')
}
