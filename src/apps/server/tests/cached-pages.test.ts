/**
 * Goal: a cached page is answered before all other work, with the same bytes and headers for all visitors. Method:
 * a build with one public and one personal page that counts its renderings and shows its input, behind the hooks of
 * the real server.
 */
import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { createContext, type RouterContextProvider, type ServerBuild } from 'react-router'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { register } from 'prom-client'
import type { PublicPages } from '#apps/web/public-page.ts'
import type { ServerCalls } from '#apps/web/server-calls.ts'
import { registerMetrics } from '../metrics.ts'
import { PageCache } from '../page-cache.ts'
import { createPages, registerCachedPages, registerPages } from '../pages.ts'
import { commonSecurityHeaders } from '../security-headers.ts'
import { serverBuild } from './server-build.ts'

let app: FastifyInstance
let cache: PageCache
let renderings = 0
/** The public page's response besides its bytes: null leaves it to the router. */
let isPlain = true

afterEach(() => app.close())

const serverCallsContext = createContext<ServerCalls>()

function shown(url: URL, context: RouterContextProvider, request?: Request): string {
  renderings += 1
  const { actor } = context.get(serverCallsContext)
  const headers = request ? JSON.stringify([...request.headers]) : ''
  return `<p>${url.pathname}${url.search} for ${actor} ${headers} rendering ${renderings}</p>`.padEnd(
    3_000,
    '.',
  )
}

function build(headers: Record<string, string>): ServerBuild {
  const loader = (args: { request: Request; context: RouterContextProvider }) =>
    new Response(shown(new URL(args.request.url), args.context, args.request), {
      headers: { 'content-type': 'text/html', ...headers },
    })
  const createPublicPages = (): PublicPages => ({
    find: (path) =>
      path.startsWith('/account')
        ? null
        : {
            locale: path.startsWith('/en') ? 'en' : 'ka',
            query: ['month'],
            render: async (address, context) => (isPlain ? shown(address, context) : null),
          },
  })
  return serverBuild(
    { serverCallsContext, inlineScriptSources: ["'sha256-abc'"], createPublicPages },
    { loader, action: loader },
  )
}

interface Options {
  headers?: Record<string, string>
  isMeasured?: boolean
  requestsMax?: number
}

async function open(options: Options = {}) {
  renderings = 0
  isPlain = true
  app = Fastify()
  cache = new PageCache({ seconds: 60, bytesMax: 1_000_000 })
  const pages = createPages({
    build: build(options.headers ?? {}),
    cache,
    authOrigin: 'http://localhost/auth',
    measuring: null,
    implementations: [],
    base: { origin: 'http://localhost' } as never,
    log: app.log as never,
    sessions: {
      authenticate: async () => ({ kind: 'customer', sessionId: 's', customerId: 'c' }),
    } as never,
    apiKeys: { find: async () => null },
    checkReplies: false,
    limits: { guess: 1, flood: 1, cost: 1, read: 1 },
    cookieSecure: true,
  })
  registerCachedPages(app, pages)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of commonSecurityHeaders({ secure: true })) reply.header(name, value)
    reply.header('x-request-id', request.id)
    done()
  })
  await app.register(fastifyCookie)
  await app.register(fastifyRateLimit, {
    global: true,
    max: options.requestsMax ?? 12,
    timeWindow: 60_000,
  })
  if (options.isMeasured) registerMetrics(app, undefined)
  registerPages(app, pages, { origin: 'http://localhost', formsMax: 12 })
}

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { 'accept-encoding': 'br, gzip', ...headers } })
}

async function hits(): Promise<number> {
  const text = await register.getSingleMetricAsString('page_cache_total')
  return Number(/outcome="hit"\} (\d+)/.exec(text)?.[1] ?? 0)
}

const ofOneRequest = /^(x-request-id|x-ratelimit|date)/
const shared = (headers: object) =>
  Object.entries(headers)
    .filter(([name]) => !ofOneRequest.test(name))
    .toSorted()

test('repeats the first answer in every encoding without rendering', async () => {
  await open()
  for (const encoding of ['br', 'gzip', '']) {
    const first = await get('/en', { 'accept-encoding': encoding })
    const again = await get('/en', { 'accept-encoding': encoding })
    expect(again.statusCode).toBe(200)
    expect(again.rawPayload).toEqual(first.rawPayload)
    expect(again.headers['content-encoding']).toBe(encoding || undefined)
    expect(again.headers['x-frame-options']).toBe('DENY')
    expect(again.headers['content-security-policy']).toContain("script-src 'self' 'sha256-abc';")
    expect(again.headers['content-security-policy']).not.toContain('nonce')
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(again.headers['x-ratelimit-remaining']).toBeUndefined()
    expect(shared(again.headers)).toEqual(shared(first.headers))
  }
  expect(renderings).toBe(1)
})

