/**
 * Goal: gateway, live streams and static files can have hosts of their own, in each deployment mode others; a host
 * serves only what is its own, and answers only pages of ours. Method: the whole shop over HTTP under its host names,
 * and hostile requests to them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageHostsOf } from '#apps/server/page-hosts.ts'
import { pageSecurityHeaders } from '#apps/server/security-headers.ts'
import { readConfig } from '#platform/config.ts'
import { openHostileShop, type Answer, type HostileShop } from '../hostile/shop.ts'

const origins = {
  PUBLIC_ORIGIN: 'http://shop.localhost:4700',
  AUTH_ORIGIN: 'http://auth.shop.localhost:4700/auth',
  GATEWAY_ORIGIN: 'http://gateway.shop.localhost:4700',
  SOCKET_ORIGIN: 'http://socket.shop.localhost:4700',
  STATIC_ORIGIN: 'http://static.shop.localhost:4700',
}
const settings = { ...origins, COOKIE_DOMAIN: 'shop.localhost' }
const hostOf = (name: keyof typeof origins): string => new URL(origins[name]).host
const pages = [origins.PUBLIC_ORIGIN, new URL(origins.AUTH_ORIGIN).origin]
const foreign = [
  'https://evil.example',
  'null',
  'http://evil.shop.localhost:4700',
  'http://shop.localhost:4701',
  'https://shop.localhost:4700',
  'http://shop.localhost:4700.evil.example',
  'http://SHOP.localhost:4700',
  origins.GATEWAY_ORIGIN,
  origins.STATIC_ORIGIN,
]

let shop: HostileShop
let plain: HostileShop
beforeAll(async () => {
  ;[shop, plain] = await Promise.all([openHostileShop(settings), openHostileShop()])
})
afterAll(() => Promise.all([shop.close(), plain.close()]))

interface Sent {
  readonly method?: string
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

function ask(
  host: keyof typeof origins,
  path: string,
  { method = 'GET', origin, headers = {}, payload }: Sent = {},
): Promise<Answer> {
  return shop.send({
    method,
    path,
    headers: { host: hostOf(host), ...(origin !== undefined && { origin }), ...headers },
    ...(payload !== undefined && { payload }),
  })
}

/** A hold as a page sends it to the gateway. */
async function hold(origin: string, cookie?: string): Promise<Answer> {
  const event = await shop.event()
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  return ask('GATEWAY_ORIGIN', '/v2/Booking/choose-seat', {
    method: 'POST',
    origin,
    headers: { 'sec-fetch-site': 'same-site', ...(cookie !== undefined && { cookie }) },
    payload: JSON.stringify({ eventId: event.eventId, places: [{ ticketTypeId, quantity: 1 }] }),
  })
}

