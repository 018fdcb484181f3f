import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import {
  findOwnOrder,
  lockOrder,
  ownsOrder,
  readReturned,
  type Order,
  type SupplierReturnTerms,
} from '#modules/orders/server/public-api.ts'
import type { ReturnKind } from '#modules/returns/contract.ts'
import {
  readPendingReturns,
  readPolicies,
  readReturns,
  type PendingReturn,
  type QuoteClaim,
  type TicketReturn,
} from '#modules/returns/server/public-api.ts'
import {
  holdTickets,
  holdTicketsBeside,
  readTicketStates,
  type TicketState,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn } from './plan.ts'
import type { Plan } from './planned.ts'
import type { ReturnPorts } from './ports.ts'
import {
  attemptCancellation,
  cancelledBy,
  cancelledItemOf,
  openPendingReturn,
} from './supplier-cancellation.ts'

/** An executed return with its order. */
export interface ExecutedReturn {
  readonly order: Order
  readonly made: TicketReturn
  readonly states: readonly TicketState[]
}

/** A return whose supplier has yet to cancel, with its order. */
export interface PendingReturnOfOrder {
  readonly order: Order
  readonly pending: PendingReturn
  readonly states: readonly TicketState[]
}

/**
 * Executes a quote of the caller: the terms quoted stay valid until it expires, everything else is checked again under
 * the locks. The same quote is executed once; repeated calls get the same answer. Tickets that a supplier has to cancel
 * end at once; their money is refunded when it has.
 */
export async function executeQuote(
  context: Context,
  ports: ReturnPorts,
  kind: ReturnKind,
  token: string,
): Promise<Result<ExecutedReturn | PendingReturnOfOrder, ErrorCode>> {
  const claim = await ports.quotes.read(context, token)
  if (!claim || claim.kind !== kind) return fail('QuoteChanged')
  const begun = await inTransaction(context, (inside) => beginReturn(inside, ports, claim))
  if (!begun.ok) return begun
  if (begun.value !== 'pending') return ok(begun.value)
  const state = await attemptCancellation(context, ports, claim.id)
  return state === 'refused' ? fail('ReturnRefused') : readBegun(context, claim)
}

/** Ends the tickets under the locks: with their refund, or `pending` when a supplier has to be asked first. */
async function beginReturn(
  inside: Context,
  ports: ReturnPorts,
  claim: QuoteClaim,
): Promise<Result<ExecutedReturn | 'pending', ErrorCode>> {
  const locked = await lockOrder(inside, { orderKey: claim.orderKey })
  if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('OrderNotFound')
  const order = locked.value
  const states = await readTicketStates(inside, order.id, { isLocked: true })
  const [done] = await readReturns(inside, { quoteId: claim.id })
  if (done) return ok({ order, made: done, states })
  const held = await holdTickets(inside, ports.tickets, [order])
  const isAsked = ports.suppliers.some(({ cancel }) => cancel !== undefined)
  const [pending] = isAsked ? await readPendingReturns(inside, { id: claim.id }) : []
  if (pending) return pending.state === 'refused' ? fail('ReturnRefused') : ok('pending')
  if (inside.clock.now().getTime() > claim.validUntil) return fail('QuoteChanged')
  const chosen = states.filter(({ identifier }) => claim.ticketIdentifiers.includes(identifier))
  const policies = await readPolicies(inside)
  const plan = planReturn({
    kind: claim.kind,
    order,
    held,
    states,
    policies,
    beside: await holdTicketsBeside(inside, ports.tickets, { order, held, policies }),
    chosen: new Set(chosen.map(({ id }) => id)),
    returnedBeforeMinor: await readReturned(inside, order.id),
    now: new Date(claim.quotedAt),
    supplied: termsOf(claim),
    cancelledItemOf: cancelledItemOf(ports),
  })
  const refusal = plan.tickets.find((ticket) => ticket.refusal !== null)?.refusal
  if (refusal) return fail(refusal)
  if (plan.going.length === 0 || !isAsQuoted(plan, claim)) return fail('QuoteChanged')
  if (plan.going.some((ticket) => cancelledBy(ports.suppliers, ticket.held))) {
    const isOpened = await openPendingReturn(inside, ports, plan, claim.id)
    return isOpened ? ok('pending') : fail('QuoteChanged')
  }
  const made = await executeReturn(inside, plan, claim.id)
  return made.ok ? ok({ order, made: made.value, states }) : made
}

function termsOf({ supplied = [] }: QuoteClaim): Map<number, SupplierReturnTerms> {
  return new Map(
    supplied.map(({ ticketId, until, ...terms }) => [
      ticketId,
      { kind: 'terms', ...terms, until: until === null ? null : new Date(until) },
    ]),
  )
}

/** The outcome of a return that a supplier was asked about. */
async function readBegun(
  context: Context,
  claim: QuoteClaim,
): Promise<Result<ExecutedReturn | PendingReturnOfOrder, ErrorCode>> {
  const order = await findOwnOrder(context, { orderKey: claim.orderKey })
  if (!order.ok) return order
  const states = await readTicketStates(context, order.value.id, { isLocked: false })
  const [made] = await readReturns(context, { quoteId: claim.id })
  if (made) return ok({ order: order.value, made, states })
  const [pending] = await readPendingReturns(context, { id: claim.id })
  invariant(pending, `return ${claim.id} was begun`)
  return ok({ order: order.value, pending, states })
}

function isAsQuoted(plan: Plan, claim: QuoteClaim): boolean {
  return (
    plan.going.length === claim.ticketIdentifiers.length &&
    plan.backMinor === claim.backMinor &&
    plan.deductionMinor === claim.deductionMinor &&
    plan.cardMinor === claim.cardMinor
  )
}
