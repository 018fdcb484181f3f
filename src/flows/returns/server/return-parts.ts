/**
 * Parts of prices that are refunded while their tickets stay valid: services that a supplier no longer provides, such
 * as a seat.
 */
import { isDeepStrictEqual } from 'node:util'
import { ticketStatus } from '#contract/enumerations.ts'
import { earningsOfLine } from '#flows/checkout/server/earnings.ts'
import { invariant, ok } from '#kernel/result.ts'
import {
  addRefunded,
  lockOrder,
  readReturned,
  writeRefundedPart,
  type FulfilmentSource,
  type Order,
  type OrderLine,
  type PartDue,
} from '#modules/orders/server/public-api.ts'
import { insertReturn } from '#modules/returns/server/public-api.ts'
import {
  holdTickets,
  markTicketsChanged,
  returnEmailJob,
  ticketEmailJob,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { refundToCards } from './execute-return.ts'
import { postReturn, postToBalance } from './ledger-entries.ts'
import type { ReturnPorts } from './ports.ts'
import { earningsOfPart, paidBy, splitBack, sumOf } from './refund-allocation.ts'

const partsPerRound = 20

/** Returns how many parts were settled. */
export async function returnParts(
  context: Context,
  ports: Pick<ReturnPorts, 'suppliers' | 'tickets'>,
): Promise<number> {
  let count = 0
  for (const supplier of ports.suppliers)
    for (const part of (await supplier.listPartsDue?.(context, partsPerRound)) ?? [])
      if (await returnPart(context, ports, supplier, part).catch(logFailure(context, part)))
        count += 1
  return count
}

function logFailure(context: Context, { id, orderKey }: PartDue) {
  return (error: unknown): boolean => {
    context.log.error({ err: error, partId: id, orderKey }, 'a part of a price did not go back')
    return false
  }
}

/**
 * One transaction under the lock of the order; once for each part. The refund of a returned ticket includes its parts.
 */
async function returnPart(
  context: Context,
  { tickets }: Pick<ReturnPorts, 'tickets'>,
  supplier: FulfilmentSource,
  part: PartDue,
): Promise<boolean> {
  const done = await inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: part.orderKey })
    if (!locked.ok) return ok(false)
    const order = locked.value
    const held = (await holdTickets(inside, tickets, [order])).find(
      ({ ticket, line }) =>
        ticket.source === part.item.source &&
        ticket.itemId === part.item.itemId &&
        (part.lineId === undefined ? line.placeId === part.placeId : line.id === part.lineId),
    )
    // Its tickets are not issued yet.
    if (!held || !(await supplier.settlePart?.(inside, part.id))) return ok(false)
    if (held.ticket.status === ticketStatus.Active) await payPart(inside, order, held.line, part)
    return ok(true)
  })
  return done.value
}

/** The ticket that was sent is outdated now. */
async function sendAnew(context: Context, order: Order, partId: string): Promise<void> {
  const reissue = `part-${partId}`
  const singletonKey = `${order.id} ${reissue}`
  await enqueue(context, ticketEmailJob, { orderId: order.id, reissue }, { singletonKey })
}

async function payPart(
  context: Context,
  order: Order,
  line: OrderLine,
  { id, amountMinor, naming }: PartDue,
): Promise<void> {
  invariant(line.quantity === 1, `line ${line.id} is of one ticket`)
  const from = line.detail.givenBackMinor ?? 0
  const to = Math.min(line.unitPriceMinor, from + amountMinor)
  const face = earningsOfPart(earningsOfLine(order, line, 0), line, { from, to })
  const backMinor = sumOf(face)
  await writeRefundedPart(context, line.id, { givenBackMinor: to, naming })
  await markTicketsChanged(context, [line.id])
  const isRenamed = naming !== undefined && !isDeepStrictEqual(line.detail.naming, naming)
  if (isRenamed) await sendAnew(context, order, id)
  if (backMinor === 0) return
  const paid = paidBy(order)
  const split = splitBack(paid, backMinor, await readReturned(context, order.id))
  await addRefunded(context, order, backMinor)
  const refundIds = await refundToCards(context, { order, cardMinor: split.cardMinor }, id)
  const money = {
    order,
    going: [
      {
        allocation: { line, unit: 0, face, fee: [], passedOn: [] },
        feeMinor: 0,
        deductionMinor: 0,
        deductionTo: 'house' as const,
      },
    ],
    rest: [],
    backMinor,
    paid,
    balanceMinor: split.balanceMinor,
    isUndone: true,
  }
  await postReturn(context, id, money)
  await postToBalance(context, id, money)
  await insertReturn(context, {
    id,
    orderId: order.id,
    kind: 'refused',
    currency: order.currency,
    amountMinor: backMinor,
    deductionMinor: 0,
    ...split,
    carriedMinor: 0,
    createdAt: context.clock.now(),
    tickets: [],
    refundIds,
    quoteId: null,
  })
  await enqueue(context, returnEmailJob, { returnId: id }, { singletonKey: id })
}
