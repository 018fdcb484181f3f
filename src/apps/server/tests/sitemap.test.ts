/**
 * Goal: the sitemap lists every public page in both languages and no other, in files within the limits of the
 * protocol. Method: the demo over HTTP, and 45,000 shows written into files.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '#apps/server/server.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { ok } from '#kernel/result.ts'
import { ownPicture } from '#modules/accounts/care-contract.ts'
import { showPicture } from '#modules/merchant/shows-contract.ts'
import { frontPicture } from '#modules/presentation/pages-contract.ts'
import { readConfig } from '#platform/config.ts'
import { entriesOfFile, fileNames, sitemapPages, writeSitemap } from '../sitemap-files.ts'
import { openTestContext, testClock, type TestContext } from '../../../../tests/support/context.ts'
import { demoDatabase, demoDay } from '../../../../tests/support/database.ts'

const origin = 'https://bileti.example'
/** Two for everybody, and one that is its customer’s. */
const pictures = [showPicture, frontPicture, ownPicture]
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
      check: async () => ({ pendingMigrations: 0 }),
      close: async () => {},
    },
    implementations: pictures.map((call) => ({
      call,
      handle: async () => ok({ contentType: 'image/webp', content: '' }),
    })),
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

const kinds = ['pages', 'shows', 'dates', 'films', 'connections']

async function readAll(): Promise<string> {
  const files = await Promise.all(kinds.map((kind) => read(`/sitemap/${kind}-1.xml`)))
  return files.join('')
}

function addressesOf(file: string): string[] {
  return [...file.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
}

test('links robots.txt to the index, and the index to its files', async () => {
  expect(await read('/robots.txt')).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
  const index = await read('/sitemap.xml')
  expect(addressesOf(index)).toEqual(kinds.map((kind) => `${origin}/sitemap/${kind}-1.xml`))
  for (const name of ['shows-0', 'shows-2', 'nothing-1', 'constructor-1', 'pages'])
    expect((await app.inject({ url: `/sitemap/${name}.xml` })).statusCode).toBe(404)
})

test('lists pages in both languages with alternates, without private shows and personal pages', async () => {
  const files = await readAll()
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
    '/calendar',
    '/en/events/passed',
    '/movies',
    '/railway',
    '/en/fly/airlines',
    '/multipass',
  ])
    expect(addresses).toContain(origin + path)
  expect(files).not.toContain('hamlet-90')
  expect(files).not.toContain('checkout')
  const entry = /<url><loc>[^<]*\/en\/shows\/carmen<\/loc>(.*?)<\/url>/.exec(files)?.[1] ?? ''
  expect(entry).toMatch(/<lastmod>\d{4}-\d\d-\d\dT/)
  expect(entry).toContain(`hreflang="ka" href="${origin}/shows/carmen"`)
  expect(entry).toContain(`hreflang="x-default" href="${origin}/shows/carmen"`)
  for (const [, moment = ''] of files.matchAll(/<lastmod>([^<]*)</g))
    expect(Date.parse(moment), moment).toBeLessThanOrEqual(demoDay.getTime())
})

/** Kinds of addresses: each segment with a digit or behind a list’s name counts once. */
const samples = [
  /\/stories\/[\w-]+$/,
  /\/en\/events\/\d+$/,
  /\/movies\/[\w-]+$/,
  /\/movies\/cinemas\/[\w-]+$/,
  /\/en\/transport\/search\?from=[\w-]+&amp;to=[\w-]+$/,
]

test('lists films, cinemas, dates, stories and connections', async () => {
  const addresses = addressesOf(await readAll())
  for (const sample of samples) expect(addresses.find((one) => sample.test(one))).toBeDefined()
  expect(addresses.some((one) => /date=|offset=|checkout|account|session/.test(one))).toBe(false)
})

test('robots.txt opens pictures that pages name, and closes other calls and personal pages', async () => {
  const text = await read('/robots.txt')
  const rules = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}: (\\S+)$`, 'gm'))].map((match) => match[1])
  expect(rules('Allow')).toEqual(['/v2/show-pictures/', '/v2/front-pictures/'])
  expect(rules('Disallow')).toEqual(
    expect.arrayContaining(['/v2/', '/groot/', '/account/', '/en/account/', '/auth/en/']),
  )
  // The longest rule counts, and for some crawlers the first one.
  expect(text.indexOf('Allow: /v2/show-pictures/')).toBeLessThan(text.indexOf('Disallow: /v2/'))
})

test('other sites may show public pictures', async () => {
  const digest = 'a'.repeat(40)
  for (const path of ['show', 'front']) {
    const answer = await app.inject({ url: `/v2/${path}-pictures/${digest}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  }
  for (const url of ['/robots.txt', '/media/nothing.webp', '/v2/nothing'])
    expect((await app.inject({ url })).headers['cross-origin-resource-policy']).toBe('same-origin')
})

test('splits many shows into files within the protocol’s limits, each show once', async () => {
  const shows = sitemapPages(
    Array.from({ length: 45_000 }, (_, index) => `many-${index}`),
    (slug) => ({ path: `/shows/${slug}`, changedAt: new Date(0) }),
  )
  const names = fileNames('shows', shows.count)
  expect(names).toEqual(['shows-1', 'shows-2', 'shows-3'])
  const all = new Set<string>()
  let count = 0
  for (const number of [1, 2, 3]) {
    let file = ''
    for await (const piece of writeSitemap(origin, entriesOfFile(shows, number) ?? []))
      file += piece
    expect(Buffer.byteLength(file)).toBeLessThan(50 * 1024 * 1024)
    const addresses = addressesOf(file)
    expect(addresses.length).toBeLessThanOrEqual(50_000)
    count += addresses.length
    for (const address of addresses) all.add(address)
  }
  expect(count).toBe(90_000)
  expect(all.size).toBe(90_000)
  expect(entriesOfFile(shows, 4)).toBeNull()
})
