/** Codes by which a customer pays at a counter from the balance. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { CounterCodeView } from '../contract.ts'
import { presentBalances, readBalances } from './balances.ts'

/** Long enough to be read to a cashier, too short to be guessed. */
const codeSeconds = 180
/** Eight of 31 characters: about 40 bits, valid for three minutes and protected by the `guess` rate limit. */
const codeLength = 8

/** Only its hash is stored. Blanks, hyphens and letter case are ignored. */
function hashOf(code: string): Buffer {
  const tidy = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(`balance-code:${tidy}`).digest()
}

/** Creates a code for the calling customer; the previous one becomes void. */
export async function openCounterCode(
  context: Context,
): Promise<Result<CounterCodeView, ErrorCode>> {
  const { actor, clock, random, db } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const { available } = presentBalances(await readBalances(context, customerId))
  const code = readableCode(random, codeLength)
  const expiresAt = new Date(clock.now().getTime() + codeSeconds * 1_000)
  const row = { code_hash: hashOf(code), expires_at: expiresAt }
  await db
    .insertInto('balance_code')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .execute()
  return ok({ code, expiresAt: expiresAt.toISOString(), available })
}

/**
 * Uses a code and returns its customer, in the caller's transaction: if that is rolled back, the code stays valid.
 * Wrong, expired and used codes are refused alike (`BalanceCodeWrong`).
 */
export async function takeCounterCode(
  context: Context,
  code: string,
): Promise<Result<string, 'BalanceCodeWrong'>> {
  const { rows } = await sql<{ customerId: string }>`
    delete from balance_code
    where code_hash = ${hashOf(code)} and expires_at > ${context.clock.now()}
    returning customer_id as "customerId"`.execute(context.db)
  return rows[0] ? ok(rows[0].customerId) : fail('BalanceCodeWrong')
}

/** Deletes expired codes. Returns how many. */
export async function deleteExpiredCounterCodes(context: Context): Promise<number> {
  const { rows } = await sql`
    delete from balance_code where expires_at <= ${context.clock.now()}
    returning customer_id`.execute(context.db)
  return rows.length
}