const codeOf = (answer: Answer): unknown => answer.body?.error?.code
const grantsOf = ({ headers }: Answer) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('settings', () => {
  test('each mode has its own hosts', () => {
    const modes = {
      test: 'https://shop.test.tickets.example',
      production: 'https://tickets.example',
    }
    const read = Object.entries(modes).map(([MODE, origin]) => {
      const at = (name: string): string => origin.replace('//', `//${name}.`)
      return readConfig({
        MODE,
        PUBLIC_ORIGIN: origin,
        AUTH_ORIGIN: `${at('auth')}/auth`,
        GATEWAY_ORIGIN: at('gateway'),
        SOCKET_ORIGIN: at('socket'),
        STATIC_ORIGIN: at('static'),
        TERMINAL_URL: at('terminal'),
        TERMINAL_API_KEY: 'own-key',
        COOKIE_DOMAIN: new URL(origin).hostname,
      })
    })
    for (const name of ['AUTH_ORIGIN', 'GATEWAY_ORIGIN', 'SOCKET_ORIGIN', 'STATIC_ORIGIN'] as const)
      expect(new Set(read.map((config) => config[name])).size, name).toBe(2)
    expect(pageHostsOf(read[1]!)).toEqual({
      gateway: 'https://gateway.tickets.example',
      socket: 'https://socket.tickets.example',
      assets: 'https://static.tickets.example',
    })
  })

  test('without them everything shares the shop’s origin', () => {
    const config = readConfig({ PUBLIC_ORIGIN: 'https://tickets.example' })
    expect([config.GATEWAY_ORIGIN, config.SOCKET_ORIGIN, config.STATIC_ORIGIN]).toEqual(
      Array.from({ length: 3 }, () => 'https://tickets.example'),
    )
    expect(pageHostsOf(config)).toEqual({})
  })

  test.each([
    ['another scheme', { GATEWAY_ORIGIN: 'https://gateway.shop.localhost:4700' }, 'scheme'],
    ['another scheme of files', { STATIC_ORIGIN: 'https://static.shop.localhost' }, 'scheme'],
    ['a path', { GATEWAY_ORIGIN: 'http://gateway.shop.localhost:4700/v2' }, 'origin'],
    ['an account', { SOCKET_ORIGIN: 'http://me@socket.shop.localhost:4700' }, 'origin'],
    ['more of a policy', { STATIC_ORIGIN: "http://static.localhost; script-src '*'" }, 'STATIC'],
    ['the host of pages', { GATEWAY_ORIGIN: 'http://auth.shop.localhost:4700' }, 'AUTH_ORIGIN'],
    ['a host outside of the domain', { GATEWAY_ORIGIN: 'http://gateway.localhost' }, 'must hold'],
    ['no domain', { COOKIE_DOMAIN: '' }, 'COOKIE_DOMAIN'],
    ['no domain for streams', { COOKIE_DOMAIN: '', GATEWAY_ORIGIN: '' }, 'SOCKET_ORIGIN'],
  ])('%s is refused at the start', (_name, wrong, word) => {
    expect(() => readConfig({ ...settings, ...wrong })).toThrow(word)
  })

  test('files may come from anywhere, because they need no session', () => {
    const { PUBLIC_ORIGIN } = origins
    const config = readConfig({ PUBLIC_ORIGIN, STATIC_ORIGIN: 'http://cdn.example' })
    expect(pageHostsOf(config)).toEqual({ assets: 'http://cdn.example' })
  })
})

describe('the policy of pages', () => {
  const policyOf = (hosts: object): Record<string, string> => {
    const [[, policy] = ['', '']] = pageSecurityHeaders(["'sha256-x'"], { secure: true, hosts })
    const rules = policy.split('; ').map((rule) => rule.split(/ (.*)/s))
    return Object.fromEntries(rules.map(([name = '', value = '']) => [name, value]))
  }

  test('allows each host what it serves and nothing else', () => {
    const policy = policyOf(pageHostsOf(shop.config))
    const { GATEWAY_ORIGIN, SOCKET_ORIGIN, STATIC_ORIGIN } = origins
    for (const name of ['script-src', 'style-src', 'font-src', 'img-src']) {
      expect(policy[name], name).toContain(` ${STATIC_ORIGIN}`)
      expect(policy[name], name).not.toMatch(/gateway|socket/)
    }
    expect(policy['connect-src']).toContain(`'self' ${GATEWAY_ORIGIN} ${SOCKET_ORIGIN} `)
    expect(policy['default-src']).toBe("'self'")
    expect(policy['form-action']).toBe("'self'")
  })

  test('names no hosts that do not exist', () => {
    expect(JSON.stringify(policyOf(pageHostsOf(plain.config)))).not.toMatch(/undefined|localhost/)
    expect(policyOf({})['script-src']).toBe("'self' 'sha256-x'")
  })
})

