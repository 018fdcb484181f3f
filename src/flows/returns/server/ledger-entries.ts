import type { Earning } from '#flows/checkout/server/earnings.ts'
import { isCommission } from '#flows/checkout/server/fee-units.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { returnCommission } from '#modules/settlements/server/public-api.ts'
import { customerAccount, logBalance, postTransfer } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { Plan, PlannedTicket } from './planned.ts'
import { feesBack, sumOf } from './refund-allocation.ts'

/** The amounts of a return: a plan, or lines without tickets. */
export interface ReturnedMoney extends Pick<
  Plan,
  'order' | 'rest' | 'backMinor' | 'paid' | 'balanceMinor'
> {
  readonly going: readonly Pick<
    PlannedTicket,
    'allocation' | 'feeMinor' | 'deductionMinor' | 'deductionTo'
  >[]
  /** The sale is reversed: its commission is refunded regardless of the terms. */
  readonly isUndone?: boolean
}

/**
 * A refund is debited from the parties that earned it and held on `order:{key}`, which is negative until it has left:
 * to the card when the provider confirms, to the balance immediately. Deductions are posted as new earnings.
 */
export async function postReturn(
  context: Context,
  returnId: string,
  plan: ReturnedMoney,
): Promise<void> {
  const { order, going, rest, backMinor } = plan
  const { currency } = order
  const tickets = going.map((ticket) => ({
    ...ticket,
    back: feesBack(ticket.allocation, ticket.feeMinor),
  }))
  const ownFees = tickets.flatMap(({ back }) => back.own)
  await postBack(context, order, {
    idempotencyKey: `return:${returnId}`,
    kind: 'ticket-return',
    entries: [
      ...tickets.flatMap((ticket): Earning[] => [
        ...ticket.allocation.face,
        ...ticket.back.ours,
        { account: keeperOf(ticket), amountMinor: -ticket.deductionMinor },
      ]),
      ...rest,
    ],
    backMinor: backMinor - sumOf(ownFees),
  })
  await postBack(context, order, {
    idempotencyKey: `own-fee-return:${returnId}`,
    kind: 'own-fee-return',
    entries: ownFees,
    backMinor: sumOf(ownFees),
  })
  await returnCommission(context, {
    orderKey: order.orderKey,
    currency,
    returnId,
    units: going
      .filter(({ allocation }) => !allocation.passedOn.some(isCommission))
      .flatMap(({ allocation }) => allocation.face),
    isWhole: plan.isUndone ?? false,
  })
}

async function postBack(
  context: Context,
  { orderKey, currency }: Order,
  {
    idempotencyKey,
    kind,
    entries,
    backMinor,
  }: {
    readonly idempotencyKey: string
    readonly kind: string
    readonly entries: readonly Earning[]
    readonly backMinor: number
  },
): Promise<void> {
  const postings = [...entries, { account: `order:${orderKey}`, amountMinor: -backMinor }].map(
    (posting) => ({ ...posting, currency }),
  )
  if (!movesAnything(postings)) return
  await postTransfer(context, { idempotencyKey, kind, reference: orderKey, postings })
}

/** Free tickets, and tickets whose whole price is deducted for their seller, move no money. */
function movesAnything(postings: readonly Earning[]): boolean {
  const byAccount = Map.groupBy(postings, ({ account }) => account)
  return [...byAccount.values()].some(
    (ofOne) => ofOne.reduce((sum, { amountMinor }) => sum + amountMinor, 0) !== 0,
  )
}

function keeperOf({ deductionTo, allocation }: ReturnedMoney['going'][number]): string {
  const { merchantId } = allocation.line
  return deductionTo === 'house' || merchantId === null ? 'house:fees' : `merchant:${merchantId}`
}

/** The part of a return that pays for the order replacing its tickets is moved to that order. */
export async function postCarried(
  context: Context,
  {
    from,
    to,
    amountMinor,
  }: { readonly from: Order; readonly to: Order; readonly amountMinor: number },
): Promise<void> {
  if (amountMinor === 0) return
  const { currency } = to
  await postTransfer(context, {
    idempotencyKey: `carry:${to.orderKey}:${from.orderKey}`,
    kind: 'exchange',
    reference: to.orderKey,
    postings: [
      { account: `order:${from.orderKey}`, currency, amountMinor },
      { account: `order:${to.orderKey}`, currency, amountMinor: -amountMinor },
    ],
  })
}

/** The payment of a replaced order refunds the amount owed by an order. */
export async function postCarriedBack(
  context: Context,
  refundId: string,
  {
    order,
    to,
    amountMinor,
  }: { readonly order: Order; readonly to: string; readonly amountMinor: number },
): Promise<void> {
  const { currency } = order
  await postTransfer(context, {
    idempotencyKey: `carry-back:${refundId}`,
    kind: 'exchange',
    reference: order.orderKey,
    postings: [
      { account: `order:${order.orderKey}`, currency, amountMinor },
      { account: `order:${to}`, currency, amountMinor: -amountMinor },
    ],
  })
}

/** The part paid from a balance is credited to the customer again. */
export async function postToBalance(
  context: Context,
  returnId: string,
  plan: ReturnedMoney,
): Promise<void> {
  const { order, paid, balanceMinor } = plan
  if (balanceMinor === 0) return
  invariant(paid.customerId !== null, `a balance paid a part of order ${order.orderKey}`)
  const { currency } = order
  await postTransfer(context, {
    idempotencyKey: `return-balance:${returnId}`,
    kind: 'refund',
    reference: order.orderNumber,
    postings: [
      { account: `order:${order.orderKey}`, currency, amountMinor: balanceMinor },
      { account: customerAccount(paid.customerId), currency, amountMinor: -balanceMinor },
    ],
  })
  await logBalance(context, paid.customerId, {
    kind: 'refunded',
    amount: money(balanceMinor, currency),
    reference: order.orderNumber,
  })
}
