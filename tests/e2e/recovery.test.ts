/**
 * Goal: pages are served while PostgreSQL is unavailable, and a killed server loses nothing. Method: a shop on its own
 * PostgreSQL, which is really stopped, as is the server after a hold. `recovery.nightly.ts` kills processes of `npm start`.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { startPostgres, type RunningPostgres } from '#platform/postgres/start-postgres.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { findLost } from '../crash/checks.ts'
import { freePort } from '#platform/ports.ts'
import { KillableProcess } from '../crash/processes.ts'
import { openTestContext } from '../support/context.ts'

let folder: string
let postgres: RunningPostgres
let event: MadeEvent
let server: KillableProcess
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-away-'))
  await chmod(folder, 0o711)
  const dataDirectory = path.join(folder, 'postgres')
  postgres = await startPostgres({ dataDirectory, settings: { fsync: 'off' } })
  await migrate(postgres.url)
  const context = await openTestContext(postgres.url)
  event = await makeEvent(context, { startsAt: new Date(Date.now() + 30 * 86_400_000) })
  await context.close()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = new KillableProcess({
    file: 'src/apps/server/main.ts',
    environment: {
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMS_URL: 'http://127.0.0.1:9',
    },
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  await server.start()
}, 180_000)

afterAll(async () => {
  await server.kill()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Stops PostgreSQL like a power failure; resolves when its port refuses connections. */
async function endPostgres(): Promise<void> {
  const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGKILL')
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 60_000 })
    .toBe(503)
}

const choose = () =>
  fetch(`${origin}/v2/Booking/choose-seat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({
      eventId: event.eventId,
      places: [{ ticketTypeId: event.poolTypes[1]?.ticketTypeId, quantity: 1 }],
    }),
  })

test('serves cached pages and coded 503s while PostgreSQL is unavailable, and recovers', async () => {
  const pages = ['/', '/en', `/en/events/${event.eventId}`]
  const kept = new Map<string, string>()
  for (const page of pages) {
    const answer = await fetch(`${origin}${page}`)
    expect([page, answer.status]).toEqual([page, 200])
    kept.set(page, await answer.text())
  }
  await endPostgres()
  // Twice: from copies that are fresh for some seconds anyway, and after that time.
  for (const round of [1, 2]) {
    for (const page of pages) {
      const answer = await fetch(`${origin}${page}`, { headers: { cookie: 'AccessToken=nobodys' } })
      expect([round, page, answer.status]).toEqual([round, page, 200])
      expect(await answer.text()).toBe(kept.get(page))
    }
    const refused = await choose()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: { code: 'ServiceUnavailable' } })
    // Copies are sent without revalidation for two seconds.
    if (round === 1) await pause(2_500)
  }
  expect(await postgres.revive()).not.toBeNull()
  await expect
    .poll(async () => (await fetch(`${origin}/readyz`)).status, { timeout: 60_000 })
    .toBe(200)
  expect((await choose()).status).toBe(200)
  for (const page of pages) expect((await fetch(`${origin}${page}`)).status).toBe(200)
})

test('a killed server is started again with every hold that it has acknowledged', async () => {
  const chosen = await choose()
  expect(chosen.status).toBe(200)
  const { orderKey, accessToken } = (await chosen.json()) as Record<string, string>
  await server.kill()
  await expect(fetch(`${origin}/readyz`)).rejects.toThrow()
  await server.start()
  const context = await openTestContext(postgres.url)
  const holds = [{ orderKey: orderKey ?? '', token: accessToken ?? '' }]
  expect(await findLost(context, { acknowledged: { holds, sales: [] } })).toEqual([])
  await context.close()
  const buyer = { name: 'ნინო', email: 'nino@example.com', phone: '+995555000000' }
  const answer = await fetch(`${origin}/groot/Orders/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ orderKey, buyer, acceptTerms: true }),
  })
  expect(answer.status, await answer.text()).toBe(200)
})
