import { sql } from 'kysely'
import type { Currency } from '#kernel/money.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { Posting } from './rules.ts'
import { postTransfer } from './post-transfer.ts'

/** Money of a customer's account that is reserved until it is posted or voided. */
export interface Hold {
  readonly id: string
  readonly account: string
  readonly currency: Currency
  readonly amountMinor: number
}

/**
 * Reserves money of a stored account. Check and update are one statement, so concurrent requests never reserve more
 * than the balance. Fails for an account without postings.
 */
export async function takeHold(
  context: Context,
  request: Omit<Hold, 'id'> & { readonly reference: string },
): Promise<Result<Hold, 'BalanceNotEnough'>> {
  const { account, currency, amountMinor, reference } = request
  invariant(
    Number.isSafeInteger(amountMinor) && amountMinor > 0,
    'a hold is a positive whole amount',
  )
  const id = context.random.uuid()
  const { rows } = await sql`
    with taken as (
      update ledger_balance b set held_minor = b.held_minor + ${amountMinor}::bigint
      from ledger_account a
      where a.code = ${account} and a.currency = ${currency} and b.account_id = a.id
        and b.posted_minor + b.held_minor + ${amountMinor}::bigint <= 0
      returning b.account_id
    )
    insert into ledger_hold (id, account_id, amount_minor, reference, created_at)
    select ${id}::uuid, account_id, ${amountMinor}::bigint, ${reference}, ${context.clock.now()}::timestamptz from taken
    returning id
  `.execute(context.db)
  return rows.length === 1 ? ok({ id, account, currency, amountMinor }) : fail('BalanceNotEnough')
}

/** Ends a pending hold and releases its money. Returns the hold, or null when it had already ended. */
async function endHold(
  context: Context,
  holdId: string,
  state: 'posted' | 'voided',
): Promise<Hold | null> {
  const { rows } = await sql<{
    amount_minor: string | number
    code: string
    currency: Currency
  }>`
    with ended as (
      update ledger_hold set state = ${state}, ended_at = ${context.clock.now()}::timestamptz
      where id = ${holdId} and state = 'pending'
      returning account_id, amount_minor
    ), freed as (
      update ledger_balance b set held_minor = b.held_minor - ended.amount_minor
      from ended where b.account_id = ended.account_id
      returning b.account_id
    )
    select ended.amount_minor, a.code, a.currency
    from ended join freed using (account_id) join ledger_account a on a.id = ended.account_id
  `.execute(context.db)
  const [row] = rows
  if (!row) return null
  return {
    id: holdId,
    account: row.code,
    currency: row.currency,
    amountMinor: Number(row.amount_minor),
  }
}

/** Releases reserved money. Returns `true` if done now, `false` if the hold had ended before. */
export async function voidHold(context: Context, holdId: string): Promise<boolean> {
  return (await endHold(context, holdId, 'voided')) !== null
}

/**
 * Posts the reserved transfer: ends the hold and moves its whole amount to the other account, in one transaction.
 * Returns `true` if done now, `false` if the hold had already ended.
 */
export async function postHold(
  context: Context,
  holdId: string,
  to: { readonly account: string; readonly kind: string; readonly reference: string },
): Promise<boolean> {
  const result = await inTransaction(context, async (inside) => {
    const hold = await endHold(inside, holdId, 'posted')
    if (!hold) return ok(false)
    const { currency, amountMinor } = hold
    const postings: Posting[] = [
      { account: hold.account, currency, amountMinor },
      { account: to.account, currency, amountMinor: -amountMinor },
    ]
    const { kind, reference } = to
    await postTransfer(inside, { idempotencyKey: `hold:${holdId}`, kind, reference, postings })
    return ok(true)
  })
  return result.value
}
