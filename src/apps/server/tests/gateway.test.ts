import { gunzipSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createServer } from '#apps/server/server.ts'
import { openServices, type Services } from '#apps/server/services.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { defineCall } from '#contract/call.ts'
import { text, wholeNumber } from '#contract/fields.ts'
import { fail, ok } from '#kernel/result.ts'
import { readConfig } from '#platform/config.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement } from '#platform/http/implement.ts'
import { testDatabase } from '../../../../tests/support/database.ts'

/**
 * Goal: the chain of every call works: credential, validation, idempotency, errors, limits. Method: a server on a
 * real database with four test calls, over HTTP.
 */
const add = defineCall({
  id: 'own-add',
  area: 'own',
  method: 'POST',
  path: '/v2/Test/add',
  summary: '',
  credential: 'guest-or-customer',
  body: z.object({ count: wholeNumber(1, 10), note: text(20).optional() }),
  reply: z.object({ total: z.number(), accessToken: z.string().optional() }),
  opensSession: true,
  idempotent: true,
  required: ['body'],
})
const read = defineCall({
  id: 'own-read',
  area: 'own',
  method: 'GET',
  path: '/v2/Test/{id}',
  summary: '',
  credential: 'api-key',
  params: z.object({ id: wholeNumber(1, 99) }),
  reply: z.object({ id: z.number(), channel: z.string() }),
})
const lower = defineCall({ ...read, id: 'own-lower', path: '/v2/test/{id}', credential: 'none' })
const broken = defineCall({
  id: 'own-broken',
  area: 'own',
  method: 'GET',
  path: '/v2/Test/broken/now',
  summary: '',
  credential: 'none',
  reply: z.object({}),
})
const guarded = defineCall({
  id: 'own-guarded',
  area: 'own',
  method: 'GET',
  path: '/v2/Test/guarded/now',
  summary: '',
  credential: 'customer',
  reply: z.object({}),
  limit: 'guess',
})

let services: Services
let app: Awaited<ReturnType<typeof createServer>>
let drop: () => Promise<void>
let total = 0

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  const config = {
    ...readConfig({ LOG_LEVEL: 'silent', LIMIT_GUESS_PER_MINUTE: '5' }),
    DATABASE_URL: database.url,
  }
  services = await openServices(config, { name: 'test', supervise: false })
  await services.base.db
    .insertInto('api_key')
    .values({
      key_hash: createHash('sha256').update('good').digest(),
      name: 'test',
      channel: 'kiosk',
    })
    .execute()
  app = await createServer({
    config,
    services,
    sessions: createSessionStore(),
    isReady: () => true,
    implementations: [
      implement(add, async (context, { body }) => {
        if (body.note === 'refuse') return fail('OrderEmpty')
        total += body.count
        const { accessToken } = context.effects
        return ok({
          total,
          accessToken: typeof accessToken === 'object' ? accessToken.token : undefined,
        })
      }),
      implement(read, async (context, { params }) =>
        ok({ id: params.id, channel: context.channel }),
      ),
      implement(lower, async () => ok({ id: 1, channel: 'lower' })),
      implement(broken, async () => {
        throw new Error('secret detail')
      }),
      implement(guarded, requireCustomer, async () => ok({})),
    ],
  })
})
afterAll(async () => {
  await app?.close()
  await services?.close()
  await drop?.()
})

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/v2/Test/add', payload: payload as object, headers })

describe('routing', () => {
  it('is case-sensitive', async () => {
    expect((await app.inject('/v2/Test/7?api_key=good')).json()).toEqual({
      id: 7,
      channel: 'kiosk',
    })
    expect((await app.inject('/v2/test/7')).json()).toEqual({ id: 1, channel: 'lower' })
    const missing = await app.inject('/v2/TEST/7')
    expect(missing.statusCode).toBe(404)
    expect(missing.json()).toMatchObject({ error: { code: 'NotFound' } })
  })
})

