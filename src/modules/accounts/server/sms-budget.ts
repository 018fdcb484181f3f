/**
 * Budgets for SMS: per account, phone, network, country and for the whole shop, each per hour and day. Premium
 * numbers abroad pay the attacker who makes a shop send to them, so each foreign country has its own budget.
 */
import { callingCodeOf } from '#kernel/phone.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Bounds, Budget, SmsScope } from '#platform/bounds.ts'
import { callerKeys } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'
import { budgetShares, startOf, takeShares, type BudgetShare } from './message-budgets.ts'

/** The country without a country budget; its phones are limited individually. */
const homeCallingCode = '995'

/** Maximum to one phone, whatever is configured, so that nobody is flooded. */
const phoneDefault: Budget = { hour: 8, day: 8 }

interface Share extends BudgetShare {
  readonly scope: SmsScope
}

const refusals = new Map<SmsScope, number>()

/** Number of messages refused by this process, by exhausted budget. */
export function smsRefused(): ReadonlyMap<SmsScope, number> {
  return refusals
}

/**
 * Takes one message to a phone from every budget it falls under, or from none: the caller's transaction must be rolled
 * back with the refusal `SmsBudgetSpent`, which reports in how many seconds the budget is renewed. Messages with a link
 * have separate limits for sender and receiver.
 */
export async function takeSms(
  context: Context,
  phone: string,
  kind: 'code' | 'message',
): Promise<Result<null, 'SmsBudgetSpent'>> {
  const shares = await sharesOf(context, phone, kind)
  const now = context.clock.now()
  const spent = await takeShares(context, shares)
  if (spent.length === 0) return ok(null)
  for (const { scope } of spent) refusals.set(scope, (refusals.get(scope) ?? 0) + 1)
  const ends = spent.map(
    ({ windowSeconds }) => startOf(now, windowSeconds).getTime() + windowSeconds * 1_000,
  )
  const retryAfterSeconds = Math.ceil((Math.max(...ends) - now.getTime()) / 1_000)
  return fail('SmsBudgetSpent', { retryAfterSeconds })
}

async function sharesOf(
  context: Context,
  phone: string,
  kind: 'code' | 'message',
): Promise<Share[]> {
  const { actor, bounds } = context
  const budgets: Partial<Bounds['sms']> = bounds?.sms ?? { phone: phoneDefault }
  const country = callingCodeOf(phone)
  const account =
    actor.kind === 'customer' ? actor.customerId : 'sessionId' in actor ? actor.sessionId : null
  const network = (await callerKeys(context))?.network ?? null
  const subjects: Readonly<Record<SmsScope, string | null>> = {
    account: kind === 'code' ? account : null,
    phone: kind === 'code' ? phone : null,
    network,
    country: country === homeCallingCode ? null : country,
    shop: '',
  }
  const shares: Share[] = []
  for (const [scope, subject] of Object.entries(subjects) as [SmsScope, string | null][]) {
    const budget = budgets[scope]
    if (!budget || subject === null) continue
    for (const share of await budgetShares(context, `sms ${scope} ${subject}`, budget))
      shares.push({ scope, ...share })
  }
  return shares
}

export async function deleteSmsBudgets(context: Context, before: Date): Promise<void> {
  await context.db.deleteFrom('sms_budget').where('window_start', '<', before).execute()
}
