/**
 * Goal: search engines are told of every page that is open to all, in both languages, and of no other, in files
 * that stay within what the protocol allows. Method: the demo, and 45,000 shows more, asked over HTTP.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '#apps/server/server.ts'
import { openServices, type Services } from '#apps/server/services.ts'
import { createSessionKeeper } from '#modules/accounts/server/door.ts'
import { readConfig } from '#platform/config.ts'
import { seedDatabase } from '../../../../db/seeds/seed.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

const origin = 'https://bileti.example'
let database: Awaited<ReturnType<typeof testDatabase>>
let services: Services
let app: Awaited<ReturnType<typeof createServer>>
beforeAll(async () => {
  database = await testDatabase()
  await seedDatabase({ url: database.url, log: () => {} })
  const config = readConfig({ PUBLIC_ORIGIN: origin, LOG_LEVEL: 'silent' })
  const known = { ...config, DATABASE_URL: database.url }
  services = await openServices(known, { name: 'test', supervise: false })
  app = await createServer({
    config: known,
    services,
    implementations: [],
    sessions: createSessionKeeper(),
    isReady: () => true,
  })
})
afterAll(async () => {
  await app.close()
  await services.close()
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

test('robots are led to the index, and the index to its files', async () => {
  expect(await read('/robots.txt')).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
  const index = await read('/sitemap.xml')
  expect(addressesOf(index)).toEqual([
    `${origin}/sitemap/pages.xml`,
    `${origin}/sitemap/shows-1.xml`,
  ])
  for (const name of ['shows-0', 'shows-2', 'nothing'])
    expect((await app.inject({ url: `/sitemap/${name}.xml` })).statusCode).toBe(404)
})

test('pages stand there in both languages with their twins; private shows and pages after buying do not', async () => {
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

test('many shows are parted into files within the protocol’s bounds, none lost and none twice', async () => {
  const { db } = services.base
  await sql`insert into show (id, slug, subcategory_id, merchant_id, name, summary, description, search_text)
    select 100000 + number, 'many-' || number, 11, 1, '{"ka":"ა","en":"a"}', '{"ka":"ა","en":"a"}',
      '{"ka":"ა","en":"a"}', 'a'
    from generate_series(1, 45000) number`.execute(db)
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  const files = addressesOf(await read('/sitemap.xml')).filter((file) => file.includes('shows-'))
  expect(files).toHaveLength(3)
  const all: string[] = []
  for (const file of files) {
    const text = await read(file.slice(origin.length))
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 1024 * 1024)
    const addresses = addressesOf(text)
    expect(addresses.length).toBeLessThanOrEqual(50_000)
    all.push(...addresses)
  }
  const ours = all.filter((address) => address.includes('/many-'))
  expect(ours).toHaveLength(90_000)
  expect(new Set(ours).size).toBe(90_000)
}, 20_000)
