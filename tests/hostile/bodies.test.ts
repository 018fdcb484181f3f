/**
 * Goal: request bodies cannot harm the process: bodies of unauthorised callers are not read, reading stops at the
 * limit, large bodies are not parsed on the main thread, and every refusal has a code. Method: the whole shop
 * behind a real socket. A request that announces 31 MB and sends none of them must be answered: a server that reads
 * before it authenticates would wait for ever.
 */
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isErrorCode } from '#contract/errors.ts'
import { bodyRules } from '#platform/http/body-room.ts'
import { spooledBodiesOpen } from '#platform/http/spooled-body.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

let shop: HostileShop
let origin: URL

beforeAll(async () => {
  shop = await openHostileShop()
  origin = new URL(shop.context.origin)
  const address = shop.app.server.address()
  if (typeof address === 'object' && address) origin.port = String(address.port)
})
afterAll(() => shop.close())

const megabytes31 = 31_000_000

/** Sends text to the socket and returns the response, complete or until the server closes. */
function exchange(...pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(origin.port), '127.0.0.1')
    let answer = ''
    const isWhole = () => {
      const [fields = '', body] = answer.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(fields)?.[1] ?? 0)
      return body !== undefined && Buffer.byteLength(body) >= length
    }
    socket.on('data', (data) => {
      answer += String(data)
      if (isWhole()) {
        socket.destroy()
        resolve(answer)
      }
    })
    socket.on('close', () => resolve(answer))
    // The server closes while more is being sent: the response received before counts.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
    for (const piece of pieces) socket.write(piece)
  })
}

function head(options: {
  readonly method?: string
  readonly path: string
  readonly length?: number
  readonly token?: string
  readonly headers?: readonly string[]
}): string {
  const { method = 'POST', path, length, token, headers = [] } = options
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept-language: en',
    ...(length === undefined ? [] : [`content-length: ${length}`]),
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

const json = 'content-type: application/json'
const imports = '/v2/operator/imports'

function codeOf(answer: string): string {
  return /"code":"(\w+)"/.exec(answer)?.[1] ?? answer.slice(0, 300)
}

describe('bodies of unauthorised callers are not read', () => {
  it.each([
    ['nobody', undefined, 'Unauthenticated'],
    ['a bearer that is none', 'x'.repeat(43), 'Unauthenticated'],
    ['a customer', 'customer', 'Forbidden'],
  ])('31 MB announced by %s are refused before one byte is sent', async (_, who, code) => {
    const token = who === 'customer' ? await shop.customer() : who
    for (const path of [imports, '/v2/operator/layouts']) {
      const answer = await exchange(head({ path, length: megabytes31, token, headers: [json] }))
      expect(codeOf(answer)).toBe(code)
      expect(answer).toMatch(/connection: close/i)
    }
  })

  it('without an announced length', async () => {
    const chunked = ['transfer-encoding: chunked', json]
    const answer = await exchange(head({ path: imports, headers: chunked }))
    expect(codeOf(answer)).toBe('Unauthenticated')
    expect(answer).toMatch(/connection: close/i)
  })

  it('a picture of a megabyte is accepted from customers only', async () => {
    const path = '/groot/Accounts/image'
    const announced = { method: 'PUT', path, length: 900_000, headers: [json] }
    expect(codeOf(await exchange(head(announced)))).toBe('Unauthenticated')
    const image = Buffer.alloc(600_000).toString('base64')
    const answer = await shop.send({
      method: 'PUT',
      path,
      token: await shop.customer(),
      payload: JSON.stringify({ image }),
    })
    expect(answer.body.error.code).toBe('PictureInvalid')
  })
})

describe('a large body', () => {
  it('is never parsed by the thread that answers everybody', () => {
    const large = shop.implementations.filter(({ call }) => (call.bodyBytesMax ?? 0) > 256 * 1024)
    expect(large.length).toBeGreaterThan(8)
    const parsedHere = large.filter(({ preparation }) => !preparation).map(({ call }) => call.id)
    expect(parsedHere).toEqual([])
  })
})

describe('64 KB', () => {
  it('are the limit of every call for unknown callers', async () => {
    const open = shop.implementations
      .map(({ call }) => call)
      .filter(({ method, credential }) => method !== 'GET' && credential !== 'operator')
      .filter(({ credential }) => credential !== 'merchant' && credential !== 'customer')
    expect(open.length).toBeGreaterThan(30)
    const payload = JSON.stringify({ a: 'x'.repeat(70_000) })
    for (const call of open) {
      const path = call.path.replaceAll(/\{[^}]+\}/g, '1')
      const answer = await shop.send({ method: call.method, path, payload })
      expect(answer.status, `${call.id} ${answer.text.slice(0, 200)}`).toBeOneOf([401, 403, 413])
    }
  })

  it('are counted as received, whatever was announced', async () => {
    const chunk = `${(60_000).toString(16)}\r\n${' '.repeat(60_000)}\r\n`
    const answer = await exchange(
      head({ path: '/v2/auth/login', headers: ['transfer-encoding: chunked', json] }),
      chunk,
      chunk,
    )
    expect(codeOf(answer)).toBe('PayloadTooLarge')
  })
})

