import { sql } from 'kysely'
import { ticketStatus } from '#contract/enumerations.ts'
import { passengersOf, unitKey } from '#modules/entrance/server/public-api.ts'
import { contentKindOf } from '#modules/orders/contents.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { readTicketStates } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OfficeOrderView } from '../../sales-contract.ts'

interface UnitRow {
  readonly id: number
  readonly lineId: number
  readonly unit: number
}

/** The tickets of an order with what names them: their line, and whose they are. */
export async function readOfficeTickets(
  context: Context,
  order: Order,
): Promise<OfficeOrderView['tickets']> {
  const [states, { rows }, names] = await Promise.all([
    readTicketStates(context, order.id, { isLocked: false }),
    sql<UnitRow>`
      select ticket_id::float8 as id, order_line_id::float8 as "lineId", line_unit as unit
      from ticket_summary where order_id = ${order.id} order by order_line_id, line_unit`.execute(
      context.db,
    ),
    passengersOf(
      context,
      order.lines
        .filter(({ kind }) => kind === 'Ticket')
        .map(({ id, detail }) => ({ orderId: order.id, orderLineId: id, lineUnit: 0, detail })),
    ),
  ])
  const kinds = new Map(order.lines.map((line) => [line.id, contentKindOf(line.detail)]))
  const byId = new Map(states.map((state) => [state.id, state]))
  return rows.flatMap(({ id, lineId, unit }) => {
    const state = byId.get(id)
    if (!state) return []
    return {
      ticketIdentifier: state.identifier,
      lineId,
      passengerName: names.get(unitKey({ orderLineId: lineId, lineUnit: unit }))?.name ?? null,
      isPassedOn: state.holderSessionId !== null || state.holderCustomerId !== null,
      statusName: ticketStatusName(state.status),
      isUsed: state.isUsed,
      isGoods: kinds.get(lineId) === 'goods',
      isBaggage: kinds.get(lineId) === 'baggage',
    }
  })
}

function ticketStatusName(status: number): string {
  return Object.entries(ticketStatus).find(([, number]) => number === status)?.[0] ?? 'None'
}
