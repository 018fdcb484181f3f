/**
 * Goal: what a call costs is limited by its caller's network, whether it is sent over HTTP or made by a page in process,
 * and counted once. Method: a server with a build of one personal and one public page whose loaders make the call.
 */
import type { FastifyInstance } from 'fastify'
import { createContext, type RouterContextProvider, type ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { PublicPages } from '#apps/web/public-page.ts'
import type { ServerCalls } from '#apps/web/server-calls.ts'
import { defineCall } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { fail, ok } from '#kernel/result.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { implement } from '#platform/http/implement.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { createServer } from '../server.ts'
import { openServices, type Services } from '../services.ts'
import { serverBuild } from './server-build.ts'

const shared = { area: 'own', method: 'GET', summary: '', reply: z.object({}) } as const
const search = defineCall({
  ...shared,
  id: 'own-costly',
  path: '/v2/Test/costly/{day}',
  credential: 'none',
  params: z.object({ day: z.string() }),
  cost: 'supplier',
})
const secret = defineCall({
  ...shared,
  id: 'own-secret',
  path: '/v2/Test/secret/{token}',
  credential: 'none',
  params: z.object({ token: z.string() }),
  limit: 'guess',
})
const read = defineCall({ ...shared, id: 'own-read', path: '/v2/Test/read', credential: 'none' })

let app: FastifyInstance
let services: Services
let drop: () => Promise<void>
let made: string[] = []

const serverCallsContext = createContext<ServerCalls>()

async function shown(url: URL, context: RouterContextProvider): Promise<Response> {
  const calls = context.get(serverCallsContext)
  const day = url.searchParams.get('day') ?? ''
  const token = url.searchParams.get('token')
  try {
    await calls.send(read)
    if (token === null) await calls.send(search, { params: { day } })
    else await calls.send(secret, { params: { token } })
    return new Response('a page', { headers: { 'content-type': 'text/html' } })
  } catch (error) {
    return new Response('refused', { status: error instanceof CallError ? error.status : 500 })
  }
}

function build(): ServerBuild {
  const loader = (args: { request: Request; context: RouterContextProvider }) =>
    shown(new URL(args.request.url), args.context)
  const createPublicPages = (): PublicPages => ({
    find: (path) =>
      path.endsWith('/public')
        ? { locale: 'en', query: ['day', 'token'], render: async () => null }
        : null,
  })
  return serverBuild({ serverCallsContext, createPublicPages }, { loader })
}

beforeAll(async () => {
  const database = await testDatabase()
  drop = database.drop
  const config = {
    ...readConfig({
      LOG_LEVEL: 'silent',
      LIMIT_COST_PER_MINUTE: '3',
      LIMIT_GUESS_PER_MINUTE: '2',
    }),
    DATABASE_URL: database.url,
  }
  services = await openServices(config, { name: 'test', supervise: false })
  app = await createServer({
    config,
    services,
    sessions: createSessionStore(),
    isReady: () => true,
    build: build(),
    implementations: [
      implement(search, async (_context, { params }) => {
        made.push(params.day)
        return ok({})
      }),
      implement(secret, async (_context, { params }) =>
        params.token === 'right' ? ok({}) : fail('NotFound'),
      ),
      implement(read, async () => ok({})),
    ],
  })
})
afterAll(async () => {
  await app.close()
  await services.close()
  await drop()
})

async function statusOf(url: string, remoteAddress: string): Promise<number> {
  return (await app.inject({ url, remoteAddress })).statusCode
}

test('a page’s calls count with those over HTTP, each once', async () => {
  made = []
  const from = '192.0.2.1'
  expect(await statusOf('/v2/Test/costly/1', from)).toBe(200)
  expect(await statusOf('/en/account?day=2', from)).toBe(200)
  expect(await statusOf('/v2/Test/costly/3', from)).toBe(200)
  expect(await statusOf('/en/account?day=4', from)).toBe(429)
  expect(await statusOf('/v2/Test/costly/5', from)).toBe(429)
  expect(await statusOf('/en/account?day=6', '192.0.2.2')).toBe(200)
  expect(made).toEqual(['1', '2', '3', '6'])
})

test('a public page counts for the visitor it is rendered for, a cached copy for nobody', async () => {
  made = []
  const from = '192.0.2.3'
  for (const day of ['1', '1', '1', '2', '2', '3'])
    expect(await statusOf(`/en/public?day=${day}`, from)).toBe(200)
  expect(await statusOf('/en/public?day=4', from)).toBe(429)
  expect(await statusOf('/en/public?day=1', from)).toBe(200)
  expect(await statusOf('/en/public?day=4', '192.0.2.4')).toBe(200)
  expect(made).toEqual(['1', '2', '3', '4'])
})

test('secrets are guessed through a page as seldom as over HTTP, and right ones opened by any number', async () => {
  const from = '192.0.2.5'
  for (let visit = 0; visit < 6; visit += 1)
    expect(await statusOf('/en/account?token=right', from)).toBe(200)
  expect(await statusOf('/en/account?token=wrong', from)).toBe(404)
  expect(await statusOf('/en/account?token=wrong', from)).toBe(404)
  expect(await statusOf('/en/account?token=wrong', from)).toBe(429)
  expect(await statusOf('/v2/Test/secret/right', from)).toBe(429)
})

test('a call with a cost cannot be declared as a read', () => {
  expect(() => defineCall({ ...read, id: 'own-wrong', cost: 'bank', limit: 'read' })).toThrow(
    'not limited as a read',
  )
})
