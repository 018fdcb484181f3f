/**
 * Goal: nothing that a stranger can cause fills the log. Method: kinds of broken, refused and interrupted requests over
 * sockets, ten of each, with a logger that keeps every line from `info` on.
 */
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refusalCounts } from '#platform/refusals.ts'
import { openHostileShop, type HostileShop } from './shop.ts'

const lines: string[] = []
const repeats = 10
let shop: HostileShop
let host: string
let port: number

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  shop = await openHostileShop({}, { log })
  ;({ host } = new URL(shop.config.PUBLIC_ORIGIN))
  port = Number(new URL(shop.config.PUBLIC_ORIGIN).port)
})
afterAll(() => shop.close())
beforeEach(() => {
  lines.length = 0
})

/** Sends the pieces and waits for the end of the connection; `leaves` ends it without waiting for an answer. */
function exchange(pieces: readonly string[], leaves: boolean): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += String(data)
      socket.end()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.on('connect', () => {
      for (const piece of pieces) socket.write(piece)
      if (leaves) setTimeout(() => socket.destroy(), 50)
    })
  })
}

const json = 'content-type: application/json'
const key = 'api_key=demo-web'
const head = (first: string, ...fields: string[]) =>
  [`${first} HTTP/1.1`, `host: ${host}`, ...fields, '', ''].join('\r\n')
const post = (path: string, body: string, ...fields: string[]) =>
  head(`POST ${path}`, json, `content-length: ${body.length}`, ...fields) + body

const kinds: Record<string, () => { pieces: string[]; leaves?: boolean }> = {
  'bad JSON': () => ({ pieces: [post(`/v2/auth/login?${key}`, '{"email":')] }),
  'a wrong content type': () => ({
    pieces: [head(`POST /v2/auth/login?${key}`, 'content-type: x/y', 'content-length: 1') + 'a'],
  }),
  'an unknown address': () => ({ pieces: [head(`GET /v2/nothing?${key}`)] }),
  'a broken escape': () => ({ pieces: [head('GET /v2/%ff%')] }),
  'an unknown method': () => ({ pieces: [head('BREW /v2/events')] }),
  'refused credentials': () => ({
    pieces: [head(`GET /groot/Accounts?${key}`, 'authorization: Bearer wrong')],
  }),
  'a wrong password': () => ({
    pieces: [post(`/v2/auth/login?${key}`, '{"email":"a@example.com","password":"wrong"}')],
  }),
  'a bad host': () => ({ pieces: ['GET / HTTP/1.1\r\nhost: ][\r\n\r\n'] }),
  'no host': () => ({ pieces: ['GET / HTTP/1.1\r\n\r\n'] }),
  'no HTTP': () => ({ pieces: ['\u0016\u0003\u0001 hello\r\n\r\n'] }),
  'a header of 100 KB': () => ({ pieces: [head('GET /', `x: ${'a'.repeat(100_000)}`)] }),
  'a broken upgrade': () => ({
    pieces: [head('GET /', 'connection: upgrade', 'upgrade: websocket')],
    leaves: true,
  }),
  'an aborted body': () => ({
    pieces: [head(`POST /v2/auth/login?${key}`, json, 'content-length: 500') + '{"email"'],
    leaves: true,
  }),
  'an aborted chunk': () => ({
    pieces: [
      head(`POST /v2/auth/login?${key}`, json, 'transfer-encoding: chunked') + 'ff\r\n{"email"',
    ],
    leaves: true,
  }),
  'an aborted form': () => ({
    pieces: [
      head(
        `POST /letters/news`,
        'content-type: application/x-www-form-urlencoded',
        'content-length: 500',
      ) + 'a=b',
    ],
    leaves: true,
  }),
  'a body longer than allowed': () => ({
    pieces: [head(`POST /v2/auth/login?${key}`, json, 'content-length: 99000000') + '{'],
  }),
  'an answer that nobody reads': () => ({ pieces: [head('GET /docs')], leaves: true }),
}

test.each(Object.keys(kinds))('%s writes no line', async (kind) => {
  const { pieces, leaves = false } = kinds[kind]!()
  for (let n = 0; n < repeats; n += 1) await exchange(pieces, leaves)
  expect(lines).toEqual([])
})

test.each([
  ['PUT', '/groot/Accounts/image', 'content-length: 900000'],
  ['PUT', '/groot/Accounts/image', 'content-length: 9000'],
])('%s %s that a signed-in caller leaves with %s writes no line', async (method, path, length) => {
  const bearer = `authorization: Bearer ${await shop.customer()}`
  const before = refusalCounts().get('caller-left') ?? 0
  for (let n = 0; n < repeats; n += 1)
    await exchange([head(`${method} ${path}?${key}`, json, length, bearer) + '{"image":"'], true)
  await expect
    .poll(() => refusalCounts().get('caller-left') ?? 0, { message: 'those who left are counted' })
    .toBeGreaterThanOrEqual(before + repeats)
  expect(lines).toEqual([])
})

test('what breaks HTTP itself is counted', async () => {
  const before = refusalCounts().get('broken-request') ?? 0
  await exchange(['no request\r\n\r\n'], false)
  expect(refusalCounts().get('broken-request')).toBe(before + 1)
})
