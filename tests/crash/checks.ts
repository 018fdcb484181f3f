import { sql } from 'kysely'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import { createPorts } from '#apps/server/ports.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import type { TpayFake } from '../../fakes/tpay/start.ts'
import type { TestClock, TestContext } from '../support/context.ts'
import type { Crowd } from './shoppers.ts'

/**
 * Acknowledged holds and sales must still exist: a hold until its deadline, also of a failed order, whose places
 * are kept for a retry; a sale for ever.
 */
export async function findLost(
  context: Context,
  { acknowledged }: Pick<Crowd, 'acknowledged'>,
): Promise<string[]> {
  const holds = acknowledged.holds.map((hold) => hold.orderKey)
  const { rows } = await sql<{ broken: string }>`
    select 'acknowledged order is gone: ' || key as broken
      from unnest(${holds}::uuid[]) key where not exists (
        select from orders where order_key = key)
    union all
    select 'acknowledged sale is no sale: ' || key
      from unnest(${acknowledged.sales}::uuid[]) key where not exists (
        select from orders o join ticket t on t.order_id = o.id where o.order_key = key and o.status = 1)
    union all
    select 'acknowledged hold lost place ' || l.place_id || ' of ' || o.order_number
      from orders o join order_line l on l.order_id = o.id
      where o.order_key = any(${holds}::uuid[]) and l.place_id is not null
        and (o.status = 1 or o.status in (0, 2, 5, 6) and o.deadline_at > now()) and not exists (
          select from place_leg p where p.offering_id = l.offering_id and p.place_id = l.place_id
            and p.hold_id = l.hold_id and p.state in (1, 2))
    union all
    select 'acknowledged hold lost places of a pool: ' || o.order_number
      from orders o join order_line l on l.order_id = o.id
      where o.order_key = any(${holds}::uuid[]) and l.pool_id is not null
        and (o.status = 1 or o.status in (0, 2, 5, 6) and o.deadline_at > now()) and l.quantity > (
          select coalesce(sum(p.quantity), 0) from pool_hold p
          where p.hold_id = l.hold_id and p.pool_id = l.pool_id)
  `.execute(context.db)
  return rows.map((row) => row.broken)
}

/** Runs the sweeps of two hours. */
export async function settleEverything(
  context: TestContext,
  clock: TestClock,
  environment: Record<string, string>,
): Promise<void> {
  const { checkout } = createPorts(readConfig(environment))
  clock.set(new Date())
  for (let round = 0; round < 12; round += 1) {
    while ((await pollPayments(context, checkout)) > 0);
    while ((await expirePayingOrders(context, checkout)) > 0);
    while ((await sweepOverdueOrders(context, 500)) > 0);
    while ((await executeRefunds(context, checkout)) > 0);
    clock.advance(600)
  }
}

/** Compares the bank's records with ours, per payment and in total. */
export async function reconcile(context: Context, bank: TpayFake): Promise<string[]> {
  const broken: string[] = []
  const rows = await context.db
    .selectFrom('payment')
    .select(['external_id', 'captured_minor', 'refunded_minor'])
    .execute()
  const known = new Map(rows.map((row) => [row.external_id, row]))
  for (const { payId, capturedMinor, returnedMinor } of bank.payments()) {
    const ours = known.get(payId)
    const isSame =
      (ours?.captured_minor ?? 0) === capturedMinor && (ours?.refunded_minor ?? 0) === returnedMinor
    if (!isSame) broken.push(`bank and shop differ on ${payId}: ${capturedMinor}/${returnedMinor}`)
  }
  const net = bank.totals().GEL?.net ?? 0
  const balance = await readBalance(context, 'provider:tpay', 'GEL')
  if (balance !== net) broken.push(`the bank holds ${net} for us, the ledger says ${balance}`)
  const open = await context.db
    .selectFrom('orders')
    .select('order_number')
    .where('status', 'in', [0, 5, 6])
    .execute()
  for (const order of open) broken.push(`order ${order.order_number} never came to an end`)
  return broken
}