describe('31 MB from an operator', () => {
  const files = (bytes: number) =>
    JSON.stringify({ source: 'big', files: [{ name: 'a.csv', content: 'x'.repeat(bytes) }] })

  it('are parsed by a worker thread while the shop answers', async () => {
    const token = await shop.operator()
    // Three files of ten megabytes.
    const payload = JSON.stringify({
      source: 'big',
      files: [1, 2, 3].map((n) => ({ name: `${n}.csv`, content: 'é,"\\'.repeat(1_450_000) })),
    })
    expect(Buffer.byteLength(payload)).toBeGreaterThan(30_000_000)
    const parse = JSON.parse
    const parsed: number[] = []
    JSON.parse = (text: string, ...rest: []) => {
      parsed.push(text.length)
      return parse(text, ...rest) as unknown
    }
    try {
      const answer = await shop.send({ method: 'POST', path: imports, token, payload })
      expect(answer.body).toMatchObject({ state: 'waiting', name: '1.csv, 2.csv, 3.csv' })
    } finally {
      JSON.parse = parse
    }
    expect(Math.max(0, ...parsed)).toBeLessThan(100_000)
  })

  it('are validated like small ones', async () => {
    const token = await shop.operator()
    const send = (payload: string) => shop.send({ method: 'POST', path: imports, token, payload })
    const deep = `{"source":"big","files":${'['.repeat(500_000)}${']'.repeat(500_000)}}`
    expect((await send(deep)).body.error.code).toBe('BodyTooDeep')
    const broken = await send(files(100_000).slice(0, -1))
    expect(broken.body.error).toMatchObject({ code: 'BadRequest', fields: [{ path: 'body' }] })
    const wrong = await send(files(100_000).replace('"big"', '"no such name"'))
    expect(wrong.body.error.fields).toMatchObject([{ path: 'body.source' }])
    expect((await send(files(32_000_000))).body.error.code).toBe('PayloadTooLarge')
    const seen = await shop.get(imports, token)
    expect(seen.body.imports.map(({ source }: { source: string }) => source)).toEqual(['big'])
  })

  it('are limited to a few of one caller at a time', async () => {
    const token = await shop.operator()
    const announced = head({ path: imports, length: megabytes31, token, headers: [json] })
    const holding = Array.from({ length: bodyRules.perCaller }, () => {
      const socket = connect(Number(origin.port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write(announced)
      socket.write('{')
      return socket
    })
    await expect.poll(spooledBodiesOpen, { timeout: 20_000 }).toBe(bodyRules.perCaller)
    expect(codeOf(await exchange(announced, '{'))).toBe('TooManyRequests')
    for (const socket of holding) socket.destroy()
    // An aborted request frees its slot.
    await expect.poll(spooledBodiesOpen, { timeout: 20_000 }).toBe(0)
    const answer = await shop.send({ method: 'POST', path: imports, token, payload: files(70_000) })
    expect(answer.body.state).toBe('waiting')
  })
})

describe('other bodies', () => {
  it.each([
    ['objects', '{"a":', '1', '}'],
    ['lists', '[', '', ']'],
  ])(
    '%s inside each other a thousand times are refused with a code',
    async (_, open, core, close) => {
      const payload = open.repeat(1_000) + core + close.repeat(1_000)
      for (const path of ['/v2/auth/login', '/v2/orders/checkout', '/v2/Booking/choose-seat']) {
        const answer = await shop.send({ method: 'POST', path, payload, token: await shop.guest() })
        expect(answer.status).toBe(400)
        expect(answer.body.error.code).toBe('BodyTooDeep')
      }
    },
  )

  it('brackets in texts do not count as depth', async () => {
    const payload = JSON.stringify({ email: `${'['.repeat(60)}\\"{{`, password: '{'.repeat(90) })
    const answer = await shop.send({ method: 'POST', path: '/v2/auth/login', payload })
    expect(answer.body.error.code).toBe('LoginFailed')
  })

  it('a compressed body is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const headers = [json, `content-encoding: ${encoding}`]
      const answer = await exchange(
        head({ path: '/v2/auth/login', length: bomb.length, headers }),
        bomb,
      )
      expect(codeOf(answer)).toBe('UnsupportedMediaType')
    }
  })

  it('an empty body with a content type counts as none', async () => {
    const token = await shop.customer()
    const headers = { 'content-type': 'application/json' }
    const send = (path: string) => shop.send({ method: 'POST', path, token, headers })
    expect((await send('/v2/auth/sessions/end-others')).body).toEqual({ done: true })
    const missing = await send('/v2/auth/login')
    expect(missing.body.error).toMatchObject({ code: 'BadRequest' })
    expect(missing.body.error.fields.length).toBeGreaterThan(0)
  })
})

