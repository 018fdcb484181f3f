import { sql } from 'kysely'
import type { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { lockCustomer } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { bankAccountView } from '../withdrawal-contract.ts'
import { ibanHint, readIban } from './iban.ts'

type BankAccountView = z.output<typeof bankAccountView>

const accountsMax = 5

interface Row {
  readonly id: number
  readonly iban: string
  readonly holder_name: string
  readonly created_at: Date
}

function present(row: Row): BankAccountView {
  return {
    bankAccountId: row.id,
    ibanHint: ibanHint(row.iban),
    bankCode: row.iban.slice(4, 6),
    holderName: row.holder_name,
    createdAt: row.created_at.toISOString(),
  }
}

/** Stores a bank account of the caller. Storing it again updates its holder's name. */
export async function saveBankAccount(
  context: Context,
  given: { readonly iban: string; readonly holderName: string },
): Promise<Result<BankAccountView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const iban = readIban(given.iban)
  if (iban === null) return fail('IbanInvalid')
  const { customerId } = actor
  return inTransaction(context, async (inside) => {
    // Serialised per customer, or parallel requests could exceed the limit.
    await lockCustomer(inside, customerId)
    const { rows } = await sql<Row>`
      insert into bank_account (customer_id, iban, holder_name, created_at)
      values (${customerId}, ${iban}, ${given.holderName}, ${inside.clock.now()})
      on conflict (customer_id, iban) where removed_at is null
      do update set holder_name = excluded.holder_name
      returning id, iban, holder_name, created_at
    `.execute(inside.db)
    const [row] = rows
    const all = await rowsOf(inside, customerId)
    return row && all.length <= accountsMax ? ok(present(row)) : fail('TooManyBankAccounts')
  })
}

function rowsOf(context: Context, customerId: string): Promise<Row[]> {
  return context.db
    .selectFrom('bank_account')
    .select(['id', 'iban', 'holder_name', 'created_at'])
    .where('customer_id', '=', customerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

export async function listBankAccounts(
  context: Context,
): Promise<Result<{ accounts: BankAccountView[] }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const rows = await rowsOf(context, actor.customerId)
  return ok({ accounts: rows.map(present) })
}

/** Removes an account; pending withdrawals to it continue. */
export async function removeBankAccount(
  context: Context,
  id: number,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const removed = await context.db
    .updateTable('bank_account')
    .set({ removed_at: context.clock.now() })
    .where('id', '=', id)
    .where('customer_id', '=', actor.customerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return removed.numUpdatedRows === 1n ? ok({ done: true }) : fail('NotFound')
}

/** Erases the customer's bank accounts; the remainder only distinguishes withdrawals from each other. */
export async function eraseBankAccounts(context: Context, customerId: string): Promise<void> {
  await sql`
    update bank_account
    set iban = left(iban, 4) || right(iban, 4), holder_name = '',
      removed_at = coalesce(removed_at, ${context.clock.now()})
    where customer_id = ${customerId}
  `.execute(context.db)
}
