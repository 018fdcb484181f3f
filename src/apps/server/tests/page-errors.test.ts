/**
 * Goal: the log has defects of the shop and no mistakes of callers. Method: a server with a page that renders, one that
 * fails, and callers that use other methods.
 */
import type { FastifyInstance } from 'fastify'
import { createContext, type RouterContextProvider, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServerCalls } from '#apps/web/server-calls.ts'
import { CallError } from '#contract/client.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { createServer } from '../server.ts'
import { openLog, openServices, type Services } from '../services.ts'
import { serverBuild } from './server-build.ts'

let app: FastifyInstance
let services: Services
let drop: () => Promise<void>
const written: string[] = []
const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>)

const serverCallsContext = createContext<ServerCalls>()
const token = 'a'.repeat(43)

function load({ request }: { request: Request }): Response {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/broken')) throw new Error('a defect')
  if (pathname.startsWith('/refused')) throw new CallError(404, { code: 'NotFound' } as never)
  return new Response('a page', { headers: { 'content-type': 'text/html' } })
}

function build(): ServerBuild {
  const handleError = (
    error: unknown,
    { request, context }: { request: Request; context: RouterContextProvider },
  ) => {
    const { method, url } = request
    context.get(serverCallsContext).reportError(error, { method, path: new URL(url).pathname })
  }
  const failed = () => new Response('an error', { status: 500 })
  return serverBuild({ default: failed, handleError, serverCallsContext }, { loader: load })
}

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'info' })
  services = await openServices(
    { ...config, LOG_LEVEL: 'silent', DATABASE_URL: database.url },
    { name: 'pages', supervise: false },
  )
  const log = openLog(config, 'pages', { write: (line: string) => void written.push(line) })
  app = await createServer({
    config,
    services: { ...services, log },
    build: build(),
    implementations: [],
    sessions: createSessionStore(),
    isReady: () => true,
  })
})
beforeEach(() => void written.splice(0))
afterAll(async () => {
  await app.close()
  await services.close()
  await drop()
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  '%s to a page says what is allowed, and nothing to the log',
  async (method) => {
    for (const url of ['/events/1', '/en/wp-login.php']) {
      const answer = await app.inject({ method, url })
      expect(answer.statusCode).toBe(405)
      expect(answer.headers['allow']).toBe('GET, HEAD')
      expect(answer.json()).toMatchObject({ error: { code: 'MethodNotAllowed' } })
    }
    expect(lines()).toEqual([])
  },
)

test('a page that fails is one line, with its request and without the token in its address', async () => {
  await app.inject(`/broken/${token}?key=${token}`)
  expect(lines()).toMatchObject([
    { level: 50, msg: 'page failed', method: 'GET', path: '/broken/[redacted]', status: 500 },
  ])
  expect(written.join('')).not.toContain(token)
  expect(lines()[0]?.['err']).toMatchObject({ message: 'a defect' })
})

test('what a call refuses is no line', async () => {
  await app.inject('/refused')
  expect(lines()).toEqual([])
  expect((await app.inject('/events/1')).statusCode).toBe(200)
})
