/** Codes by which a customer pays at a counter from the balance. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import type { CounterCodeView } from '../contract.ts'
import { presentBalances, readBalances } from './balances.ts'

/** Long enough to be read to a cashier, too short to be found later. */
const codeSeconds = 180
/** Of 31 letters: about 40 bits, for three minutes, behind the limit of guesses. */
const codeLength = 8

/** Only its hash is kept. Blanks, hyphens and letter case do not count. */
function hashOf(code: string): Buffer {
  const tidy = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return createHash('sha256').update(`balance-code:${tidy}`).digest()
}

/** Makes a code of the calling customer; the one before it is void. */
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
 * Uses a code up and answers whose it is, in the caller's transaction: what is refused after it leaves it as it was. Wrong,
 * late and used ones are refused alike (`BalanceCodeWrong`).
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

/** Deletes codes that have ended. Answers how many. */
export async function forgetCounterCodes(context: Context): Promise<number> {
  const { rows } = await sql`
    delete from balance_code where expires_at <= ${context.clock.now()}
    returning customer_id`.execute(context.db)
  return rows.length
}
