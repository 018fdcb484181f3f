import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import {
  openPayoutBank,
  readBalance,
  sendWithdrawals,
  voidHold,
} from '#modules/wallet/server/public-api.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import type { Context } from '#platform/context.ts'
import { compileCacheEnvironment } from '../../tools/compile-cache.ts'
import { startPayouts, type PayoutsFake } from '../../fakes/payouts/start.ts'
import { randomOf } from '../storm/random.ts'
import { openTestContext, testClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface WalletCrashReport {
  readonly transfers: number
  readonly paid: number
  readonly rejected: number
  /** Everything that is wrong with the ledger afterwards; must be empty. */
  readonly broken: readonly unknown[]
}

/**
 * Lets two processes move money while one after the other is killed, with a payout bank that rejects, does not
 * answer and fails; then completes every withdrawal and reconciles ledger, holds and bank.
 */
export async function crashWallet(options: {
  readonly seed: number
  readonly kills: number
  /** The mean time between two kills. */
  readonly milliseconds: number
}): Promise<WalletCrashReport> {
  const database = await testDatabase()
  const clock = testClock(new Date())
  const context = await openTestContext(database.url, clock)
  const bank = await startPayouts({ port: 0 })
  const children: ChildProcess[] = []
  const broken: unknown[] = []
  try {
    const owners = JSON.stringify(await makeCustomers(context))
    const random = randomOf(options.seed)
    const start = async (place: number) => {
      children[place] = await startPayer([
        database.url,
        bank.url,
        owners,
        String(Math.floor(random() * 2 ** 31)),
      ])
    }
    await Promise.all([start(0), start(1)])
    for (let kill = 0; kill < options.kills; kill += 1) {
      bank.misbehave({ rejectNext: 2, silentNext: 2, errorNext: 2, lateMs: 50 })
      await pause(options.milliseconds * (0.5 + random()))
      // The processes must meet no error, including deadlocks.
      if (children.some(isOver)) broken.push('a process ended by itself')
      await end(children[kill % 2])
      if (kill + 2 < options.kills) await start(kill % 2)
    }
    await Promise.all(children.map(end))
    broken.push(...(await ledgerViolations(context)))
    await finishAll(context, clock, bank)
    broken.push(...(await ledgerViolations(context)), ...(await reconcile(context, bank)))
    return { ...(await countUp(context)), broken }
  } finally {
    await Promise.all(children.map(end))
    await bank.stop()
    await context.close()
    await database.drop()
  }
}

async function makeCustomers(context: TestContext) {
  const { db, clock, random } = context
  const customers = Array.from({ length: 6 }, (_, number) => ({
    id: random.uuid(),
    email: `payer-${number}@example.com`,
    activated_at: clock.now(),
  }))
  await db.insertInto('customer').values(customers).execute()
  const accounts = await db
    .insertInto('bank_account')
    .values(
      customers.map(({ id }) => ({
        customer_id: id,
        iban: 'GE29NB0000000101904917',
        holder_name: 'Nino',
        created_at: clock.now(),
      })),
    )
    .returning(['id', 'customer_id'])
    .execute()
  return accounts.map((row) => ({ customerId: row.customer_id, bankAccountId: row.id }))
}

async function startPayer(parameters: readonly string[]): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./payer.ts', import.meta.url))
  const child = spawn(process.execPath, [file, ...parameters], {
    cwd: root,
    env: { ...process.env, ...compileCacheEnvironment },
    // The IPC channel closes when this process ends, which also ends the child.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('A payer ended early'))),
  ])
  return child
}

const isOver = (child: ChildProcess) => child.exitCode !== null

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || isOver(child) || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** The clocks of the processes ran ahead; nothing is due later than a day from now. */
async function finishAll(
  context: TestContext,
  clock: ReturnType<typeof testClock>,
  bank: PayoutsFake,
): Promise<void> {
  bank.misbehave({ rejectNext: 0, silentNext: 0, errorNext: 0, lateMs: 0 })
  const payouts = openPayoutBank({ url: bank.url, apiKey: 'demo-payout-key' })
  for (let round = 0; round < 1_000; round += 1) {
    clock.advance(86_400)
    if ((await sendWithdrawals(context, payouts)) === 0) break
    await pause(5)
  }
  const { rows } = await sql<{ id: string }>`
    select id from ledger_hold where state = 'pending' and reference = 'crash'`.execute(context.db)
  for (const { id } of rows) await voidHold(context, id)
}

async function reconcile(context: Context, bank: PayoutsFake): Promise<string[]> {
  const { rows } = await sql<{ broken: string }>`
    select 'a hold without an owner: ' || h.id as broken from ledger_hold h where h.state = 'pending'
    union all
    select 'a withdrawal without an end: ' || id from withdrawal where ended_at is null
    union all
    select 'a withdrawal and its hold disagree: ' || w.id from withdrawal w join ledger_hold h on h.id = w.hold_id
      where (w.state = 'paid') <> (h.state = 'posted')
    union all
    select 'a hold was posted and its money not moved: ' || h.id from ledger_hold h
      where (h.state = 'posted') <> exists (
        select from ledger_transfer t where t.idempotency_key = 'hold:' || h.id)
  `.execute(context.db)
  const broken = rows.map((row) => row.broken)
  const paid = await context.db
    .selectFrom('withdrawal')
    .select(['id', 'amount_minor'])
    .where('state', '=', 'paid')
    .execute()
  const done = bank.transfers().filter((transfer) => transfer.status === 'done')
  const ids = (all: readonly { readonly id: string }[]) =>
    all
      .map(({ id }) => id)
      .toSorted()
      .join()
  if (ids(done) !== ids(paid)) broken.push('the bank paid other withdrawals than the shop')
  const sum = paid.reduce((total, row) => total + row.amount_minor, 0)
  const ours = await readBalance(context, 'provider:payouts', 'GEL')
  const theirs = done.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
  if (ours !== 0 - sum || theirs !== sum)
    broken.push(`withdrawn are ${sum}, in the books ${ours}, at the bank ${theirs}`)
  return broken
}

async function countUp(context: Context): Promise<Omit<WalletCrashReport, 'broken'>> {
  const { rows } = await sql<{ transfers: number; paid: number; rejected: number }>`
    select (select count(*)::int from ledger_transfer) as transfers,
      (select count(*)::int from withdrawal where state = 'paid') as paid,
      (select count(*)::int from withdrawal where state = 'rejected') as rejected
  `.execute(context.db)
  return rows[0] ?? { transfers: 0, paid: 0, rejected: 0 }
}
