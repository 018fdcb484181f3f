/**
 * Goal: the database can be restored to a point in time. Method: the embedded PostgreSQL with a log archive; a base
 * backup runs while one order is made, then the point in time, then another order; the machine is lost, and the
 * backup with the archive becomes a new server as of that point.
 */
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { eventSource } from '#modules/events/server/public-api.ts'
import { makeEvent, makeGuest, type MadeEvent } from '#modules/events/tests/factories.ts'
import { takeOffer } from '#modules/orders/server/public-api.ts'
import { startPostgres, type RunningPostgres } from '#platform/postgres/start-postgres.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'

let folder: string
const running: RunningPostgres[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bileti-restore-'))
  await chmod(folder, 0o711)
})
afterAll(async () => {
  for (const server of running) await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function withClient<Value>(
  url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function order(context: TestContext, event: MadeEvent, placeId: number): Promise<string> {
  const guest = await makeGuest(context)
  const ticketTypeId = event.seatTypes['a']?.ticketTypeId ?? 0
  const taken = await takeOffer(context.as(guest), eventSource, {
    request: { eventId: event.eventId, seats: [{ ticketTypeId, placeId }] },
  })
  if (!taken.ok) expect.unreachable(`no order: ${taken.code}`)
  return taken.value.orderKey
}

/** Copies the files of a running server between PostgreSQL's start and stop of a backup. */
async function backUp(url: string, cluster: string, target: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`select pg_backup_start('restore', true)`)
    await cp(cluster, target, {
      recursive: true,
      preserveTimestamps: true,
      // The log comes from the archive; files of the running process are not copied.
      filter: (file) => !/pg_wal\/.+|postmaster\.(?:pid|opts)$|\.s\.PGSQL/.test(file),
      // A file may disappear during the copy: the log restores its pages.
      errorOnExist: false,
    })
    const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
      'select labelfile, spcmapfile from pg_backup_stop(false)',
    )
    await writeFile(path.join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  })
}

/** Gives everything under it to the account of the server. */
async function give(target: string, like: string): Promise<void> {
  const { uid, gid } = await stat(like)
  await chown(target, uid, gid)
  for (const entry of await readdir(target, { recursive: true }))
    await chown(path.join(target, entry), uid, gid)
}

test('restores the order before the point in time, not the one after it, and sells again', async () => {
  const archive = path.join(folder, 'archive')
  await mkdir(archive)
  await chmod(archive, 0o777)
  const dataDirectory = path.join(folder, 'first')
  const server = await startPostgres({
    dataDirectory,
    settings: {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: `cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    },
  })
  running.push(server)
  await migrate(server.url)
  const clock = testClock(new Date())
  const context = await openTestContext(server.url, clock)
  const event = await makeEvent(context)
  const cluster = path.join(dataDirectory, 'cluster')
  const backup = path.join(folder, 'backup')
  await backUp(server.url, cluster, backup)
  const kept = await order(context, event, 1)
  await pause(50)
  const moment = await withClient(server.url, async (client) => {
    const { rows } = await client.query<{ at: string }>(`select clock_timestamp()::text as at`)
    return rows[0]?.at ?? ''
  })
  await pause(50)
  const undone = await order(context, event, 2)
  await context.close()
  const last = await withClient(server.url, async (client) => {
    const { rows } = await client.query<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    )
    return rows[0]?.file ?? ''
  })
  await expect.poll(() => readdir(archive), { timeout: 30_000 }).toContain(last)
  const owner = await stat(cluster)
  expect(owner.isDirectory()).toBe(true)

  // The machine is lost; the password file comes from the secret store.
  const restored = path.join(folder, 'second')
  await mkdir(restored)
  for (const entry of await readdir(dataDirectory))
    if (!/^(?:cluster|users|.*\.log.*)$/.test(entry))
      await cp(path.join(dataDirectory, entry), path.join(restored, entry), { recursive: true })
  await cp(backup, path.join(restored, 'cluster'), { recursive: true, preserveTimestamps: true })
  await mkdir(path.join(restored, 'cluster', 'pg_wal'), { recursive: true })
  await writeFile(path.join(restored, 'cluster', 'recovery.signal'), '')
  await give(restored, cluster)
  await chmod(path.join(restored, 'cluster'), 0o700)
  await server.stop()
  const again = await startPostgres({
    dataDirectory: restored,
    settings: {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    },
  })
  running.push(again)
  const isPromoted = () =>
    withClient(again.url, async (client) => {
      const { rows } = await client.query<{ still: boolean }>('select pg_is_in_recovery() as still')
      return rows[0]?.still === false
    })
  await expect.poll(isPromoted, { timeout: 60_000 }).toBe(true)

  const after = await openTestContext(again.url, clock)
  const found = await after.db.selectFrom('orders').select('order_key').execute()
  const keys = found.map((row) => row.order_key)
  expect(keys).toContain(kept)
  expect(keys).not.toContain(undone)
  expect(await findBrokenInvariants(after)).toEqual([])
  await expect(order(after, event, 2)).resolves.toEqual(expect.any(String))
  await after.close()
}, 180_000)
