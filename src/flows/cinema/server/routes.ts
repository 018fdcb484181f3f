import { ok } from '#kernel/result.ts'
import { executeQuote } from '#flows/returns/server/execute-quote.ts'
import type { ReturnPorts } from '#flows/returns/server/ports.ts'
import { presentPending, presentQuote, presentReturned } from '#flows/returns/server/present.ts'
import { claimOf, quoteTickets } from '#flows/returns/server/quote.ts'
import { caveaRefundSeat, caveaRefundSeatDetails } from '#modules/cinema/cavea-contract.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'

/** Releasing one seat, by the cinema's name of it. */
export function cinemaReturnRoutes(ports: ReturnPorts): readonly Implementation[] {
  return [
    implement(caveaRefundSeatDetails, async (context, { query }) => {
      const { orderKey, integrationTicketId: ticketIdentifier } = query
      const plan = await quoteTickets(context, ports, 'return', { orderKey, ticketIdentifier })
      if (!plan.ok) return plan
      const claim = claimOf(context, plan.value)
      const signed = claim && { claim, token: await ports.quotes.sign(context, claim) }
      return ok(await presentQuote(context, plan.value, signed))
    }),
    implement(caveaRefundSeat, async (context, { body }) => {
      const done = await executeQuote(context, ports, 'return', body.quote)
      if (!done.ok) return done
      return ok(
        'pending' in done.value
          ? await presentPending(context, done.value)
          : await presentReturned(context, done.value),
      )
    }),
  ]
}
