import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  logStaffChange,
  newOwnerUntil,
  recordStaffChange,
  type ChangeReverser,
} from '#modules/staff/server/public-api.ts'
import { ibanHint, readIban } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'

/** As for withdrawals: leaves the owner time to read the email before a stolen session can lead to a payout. */
const pauseHours = 48

export interface MerchantAccount {
  readonly id: number
  readonly iban: string
  readonly holderName: string
  /** No payouts to it before this time. */
  readonly usableFrom: Date
}

/** The current bank account of an organiser. */
export async function findMerchantAccount(
  context: Context,
  merchantId: number,
): Promise<MerchantAccount | undefined> {
  const { rows } = await sql<MerchantAccount>`
    select id, iban, holder_name as "holderName", usable_from as "usableFrom" from merchant_bank_account
    where merchant_id = ${merchantId} and removed_at is null`.execute(context.db)
  return rows[0]
}

/** Ids of organisers with a bank account. */
export async function listWithAccount(context: Context): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select merchant_id as id from merchant_bank_account where removed_at is null`.execute(
    context.db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Replaces the account; the change is logged and all owners are notified. */
export async function saveMerchantAccount(
  context: Context,
  actor: StaffActor,
  given: { readonly iban: string; readonly holderName: string },
): Promise<Result<MerchantAccount, ErrorCode>> {
  const iban = readIban(given.iban)
  if (iban === null) return fail('IbanInvalid')
  return inTransaction<Result<MerchantAccount, ErrorCode>>(context, async (inside) => {
    const { merchantId, staffId } = actor
    const { holderName } = given
    const now = inside.clock.now()
    await lockAccount(inside, merchantId)
    const waitsUntil = await newOwnerUntil(inside, staffId)
    if (waitsUntil) return fail('OwnerTooNew', { possibleAt: waitsUntil.toISOString() })
    const before = await findMerchantAccount(inside, merchantId)
    if (before?.iban === iban && before.holderName === holderName) return ok(before)
    const usableFrom = new Date(now.getTime() + pauseHours * 3_600_000)
    await sql`update merchant_bank_account set removed_at = ${now}
      where merchant_id = ${merchantId} and removed_at is null`.execute(inside.db)
    const { id } = await inside.db
      .insertInto('merchant_bank_account')
      .values({
        merchant_id: merchantId,
        iban,
        holder_name: holderName,
        saved_by: staffId,
        created_at: now,
        usable_from: usableFrom,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await logStaffChange(inside, {
      action: 'money.bank-account',
      subject: 'bank account',
      before: before ? { iban: ibanHint(before.iban), holderName: before.holderName } : {},
      after: { iban: ibanHint(iban), holderName },
    })
    await recordStaffChange(inside, {
      merchantId,
      kind: 'bank-account',
      changedBy: staffId,
      detail: { formerAccountId: before?.id ?? null },
      pausesPayouts: true,
    })
    return ok({ id, iban, holderName, usableFrom })
  })
}

/** Brings back the account from before a change, when an owner reverses it. */
export const bankAccountReverser: ChangeReverser = {
  kind: 'bank-account',
  async reverse(context, { merchantId, detail }) {
    await lockAccount(context, merchantId)
    await sql`update merchant_bank_account set removed_at = ${context.clock.now()}
      where merchant_id = ${merchantId} and removed_at is null`.execute(context.db)
    await sql`update merchant_bank_account set removed_at = null
      where merchant_id = ${merchantId} and id = ${detail['formerAccountId']}`.execute(context.db)
  },
}

async function lockAccount(context: Context, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('merchant_bank_account'), ${merchantId})`.execute(
    context.db,
  )
}
