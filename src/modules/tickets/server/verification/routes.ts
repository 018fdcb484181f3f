import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../details-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { isTransferred } from '../transfer/holder.ts'
import { findReceived } from '../transfer/received.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { readAdditionalInfo, saveAdditionalInfo } from './additional-info.ts'
import { heldByCaller } from './held-by-caller.ts'
import { readVerifications, type Verification } from './store.ts'
import { verifyHolder } from './verify-holder.ts'

/** Attendee details entered by a holder. */
export function detailRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    implement(calls.ticketVerificationDetails, async (context, { query }) => {
      const found = await findHeld(context, ports, query.orderNumber)
      if (!found.ok) return found
      const held = found.value
      const said = await readVerifications(
        context,
        held.map(({ ticket }) => ticket),
      )
      return ok({ tickets: held.map((one) => present(one, said.get(one.ticket.id))) })
    }),
    implement(calls.verifyHolder, async (context, { body }) => {
      const kept = await verifyHolder(context, ports, body)
      if (!kept.ok) return kept
      const said = await readVerifications(context, [kept.value.ticket])
      return ok(present(kept.value, said.get(kept.value.ticket.id)))
    }),
    implement(calls.ticketAdditionalInfo, (context, { query }) =>
      readAdditionalInfo(context, ports, query.orderNo),
    ),
    implement(calls.saveAdditionalInfo, (context, { body }) =>
      saveAdditionalInfo(context, ports, { orderNo: body.orderNo, extras: body.extras ?? [] }),
    ),
  ]
}

/** Tickets of one order, or all that the caller holds, transferred ones included. */
async function findHeld(
  context: Context,
  ports: TicketPorts,
  orderNumber: string | undefined,
): Promise<Result<readonly HeldTicket[], 'Unauthenticated' | 'OrderNotFound'>> {
  if (orderNumber !== undefined) {
    const found = await heldByCaller(context, ports, orderNumber)
    return found.ok ? ok(found.value.held) : found
  }
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const orders = await findOwnOrders(context, {})
  const received = await findReceived(context, ports)
  if (!orders.ok || !received.ok) return fail('Unauthenticated')
  const bought = await holdTickets(context, ports, orders.value)
  return ok([...bought.filter(({ ticket }) => !isTransferred(ticket)), ...received.value])
}

function present({ ticket, code }: HeldTicket, said: Verification | undefined) {
  return {
    ticketIdentifier: ticket.identifier,
    isVerified: said !== undefined,
    fullName: said?.fullName ?? null,
    documentKind: said?.documentKind ?? null,
    documentEnding: said?.documentNumber.slice(-4) ?? null,
    verifiedAt: said?.verifiedAt.toISOString() ?? null,
    isOpen: code !== null && ticket.usedAt === null,
  }
}
