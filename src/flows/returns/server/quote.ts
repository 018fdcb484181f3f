import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  findOwnOrder,
  lockOrder,
  ownsOrder,
  readReturned,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { ticketsPerQuoteMax, type ReturnKind } from '#modules/returns/contract.ts'
import {
  readPolicies,
  readReturns,
  type QuoteClaim,
  type TicketReturn,
} from '#modules/returns/server/public-api.ts'
import {
  findTicketStates,
  holdTickets,
  readTicketStates,
  type TicketState,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Actor, type Context } from '#platform/context.ts'
import { executeReturn } from './execute-return.ts'
import { planReturn, type Plan } from './plan.ts'
import type { ReturnPorts } from './ports.ts'

/** Which tickets a caller asks about: by their identifiers with commas between, or all of an order. */
export interface WhichTickets {
  readonly orderKey?: string | undefined
  readonly ticketIdentifier?: string | undefined
  /** Narrow them to a row or a seat. */
  readonly ticketRowNumber?: string | undefined
  readonly ticketSeatNumber?: string | undefined
}

/** What of their tickets the caller would get back now. Nothing is changed. */
export async function quoteTickets(
  context: Context,
  ports: ReturnPorts,
  kind: 'return' | 'resale',
  which: WhichTickets,
): Promise<Result<Plan, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const found = await findTickets(context, which)
  if (!found.ok) return found
  const { order, states, identifiers } = found.value
  const held = await holdTickets(context, ports.tickets, [order])
  const { ticketRowNumber: row, ticketSeatNumber: seat } = which
  const chosen = held
    .map(({ ticket }) => ticket)
    .filter(
      (ticket) =>
        (identifiers === null || identifiers.has(ticket.identifier)) &&
        (row === undefined || ticket.row === row) &&
        (seat === undefined || ticket.seat === seat),
    )
  if (chosen.length === 0) return fail('TicketNotFound')
  return ok(
    planReturn({
      kind,
      order,
      held,
      states,
      policies: await readPolicies(context),
      chosen: new Set(chosen.map(({ id }) => id)),
      returnedBeforeMinor: await readReturned(context, order.id),
      now: context.clock.now(),
    }),
  )
}

interface FoundTickets {
  readonly order: Order
  readonly states: readonly TicketState[]
  /** Null: all of the order. */
  readonly identifiers: ReadonlySet<string> | null
}

async function findTickets(
  context: Context,
  { orderKey, ticketIdentifier }: WhichTickets,
): Promise<Result<FoundTickets, ErrorCode>> {
  if (ticketIdentifier === undefined) {
    if (orderKey === undefined) {
      const message = 'orderKey or ticketIdentifier is needed'
      return fail('BadRequest', { fields: [{ path: 'query.orderKey', message }] })
    }
    const order = await findOwnByKey(context, orderKey)
    if (!order.ok) return order
    const states = await readTicketStates(context, order.value.id, { isLocked: false })
    return ok({ order: order.value, states, identifiers: null })
  }
  const identifiers = new Set(ticketIdentifier.split(',').map((each) => each.trim().toUpperCase()))
  if (identifiers.size > ticketsPerQuoteMax) return fail('BadRequest')
  const named = await findTicketStates(context, [...identifiers])
  const [first] = named
  const isComplete = first && named.length === identifiers.size
  if (!isComplete || named.some(({ orderId }) => orderId !== first.orderId))
    return fail('TicketNotFound')
  const order = await findOwnOrder(context, { orderId: first.orderId })
  if (!order.ok || (orderKey !== undefined && order.value.orderKey !== orderKey.toLowerCase()))
    return fail(
      named.every((state) => holds(context.actor, state)) ? 'TicketReceived' : 'TicketNotFound',
    )
  const states = await readTicketStates(context, first.orderId, { isLocked: false })
  return ok({ order: order.value, states, identifiers })
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function findOwnByKey(
  context: Context,
  orderKey: string,
): Promise<Result<Order, 'OrderNotFound'>> {
  return uuidPattern.test(orderKey) ? findOwnOrder(context, { orderKey }) : fail('OrderNotFound')
}

/** Whether the caller received this ticket from its buyer. */
function holds(actor: Actor, state: TicketState): boolean {
  if (actor.kind === 'customer' && state.holderCustomerId === actor.customerId) return true
  return 'sessionId' in actor && state.holderSessionId === actor.sessionId
}

/** The claim that a quote of this plan makes; null when nothing of it can go back. */
export function claimOf(context: Context, plan: Plan): QuoteClaim | null {
  const { kind, going, order } = plan
  if ((kind !== 'return' && kind !== 'resale') || going.length === 0) return null
  const now = context.clock.now().getTime()
  const minutes = Math.min(...going.map(({ quoteMinutes }) => quoteMinutes))
  const starts = going.map(({ held }) => held.subject.startsAt.getTime())
  return {
    id: context.random.uuid(),
    kind,
    orderKey: order.orderKey,
    ticketIdentifiers: going.map(({ state }) => state.identifier),
    quotedAt: now,
    validUntil: Math.min(now + minutes * 60_000, ...starts),
    backMinor: plan.backMinor,
    deductionMinor: plan.deductionMinor,
    cardMinor: plan.cardMinor,
  }
}

/** An executed return with its order. */
export interface ExecutedReturn {
  readonly order: Order
  readonly made: TicketReturn
  readonly states: readonly TicketState[]
}

/**
 * Carries out a quote of the caller: the terms of the moment it was made hold until it runs out, everything else is
 * looked at again under the locks. The same quote is carried out once and answered alike ever after.
 */
export async function executeQuote(
  context: Context,
  ports: ReturnPorts,
  kind: ReturnKind,
  token: string,
): Promise<Result<ExecutedReturn, ErrorCode>> {
  const claim = await ports.quotes.read(context, token)
  if (!claim || claim.kind !== kind) return fail('QuoteChanged')
  return inTransaction(context, async (inside) => {
    const locked = await lockOrder(inside, { orderKey: claim.orderKey })
    if (!locked.ok || !ownsOrder(context.actor, locked.value)) return fail('OrderNotFound')
    const order = locked.value
    const states = await readTicketStates(inside, order.id, { isLocked: true })
    const [done] = await readReturns(inside, { quoteId: claim.id })
    if (done) return ok({ order, made: done, states })
    if (inside.clock.now().getTime() > claim.validUntil) return fail('QuoteChanged')
    const held = await holdTickets(inside, ports.tickets, [order])
    const chosen = states.filter(({ identifier }) => claim.ticketIdentifiers.includes(identifier))
    const plan = planReturn({
      kind,
      order,
      held,
      states,
      policies: await readPolicies(inside),
      chosen: new Set(chosen.map(({ id }) => id)),
      returnedBeforeMinor: await readReturned(inside, order.id),
      now: new Date(claim.quotedAt),
    })
    const refusal = plan.tickets.find((ticket) => ticket.refusal !== null)?.refusal
    if (refusal) return fail(refusal)
    if (plan.going.length === 0 || !isAsQuoted(plan, claim)) return fail('QuoteChanged')
    const made = await executeReturn(inside, plan, claim.id)
    return made.ok ? ok({ order, made: made.value, states }) : made
  })
}

function isAsQuoted(plan: Plan, claim: QuoteClaim): boolean {
  return (
    plan.going.length === claim.ticketIdentifiers.length &&
    plan.backMinor === claim.backMinor &&
    plan.deductionMinor === claim.deductionMinor &&
    plan.cardMinor === claim.cardMinor
  )
}
