/** The calls of journeys that involve payments and returns. */
import { completeOrder } from '#flows/checkout/server/complete-order.ts'
import { presentOutcome } from '#flows/checkout/server/present.ts'
import { orderStatus } from '#contract/enumerations.ts'
import { money } from '#kernel/money.ts'
import { fail, ok } from '#kernel/result.ts'
import { cityBusComplete } from '#modules/transport/city-bus-contract.ts'
import * as sale from '#modules/transport/sale-contract.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { readPlainSegment } from '#modules/transport/server/public-api.ts'
import { changeTerms, changeTicket, quoteChange, type ChangePorts } from './change-ticket.ts'
import { offerRebooking, rebook } from './rebook.ts'

export function journeyRoutes(ports: ChangePorts): readonly Implementation[] {
  return [
    implement(cityBusComplete, async (context, { body }) => {
      const outcome = await completeOrder(context, ports.checkout, body.orderKey)
      return outcome.ok ? ok(await presentOutcome(context, outcome.value)) : outcome
    }),
    implement(sale.changeTerms, (context, { query }) =>
      changeTerms(context, ports, query.ticketIdentifier),
    ),
    implement(sale.quoteChange, (context, { query }) => quoteChange(context, ports, query)),
    implement(sale.offerRebooking, (context, { query }) =>
      offerRebooking(context, ports, query.ticketIdentifier),
    ),
    implement(sale.rebook, async (context, { body }) => {
      const rebooked = await rebook(context, ports, body)
      if (!rebooked.ok) return rebooked
      const segment = await readPlainSegment(context, body)
      if (!segment) return fail('NotFound')
      const { orderKey, orderNumber } = rebooked.value
      return ok({ orderKey, orderNumber, segment })
    }),
    implement(sale.changeTicket, async (context, { body }) => {
      const changed = await changeTicket(context, ports, body.quote)
      if (!changed.ok) return changed
      const { order, difference } = changed.value
      return ok({
        state: order.status === orderStatus.Processed ? ('done' as const) : ('to-pay' as const),
        orderKey: order.orderKey,
        toPay: money(order.totalMinor),
        difference: money(difference),
        deadlineAt: order.deadlineAt.toISOString(),
      })
    }),
  ]
}
