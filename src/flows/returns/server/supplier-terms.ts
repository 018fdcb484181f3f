/** Adjusts a plan to a supplier's own terms and its part in the return. Pure. */
import type { SupplierReturnTerms } from '#modules/orders/server/public-api.ts'
import { noMoney, type Nothing, type PlanInput, type PlannedTicket } from './planned.ts'
import { feesReturned } from './refund-allocation.ts'

/** The supplier's own terms instead of a policy's. */
export function planBySupplier(nothing: Nothing, terms: SupplierReturnTerms): PlannedTicket {
  if (terms.kind === 'refused') return { ...nothing, refusal: terms.code }
  const deductionMinor = Math.min(terms.deductionMinor, nothing.paidMinor)
  const feeMinor = feesReturned(nothing.allocation, terms.isFeeReturned)
  const backMinor = nothing.paidMinor - deductionMinor + feeMinor
  return { ...nothing, deductionMinor, feeMinor, backMinor, until: terms.until, refusal: null }
}

/** One supplier's item at a time: cancellations by two suppliers cannot be atomic. */
export function separateSuppliers(
  { cancelledItemOf, kind }: PlanInput,
  planned: readonly PlannedTicket[],
): PlannedTicket[] {
  if (!cancelledItemOf || kind !== 'return') return [...planned]
  const going = planned.filter(({ refusal }) => refusal === null)
  const first = going.map(({ held }) => cancelledItemOf(held)).find((item) => item !== null)
  return planned.map((ticket) => {
    const item = ticket.refusal === null ? cancelledItemOf(ticket.held) : null
    if (item === null || item === first) return ticket
    return { ...ticket, ...noMoney, refusal: 'ReturnSeparately' }
  })
}
