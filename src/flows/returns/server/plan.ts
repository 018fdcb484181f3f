/** Calculates the refund of each ticket, or why it cannot be returned. Pure. */
import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { basisPoints } from '#kernel/money-arithmetic.ts'
import { money } from '#kernel/money.ts'
import { invariant } from '#kernel/result.ts'
import { bundleOf, hasInsurance } from '#modules/orders/server/public-api.ts'
import { givesAllBack, type ResaleFeeKind } from '#modules/returns/contract.ts'
import {
  resaleTermsAt,
  returnTerms,
  type ResaleTerms,
  type ReturnPolicy,
} from '#modules/returns/server/public-api.ts'
import {
  adultsNeededByChildren,
  policyOfTicket,
  type HeldTicket,
  type TicketState,
} from '#modules/tickets/server/public-api.ts'
import { noMoney, type Nothing, type Plan, type PlanInput, type PlannedTicket } from './planned.ts'
import { separateSuppliers, planBySupplier } from './supplier-terms.ts'
import {
  paidBy,
  splitBack,
  sumOf,
  refundAllocationOf,
  allFeesOf,
  feesReturned,
  type TicketRefundAllocation,
} from './refund-allocation.ts'

export function planReturn(input: PlanInput): Plan {
  const { order, kind, returnedBeforeMinor } = input
  const chosen = givesAllBack(kind) ? input.chosen : withBundles(input.held, input.chosen)
  const allocation = refundAllocationOf(order)
  const planned = input.held
    .filter(({ ticket }) => chosen.has(ticket.id))
    .map((held) => planTicket(input, held, allocationOf(allocation.tickets, held)))
  const tickets = separateSuppliers(input, keepChildrenCompany(input, planned))
  const going = tickets.filter(({ refusal }) => refusal === null)
  const isWaiting = input.isIncomplete ?? order.status === orderStatus.WaitingForTicket
  const isLast =
    !isWaiting &&
    input.states.every(
      ({ id, status }) =>
        status !== ticketStatus.Active || going.some((ticket) => ticket.state.id === id),
    )
  const rest = givesAllBack(kind) && isLast && going.length > 0 ? allocation.rest : []
  const backMinor = sumOf(rest) + going.reduce((sum, ticket) => sum + ticket.backMinor, 0)
  const paid = paidBy(order)
  return {
    kind,
    order,
    tickets,
    going,
    rest,
    paid,
    backMinor,
    deductionMinor: going.reduce((sum, ticket) => sum + ticket.deductionMinor, 0),
    ...splitBack(paid, backMinor, returnedBeforeMinor),
    carriedMinor: 0,
  }
}

/**
 * Parts of a package, and seats that are only sold together, are returned together, unless one of them is cancelled.
 */
function withBundles(held: readonly HeldTicket[], chosen: ReadonlySet<number>): Set<number> {
  const keys = new Set(
    held.flatMap(({ ticket, line }) =>
      chosen.has(ticket.id) ? (bundleOf(line.detail) ?? []) : [],
    ),
  )
  return new Set(
    held
      .filter(({ ticket, line }) => chosen.has(ticket.id) || keys.has(bundleOf(line.detail) ?? ''))
      .map(({ ticket }) => ticket.id),
  )
}

export function allocationOf(
  tickets: readonly TicketRefundAllocation[],
  { ticket }: HeldTicket,
): TicketRefundAllocation {
  const found = tickets.find(
    ({ line, unit }) => line.id === ticket.orderLineId && unit === ticket.lineUnit,
  )
  invariant(found, `ticket ${ticket.id} is a unit of a line of its order`)
  return found
}

