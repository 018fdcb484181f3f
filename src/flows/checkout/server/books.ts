import { spendBalances, type Order } from '#modules/orders/server/door.ts'
import { paymentAccount, type Payment, type Refund } from '#modules/payments/server/door.ts'
import { postTransfer } from '#modules/wallet/server/door.ts'
import type { Money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'

/**
 * What the checkout writes into the ledger. `order:{key}` stands below zero while a buyer's money is with us
 * and neither tickets nor the money have gone to the buyer.
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

/** Money of a payment has gone back. */
export async function postRefund(
  context: Context,
  payment: Payment,
  providerName: string,
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
    postings: between(`provider:${providerName}`, accountOf(payment), amount),
  })
}

/**
 * The order is processed: what was paid, by card and from a balance, belongs to its organisers and, for the fees, to
 * the house.
 */
export async function postSale(context: Context, order: Order): Promise<void> {
  await spendBalances(context, order)
  const { currency } = order
  const sold = order.lines.filter((line) => line.kind !== 'Balance')
  const soldMinor = sold.reduce((sum, line) => sum + line.amountMinor, 0)
  if (soldMinor === 0) return
  await postTransfer(context, {
    idempotencyKey: `sale:${order.orderKey}`,
    kind: 'sale',
    reference: order.orderKey,
    postings: [
      { account: `order:${order.orderKey}`, currency, amountMinor: soldMinor },
      ...sold.map((line) => ({
        account: earnerOf(line),
        currency,
        amountMinor: -line.amountMinor,
      })),
    ],
  })
}

/** Where a payment's money stands until it is spent or has gone back. */
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

function earnerOf(line: Order['lines'][number]): string {
  if (line.kind !== 'Ticket' || line.merchantId === null) return 'house:fees'
  return `merchant:${line.merchantId}`
}

function between(from: string, to: string, { amount, currency }: Money) {
  return [
    { account: from, currency, amountMinor: -amount },
    { account: to, currency, amountMinor: amount },
  ]
}
