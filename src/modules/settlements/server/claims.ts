/** Negative balances that an organiser is asked to pay; unclaimed ones are carried over to the next statement. */
import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { postTransfer, readBalance } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { merchantAccount } from './commission.ts'
import { notifyOwners } from './emails.ts'
import { lockSettlement, paidIn } from './statements.ts'

export interface Claim {
  readonly id: string
  readonly merchantId: number
  readonly state: 'open' | 'paid' | 'withdrawn'
  readonly amountMinor: number
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const columns =
  sql.raw(`id, merchant_id as "merchantId", state, amount_minor::float8 as "amountMinor",
  created_at as "createdAt", ended_at as "endedAt"`)

/** The open claim of each organiser that has one. */
export async function listOpenClaims(context: Context): Promise<Map<number, Claim>> {
  const { rows } = await sql<Claim>`
    select ${columns} from merchant_claim where state = 'open'`.execute(context.db)
  return new Map(rows.map((claim) => [claim.merchantId, claim]))
}

/** Claims the negative balance of an organiser. */
export async function openClaim(
  context: Context,
  merchantId: number,
): Promise<Result<Claim, ErrorCode>> {
  return inTransaction<Result<Claim, ErrorCode>>(context, async (inside) => {
    const merchant = await inside.db
      .selectFrom('merchant_summary')
      .select('merchant_id')
      .where('merchant_id', '=', merchantId)
      .executeTakeFirst()
    if (!merchant) return fail('NotFound')
    await lockSettlement(inside, merchantId)
    const lackingMinor = await readBalance(inside, merchantAccount(merchantId), paidIn)
    if (lackingMinor <= 0 || (await listOpenClaims(inside)).has(merchantId))
      return fail('NothingToClaim')
    const id = inside.random.uuid()
    const { rows } = await sql<Claim>`
      insert into merchant_claim (id, merchant_id, state, amount_minor, currency, created_at)
      values (${id}, ${merchantId}, 'open', ${lackingMinor}, ${paidIn}, ${inside.clock.now()})
      returning ${columns}`.execute(inside.db)
    await logOperatorAction(inside, {
      action: 'settlements.claim',
      subject: `merchant ${merchantId}`,
      detail: { claimId: id, amountMinor: lackingMinor },
    })
    await notifyOwners(inside, { merchantId, kind: 'claim', reference: id })
    invariant(rows[0], 'the inserted claim exists')
    return ok(rows[0])
  })
}

/** Ends a claim, once: the paid amount is posted to the organiser's account. */
export async function endClaim(
  context: Context,
  { claimId, outcome }: { readonly claimId: string; readonly outcome: 'paid' | 'withdrawn' },
): Promise<Result<{ done: true }, ErrorCode>> {
  return inTransaction<Result<{ done: true }, ErrorCode>>(context, async (inside) => {
    const { rows } = await sql<Claim>`
      update merchant_claim set state = ${outcome}, ended_at = ${inside.clock.now()}
      where id = ${claimId} and state = 'open' returning ${columns}`.execute(inside.db)
    const [claim] = rows
    if (!claim) {
      const known = await inside.db
        .selectFrom('merchant_claim')
        .select('id')
        .where('id', '=', claimId)
        .executeTakeFirst()
      return fail(known ? 'ClaimEnded' : 'NotFound')
    }
    const { merchantId, amountMinor } = claim
    if (outcome === 'paid')
      await postTransfer(inside, {
        idempotencyKey: `claim:${claimId}`,
        kind: 'claim-paid',
        reference: claimId,
        postings: [
          { account: 'provider:bank', currency: paidIn, amountMinor },
          { account: merchantAccount(merchantId), currency: paidIn, amountMinor: -amountMinor },
        ],
      })
    await logOperatorAction(inside, {
      action: `settlements.claim-${outcome}`,
      subject: `merchant ${merchantId}`,
      detail: { claimId, amountMinor },
    })
    return ok({ done: true as const })
  })
}