function planTicket(
  input: PlanInput,
  held: HeldTicket,
  allocation: TicketRefundAllocation,
): PlannedTicket {
  const state = input.states.find(({ id }) => id === held.ticket.id)
  invariant(state, `ticket ${held.ticket.id} has a state`)
  const policy = policyOfTicket(input.policies, held)
  const paidMinor = sumOf(allocation.face)
  const { quoteMinutes, deductionTo } = policy
  const nothing = {
    held,
    state,
    allocation,
    paidMinor,
    feeMinor: 0,
    deductionMinor: 0,
    fees: [],
    backMinor: 0,
    until: null,
    tiers: [],
    deductionTo,
    quoteMinutes,
  }
  const isFinal = held.subject.isFinal && !givesAllBack(input.kind)
  const refusal = refusalOf(input, state) ?? (isFinal ? finalRefusals[input.kind] : null)
  if (refusal) return { ...nothing, refusal }
  if (givesAllBack(input.kind)) {
    const feeMinor = policy.isFeeReturnedIfCancelled ? allFeesOf(allocation) : 0
    return { ...nothing, feeMinor, backMinor: paidMinor + feeMinor, refusal: null }
  }
  // Its supplier has the holder's name, so nobody else could use it.
  if (input.kind === 'resale' && held.ticket.bookingNumber !== null)
    return { ...nothing, refusal: 'ResaleNotAllowed' }
  const exchangeFee = input.exchangeFees?.get(state.identifier)
  if (exchangeFee !== undefined) {
    const deductionMinor = Math.min(exchangeFee, paidMinor)
    return { ...nothing, deductionMinor, backMinor: paidMinor - deductionMinor, refusal: null }
  }
  if (input.kind === 'resale') return planResale(input, nothing, policy)
  const supplied = input.supplied?.get(held.ticket.id)
  if (supplied) return planBySupplier(nothing, supplied)
  const { startsAt, promised, fullRefundUntil } = held.subject
  const isInsured = hasInsurance(input.order, held.line)
  const terms = returnTerms(policy, {
    startsAt,
    soldStartsAt: promised?.soldStartsAt,
    fullRefundUntil,
    isInsured,
    now: input.now,
  })
  if (typeof terms === 'string') return { ...nothing, refusal: terms }
  const deductionMinor = basisPoints(money(paidMinor), terms.deductionBasisPoints).amount
  const feeMinor = terms.isMoved
    ? allFeesOf(allocation)
    : feesReturned(allocation, terms.isFeeReturned)
  const backMinor = paidMinor - deductionMinor + feeMinor
  const { until, tiers } = terms
  return { ...nothing, deductionMinor, feeMinor, backMinor, until, tiers, refusal: null }
}

const finalRefusals = {
  return: 'ReturnNotAllowed',
  resale: 'ResaleNotAllowed',
  cancelled: null,
  refused: null,
  organiser: null,
} as const

/** Why a ticket cannot be returned, whatever its terms. For full refunds neither holder nor use matters. */
function refusalOf({ order, kind }: PlanInput, state: TicketState): ErrorCode | null {
  if (state.status !== ticketStatus.Active) return 'TicketGoneBack'
  if (givesAllBack(kind)) return null
  if (state.holderSessionId !== null || state.holderCustomerId !== null) return 'TicketPassedOn'
  if (state.isUsed) return 'TicketUsed'
  const { Processed, WaitingForTicket } = orderStatus
  const isPaid = order.status === Processed || order.status === WaitingForTicket
  return isPaid ? null : 'OrderStatusNotAllowed'
}

function planResale(input: PlanInput, nothing: Nothing, policy: ReturnPolicy): PlannedTicket {
  const { startsAt, promised } = nothing.held.subject
  const soldStartsAt = promised?.soldStartsAt
  const terms = resaleTermsAt(policy, { startsAt, soldStartsAt, now: input.now })
  if (typeof terms === 'string') return { ...nothing, refusal: terms }
  const fees = resaleFees(terms, nothing.paidMinor)
  const deductionMinor = fees.reduce((sum, fee) => sum + fee.amountMinor, 0)
  return {
    ...nothing,
    fees,
    deductionMinor,
    backMinor: nothing.paidMinor - deductionMinor,
    until: terms.until,
    deductionTo: 'house',
    refusal: null,
  }
}

/** The fees of one ticket; together never more than was paid for it. */
function resaleFees(terms: ResaleTerms, paidMinor: number): PlannedTicket['fees'] {
  const wanted: readonly [ResaleFeeKind, number][] = [
    ['ResellingFee', basisPoints(money(paidMinor), terms.feeBasisPoints).amount],
    [
      'ResellingTransactionFee',
      basisPoints(money(paidMinor), terms.transactionFeeBasisPoints).amount,
    ],
    ['ResellingServiceFee', terms.serviceFeeMinor],
  ]
  let left = paidMinor
  return wanted.map(([kind, request]) => {
    const amountMinor = Math.min(request, left)
    left -= amountMinor
    return { kind, amountMinor }
  })
}

/**
 * Refuses the return of adults when children of the order would remain without one. Nobody travels on a cancelled
 * departure, so there each ticket goes back alone.
 */
function keepChildrenCompany(input: PlanInput, planned: readonly PlannedTicket[]): PlannedTicket[] {
  if (givesAllBack(input.kind)) return [...planned]
  const valid = input.held.filter(({ ticket }) =>
    input.states.some(({ id, status }) => id === ticket.id && status === ticketStatus.Active),
  )
  const leaving = new Set(
    planned.filter(({ refusal }) => refusal === null).map(({ state }) => state.id),
  )
  const { policies, companionPolicies = policies, beside = [] } = input
  const needed = adultsNeededByChildren(companionPolicies, [...valid, ...beside], leaving)
  return planned.map((ticket) =>
    needed.has(ticket.state.id)
      ? { ...ticket, ...noMoney, refusal: 'ChildTicketFirst' as const }
      : ticket,
  )
}