describe('the gateway', () => {
  test.each(pages)('answers calls of pages at %s with their session', async (origin) => {
    const first = await hold(origin)
    expect(first.status, first.text).toBe(200)
    expect(first.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'origin',
    })
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^AccessToken=[^;]+;.*Domain=shop\.localhost; HttpOnly; SameSite=Lax/)
    const [pair = ''] = cookie.split(';')
    // The session is known to the gateway, and to the pages of the shop.
    const second = await hold(origin, pair)
    expect([second.status, second.headers['set-cookie']]).toEqual([200, undefined])
    const read = await ask('PUBLIC_ORIGIN', '/v2/orders', { headers: { cookie: pair } })
    expect(read.body.orders).toHaveLength(2)
  })

  test.each(foreign)('refuses everything of %s', async (origin) => {
    const [pair = ''] = String((await hold(origins.PUBLIC_ORIGIN)).headers['set-cookie']).split(';')
    for (const answer of [
      await hold(origin),
      await hold(origin, pair),
      await ask('GATEWAY_ORIGIN', '/v2/orders', { origin, headers: { cookie: pair } }),
      await ask('GATEWAY_ORIGIN', '/v2/orders', { origin, method: 'OPTIONS' }),
      await ask('SOCKET_ORIGIN', '/v2/Events/Map/live?eventId=1', { origin }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([403, 'CrossSiteRequest'])
      expect(grantsOf(answer)).toEqual([])
    }
  })

  test('refuses a write whose session is in a cookie, when no page is named', async () => {
    const [pair = ''] = String((await hold(origins.PUBLIC_ORIGIN)).headers['set-cookie']).split(';')
    for (const site of ['same-origin', 'same-site', 'cross-site', 'none']) {
      const answer = await ask('GATEWAY_ORIGIN', '/v2/orders/reserverandom', {
        method: 'POST',
        headers: { cookie: pair, 'sec-fetch-site': site },
      })
      expect(codeOf(answer), site).toBe('CrossSiteRequest')
    }
  })

  test('a call that acts on GET is refused when a link leads to it', async () => {
    const call = shop.implementations.find(({ call: { actsOnGet } }) => actsOnGet)?.call
    const path = call?.path.replaceAll(/\{[^}]+\}/g, '1') ?? ''
    for (const site of ['same-origin', 'same-site', 'cross-site']) {
      const headers = { 'sec-fetch-site': site }
      expect(codeOf(await ask('GATEWAY_ORIGIN', path, { headers })), site).toBe('CrossSiteRequest')
    }
    const headers = { 'sec-fetch-site': 'same-site' }
    const { PUBLIC_ORIGIN: origin } = origins
    const answer = await ask('GATEWAY_ORIGIN', path, { origin, headers })
    expect(codeOf(answer)).not.toBe('CrossSiteRequest')
    // On the shop's own host another origin of the site stays another origin.
    expect(codeOf(await ask('PUBLIC_ORIGIN', path, { origin, headers }))).toBe('CrossSiteRequest')
  })

  test('tells the browser once what pages may send', async () => {
    for (const origin of pages) {
      const answer = await ask('GATEWAY_ORIGIN', '/v2/Booking/choose-seat', {
        method: 'OPTIONS',
        origin,
        headers: { 'access-control-request-method': 'POST' },
      })
      expect(answer.status).toBe(204)
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-max-age': '7200',
      })
      const allowed = String(answer.headers['access-control-allow-headers']).split(', ')
      expect(allowed).toEqual(
        expect.arrayContaining(['content-type', 'authorization', 'idempotency-key', 'traceparent']),
      )
      expect(JSON.stringify(answer.headers)).not.toContain('*')
    }
  })

  test('answers that caches keep are kept by origin', async () => {
    const cached = shop.implementations.find(
      ({ call }) => call.cacheSeconds && call.credential === 'none' && call.required.length === 0,
    )
    const path = cached?.call.path ?? '/v2/shell/texts?locale=en-US'
    for (const origin of [origins.PUBLIC_ORIGIN, undefined]) {
      const sent = origin === undefined ? {} : { origin }
      const answer = await ask('GATEWAY_ORIGIN', path, sent)
      expect(answer.status, path).toBe(200)
      expect(String(answer.headers['vary'])).toMatch(/\borigin\b/)
    }
  })

  test('the session of staff reaches the downloads of the shop’s own host', async () => {
    const cookie = (domain?: string) => (domain === undefined ? '' : `; Domain=${domain}`)
    for (const [at, domain] of [
      [shop, 'shop.localhost'],
      [plain, undefined],
    ] as const) {
      const headers: Record<string, string> = at === shop ? { host: hostOf('GATEWAY_ORIGIN') } : {}
      const path = '/v2/merchantusers/logout'
      const token = await at.staff((await at.event()).merchantId)
      const answer = await at.send({ method: 'POST', path, token, headers })
      expect(answer.status, answer.text).toBe(200)
      expect(String(answer.headers['set-cookie'])).toContain(
        `Path=/v2${cookie(domain)}; HttpOnly; SameSite=Strict`,
      )
    }
  })

  test('is named as the server of the API', async () => {
    const document = await ask('GATEWAY_ORIGIN', '/openapi.json')
    expect(document.body.servers).toEqual([{ url: origins.GATEWAY_ORIGIN }])
  })
})

