import type { ErrorCode } from '#contract/errors.ts'
import { ticketStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { recordPrint } from '#modules/box-office/server/public-api.ts'
import { findOrder, lockOrder } from '#modules/orders/server/public-api.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import {
  holdTickets,
  readTicketStates,
  reissueTickets,
  rollPdf,
  ticketsPdf,
  type HeldTicket,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { CounterPorts } from './ports.ts'

export interface PrintRequest {
  readonly orderNumber: string
  /** All valid ones when absent. */
  readonly ticketIdentifiers?: readonly string[] | undefined
  readonly format: 'roll' | 'sheet'
  readonly isReprint: boolean
}

/** Tickets of the caller's organiser on paper. A reprint gives them new codes first, so that only one printed ticket is valid. */
export async function printAtCounter(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  request: PrintRequest,
): Promise<Result<Uint8Array, ErrorCode>> {
  const orderNumber = request.orderNumber.toUpperCase()
  const printed = await inTransaction<Result<HeldTicket[], ErrorCode>>(context, async (inside) => {
    const found = await findOrder(inside, { orderNumber })
    if (!found) return fail('NotFound')
    const locked = await lockOrder(inside, found)
    if (!locked.ok) return fail('NotFound')
    const order = locked.value
    const before = await ownTickets(inside, ports, actor, order, request.ticketIdentifiers)
    if (before.length === 0) return fail('NotFound')
    if (request.isReprint) {
      const ids = new Set(before.map(({ ticket }) => ticket.id))
      const states = await readTicketStates(inside, order.id, { isLocked: true })
      const chosen = states.filter(({ id }) => ids.has(id))
      if (!(await reissueTickets(inside, chosen))) return fail('TicketUsed')
      await logStaffChange(inside, {
        action: 'counter.reprint',
        subject: `order ${orderNumber}`,
        after: { tickets: before.map(({ ticket }) => ticket.identifier) },
      })
    }
    await recordPrint(inside, actor, {
      orderNumber,
      ticketCount: before.length,
      isReprint: request.isReprint,
    })
    return ok(await ownTickets(inside, ports, actor, order, request.ticketIdentifiers))
  })
  if (!printed.ok) return printed
  const { locale } = context
  return ok(
    request.format === 'roll'
      ? await rollPdf(context, printed.value, locale)
      : await ticketsPdf(context, printed.value, locale),
  )
}

type OwnOrder = Parameters<typeof holdTickets>[2][number]

/** Valid tickets of an order that the caller's organiser sells; all named ones, or none. */
export async function ownTickets(
  context: Context,
  ports: CounterPorts,
  actor: StaffActor,
  order: OwnOrder,
  identifiers?: readonly string[],
): Promise<HeldTicket[]> {
  const held = await holdTickets(context, ports.returns.tickets, [order])
  const own = held.filter(
    ({ ticket, line }) =>
      line.merchantId === actor.merchantId && ticket.status === ticketStatus.Active,
  )
  if (!identifiers) return own
  const wanted = new Set(identifiers)
  const chosen = own.filter(({ ticket }) => wanted.has(ticket.identifier))
  // Other organisers' and invalid tickets are reported as not found.
  return chosen.length === wanted.size ? chosen : []
}
