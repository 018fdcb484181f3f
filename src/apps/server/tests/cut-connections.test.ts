/**
 * Goal: a request with an idempotency key can be repeated at once, wherever its connection to the database was lost.
 * Method: a server that reaches PostgreSQL through a proxy; in one run after the other the proxy cuts the connection at the
 * next of the messages that the request sends: before it is passed on, or instead of its answer.
 */
import { connect, createServer as createProxy, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createServer } from '#apps/server/server.ts'
import { openServices, type Services } from '#apps/server/services.ts'
import { defineCall } from '#contract/call.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { implement } from '#platform/http/implement.ts'
import { testDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { unbounded } from '../../../../tests/support/unbounded.ts'

const work = defineCall({
  id: 'own-work',
  area: 'own',
  method: 'POST',
  path: '/v2/Test/work',
  summary: '',
  credential: 'none',
  idempotent: true,
  reply: z.object({ done: z.boolean() }),
})

type Side = 'before' | 'after'

/** The next cut: how many messages still pass, and on which side of the following one the connection ends. */
let cut: { passing: number; readonly side: Side } | null = null

let database: TestDatabase
let proxy: Server
let services: Services
let app: FastifyInstance

beforeAll(async () => {
  database = await testDatabase()
  const target = new URL(database.url)
  const socketFolder = target.searchParams.get('host')
  proxy = createProxy((client) => {
    const { port, hostname } = target
    const server = socketFolder
      ? connect(`${socketFolder}/.s.PGSQL.${port || '5432'}`)
      : connect(Number(port || '5432'), hostname)
    relay(client, server)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const through = new URL(database.url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as AddressInfo).port)
  const config = {
    ...readConfig({ DATABASE_URL: through.href, LOG_LEVEL: 'silent', ...unbounded }),
    DATABASE_URL: through.href,
  }
  services = await openServices(config, { name: 'cut', supervise: false })
  app = await createServer({
    config,
    services,
    sessions: createSessionStore(),
    isReady: () => true,
    implementations: [
      implement(work, async ({ db }) => {
        await sql`select 1`.execute(db)
        return { ok: true, value: { done: true } }
      }),
    ],
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await services.close()
  proxy.close()
  await database.drop()
})

function relay(client: Socket, server: Socket): void {
  const end = () => {
    client.destroy()
    server.destroy()
  }
  let isAnswerLost = false
  client.on('data', (message) => {
    const isCut = cut !== null && cut.passing-- === 0
    if (!isCut || !cut) return void server.write(message)
    const { side } = cut
    cut = null
    if (side === 'before') return end()
    isAnswerLost = true
    server.write(message)
  })
  server.on('data', (message) => (isAnswerLost ? end() : client.write(message)))
  for (const socket of [client, server]) socket.on('error', end).on('close', end)
}

const send = (key: string) =>
  app.inject({ method: 'POST', url: work.path, headers: { 'idempotency-key': key } })

/** Cuts the connection at one message after the other, until a request sends no more of them. */
async function cutAtEach(side: Side): Promise<(number | undefined)[]> {
  const statuses: number[] = []
  for (let at = 0; ; at += 1) {
    const key = `cut-${side}-the-message-${at}`
    cut = { passing: at, side }
    const { statusCode } = await send(key)
    const isOver = cut !== null
    cut = null
    if (isOver) return statuses
    statuses.push(statusCode)
    const repeat = { timeout: 5_000, interval: 50, message: `repeat after message ${at}` }
    await expect.poll(async () => (await send(key)).statusCode, repeat).toBe(200)
  }
}

test.each(['before', 'after'] as const)(
  'cut %s each message: the request can be repeated, and no key stays in use',
  async (side) => {
    // The connections are open and their statements are prepared.
    for (const key of ['warm-up-of-the-pool-1', 'warm-up-of-the-pool-2']) await send(key)
    const statuses = await cutAtEach(side)
    // At least the claim, the work and the answer.
    expect(statuses.length).toBeGreaterThanOrEqual(3)
    if (side === 'after') expect(statuses).toContain(503)
    const { rows } = await sql`select from idempotency_key where status_code is null`.execute(
      services.systemContext().db,
    )
    expect(rows).toEqual([])
  },
  60_000,
)
