import { sql } from 'kysely'
import { customerAccount, postTransfer } from '#modules/wallet/server/public-api.ts'
import { readMovements } from '#modules/wallet/server/balances.ts'
import { ledgerViolations } from '#modules/wallet/tests/ledger-checks.ts'
import type { Context } from '#platform/context.ts'
import { withBenchDatabase } from './bench-database.ts'
import { benchContext } from './engine.ts'
import type { BenchFigure } from './figures.ts'
import { findPgbench, runPgbench } from './pgbench.ts'

const customerCount = 2_000
const clientCount = 16
const transferCount = 16_000
const roundCount = 3
const postingCount = 100_000

/**
 * The ledger. Top-ups per second of 2,000 customers through `postTransfer` with 16 in flight, against pgbench
 * sending the same statement from 16 clients, alternating rounds, the median counts; then 100,000 postings to one
 * customer in one transaction, and the pages of that statement. fsync is on; the ledger is checked at the end.
 */
export async function benchLedger(): Promise<BenchFigure[]> {
  return withBenchDatabase(clientCount, async (db, url) => {
    const context = benchContext(db)
    const figures = [await benchTransfers(context, url), ...(await benchLong(context))]
    const breaches = await ledgerViolations(context)
    if (breaches.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(breaches[0])}`)
    return figures
  })
}

const customer = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`

function topUp(context: Context, customerId: string): Promise<boolean> {
  return postTransfer(context, {
    idempotencyKey: context.random.uuid(),
    kind: 'top-up',
    reference: customerId,
    postings: [
      { account: 'provider:bench', currency: 'GEL', amountMinor: 100 },
      { account: customerAccount(customerId), currency: 'GEL', amountMinor: -100 },
    ],
  })
}

async function benchTransfers(context: Context, url: string): Promise<BenchFigure> {
  for (let number = 0; number < customerCount; number += 1) await topUp(context, customer(number))
  await sql`vacuum analyze`.execute(context.db)
  const pgbench = await findPgbench()
  const ours: number[] = []
  const theirs: number[] = []
  // Round 0 warms up and is not counted.
  for (let round = 0; round <= roundCount; round += 1) {
    const rate = await transfersPerSecond(context)
    if (round > 0) ours.push(rate)
    if (!pgbench) continue
    const other = await runPgbench({
      binary: pgbench,
      url,
      script: pgbenchTopUp,
      clientCount,
      transactionCount: transferCount,
    })
    if (round > 0) theirs.push(other)
  }
  const figure = {
    name: 'transfers through the ledger, each durable',
    value: Math.round(median(ours)),
    unit: 'transfers/s',
    target: 'at least 0.8× pgbench',
    note: `${clientCount} under way, ${customerCount} customers, ${roundCount} rounds of ${transferCount}`,
  }
  if (!pgbench) return figure
  const baseline = {
    name: `pgbench, the same statement, ${clientCount} clients`,
    value: median(theirs),
  }
  const ratio = Math.round((figure.value / baseline.value) * 100) / 100
  return { ...figure, baseline, ratio, met: ratio >= 0.8 }
}

async function transfersPerSecond(context: Context): Promise<number> {
  let left = transferCount
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clientCount }, async () => {
      while (left > 0) {
        left -= 1
        await topUp(context, customer(Math.floor(Math.random() * customerCount)))
      }
    }),
  )
  return transferCount / ((performance.now() - startedAt) / 1_000)
}

/** The statement of `postTransfer` with pgbench's values; a colon would be a variable, even inside a text. */
const pgbenchTopUp = `\\set who random(0, ${customerCount - 1})
with line as (
  select a.id as account_id, line.amount_minor
  from unnest(
    array['customer' || chr(58) || '00000000-0000-7000-8000-' || lpad(:who::text, 12, '0'),
      'provider' || chr(58) || 'bench'],
    array['GEL', 'GEL']::char(3)[], array[-100, 100]::bigint[]
  ) as line (code, currency, amount_minor)
  left join ledger_account a on a.code = line.code and a.currency = line.currency
), head as (
  insert into ledger_transfer (id, idempotency_key, kind, reference, occurred_at)
  select gen_random_uuid(), gen_random_uuid()::text, 'top-up', :who::text, now()
  where not exists (select from line where account_id is null)
  on conflict (idempotency_key) do nothing returning id
), posted as (
  insert into ledger_posting (transfer_id, account_id, amount_minor)
  select head.id, line.account_id, line.amount_minor from head cross join line
  returning 1
)
select exists (select from posted), exists (select from line where account_id is null);
`

async function benchLong(context: Context): Promise<BenchFigure[]> {
  const customerId = customer(0)
  const began = performance.now()
  await context.db.transaction().execute(async (db) => {
    await sql`
      with head as (
        insert into ledger_transfer (id, idempotency_key, kind, reference, occurred_at)
        select gen_random_uuid(), 'long ' || n, 'top-up', 'long', now() from generate_series(1, ${postingCount}::int) n
        returning id
      )
      insert into ledger_posting (transfer_id, account_id, amount_minor)
      select head.id, a.id, case when a.code like 'customer:%' then -100 else 100 end
      from head, ledger_account a
      where a.code in ('provider:bench', ${customerAccount(customerId)})
    `.execute(db)
  })
  const seconds = (performance.now() - began) / 1_000
  await sql`vacuum analyze`.execute(context.db)
  let before: number | undefined
  const times: number[] = []
  // From the newest movement to the oldest, a hundred per page.
  for (;;) {
    const start = performance.now()
    const page = await readMovements(context, customerId, { currency: 'GEL', before, most: 100 })
    times.push(performance.now() - start)
    before = page.at(-1)?.number
    if (before === undefined || before === 1) break
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return [
    {
      name: `${postingCount.toLocaleString('en')} postings to one customer in one transaction`,
      value: seconds,
      unit: 's',
      note: 'with both sides of each transfer, its statement line and the check of its sum',
    },
    {
      name: `a page of the statement of an account with ${postingCount.toLocaleString('en')} postings, p99`,
      value: p99,
      unit: 'ms',
      target: 'under 50',
      met: p99 < 50,
      note: `all ${times.length} pages read from the newest to the oldest; p50 ${median(times).toFixed(2)} ms, slowest ${sorted.at(-1)?.toFixed(1)} ms`,
    },
  ]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
