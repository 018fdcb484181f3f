import { shareOfDiscounts, spendBalances, type Order } from '#modules/orders/server/public-api.ts'
import { paymentAccount, type Payment, type Refund } from '#modules/payments/server/public-api.ts'
import { chargeCommission } from '#modules/settlements/server/public-api.ts'
import { postTransfer } from '#modules/wallet/server/public-api.ts'
import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'

/**
 * Ledger postings of the checkout. `order:{key}` is negative while we hold a buyer's money for which neither tickets
 * were issued nor a refund was made.
 */

/** The provider took money for an order. */
export async function postCapture(
  context: Context,
  payment: Payment,
  providerName: string,
  captured: Money,
): Promise<void> {
  await postTransfer(context, {
    idempotencyKey: `capture:${payment.id}`,
    kind: 'capture',
    reference: payment.orderKey,
    postings: between(accountOf(payment), `provider:${providerName}`, captured),
  })
}

/**
 * Posts a refund: by its provider, or, where that supports none, to `account`, which is a liability to the buyer.
 * Debit and credit are one transfer.
 */
export async function postRefund(
  context: Context,
  payment: Payment,
  account: string,
  refund: Refund,
): Promise<void> {
  const amount = {
    amount: refund.amountMinor,
    currency: (payment.captured ?? payment.amount).currency,
  }
  await postTransfer(context, {
    idempotencyKey: `refund:${refund.id}`,
    kind: 'refund',
    reference: payment.orderKey,
    postings: between(account, accountOf(payment), amount),
  })
}

/**
 * Posts a processed order: what was paid, by card and balance, is credited to its organisers, to the platform for the
 * fees, and to the recipients of optional extras. A discount reduces the share of the party that funds it: the
 * organiser of the ticket, or the platform, which then pays the organiser the full price (`house:promotions`).
 */
export async function postSale(context: Context, order: Order): Promise<void> {
  await spendBalances(context, order)
  const { currency } = order
  const entries = earningsOf(order)
  const earnedMinor = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  if (entries.every(({ amountMinor }) => amountMinor === 0)) return
  await postTransfer(context, {
    idempotencyKey: `sale:${order.orderKey}`,
    kind: 'sale',
    reference: order.orderKey,
    postings: [
      { account: `order:${order.orderKey}`, currency, amountMinor: earnedMinor },
      ...entries.map(({ account, amountMinor }) => ({
        account,
        currency,
        amountMinor: -amountMinor,
      })),
    ],
  })
  await chargeCommission(context, {
    orderKey: order.orderKey,
    currency,
    units: order.lines
      .filter(({ kind }) => kind === 'Ticket')
      .flatMap((line) =>
        Array.from({ length: line.quantity }, (_, unit) =>
          earningsOfLine(order, line, unit),
        ).flat(),
      ),
  })
}

/** What somebody has earned. */
export interface Earning {
  readonly account: string
  /** Below zero for what the platform pays for a discount. */
  readonly amountMinor: number
}

/** Earnings of each party from an order; their sum equals its lines without balance and the worth of replaced tickets. */
function earningsOf(order: Order): Earning[] {
  return order.lines.flatMap((line) => earningsOfLine(order, line))
}

/** The same of one line, or of one unit of it (from 0): the units of a line add up to the line. */
export function earningsOfLine(
  order: Pick<Order, 'lines'>,
  line: Order['lines'][number],
  unit?: number,
): Earning[] {
  const { balance, reduction, option, credit } = line.detail
  if (balance || reduction || credit) return []
  const amountMinor = unit === undefined ? line.amountMinor : line.unitPriceMinor
  if (option) return [{ account: option.earner, amountMinor }]
  const share = shareOfDiscounts(order, line, unit)
  const advances = share.paidInAdvance.map((paid) => ({
    account: paid.account,
    amountMinor: -paid.amountMinor,
  }))
  const advanceMinor = advances.reduce((sum, paid) => sum - paid.amountMinor, 0)
  if (line.kind !== 'Ticket' || line.merchantId === null) {
    const earnedMinor = amountMinor - share.takenOffMinor + advanceMinor
    return [{ account: 'house:fees', amountMinor: earnedMinor }, ...advances]
  }
  return [
    {
      account: line.detail.earner ?? `merchant:${line.merchantId}`,
      amountMinor: amountMinor - share.fundedByMerchantMinor,
    },
    { account: 'house:promotions', amountMinor: -share.fundedByPlatformMinor },
    ...advances,
  ]
}

/** Account that holds a payment's money until it is spent or refunded. */
function accountOf(payment: Payment): string {
  return payment.purpose === 'order' ? `order:${payment.orderKey}` : paymentAccount(payment.id)
}

/** A top-up is the customer's from now on. */
export async function postTopUp(
  context: Context,
  payment: Payment,
  customer: string,
  captured: Money,
): Promise<void> {
  await postTransfer(context, {
    idempotencyKey: `top-up:${payment.id}`,
    kind: 'top-up',
    reference: payment.id,
    postings: between(customer, paymentAccount(payment.id), captured),
  })
}

function between(from: string, to: string, { amount, currency }: Money) {
  return [
    { account: from, currency, amountMinor: -amount },
    { account: to, currency, amountMinor: amount },
  ]
}