describe('a host serves only what is its own', () => {
  const live = '/v2/Events/Map/live?eventId=1'

  test.each([
    ['GATEWAY_ORIGIN', '/en', 421, 'HostNotServing'],
    ['GATEWAY_ORIGIN', '/docs', 421, 'HostNotServing'],
    ['GATEWAY_ORIGIN', '/metrics', 421, 'HostNotServing'],
    ['GATEWAY_ORIGIN', '/favicon.svg', 421, 'HostNotServing'],
    ['GATEWAY_ORIGIN', '/assets/entry.js', 421, 'HostNotServing'],
    ['GATEWAY_ORIGIN', '//v2/orders', 421, 'HostNotServing'],
    ['GATEWAY_ORIGIN', '/v2/no-such-call', 404, 'NotFound'],
    ['SOCKET_ORIGIN', '/v2/shell/texts', 421, 'HostNotServing'],
    ['SOCKET_ORIGIN', '/en', 421, 'HostNotServing'],
    ['SOCKET_ORIGIN', '/assets/entry.js', 421, 'HostNotServing'],
    ['STATIC_ORIGIN', '/v2/shell/texts', 421, 'HostNotServing'],
    ['STATIC_ORIGIN', '/en', 421, 'HostNotServing'],
    ['STATIC_ORIGIN', '/scan-worker.js', 421, 'HostNotServing'],
    ['STATIC_ORIGIN', live, 421, 'HostNotServing'],
    ['STATIC_ORIGIN', '/assets/nothing.js', 404, 'NotFound'],
  ] as const)('%s %s: %i %s', async (host, path, status, code) => {
    const answer = await ask(host, path)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
  })

  test('streams are served by their host, the gateway’s calls are not', async () => {
    const { eventId } = await shop.event()
    const path = `/v2/Events/Map/live?eventId=${eventId}`
    const answer = await ask('SOCKET_ORIGIN', path, { origin: origins.PUBLIC_ORIGIN })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'access-control-allow-origin': origins.PUBLIC_ORIGIN,
      'access-control-allow-credentials': 'true',
    })
    expect(answer.text).toMatch(/^retry: \d+/)
  })

  test('files may be read by any site, without credentials', async () => {
    const answer = await ask('STATIC_ORIGIN', '/assets/nothing.js', {
      origin: 'https://any.example',
    })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('load balancers may ask every host whether it is alive', async () => {
    for (const host of ['GATEWAY_ORIGIN', 'SOCKET_ORIGIN', 'STATIC_ORIGIN'] as const)
      expect((await ask(host, '/livez')).body).toEqual({ status: 'ok' })
  })

  test('an origin is granted nothing by the shop’s own host, or where there are no others', async () => {
    for (const origin of pages) {
      expect(grantsOf(await ask('PUBLIC_ORIGIN', '/v2/shell/texts', { origin }))).toEqual([])
      const headers = { host: hostOf('GATEWAY_ORIGIN'), origin }
      expect(grantsOf(await plain.send({ method: 'GET', path: '/v2/orders', headers }))).toEqual([])
    }
  })
})
