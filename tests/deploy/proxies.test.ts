/**
 * Goal: behind the proxies of `deploy/` a shop sells while one server can, shows kept pages while none can, and loses no server
 * because of a slow page. Method: HAProxy and nginx, where this machine has them, with the files of `deploy/` and other
 * addresses, in front of two servers whose database is there, away or slow.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registerHealth } from '#apps/server/health.ts'
import type { Services } from '#apps/server/services.ts'
import { freePort } from '#platform/ports.ts'
import { waitFor } from '../support/wait.ts'

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8')

const isInstalled = (program: string) => !spawnSync(program, ['-v']).error

interface Server {
  readonly app: FastifyInstance
  readonly port: number
  isReady: boolean
  database: 'there' | 'away' | 'slow'
  /** How often a proxy was answered late. */
  lateAnswers: number
}

/** As long as a page that is being rendered may delay the answer. */
const slowMilliseconds = 800

/** A shop with one kept page and one call that needs the database. */
async function openServer(name: string): Promise<Server> {
  const app = fastify()
  const server: Server = {
    app,
    port: await freePort(),
    isReady: true,
    database: 'there',
    lateAnswers: 0,
  }
  const services = {
    async check() {
      if (server.database === 'away') throw new Error('away')
      if (server.database === 'slow') {
        await pause(slowMilliseconds)
        server.lateAnswers += 1
      }
      return { pendingMigrations: 0 }
    },
  } as Services
  registerHealth(app, { services, isReady: () => server.isReady })
  app.get('/page', async () => ({ page: name }))
  app.get('/order', async (_request, reply) =>
    server.database === 'away'
      ? reply.code(503).send({ code: 'ServiceUnavailable' })
      : { order: name },
  )
  await app.listen({ port: server.port, host: '127.0.0.1' })
  return server
}

let folder: string
let servers: Server[]
let proxy: ChildProcess
let said: string
let origin: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-proxy-'))
  servers = [await openServer('1'), await openServer('2')]
  said = ''
})

afterEach(async () => {
  if (proxy.exitCode === null && proxy.kill('SIGTERM')) await once(proxy, 'exit')
  await Promise.all(servers.map(({ app }) => app.close()))
  await rm(folder, { recursive: true })
})

/** The file with the addresses of this test. */
function localized(file: string): string {
  return servers.reduce(
    (text, { port }, index) => text.replaceAll(`server-${index + 1}:3000`, `127.0.0.1:${port}`),
    read(file),
  )
}

async function start(program: string, parameters: readonly string[]): Promise<void> {
  proxy = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [proxy.stdout, proxy.stderr])
    stream?.on('data', (part: Buffer) => (said += part.toString()))
  await waitFor(
    `${program} sends orders to a server`,
    async () => proxy.exitCode !== null || (await get('/order').catch(() => null))?.status === 200,
  )
  expect({ exitCode: proxy.exitCode, said }).toMatchObject({ exitCode: null })
}

async function get(address: string) {
  const response = await fetch(`${origin}${address}`, { headers: { connection: 'close' } })
  return { status: response.status, body: await response.text() }
}

/** The different answers to several requests. */
async function answersTo(address: string): Promise<string[]> {
  const found = new Set<string>()
  for (let turn = 0; turn < 12; turn += 1) {
    const { status, body } = await get(address)
    found.add(`${status} ${body}`)
  }
  return [...found].toSorted()
}

const eventually = (address: string, answers: readonly string[]) =>
  expect
    .poll(() => answersTo(address), { message: `${address}: ${answers.join()}`, timeout: 20_000 })
    .toEqual(answers)

const orders = ['200 {"order":"1"}', '200 {"order":"2"}']
const pages = ['200 {"page":"1"}', '200 {"page":"2"}']
const refused = ['503 {"code":"ServiceUnavailable"}']

describe.skipIf(!isInstalled('haproxy'))('HAProxy', () => {
  beforeEach(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const text = localized('haproxy/shop.cfg')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      // This machine may allow fewer open files.
      .replace('maxconn 60000', 'maxconn 1000')
      .replace(/^ {4}bind :8443.*\n/m, '')
      .replace(/^ {4}http-request redirect.*\n/m, '')
    await writeFile(path.join(folder, 'shop.cfg'), text)
    await start('haproxy', ['-db', '-f', path.join(folder, 'shop.cfg')])
  })

  test('sends orders to who can take them, and shows kept pages when nobody can', async () => {
    const [first, second] = servers as [Server, Server]
    await eventually('/order', orders)
    first.database = 'away'
    await eventually('/order', [orders[1] as string])
    second.database = 'away'
    await eventually('/page', pages)
    expect(await answersTo('/order')).toEqual(refused)
    expect(await answersTo('/page')).toEqual(pages)
    first.database = 'there'
    await eventually('/order', [orders[0] as string])
    second.database = 'there'
    await eventually('/order', orders)
    first.isReady = false
    await eventually('/page', [pages[1] as string])
    for (const health of ['/livez', '/readyz', '/healthz', '/metrics'])
      expect((await get(health)).status).toBe(404)
  }, 90_000)

  test('loses no server that answers late', async () => {
    await eventually('/order', orders)
    for (const server of servers) server.database = 'slow'
    await waitFor('late answers of both servers', () =>
      servers.every(({ lateAnswers }) => lateAnswers >= 6),
    )
    expect(await answersTo('/order')).toEqual(orders)
    expect(said).not.toMatch(/ is DOWN/)
  }, 90_000)
})

describe.skipIf(!isInstalled('nginx'))('nginx', () => {
  beforeEach(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    const [redirecting = '', serving = ''] = localized('nginx.conf')
      .split(/^(?=server \{)/m)
      .slice(1)
    const shop = localized('nginx.conf')
      .replace(redirecting, '')
      .replace(serving, serving.replace(/^ {4}(?:listen|http2|ssl_certificate\w*) .*\n/gm, ''))
      .replace('    server_name', `    listen 127.0.0.1:${port};\n    server_name`)
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    await writeFile(
      path.join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events { }
      http { access_log off; ${own} ${shop} }`,
    )
    await start('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')])
  })

  test('asks the next server, and shows kept pages when nobody can take orders', async () => {
    const [first, second] = servers as [Server, Server]
    expect(await answersTo('/order')).toEqual(orders)
    first.database = 'away'
    expect(await answersTo('/order')).toEqual([orders[1]])
    second.database = 'away'
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await answersTo('/order')).toEqual(refused)
      expect(await answersTo('/page')).toEqual(pages)
    }
    for (const server of servers) server.database = 'there'
    expect(await answersTo('/order')).toEqual(orders)
    await first.app.close()
    expect(await answersTo('/page')).toEqual([pages[1]])
    for (const health of ['/livez', '/readyz', '/healthz', '/metrics'])
      expect((await get(health)).status).toBe(404)
  }, 60_000)
})
