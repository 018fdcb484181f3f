import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import * as withdrawals from '../withdrawal-contract.ts'
import type { BalancesView } from '../contract.ts'
import { presentBalances, readBalances, readLog, readMovements } from './balances.ts'
import { openCounterCode } from './counter-codes.ts'
import { listWithdrawals } from './withdrawals.ts'
import { listBankAccounts } from './bank-accounts.ts'

const listedMax = 100

/** Calls that read a customer's balance; calls that change it are implemented by the flows. */
export const walletRoutes: readonly Implementation[] = [
  implement(calls.balanceRead, requireCustomer, (context) => showBalances(context)),
  implement(calls.walletBalance, requireCustomer, (context) => showBalances(context)),
  implement(calls.balanceList, requireCustomer, async (context) => {
    const { actor } = context
    if (actor.kind !== 'customer') return fail('Unauthenticated')
    const page = { currency: 'GEL', most: listedMax } as const
    return ok({ movements: await readMovements(context, actor.customerId, page) })
  }),
  implement(calls.ownStatement, requireCustomer, async (context, { query }) => {
    const { actor } = context
    if (actor.kind !== 'customer') return fail('Unauthenticated')
    const { cursor, pageSize, currency } = query
    const page = { currency, before: cursor, most: pageSize }
    const movements = await readMovements(context, actor.customerId, page)
    const last = movements.at(-1)?.number ?? 1
    // Numbers have no gaps, so movement 1 is always the last one of the last page.
    return ok({ movements, nextCursor: last > 1 ? last : null })
  }),
  implement(calls.balanceLogs, requireCustomer, async (context) => {
    const { actor } = context
    if (actor.kind !== 'customer') return fail('Unauthenticated')
    const logs = await readLog(context, actor.customerId, listedMax)
    return ok({
      logs: logs.map(({ id, at, kind, amountMinor, currency, reference }) => ({
        id,
        at: at.toISOString(),
        kind,
        amount: money(amountMinor, currency),
        reference,
      })),
    })
  }),
  implement(calls.counterCode, requireCustomer, (context) => openCounterCode(context)),
  implement(withdrawals.ownWithdrawals, requireCustomer, (context) =>
    listWithdrawals(context, listedMax),
  ),
  implement(withdrawals.ownBankAccounts, requireCustomer, (context) => listBankAccounts(context)),
]

async function showBalances(context: Context): Promise<Result<BalancesView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  return ok(presentBalances(await readBalances(context, actor.customerId)))
}
