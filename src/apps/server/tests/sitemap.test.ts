/**
 * Goal: the sitemap lists every public page in both languages and no other, in files within the limits of the
 * protocol. Method: the demo over HTTP, and 45,000 shows written into files.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '#apps/server/server.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { showEntries, showFileNames, writeSitemap } from '../sitemap-files.ts'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, demoDay } from '../../../../tests/support/database.ts'

const origin = 'https://bileti.example'
let database: Awaited<ReturnType<typeof demoDatabase>>
let context: TestContext
let app: Awaited<ReturnType<typeof createServer>>
beforeAll(async () => {
  database = await demoDatabase()
  context = await openTestContext(database.url, testClock(demoDay))
  const { db, clock, random, jobs, log } = context
  const config = readConfig({ PUBLIC_ORIGIN: origin, LOG_LEVEL: 'silent' })
  app = await createServer({
    config,
    services: {
      base: { db, clock, random, jobs, origin },
      jobs: jobs as never,
      log,
      systemContext: () => context,
      check: async () => {},
      close: async () => {},
    },
    implementations: [],
    sessions: createSessionStore(),
    isReady: () => true,
  })
})
afterAll(async () => {
  await app.close()
  await context.close()
  await database.drop()
})

async function read(path: string): Promise<string> {
  const response = await app.inject({ url: path })
  expect(response.statusCode, path).toBe(200)
  return response.body
}

function addressesOf(file: string): string[] {
  return [...file.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
}

test('links robots.txt to the index, and the index to its files', async () => {
  expect(await read('/robots.txt')).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
  const index = await read('/sitemap.xml')
  expect(addressesOf(index)).toEqual([
    `${origin}/sitemap/pages.xml`,
    `${origin}/sitemap/shows-1.xml`,
  ])
  for (const name of ['shows-0', 'shows-2', 'nothing'])
    expect((await app.inject({ url: `/sitemap/${name}.xml` })).statusCode).toBe(404)
})

test('lists pages in both languages with alternates, without private shows and personal pages', async () => {
  const files = (await read('/sitemap/pages.xml')) + (await read('/sitemap/shows-1.xml'))
  const addresses = addressesOf(files)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const path of [
    '/',
    '/en',
    '/shows/carmen',
    '/en/shows/carmen',
    '/en/venues/rike-park',
    '/category/kids',
    '/en/faq',
    '/JTinfo',
  ])
    expect(addresses).toContain(origin + path)
  expect(files).not.toContain('hamlet-90')
  expect(files).not.toContain('checkout')
  const entry = /<url><loc>[^<]*\/en\/shows\/carmen<\/loc>(.*?)<\/url>/.exec(files)?.[1] ?? ''
  expect(entry).toMatch(/<lastmod>\d{4}-\d\d-\d\dT/)
  expect(entry).toContain(`hreflang="ka" href="${origin}/shows/carmen"`)
  expect(entry).toContain(`hreflang="x-default" href="${origin}/shows/carmen"`)
})

test('splits many shows into files within the protocol’s limits, each show once', async () => {
  const shows = Array.from({ length: 45_000 }, (_, index) => ({
    slug: `many-${index}`,
    publishedAt: new Date(0),
  }))
  const names = showFileNames(shows.length)
  expect(names).toHaveLength(3)
  const all = new Set<string>()
  let count = 0
  for (const name of names) {
    let file = ''
    for await (const piece of writeSitemap(origin, showEntries(shows, name) ?? [])) file += piece
    expect(Buffer.byteLength(file)).toBeLessThan(50 * 1024 * 1024)
    const addresses = addressesOf(file)
    expect(addresses.length).toBeLessThanOrEqual(50_000)
    count += addresses.length
    for (const address of addresses) all.add(address)
  }
  expect(count).toBe(90_000)
  expect(all.size).toBe(90_000)
  expect(showEntries(shows, 'shows-4')).toBeNull()
})