test('sends the same bytes to every visitor, without visitor data', async () => {
  await open()
  const nobody = await get('/en')
  const strangers: Record<string, string>[] = [
    { cookie: 'AccessToken=mine; theme=dark' },
    { cookie: 'AccessToken=another; Odd="; =; \u00e9"' },
    { authorization: 'Bearer secret' },
    { cookie: 'NEXT_LOCALE=en', 'accept-language': 'ka' },
    { cookie: 'NEXT_LOCALE=xx', 'user-agent': 'odd', 'x-forwarded-for': '10.0.0.1' },
  ]
  for (const headers of strangers) {
    const answer = await get('/en', headers)
    expect(answer.rawPayload).toEqual(nobody.rawPayload)
    expect(shared(answer.headers)).toEqual(shared(nobody.headers))
    for (const noise of ['?utm_source=x', '?fbclid=1&gclid=2', '?x[]=1&&', '?month='])
      expect((await get(`/en${noise}`, headers)).rawPayload).toEqual(nobody.rawPayload)
  }
  expect(renderings).toBe(1)
  // A copy rendered for one visitor contains no visitor data either.
  cache.drop()
  const made = await get('/en', { cookie: 'AccessToken=mine', 'accept-encoding': '' })
  expect(made.body).toContain('<p>/en for null  rendering 2')
})

test('renders router pages anonymously, without request headers', async () => {
  await open()
  isPlain = false
  const answer = await get('/en', {
    cookie: 'AccessToken=mine',
    authorization: 'Bearer secret',
    'accept-encoding': '',
  })
  expect(answer.body).toContain('for null [] rendering 1')
})

test('redirects to the remembered language before sending a cached copy', async () => {
  await open()
  await get('/en?month=1')
  const cookie = 'a=b; NEXT_LOCALE=ka'
  const answer = await get('/en?month=1&utm_source=x', { cookie })
  expect(answer.statusCode).toBe(302)
  expect(answer.headers['location']).toBe('/?month=1&utm_source=x')
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  expect((await get('/', { cookie: 'NEXT_LOCALE=en' })).headers['location']).toBe('/en')
  expect((await get('/account', { cookie: 'NEXT_LOCALE=en' })).headers['location']).toBe(
    '/en/account',
  )
  expect((await get('/', { cookie: 'NEXT_LOCALE=ka' })).statusCode).toBe(200)
})

test('renders pages with a key, personal pages and pages that open a session each time', async () => {
  await open()
  for (const name of ['previewKey', 'accessCode', 'waitingRoomToken']) {
    for (const key of ['one', 'one', 'two']) {
      const answer = await get(`/en/events/1?${name}=${key}`, { 'accept-encoding': '' })
      expect(answer.body).toContain(`/en/events/1?${name}=${key} for null`)
      expect(answer.headers['cache-control']).toBe('private, no-cache')
      expect(answer.headers['etag']).toBeUndefined()
    }
  }
  expect(renderings).toBe(9)
  const mine = await get('/account', { cookie: 'AccessToken=mine', 'accept-encoding': '' })
  expect(mine.body).toContain('for customer')
  expect(mine.headers['cache-control']).toBe('no-store')
  expect(cache.size.pages).toBe(0)
  await app.close()
  await open({ headers: { 'set-cookie': 'AccessToken=secret' } })
  isPlain = false
  await get('/en')
  expect((await get('/en', { 'accept-encoding': '' })).body).toContain('rendering 2')
})

test('answers 304 in every encoding until the page changes', async () => {
  await open()
  const { etag } = (await get('/en')).headers
  const known = await get('/en', { 'if-none-match': `"other", ${etag}`, 'accept-encoding': '' })
  expect(known.statusCode).toBe(304)
  expect(known.body).toBe('')
  expect(known.headers).toMatchObject({ etag, vary: 'accept-encoding' })
  const head = await app.inject({ method: 'HEAD', url: '/en' })
  expect(head.statusCode).toBe(200)
  expect(head.headers['etag']).toBe(etag)
  cache.drop()
  const changed = await get('/en', { 'if-none-match': String(etag) })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers['etag']).not.toBe(etag)
})

test('counts hits in the metrics only, and misses towards the rate limit', async () => {
  await open({ isMeasured: true })
  const hitsBefore = await hits()
  for (let count = 0; count < 20; count += 1) expect((await get('/en')).statusCode).toBe(200)
  for (let count = 0; count < 11; count += 1)
    expect((await get(`/en/other-${count}`)).statusCode).toBe(200)
  expect((await get('/en/one-more')).statusCode).toBe(429)
  expect((await get('/en')).statusCode).toBe(200)
  expect((await hits()) - hitsBefore).toBe(20)
  const metrics = await register.getSingleMetricAsString('http_request_duration_seconds')
  expect(metrics).toMatch(/_count\{[^}]*status="200"\} \d+/)
})

test('a personal page is not stored, however its address is spelled', async () => {
  await open()
  for (const url of [
    '/account/orders',
    '/Account/orders',
    '/en/ACCOUNT',
    '/%61ccount/orders',
    '/account.data',
    '//account/orders',
  ]) {
    const { headers } = await get(url)
    expect([url, headers['cache-control'], headers['referrer-policy']]).toEqual([
      url,
      'no-store',
      'no-referrer',
    ])
  }
})

test('a mail service unsubscribes its reader from whatever origin it sends', async () => {
  await open()
  const answer = await app.inject({
    method: 'POST',
    url: '/en/letters/abc',
    headers: {
      origin: 'https://mail.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.body).not.toContain('mail.example')
})

test('300 who ask at once and do not read have it rendered once', async () => {
  await open({ requestsMax: 1_000 })
  let requests = 0
  app.server.on('request', () => (requests += 1))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 300 }, () => connect({ port, host: '127.0.0.1' }))
  for (const socket of sockets) socket.pause().write('GET /en HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => requests, { message: 'all have asked' }).toBe(300)
  expect((await get('/en')).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
  expect(renderings).toBe(1)
})
