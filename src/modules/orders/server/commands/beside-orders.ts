/** Parts of commands that number the places of an offering anew while its orders go on. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, type Result } from '#kernel/result.ts'
import { missingPlace } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { namedNumbers } from '#platform/database/named-numbers.ts'

const attemptsMax = 60
const pauseMilliseconds = 50

/**
 * Runs a command in a transaction that locks places first and their orders without waiting (`tryLockOrders`). While
 * another transaction has one of the orders, the command fails with `ServiceUnavailable`, is rolled back and tried again,
 * because that transaction may be waiting for the places.
 */
export async function repeatWhileOrdersAreLocked<Value>(
  context: Context,
  command: (inside: Context) => Promise<Result<Value, ErrorCode>>,
): Promise<Result<Value, ErrorCode>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const done = await inTransaction(context, command)
    if (done.ok || done.code !== 'ServiceUnavailable') return done
    await pause(pauseMilliseconds)
  }
  return fail('ServiceUnavailable')
}

const { Draft, Checkout, PaymentPending, Failed, Timeout, Canceled } = namedNumbers(orderStatus)

/**
 * Removes the place numbers of lines that were never paid and no longer have their place, in the transaction that gives
 * the numbers to other seats: a late payment would otherwise take the place that has the number now. `keptLineIds` are
 * the lines that have their places.
 */
export async function clearLapsedPlaces(
  context: Context,
  { offeringId, keptLineIds }: { readonly offeringId: number; readonly keptLineIds: number[] },
): Promise<void> {
  invariant(context.db.isTransaction, 'lines lose their numbers together with the places')
  await sql`
    update order_line l set place_id = ${missingPlace}::int from orders o
    where o.id = l.order_id and l.offering_id = ${offeringId}::bigint and l.place_id is not null
      and l.hold_id is not null and l.id <> all(${keptLineIds}::bigint[]) and o.processed_at is null
      and o.status in (${Draft}, ${Checkout}, ${PaymentPending}, ${Failed}, ${Timeout}, ${Canceled})`.execute(
    context.db,
  )
}
