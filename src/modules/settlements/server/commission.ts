/** The platform's commission: charged in the transaction of a sale, and refunded with tickets if agreed. */
import type { Currency } from '#kernel/money.ts'
import { commissionOf as shareOf } from '#kernel/ticket-fees.ts'
import { findTransferMoment, postTransfer } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { termsAt, type Terms } from './terms.ts'

/** A ticket's earnings and their ledger account. */
export interface Earnings {
  readonly account: string
  readonly amountMinor: number
}

const merchantAccounts = /^merchant:(\d+)$/
const platformAccount = 'house:commission'

/** The organiser's ledger account: what the platform owes it, as a credit. */
export function merchantAccount(merchantId: number): string {
  return `merchant:${merchantId}`
}

/** Commission on one ticket's earnings, in minor units: at most the earnings, and zero for a free ticket. */
export function commissionOf(
  terms: Pick<Terms, 'commissionBasisPoints' | 'commissionMinor'>,
  earnedMinor: number,
): number {
  return shareOf(
    { basisPoints: terms.commissionBasisPoints, fixedMinor: terms.commissionMinor },
    earnedMinor,
  )
}

/** Commission of these tickets by organiser, calculated per ticket; other accounts pay none. */
async function commissions(
  context: Context,
  units: readonly Earnings[],
  at: Date,
  counts: (terms: Terms) => boolean,
): Promise<Map<number, number>> {
  const earned = units.flatMap(({ account, amountMinor }) => {
    const merchantId = Number(merchantAccounts.exec(account)?.[1] ?? 0)
    return merchantId === 0 ? [] : [{ merchantId, amountMinor }]
  })
  if (earned.length === 0) return new Map()
  const ids = [...new Set(earned.map(({ merchantId }) => merchantId))]
  const terms = await termsAt(context, ids, at)
  const sums = new Map<number, number>()
  for (const { merchantId, amountMinor } of earned) {
    const own = terms.get(merchantId)
    if (!own || !counts(own)) continue
    sums.set(merchantId, (sums.get(merchantId) ?? 0) + commissionOf(own, amountMinor))
  }
  return sums
}

interface CommissionPosting {
  readonly idempotencyKey: string
  readonly kind: 'commission' | 'commission-return'
  readonly orderKey: string
  readonly currency: Currency
}

/** Posts the amounts as debits of the organisers; negative amounts are refunds. */
async function post(
  context: Context,
  sums: ReadonlyMap<number, number>,
  { idempotencyKey, kind, orderKey, currency }: CommissionPosting,
): Promise<void> {
  const moved = [...sums].filter(([, amountMinor]) => amountMinor !== 0)
  if (moved.length === 0) return
  const sign = kind === 'commission' ? 1 : -1
  const sum = moved.reduce((all, [, amountMinor]) => all + amountMinor, 0)
  await postTransfer(context, {
    idempotencyKey,
    kind,
    reference: orderKey,
    postings: [
      ...moved.map(([merchantId, amountMinor]) => ({
        account: merchantAccount(merchantId),
        currency,
        amountMinor: sign * amountMinor,
      })),
      { account: platformAccount, currency, amountMinor: -sign * sum },
    ],
  })
}

interface OrderSale {
  readonly orderKey: string
  readonly currency: Currency
  /** One entry per ticket and account. */
  readonly units: readonly Earnings[]
}

/** Charges the commission of a sale by the current terms; idempotent per order. */
export async function chargeCommission(context: Context, order: OrderSale): Promise<void> {
  // Returns look up the terms by the time of this transfer.
  const at = context.clock.now()
  const sums = await commissions(context, order.units, at, () => true)
  const { orderKey, currency } = order
  await post({ ...context, clock: { now: () => at } }, sums, {
    idempotencyKey: `commission:${orderKey}`,
    kind: 'commission',
    orderKey,
    currency,
  })
}

/**
 * Refunds the commission of ended tickets by the terms of their sale. `isWhole`: regardless of the terms, because the
 * sale is reversed.
 */
export async function returnCommission(
  context: Context,
  order: OrderSale & { readonly returnId: string; readonly isWhole: boolean },
): Promise<void> {
  const { orderKey, currency, returnId, isWhole } = order
  if (!order.units.some(({ account }) => merchantAccounts.test(account))) return
  const soldAt = await findTransferMoment(context, `commission:${orderKey}`)
  if (soldAt === null) return
  const sums = await commissions(
    context,
    order.units,
    soldAt,
    ({ isCommissionReturned }) => isWhole || isCommissionReturned,
  )
  await post(context, sums, {
    idempotencyKey: `commission-return:${returnId}`,
    kind: 'commission-return',
    orderKey,
    currency,
  })
}