describe('credentials', () => {
  it('requires a known API key', async () => {
    for (const url of [
      '/v2/Test/7',
      '/v2/Test/7?api_key=bad',
      '/v2/Test/7?api_key=good&api_key=good',
    ]) {
      expect((await app.inject(url)).json()).toMatchObject({ error: { code: 'ApiKeyInvalid' } })
    }
  })

  it('opens a session once, then accepts its token by header and by cookie', async () => {
    const first = await post({ count: 1 })
    const { accessToken } = first.json<{ accessToken: string }>()
    expect(first.headers['set-cookie']).toContain(`AccessToken=${accessToken}`)
    expect(first.headers['set-cookie']).toContain('HttpOnly')
    const byHeader = await post({ count: 1 }, { authorization: `Bearer ${accessToken}` })
    expect(byHeader.json()).not.toHaveProperty('accessToken')
    const byCookie = await post(
      { count: 1 },
      { cookie: `AccessToken=${accessToken}`, 'sec-fetch-site': 'same-origin' },
    )
    expect(byCookie.json()).not.toHaveProperty('accessToken')
    const rows = await services.base.db.selectFrom('session').select('token_hash').execute()
    expect(rows.map((row) => row.token_hash.toString())).not.toContain(accessToken)
  })

  it('refuses writes from another site that are authenticated by a cookie', async () => {
    const { accessToken } = (await post({ count: 1 })).json<{ accessToken: string }>()
    const before = total
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of foreign) {
      const refused = await post({ count: 1 }, { cookie: `AccessToken=${accessToken}`, ...headers })
      expect(refused.json()).toMatchObject({ error: { code: 'CrossSiteRequest' } })
    }
    expect(total).toBe(before)
  })

  it('refuses an unknown bearer and drops an unknown cookie', async () => {
    expect((await post({ count: 1 }, { authorization: 'Bearer nobody' })).statusCode).toBe(401)
    const dropped = await app.inject({
      url: '/v2/test/1',
      headers: { cookie: 'AccessToken=nobody' },
    })
    expect(dropped.statusCode).toBe(200)
    expect(dropped.headers['set-cookie']).toContain('AccessToken=; Max-Age=0')
  })
})

describe('validation', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['a missing value', {}],
    ['text', { count: 'many' }],
    ['a fraction', { count: 1.5 }],
    ['zero', { count: 0 }],
    ['a negative', { count: -1 }],
    ['too much', { count: 1e9 }],
    ['long text', { count: 1, note: 'x'.repeat(21) }],
    ['control characters', { count: 1, note: 'a\u0000b' }],
  ])('refuses %s and changes nothing', async (_name, payload) => {
    const before = total
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { code: 'BadRequest', number: 1 } })
    expect(total).toBe(before)
  })

  it('names the field, in the language of the caller', async () => {
    const answer = await post({ count: 0 }, { 'accept-language': 'en-US' })
    expect(answer.json()).toMatchObject({
      error: {
        message: 'The request is not filled in correctly.',
        fields: [{ path: 'body.count' }],
      },
    })
    expect(
      (await post({ count: 0 })).json<{ error: { message: string } }>().error.message,
    ).toContain('მოთხოვნა')
  })

  it('refuses bodies that are not JSON or too large', async () => {
    const form = await app.inject({
      method: 'POST',
      url: '/v2/Test/add',
      payload: 'count=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.json()).toMatchObject({ error: { code: 'UnsupportedMediaType' } })
    const large = await post({ count: 1, note: 'x'.repeat(70_000) })
    expect(large.json()).toMatchObject({ error: { code: 'PayloadTooLarge' } })
    const torn = await app.inject({
      method: 'POST',
      url: '/v2/Test/add',
      payload: '{"count":',
      headers: { 'content-type': 'application/json' },
    })
    expect(torn.json()).toMatchObject({ error: { code: 'BadRequest' } })
  })
})

