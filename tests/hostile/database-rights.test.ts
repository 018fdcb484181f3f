/**
 * Goal: whoever can send statements through the shop's own connection changes no table, empties none, and rewrites
 * neither ledger nor logs, while the shop sells and gives back with that role. Method: the whole shop and a worker's
 * queue with a role that `grantRights` has prepared; the rights that the database itself reports.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allJobs } from '#apps/server/jobs.ts'
import { grantRights } from '#platform/database/grant-rights.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { mayMigrateJobs } from '#platform/jobs/migration.ts'
import { startMailbox } from '../../fakes/mailbox/start.ts'
import { migrateDatabase } from '../../tools/migrate-database.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { watch } from './processes.ts'
import { expectOk, purchase } from './purchases.ts'
import { buyer, openHostileShop, type HostileShop } from './shop.ts'

const role = `shop_${randomBytes(6).toString('hex')}`
/** Nothing listens there. */
const nobody = 'http://127.0.0.1:9'
let database: TestDatabase
let restricted: string
let shop: HostileShop

async function asOwner<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  database = await testDatabase()
  await asOwner(`create role ${role} login password 'of this test'`)
  await grantRights(database.url, role)
  const address = new URL(database.url)
  address.username = role
  address.password = 'of this test'
  restricted = address.href
  const drop = async () => {
    await asOwner(`drop owned by ${role}`)
    await asOwner(`drop role ${role}`)
    await database.drop()
  }
  shop = await openHostileShop({}, { database: { url: restricted, drop } })
})
afterAll(() => shop.close())

it('the shop sells a ticket, sends it and takes it back with these rights', async () => {
  const token = await shop.guest()
  const request = { event: await shop.event(), placeIds: [1, 2] }
  const { ticketIdentifiers } = await purchase(shop, {
    token,
    station: 'paid',
    request,
  })
  const [ticketIdentifier] = ticketIdentifiers
  const query = `ticketIdentifier=${ticketIdentifier}`
  const { quote } = await expectOk(shop.get(`/v2/tickets/return?${query}`, token))
  await expectOk(shop.post('/v2/tickets/return', { quote }, token))
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  const worker = await watch({
    file: 'src/apps/worker/main.ts',
    environment: {
      DATABASE_URL: restricted,
      PUBLIC_ORIGIN: shop.config.PUBLIC_ORIGIN,
      SMTP_URL: mailbox.smtpUrl,
      TPAY_URL: shop.bank.url,
      SMS_URL: nobody,
      PAYOUT_URL: nobody,
      LOG_LEVEL: 'info',
    },
    isReady: async (said) => said.includes('working'),
  })
  try {
    // A job and two sweeps: the letter with the tickets, the refund.
    await expect
      .poll(() => mailbox.list({ to: buyer.email }).length, { message: 'the letters arrive' })
      .toBeGreaterThan(1)
    const refunds = () => asOwner<{ state: string }>('select state from refund')
    await expect.poll(refunds, { message: 'the refund is made' }).toEqual([{ state: 'done' }])
  } finally {
    await worker.stop()
    await mailbox.stop()
  }
  // Every sweep has run once, and the job queue has supervised itself.
  expect(worker.said()).not.toMatch(/permission denied|must be owner|42501/)
}, 120_000)

it('an upgrade of the job queue is finished by the owner, not by the worker', async () => {
  await asOwner(`insert into pgboss.bam (name, version, table_name, command)
    values ('later', 99, 'job', 'create index concurrently later on pgboss.warning (created_on)')`)
  await asOwner('update pgboss.version set bam_on = null')
  const errors: Error[] = []
  const server = await openJobs({
    url: restricted,
    jobs: allJobs,
    supervise: true,
    mayMigrate: await mayMigrateJobs(shop.context.db),
    onError: (error) => errors.push(error),
  })
  await server.stop()
  await migrateDatabase({ DATABASE_URL: restricted, DATABASE_OWNER_URL: database.url })
  expect(errors).toEqual([])
  expect(await asOwner(`select status from pgboss.bam where name = 'later'`)).toEqual([
    { status: 'completed' },
  ])
  expect(await asOwner(`select to_regclass('pgboss.later')::text as name`)).toEqual([
    { name: 'pgboss.later' },
  ])
})

it('what the shop does not need is refused', async () => {
  const client = new pg.Client({ connectionString: restricted })
  await client.connect()
  const refused = [
    'create table stolen (id integer)',
    'create schema stolen',
    'drop table ticket',
    'alter table ledger_posting disable trigger all',
    'create index stolen on ticket (id)',
    'truncate order_log',
    'update ledger_posting set amount_minor = 0',
    'delete from ledger_transfer',
    'delete from operator_log',
    "update staff_log set action = 'none'",
    'delete from multipass_entry',
    'delete from migration',
    'delete from server_secret',
    "insert into server_secret (id, secret) values (2, 'known')",
    "update server_secret set secret = 'known'",
    "update signing_key set private_key = 'known'",
    'delete from signing_key',
    'create table pgboss.stolen (id integer)',
    'set session_replication_role = replica',
    "select pg_read_file('/etc/passwd')",
    "copy ticket to program 'true'",
    `alter role ${role} superuser`,
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  ]
  const codes = []
  for (const text of refused) {
    const failure = await client.query(text).then(
      () => null,
      (error: pg.DatabaseError) => error.code,
    )
    codes.push([text, failure])
  }
  await client.end()
  expect(codes).toEqual(refused.map((text) => [text, '42501']))
})

it('the role owns nothing', async () => {
  const owned = await asOwner(`select relname from pg_class join pg_roles on pg_roles.oid = relowner
    where rolname = '${role}'`)
  expect(owned).toEqual([])
})

it('an owner, or a superuser, is no role for the shop', async () => {
  const user = decodeURIComponent(new URL(database.url).username)
  await expect(grantRights(database.url, user)).rejects.toThrow(/superuser/)
  await expect(grantRights(database.url, 'nobody_here')).rejects.toThrow(/no role/)
})
