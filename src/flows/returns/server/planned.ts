/** What a plan of a return is made from and what it says. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Earning } from '#flows/checkout/server/earnings.ts'
import type { Order, SupplierReturnTerms } from '#modules/orders/server/public-api.ts'
import type { ResaleFeeKind, ReturnKind } from '#modules/returns/contract.ts'
import type { ReturnPolicy, Tier } from '#modules/returns/server/public-api.ts'
import type { HeldTicket, TicketState } from '#modules/tickets/server/public-api.ts'
import type { PaidBy, TicketRefundAllocation } from './refund-allocation.ts'

/** Of a ticket that stays. */
export const noMoney = { feeMinor: 0, deductionMinor: 0, fees: [], backMinor: 0 } as const

/** All that a plan is made from; nothing else is looked at. */
export interface PlanInput {
  readonly kind: ReturnKind
  readonly order: Order
  readonly held: readonly HeldTicket[]
  readonly states: readonly TicketState[]
  readonly policies: readonly ReturnPolicy[]
  readonly chosen: ReadonlySet<number>
  /** Amount of the order refunded before, in minor units. */
  readonly returnedBeforeMinor: number
  readonly now: Date
  /** They are exchanged: their sellers keep so much of each, in minor units, by identifier, whatever their terms. */
  readonly exchangeFees?: ReadonlyMap<string, number>
  /** Suppliers' own terms, by ticket. */
  readonly supplied?: ReadonlyMap<number, SupplierReturnTerms>
  /** Item whose supplier has to cancel a ticket before its money is refunded; null for tickets of our own. */
  readonly cancelledItemOf?: (held: HeldTicket) => string | null
  /** Tickets of the order may still come: from a supplier, or back from a return that one has yet to cancel. */
  readonly isIncomplete?: boolean
}

export interface PlannedTicket {
  readonly held: HeldTicket
  readonly state: TicketState
  readonly allocation: TicketRefundAllocation
  /** Price less discounts; the rest is zero where the ticket cannot go back. */
  readonly paidMinor: number
  /** What comes back of the fee. */
  readonly feeMinor: number
  readonly deductionMinor: number
  readonly fees: readonly { readonly kind: ResaleFeeKind; readonly amountMinor: number }[]
  readonly backMinor: number
  /** Until when the terms hold, and what follows. */
  readonly until: Date | null
  readonly tiers: readonly Tier[]
  readonly deductionTo: 'merchant' | 'house'
  readonly quoteMinutes: number
  readonly refusal: ErrorCode | null
}

export interface Plan {
  readonly kind: ReturnKind
  readonly order: Order
  readonly tickets: readonly PlannedTicket[]
  /** Those of them that go back. */
  readonly going: readonly PlannedTicket[]
  /** Lines besides tickets, refunded with the last of them. */
  readonly rest: readonly Earning[]
  readonly paid: PaidBy
  readonly backMinor: number
  readonly deductionMinor: number
  readonly cardMinor: number
  readonly balanceMinor: number
  /** What pays the order that its tickets are exchanged into, besides the two. */
  readonly carriedMinor: number
  /** The sale counts as never made. */
  readonly isUndone?: boolean
}

/** A ticket before it is decided whether it goes back. */
export type Nothing = Omit<PlannedTicket, 'refusal'>