describe('idempotency', () => {
  it('replays the first answer, also under fifty concurrent requests', async () => {
    const { accessToken } = (await post({ count: 1 })).json<{ accessToken: string }>()
    const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': 'once' }
    const before = total
    const answers = await Promise.all(Array.from({ length: 50 }, () => post({ count: 3 }, headers)))
    expect(total).toBe(before + 3)
    for (const answer of answers) {
      if (answer.statusCode === 200) expect(answer.json()).toEqual({ total: before + 3 })
      else expect(answer.json()).toMatchObject({ error: { code: 'IdempotencyKeyInUse' } })
    }
    const later = await post({ count: 3 }, headers)
    expect(later.headers['idempotent-replayed']).toBe('true')
    expect(later.json()).toEqual({ total: before + 3 })
  })

  it('refuses the key for another body, and keeps a refusal too', async () => {
    const { accessToken } = (await post({ count: 1 })).json<{ accessToken: string }>()
    const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': 'other' }
    expect((await post({ count: 1, note: 'refuse' }, headers)).json()).toMatchObject({
      error: { code: 'OrderEmpty' },
    })
    expect((await post({ count: 1, note: 'refuse' }, headers)).headers['idempotent-replayed']).toBe(
      'true',
    )
    expect((await post({ count: 2 }, headers)).json()).toMatchObject({
      error: { code: 'IdempotencyKeyReused' },
    })
  })

  it('stores neither the key nor a readable answer', async () => {
    const first = await post({ count: 1 }, { 'idempotency-key': 'a-visitors-own-key' })
    const { accessToken } = first.json<{ accessToken: string }>()
    const rows = await services.base.db.selectFrom('idempotency_key').selectAll().execute()
    const stored = JSON.stringify(
      rows.map((row) => [row.key_hash.toString('latin1'), row.reply?.toString('latin1')]),
    )
    expect(stored).not.toContain('a-visitors-own-key')
    expect(stored).not.toContain(accessToken)
    const again = await post({ count: 1 }, { 'idempotency-key': 'a-visitors-own-key' })
    expect(again.json()).toEqual(first.json())
  })
})

describe('failures', () => {
  it('reveals nothing of an internal error', async () => {
    const answer = await app.inject('/v2/Test/broken/now')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    expect(answer.json()).toMatchObject({ error: { code: 'ServerSide', number: 0 } })
  })

  it('limits attempts at guessing', async () => {
    const answers: number[] = []
    for (let attempt = 0; attempt < 7; attempt += 1)
      answers.push((await app.inject('/v2/Test/guarded/now')).statusCode)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
    const head = await app.inject({ method: 'HEAD', url: '/v2/Test/guarded/now' })
    expect(head.statusCode).toBe(429)
  })

  it('takes all addresses of one household’s block for one caller', async () => {
    const answers: number[] = []
    for (const address of [
      '1200::1',
      '1200::2',
      '12ff::3',
      '1201:9::1',
      '1234::5',
      '12ab::6',
      '1300::1',
    ]) {
      const remoteAddress = `2001:db8:7:${address}`
      answers.push((await app.inject({ url: '/v2/Test/guarded/now', remoteAddress })).statusCode)
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 401])
  })

  it('carries security headers everywhere', async () => {
    for (const url of ['/healthz', '/v2/test/1', '/v2/nothing']) {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        // Cinemas and stops near by ask for the position.
        'permissions-policy': expect.stringContaining('geolocation=(self)'),
      })
    }
  })
})

describe('operation', () => {
  it('is healthy, ready, measured and documented', async () => {
    for (const path of ['/livez', '/healthz'])
      expect((await app.inject(path)).json()).toEqual({ status: 'ok' })
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
    expect((await app.inject('/metrics')).body).toContain('http_request_duration_seconds_bucket')
    const document = (await app.inject('/openapi.json')).json<{
      openapi: string
      paths: Record<string, Record<string, unknown>>
    }>()
    expect(document.openapi).toBe('3.1.0')
    const headers = { 'accept-encoding': 'gzip' }
    const packed = await app.inject({ url: '/openapi.json', headers })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(document)
    expect(Object.keys(document.paths)).toContain('/v2/Test/add')
    expect((await app.inject('/docs')).body).toContain('/v2/Test/{id}')
  })

  it.each(['/docs', '/openapi.json'])('makes %s once for all readers', async (url) => {
    const [one, other] = await Promise.all([app.inject(url), app.inject(url)])
    expect(one?.body).toBe(other?.body)
    const etag = String(one?.headers['etag'])
    expect(etag).toBe(other?.headers['etag'])
    const again = await app.inject({ url, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.rawPayload.length).toBeLessThan(one?.rawPayload.length ?? 0)
  })
})
