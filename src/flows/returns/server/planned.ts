/** Input and result of planning a return. */
import type { ErrorCode } from '#contract/errors.ts'
import type { Earning } from '#flows/checkout/server/earnings.ts'
import type { Order, SupplierReturnTerms } from '#modules/orders/server/public-api.ts'
import type { ResaleFeeKind, ReturnKind } from '#modules/returns/contract.ts'
import type { ReturnPolicy, Tier } from '#modules/returns/server/public-api.ts'
import type { HeldTicket, TicketState } from '#modules/tickets/server/public-api.ts'
import type { PaidBy, TicketRefundAllocation } from './refund-allocation.ts'

/** For a ticket that is not returned. */
export const noMoney = { feeMinor: 0, deductionMinor: 0, fees: [], backMinor: 0 } as const

/** The complete input of a plan. */
export interface PlanInput {
  readonly kind: ReturnKind
  readonly order: Order
  readonly held: readonly HeldTicket[]
  readonly states: readonly TicketState[]
  readonly policies: readonly ReturnPolicy[]
  /** Valid tickets of other orders of the same owner, whose children or adults may travel with these. */
  readonly beside?: readonly HeldTicket[]
  /** The policies that say who stays with whom; absent: `policies`. */
  readonly companionPolicies?: readonly ReturnPolicy[]
  readonly chosen: ReadonlySet<number>
  /** Amount of the order refunded before, in minor units. */
  readonly returnedBeforeMinor: number
  readonly now: Date
  /**
   * Set for an exchange: the seller's deduction of each ticket in minor units, by identifier, regardless of its terms.
   */
  readonly exchangeFees?: ReadonlyMap<string, number>
  /** Suppliers' own terms, by ticket. */
  readonly supplied?: ReadonlyMap<number, SupplierReturnTerms>
  /** Item whose supplier has to cancel a ticket before its money is refunded; null for tickets of our own. */
  readonly cancelledItemOf?: (held: HeldTicket) => string | null
  /** The order may still get tickets: from a supplier, or from a return that its supplier may refuse. */
  readonly isIncomplete?: boolean
}

export interface PlannedTicket {
  readonly held: HeldTicket
  readonly state: TicketState
  readonly allocation: TicketRefundAllocation
  /** Price less discounts; the other amounts are zero when the ticket cannot be returned. */
  readonly paidMinor: number
  /** The refunded part of the fee. */
  readonly feeMinor: number
  readonly deductionMinor: number
  readonly fees: readonly { readonly kind: ResaleFeeKind; readonly amountMinor: number }[]
  readonly backMinor: number
  /** Until when the terms apply, and the following ones. */
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
  /** The tickets that are returned. */
  readonly going: readonly PlannedTicket[]
  /** Lines besides tickets, refunded with the last of them. */
  readonly rest: readonly Earning[]
  readonly paid: PaidBy
  readonly backMinor: number
  readonly deductionMinor: number
  readonly cardMinor: number
  readonly balanceMinor: number
  /** The part credited to the order that replaces its tickets, besides card and balance. */
  readonly carriedMinor: number
  /** The sale is reversed completely. */
  readonly isUndone?: boolean
}

/** A ticket before the decision whether it can be returned. */
export type Nothing = Omit<PlannedTicket, 'refusal'>
