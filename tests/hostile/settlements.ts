/** Valid input for the calls about organisers' money. */
import type { MadeEvent } from '#modules/events/tests/factories.ts'
import { postTransfer } from '#modules/wallet/server/public-api.ts'
import { makeStatement } from '../../src/modules/settlements/server/statements.ts'
import { openClaim } from '../../src/modules/settlements/server/claims.ts'
import { dateAfter } from '../support/dates.ts'
import type { Answer, HostileShop } from './shop.ts'

/** Posts an amount to an organiser; negative amounts are owed by it. */
async function earn(shop: HostileShop, merchantId: number, amountMinor: number): Promise<void> {
  const id = shop.context.random.uuid()
  await postTransfer(shop.context, {
    idempotencyKey: `earned ${id}`,
    kind: 'sale',
    reference: id,
    postings: [
      { account: 'house:gifts', currency: 'GEL', amountMinor },
      { account: `merchant:${merchantId}`, currency: 'GEL', amountMinor: -amountMinor },
    ],
  })
}

/** A statement of an organiser with entries. */
export async function statementOf(shop: HostileShop, merchantId: number): Promise<string> {
  await earn(shop, merchantId, 5_000)
  shop.context.clock.advance(1)
  const made = await makeStatement(shop.context, async () => [], { merchantId })
  if (!made.ok || !made.value) throw new Error('There is something to state')
  return made.value.id
}

export async function settlementValues(
  shop: HostileShop,
  callId: string,
  { merchantId }: MadeEvent,
): Promise<Record<string, unknown>> {
  const { db, clock } = shop.context
  if (callId === 'own-operator-terms')
    return {
      merchantId,
      validFrom: dateAfter(clock.now(), 1_614),
      commissionBasisPoints: 500,
      commissionMinor: 50,
      isCommissionReturned: true,
      reserveBasisPoints: 10_000,
      period: 'week',
      payoutMinorMin: 0,
    }
  if (callId.startsWith('own-operator-claim')) {
    await earn(shop, merchantId, -900_000)
    if (callId === 'own-operator-claim') return { merchantId }
    const opened = await openClaim(shop.context, merchantId)
    return { claimId: opened.ok ? opened.value.id : '', outcome: 'withdrawn' }
  }
  if (callId === 'own-operator-statement-close') {
    await earn(shop, merchantId, 100)
    clock.advance(1)
    return { merchantId }
  }
  const statementId = await statementOf(shop, merchantId)
  const payout = await db
    .selectFrom('merchant_payout')
    .select(['id', 'amount_minor'])
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'proposed')
    .executeTakeFirst()
  return {
    statementId,
    format: 'pdf',
    payoutId: payout?.id,
    decision: 'decline',
    amountMinor: Number(payout?.amount_minor ?? 1),
  }
}

/** A decision of an operator who has just proven to be there. */
export async function postProven(
  shop: HostileShop,
  path: string,
  body: object,
  token: string,
): Promise<Answer> {
  return shop.postProven(path, body, token, 'payouts')
}
