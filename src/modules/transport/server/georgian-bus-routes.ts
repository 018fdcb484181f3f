/** Georgian bus calls. */
import { ok } from '#kernel/result.ts'
import {
  findOwnOrder,
  presentCheckout,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { holdTickets, type TicketPorts } from '#modules/tickets/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../georgian-bus-contract.ts'
import { presentHeld, bookBuses, checkOut } from './book-buses.ts'
import { readCalendar, readSchedule, readStations } from './carriers.ts'
import { presentJourneyOrder } from './present-order.ts'

const brand = 'georgianbus'

export function georgianBusRoutes(
  ports: OrderPorts,
  tickets: TicketPorts,
): readonly Implementation[] {
  return [
    implement(calls.georgianBusBook, async (context, { body }) => {
      const buses = body.buses.map(({ scheduleId, ...bus }, index) => ({
        ...bus,
        runId: scheduleId,
        isReturn: index > 0,
      }))
      return presentHeld(context, await bookBuses(context, brand, { ...body, buses }))
    }),
    implement(calls.georgianBusCheckout, (context, { body }) => checkOut(context, ports, body)),
    implement(calls.georgianBusCheckoutGet, async (context, { params }) => {
      const order = await findOwnOrder(context, { orderKey: params.id })
      return order.ok ? ok(await presentCheckout(context, ports, order.value)) : order
    }),
    implement(calls.georgianBusOrderDetails, async (context, { params }) => {
      const order = await findOwnOrder(context, { orderKey: params.id })
      if (!order.ok) return order
      const view = await presentJourneyOrder(context, order.value)
      const held = await holdTickets(context, tickets, [order.value])
      return ok({
        ...view,
        tickets: held.map(({ ticket, line, subject, passenger }) => ({
          ticketIdentifier: ticket.identifier,
          lineId: line.id,
          passengerName: passenger && `${passenger.givenName} ${passenger.familyName}`,
          startsAt: subject.startsAt.toISOString(),
        })),
      })
    }),
    implement(calls.georgianBusSchedule, (context, { query }) =>
      readSchedule(context, brand, query),
    ),
    implement(calls.georgianBusSchedulePreview, async (context, { query }) => {
      const days = await readCalendar(context, brand, query)
      return days.ok ? ok({ days: days.value }) : days
    }),
    implement(calls.georgianBusFrom, (context) => stations(context, { direction: 'from' })),
    implement(calls.georgianBusTo, (context, { query }) =>
      stations(context, { direction: 'to', ...query }),
    ),
  ]
}

async function stations(context: CallContext, which: Parameters<typeof readStations>[2]) {
  const found = await readStations(context, brand, which)
  return found.ok ? ok({ stations: found.value }) : found
}
