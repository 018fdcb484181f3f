import fastifyCookie from '@fastify/cookie'
import fastifyRateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { createContext, type ServerBuild } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { register } from 'prom-client'
import { registerMetrics } from '../metrics.ts'
import { PageCache } from '../page-cache.ts'
import { registerCachedPages, registerPages } from '../pages.ts'
import { commonSecurityHeaders } from '../security-headers.ts'

/**
 * Goal: a kept page is answered before all other work and still is, byte for byte and header for header, what was
 * sent the first time; nobody is sent what is another's own. Method: a build of one route that counts its
 * renderings, behind the hooks of the real server.
 */
let app: FastifyInstance
let renderings = 0

afterEach(() => app.close())

function buildOf(headers: Record<string, string>): ServerBuild {
  const loader = () => {
    renderings += 1
    const text = `<p>rendering ${renderings}</p>`.padEnd(3_000, '.')
    return new Response(text, { headers: { 'content-type': 'text/html', ...headers } })
  }
  const build = {
    entry: { module: { default: () => new Response(), serverCallsContext: createContext() } },
    routes: { root: { id: 'root', path: '*', module: { loader } } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
    publicPath: '/',
    basename: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial' },
  }
  return build as unknown as ServerBuild
}

async function open(headers: Record<string, string> = {}, isMeasured = false): Promise<void> {
  renderings = 0
  app = Fastify()
  const cache = new PageCache({ seconds: 60, most: 10 })
  registerCachedPages(app, cache)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of commonSecurityHeaders({ secure: true })) reply.header(name, value)
    reply.header('x-request-id', request.id)
    done()
  })
  await app.register(fastifyCookie)
  await app.register(fastifyRateLimit, { global: true, max: 3, timeWindow: 60_000 })
  if (isMeasured) registerMetrics(app)
  registerPages(app, {
    build: buildOf(headers),
    cache,
    authOrigin: 'http://localhost/auth',
    implementations: [],
    base: { origin: 'http://localhost' } as never,
    sessions: { authenticate: async () => null } as never,
    apiKeys: { channelOf: async () => null },
    checkReplies: false,
    limits: { guess: 1, flood: 1, read: 1 },
    cookieSecure: true,
  })
}

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { 'accept-encoding': 'br, gzip', ...headers } })
}

async function hits(): Promise<number> {
  const text = await register.getSingleMetricAsString('page_cache_total')
  return Number(/outcome="hit"\} (\d+)/.exec(text)?.[1] ?? 0)
}

const ofOneRequest = /^(x-request-id|x-ratelimit|date)/

test('the second answer is the first one again, in every encoding, and costs no rendering', async () => {
  await open()
  for (const encoding of ['br', 'gzip', '']) {
    const first = await get('/en', { 'accept-encoding': encoding })
    const again = await get('/en', { 'accept-encoding': encoding })
    expect(again.statusCode).toBe(200)
    expect(again.rawPayload).toEqual(first.rawPayload)
    expect(again.headers['content-encoding']).toBe(encoding || undefined)
    expect(again.headers['x-frame-options']).toBe('DENY')
    expect(again.headers['content-security-policy']).toMatch(/nonce-/)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(first.headers['x-ratelimit-remaining']).toBeDefined()
    expect(again.headers['x-ratelimit-remaining']).toBeUndefined()
    const shared = (headers: object) =>
      Object.entries(headers)
        .filter(([name]) => !ofOneRequest.test(name))
        .toSorted()
    expect(shared(again.headers)).toEqual(shared(first.headers))
  }
  expect(renderings).toBe(1)
})

test('a hit counts in the metrics and not towards the limit; a miss counts towards it', async () => {
  await open({}, true)
  const hitsBefore = await hits()
  for (let count = 0; count < 20; count += 1) expect((await get('/en')).statusCode).toBe(200)
  expect((await get('/en/other')).statusCode).toBe(200)
  expect((await get('/en/third')).statusCode).toBe(200)
  expect((await get('/en/fourth')).statusCode).toBe(429)
  expect((await get('/en')).statusCode).toBe(200)
  expect((await hits()) - hitsBefore).toBe(20)
  const metrics = await register.getSingleMetricAsString('http_request_duration_seconds')
  expect(metrics).toMatch(/_count\{[^}]*status="200"\} 23/)
})

test('nothing is kept that is somebody’s own', async () => {
  await open()
  await get('/en')
  await get('/en', { cookie: 'theme=dark' })
  await get('/en', { authorization: 'Bearer x' })
  expect(renderings).toBe(3)
  await app.close()
  await open({ 'set-cookie': 'AccessToken=secret' })
  await get('/en')
  const next = await get('/en', { 'accept-encoding': '' })
  expect(renderings).toBe(2)
  expect(next.body).toContain('rendering 2')
})
