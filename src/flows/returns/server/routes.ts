import { ok } from '#kernel/result.ts'
import { quoteOwnRefund, refundTickets } from '#modules/merchant/orders-contract.ts'
import { quoteOfficeRefund, refundOfficeTickets } from '#modules/operator/refund-contract.ts'
import * as calls from '#modules/returns/contract.ts'
import type { Context } from '#platform/context.ts'
import { requireOperator, requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { ReturnPorts } from './ports.ts'
import { presentPending, presentQuote, presentReturned } from './present.ts'
import { presentRefund } from './present-refund.ts'
import { executeQuote } from './execute-quote.ts'
import { quoteRefund, refundByOperator, refundByOrganiser } from './organiser-refund.ts'
import { claimOf, quoteTickets, type WhichTickets } from './quote.ts'

/** The calls that return tickets for a refund. */
export function returnRoutes(ports: ReturnPorts): readonly Implementation[] {
  const quote = async (context: Context, kind: 'return' | 'resale', which: WhichTickets) => {
    const plan = await quoteTickets(context, ports, kind, which)
    if (!plan.ok) return plan
    const claim = claimOf(context, plan.value)
    const signed = claim && { claim, token: await ports.quotes.sign(context, claim) }
    return ok(await presentQuote(context, plan.value, signed))
  }
  const executeReturn = async (context: Context, kind: 'return' | 'resale', token: string) => {
    const done = await executeQuote(context, ports, kind, token)
    if (!done.ok) return done
    return ok(
      'pending' in done.value
        ? await presentPending(context, done.value)
        : await presentReturned(context, done.value),
    )
  }
  const refundOf = async (context: Context, request: Parameters<typeof quoteRefund>[2]) => {
    const plan = await quoteRefund(context, ports, request)
    return plan.ok ? ok(await presentRefund(context, plan.value)) : plan
  }
  return [
    implement(quoteOwnRefund, requireStaff, (context, { query }) =>
      refundOf(context, { ...query, merchantId: context.actor.merchantId }),
    ),
    implement(quoteOfficeRefund, requireOperator, (context, { params, query }) =>
      refundOf(context, { ...params, ...query, merchantId: null }),
    ),
    implement(refundTickets, requireStaff, (context, { body }) =>
      refundByOrganiser(context, ports, context.actor, body),
    ),
    implement(refundOfficeTickets, requireOperator, (context, { params, body }) =>
      refundByOperator(context, ports, { ...params, ...body }),
    ),
    implement(calls.quoteReturn, (context, { query }) => quote(context, 'return', query)),
    implement(calls.returnTickets, (context, { body }) =>
      executeReturn(context, 'return', body.quote),
    ),
    implement(calls.quoteResale, (context, { query }) => quote(context, 'resale', query)),
    implement(calls.resellTickets, (context, { body }) =>
      executeReturn(context, 'resale', body.quote),
    ),
  ]
}
