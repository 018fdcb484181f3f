import { spendBalances, type Order } from '#modules/orders/server/public-api.ts'
import { paymentAccount, type Payment, type Refund } from '#modules/payments/server/public-api.ts'
import { chargeCommission } from '#modules/settlements/server/public-api.ts'
import { postTransfer } from '#modules/wallet/server/public-api.ts'
import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import { earningsOf, type Earning } from './earnings.ts'
import { isOwnFee, unitsWithCommission } from './fee-units.ts'

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
 * organiser of the ticket, or the platform, which then pays the organiser the full price (`house:promotions`). An
 * organiser's own fee is a separate transfer.
 */
export async function postSale(context: Context, order: Order): Promise<void> {
  await spendBalances(context, order)
  const { currency, orderKey } = order
  const ofOwnFees = order.lines.filter(isOwnFee)
  await postEarned(context, order, {
    idempotencyKey: `sale:${orderKey}`,
    kind: 'sale',
    entries: earningsOf(
      order,
      order.lines.filter((line) => !isOwnFee(line)),
    ),
  })
  // A separate transfer, so that statements can distinguish it from prices.
  await postEarned(context, order, {
    idempotencyKey: `own-fee:${orderKey}`,
    kind: 'own-fee',
    entries: earningsOf(order, ofOwnFees),
  })
  await chargeCommission(context, { orderKey, currency, units: unitsWithCommission(order) })
}

async function postEarned(
  context: Context,
  { orderKey, currency }: Order,
  {
    idempotencyKey,
    kind,
    entries,
  }: {
    readonly idempotencyKey: string
    readonly kind: string
    readonly entries: readonly Earning[]
  },
): Promise<void> {
  if (entries.every(({ amountMinor }) => amountMinor === 0)) return
  const earnedMinor = entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  await postTransfer(context, {
    idempotencyKey,
    kind,
    reference: orderKey,
    postings: [
      { account: `order:${orderKey}`, currency, amountMinor: earnedMinor },
      ...entries.map(({ account, amountMinor }) => ({
        account,
        currency,
        amountMinor: -amountMinor,
      })),
    ],
  })
}

/** Account that holds a payment's money until it is spent or refunded. */
function accountOf(payment: Payment): string {
  return payment.purpose === 'order' ? `order:${payment.orderKey}` : paymentAccount(payment.id)
}

/** Credits a top-up to the customer. */
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
