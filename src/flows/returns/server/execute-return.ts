import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { returnPlaces } from '#modules/inventory/server/public-api.ts'
import { recordReturnedUses } from '#modules/multipass/server/public-api.ts'
import {
  addRefunded,
  isOutside,
  moveOrder,
  orderAllocations,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import {
  lockPayment,
  logPayment,
  refundableMinor,
  requestRefund,
} from '#modules/payments/server/public-api.ts'
import { givesAllBack, type ReturnKind } from '#modules/returns/contract.ts'
import {
  hasPendingReturn,
  insertReturn,
  type TicketReturn,
} from '#modules/returns/server/public-api.ts'
import {
  endTickets,
  hasValidTickets,
  returnEmailJob,
  settleOrder,
  type TicketState,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { advancesOf } from './advances.ts'
import { postCarriedBack, postReturn, postToBalance, type ReturnedMoney } from './ledger-entries.ts'
import { paymentsBehind } from './payments-behind.ts'
import type { Plan } from './planned.ts'

/** Refund of ended tickets: a plan, or a return that a supplier has confirmed. */
export interface ReturnedPlan extends ReturnedMoney {
  readonly kind: ReturnKind
  readonly deductionMinor: number
  readonly cardMinor: number
  readonly carriedMinor: number
  readonly going: readonly (ReturnedMoney['going'][number] & {
    readonly state: Pick<TicketState, 'id'>
    readonly backMinor: number
  })[]
}

/**
 * Executes a plan in the transaction that has locked the order and its tickets: ends the tickets, requests the refund,
 * releases the places, posts to the ledger, and notifies the buyer. Atomic. A plan with a ticket that has changed since
 * is refused.
 */
export async function executeReturn(
  context: Context,
  plan: Plan,
  quoteId: string | null,
): Promise<Result<TicketReturn, 'QuoteChanged'>> {
  invariant(context.db.isTransaction && plan.going.length > 0, 'a return has tickets and a lock')
  const { kind, going } = plan
  const { Inactive, RefundedForResellingToTKT } = ticketStatus
  const isEnded = await endTickets(
    context,
    going.map(({ state }) => state),
    {
      status: kind === 'resale' ? RefundedForResellingToTKT : Inactive,
      isByPlatform: givesAllBack(kind),
    },
  )
  return isEnded ? ok(await payReturn(context, plan, quoteId)) : fail('QuoteChanged')
}

/** The same for tickets that have ended already. */
export async function payReturn(
  context: Context,
  plan: ReturnedPlan,
  quoteId: string | null,
): Promise<TicketReturn> {
  const { order, kind, going } = plan
  const returnId = quoteId ?? context.random.uuid()
  await addRefunded(context, order, plan.backMinor)
  const refundIds = await refundToCards(context, plan, returnId)
  const { places, advances } = returnedPlaces(plan)
  await returnPlaces(context, places, { asResale: kind === 'resale' })
  await recordReturnedUses(context, order, advances)
  await postReturn(context, returnId, plan)
  await postToBalance(context, returnId, plan)
  const made: TicketReturn = {
    id: returnId,
    orderId: order.id,
    kind,
    currency: order.currency,
    amountMinor: plan.backMinor,
    deductionMinor: plan.deductionMinor,
    cardMinor: plan.cardMinor,
    balanceMinor: plan.balanceMinor,
    carriedMinor: plan.carriedMinor,
    createdAt: context.clock.now(),
    tickets: going.map(({ state, backMinor, deductionMinor }) => ({
      ticketId: state.id,
      amountMinor: backMinor,
      deductionMinor,
    })),
    refundIds,
  }
  await insertReturn(context, { ...made, quoteId })
  await closeEmptied(context, order)
  // When a new ticket used the whole amount, the email with that ticket reports it.
  if (plan.carriedMinor === 0 || plan.carriedMinor < plan.backMinor)
    await enqueue(context, returnEmailJob, { returnId }, { singletonKey: returnId })
  return made
}

/** What a return gives back to the inventory, with the lines of advances among it. */
export function returnedPlaces(plan: ReturnedPlan) {
  const advances = advancesOf(
    plan.order,
    plan.going.map(({ allocation }) => allocation),
  )
  return { places: orderAllocations([...linesOf(plan), ...advances]), advances }
}

/** Lines with the number of returned units, for the inventory. */
function linesOf({ going }: ReturnedPlan): OrderLine[] {
  const byLine = Map.groupBy(going, ({ allocation }) => allocation.line)
  return [...byLine].map(([line, tickets]) => ({ ...line, quantity: tickets.length }))
}

/**
 * Requests the card's part from the payments that took it, usually one. Amounts credited from replaced tickets are
 * refunded by the payments of their orders.
 */
export async function refundToCards(
  context: Context,
  plan: Pick<Plan, 'order' | 'cardMinor'>,
  returnId: string,
): Promise<string[]> {
  const { order } = plan
  let left = plan.cardMinor
  if (left === 0) return []
  const refundIds: string[] = []
  for (const { id, mostMinor } of await paymentsBehind(context, order)) {
    const payment = await lockPayment(context, id)
    const amountMinor = Math.min(left, mostMinor, await refundableMinor(context, payment))
    if (amountMinor === 0) continue
    const refund = await requestRefund(context, payment, {
      amountMinor,
      reason: 'tickets',
      idempotencyKey: `return:${returnId}:${id}`,
    })
    invariant(refund, `return ${returnId} asks for its refund once`)
    await logPayment(context, payment, 'refund-requested', {
      refundId: refund.id,
      reason: 'tickets',
    })
    if (payment.orderKey !== order.orderKey)
      await postCarriedBack(context, refund.id, { order, to: payment.orderKey, amountMinor })
    refundIds.push(refund.id)
    left -= amountMinor
  }
  invariant(left === 0, `the payments of order ${order.orderKey} took what goes back`)
  return refundIds
}

/**
 * An order without a valid ticket has ended; one whose valid tickets all have other holders is transferred. Nothing is
 * decided while a supplier has yet to cancel tickets, which may become valid again.
 */
async function closeEmptied(context: Context, order: Order): Promise<void> {
  if (!isOver(order)) return
  if (await hasValidTickets(context, order.id)) return settleOrder(context, order)
  if (await hasPendingReturn(context, order.id)) return
  const moved = await moveOrder(context, order, orderStatus.Canceled, 'refunded')
  invariant(moved.ok, `order ${order.orderKey} is canceled when all of it went back`)
}

function isOver({ status }: Order): boolean {
  return status === orderStatus.Processed || status === orderStatus.Transferred || isOutside(status)
}