describe('methods', () => {
  it.each(['/', '/v2/auth/login', '/metrics', '/nowhere'])('TRACE %s has a code', async (path) => {
    const answer = await exchange(head({ method: 'TRACE', path, headers: ['x-secret: 42'] }))
    expect(answer).toMatch(/^HTTP\/1.1 405/)
    expect(codeOf(answer)).toBe('MethodNotAllowed')
    expect(answer).toMatch(/^allow: GET/im)
    expect(answer).not.toContain('x-secret')
  })

  it.each(['PROPFIND', 'LOCK', 'REPORT', 'MKCOL', 'QUERY'])('%s has a code', async (method) => {
    const answer = await exchange(head({ method, path: '/v2/auth/login', length: 0 }))
    expect(answer).toMatch(/^HTTP\/1.1 501/)
    expect(isErrorCode(codeOf(answer))).toBe(true)
  })
})

describe('/metrics', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    shop.app.inject({ url: '/metrics', remoteAddress, headers })

  it('are readable on this machine, and not through a proxy', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      expect((await from(address)).statusCode).toBe(200)
    for (const address of ['10.0.0.7', '203.0.113.9', '2001:db8::1'])
      expect((await from(address)).json()).toMatchObject({ error: { code: 'Forbidden' } })
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect((await from('127.0.0.1', { [name]: '203.0.113.9' })).statusCode).toBe(403)
  })

  it('are readable with the token from anywhere', async () => {
    const token = 'a token of many letters'
    const other = await openHostileShop({ METRICS_TOKEN: token })
    const ask = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { authorization }
      const options = { url: '/metrics', remoteAddress: '203.0.113.9', headers }
      return (await other.app.inject(options)).statusCode
    }
    expect(await ask(`Bearer ${token}`)).toBe(200)
    for (const wrong of [undefined, token, 'Bearer ', `Bearer ${token}x`])
      expect(await ask(wrong)).toBe(403)
    await other.close()
  })
})
