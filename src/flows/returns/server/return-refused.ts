import { invariant } from '#kernel/result.ts'
import { returnPlaces } from '#modules/inventory/server/public-api.ts'
import { recordReturnedUses } from '#modules/multipass/server/public-api.ts'
import {
  addRefunded,
  orderAllocations,
  readReturned,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import { insertReturn, type TicketReturn } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { advancesOf } from './advances.ts'
import { refundToCards } from './execute-return.ts'
import { postReturn, postToBalance } from './ledger-entries.ts'
import { allFeesOf, paidBy, refundAllocationOf, splitBack, sumOf } from './refund-allocation.ts'

export interface RefusedLines {
  /** Id of the return: that of the refused confirmation, so it happens once. */
  readonly returnId: string
  /** Ticket lines for which no tickets were issued. */
  readonly lines: readonly OrderLine[]
  /** Nothing of the order is left: insurance and other lines without tickets are refunded too. */
  readonly isLast: boolean
}

/**
 * Refunds the prices and fees of refused lines in the transaction that has locked the order, and releases their places.
 * The worker executes the refund like any other.
 */
export async function returnRefused(
  context: Context,
  order: Order,
  { returnId, lines, isLast }: RefusedLines,
): Promise<void> {
  invariant(context.db.isTransaction && lines.length > 0, 'refused lines are returned under a lock')
  const lineIds = new Set(lines.map(({ id }) => id))
  const allocation = refundAllocationOf(order)
  const going = allocation.tickets
    .filter(({ line }) => lineIds.has(line.id))
    .map((ticket) => ({
      allocation: ticket,
      feeMinor: allFeesOf(ticket),
      deductionMinor: 0,
      deductionTo: 'house' as const,
    }))
  const rest = isLast ? allocation.rest : []
  const backMinor =
    sumOf(rest) +
    going.reduce((sum, ticket) => sum + sumOf(ticket.allocation.face) + ticket.feeMinor, 0)
  const paid = paidBy(order)
  const { cardMinor, balanceMinor } = splitBack(
    paid,
    backMinor,
    await readReturned(context, order.id),
  )
  const money = { order, going, rest, backMinor, paid, balanceMinor, isUndone: true }
  await addRefunded(context, order, backMinor)
  const refundIds = await refundToCards(context, { order, cardMinor }, returnId)
  const advances = advancesOf(
    order,
    going.map((ticket) => ticket.allocation),
  )
  await returnPlaces(context, orderAllocations([...lines, ...advances]), { asResale: false })
  await recordReturnedUses(context, order, advances)
  await postReturn(context, returnId, money)
  await postToBalance(context, returnId, money)
  const made: TicketReturn = {
    id: returnId,
    orderId: order.id,
    kind: 'refused',
    currency: order.currency,
    amountMinor: backMinor,
    deductionMinor: 0,
    cardMinor,
    balanceMinor,
    carriedMinor: 0,
    createdAt: context.clock.now(),
    tickets: [],
    refundIds,
  }
  await insertReturn(context, { ...made, quoteId: null })
}
