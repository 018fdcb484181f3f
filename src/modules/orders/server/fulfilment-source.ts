import type { PlaceNaming } from '#kernel/place-naming.ts'
import type { Context } from '#platform/context.ts'
import type { SoldItem } from './item.ts'
import type { Order, OrderLine } from './order.ts'

/** Terms of an item whose tickets an outside supplier confirms after the payment. */
export interface SupplyTerms {
  /** Operators are alerted when the supplier has not answered by then; requests continue. */
  readonly confirmBy: Date
}

/** One item of a paid order in a request to its supplier. */
export interface SupplyRequest {
  /** Idempotency key: the same in every attempt, also after a crash. */
  readonly key: string
  readonly order: Order
  readonly item: SoldItem
  /** Ticket lines of the item; one ticket for each unit of their quantity. */
  readonly lines: readonly OrderLine[]
  /** From 1. A repeated attempt may follow one whose answer was lost. */
  readonly attempt: number
}

/** The supplier's identifiers of one ticket: unit of a line, from 0. */
export interface ConfirmedUnit {
  readonly lineId: number
  readonly unit: number
  /** Number of the booking, such as a PNR. */
  readonly bookingNumber: string
  /** Number of this ticket, such as an e-ticket number; null when only the booking has a number. */
  readonly ticketNumber: string | null
  /** The new name of its place, when it differs from the order's: for example when the seat was lost meanwhile. */
  readonly naming?: PlaceNaming
}

/** A thrown error counts as `pending`. */
export type SupplyAnswer =
  | {
      readonly kind: 'confirmed'
      /** Every unit of every line. */
      readonly units: readonly ConfirmedUnit[]
    }
  | { readonly kind: 'pending'; readonly detail?: string }
  | {
      readonly kind: 'refused'
      /** The supplier's own code, for operators. */
      readonly code: string
    }

/** `absent`: the supplier has never received a request with this key. */
export type LookUpAnswer = SupplyAnswer | { readonly kind: 'absent' }

/** A ticket of the supplier in a request to return it. */
export interface SuppliedTicket {
  readonly ticketId: number
  readonly item: SoldItem
  readonly lineId: number
  /** Unit of the line, from 0. */
  readonly unit: number
  readonly ticketTypeId: number
  readonly bookingNumber: string
  readonly ticketNumber: string | null
  /** Price and fee that were paid for it, after discounts; minor units of the order's currency. */
  readonly paidMinor: number
  readonly feeMinor: number
}

/** The supplier's current return terms of a ticket. */
export type SupplierReturnTerms =
  | {
      readonly kind: 'terms'
      /** The deduction from the price, in minor units of the order's currency. */
      readonly deductionMinor: number
      readonly isFeeReturned: boolean
      /** Until when these terms apply; null: until the ticket begins. */
      readonly until: Date | null
    }
  | { readonly kind: 'refused'; readonly code: 'ReturnNotAllowed' | 'ReturnTooLate' }

/**
 * A part of a ticket's price that is refunded while the ticket stays valid, because the supplier no longer provides it,
 * such as a seat.
 */
export interface PartDue {
  /** Each part is refunded once under its id. */
  readonly id: string
  readonly orderKey: string
  readonly item: SoldItem
  /** The ticket's line, of one unit. */
  readonly lineId?: number
  /** Or its named place. */
  readonly placeId?: number
  /** Of the line's price before discounts; minor units of the order's currency. */
  readonly amountMinor: number
  /** The name of the place without it; absent: unchanged. */
  readonly naming?: PlaceNaming
}

export interface CancellationRequest {
  /** Idempotency key: the same in every attempt. */
  readonly key: string
  readonly order: Order
  /** All tickets are for this item. */
  readonly item: SoldItem
  readonly tickets: readonly SuppliedTicket[]
  /** From 1. */
  readonly attempt: number
}

export type CancellationAnswer =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'pending'; readonly detail?: string }
  | {
      readonly kind: 'refused'
      /** The supplier's own code, for operators. */
      readonly code: string
    }

/**
 * A vertical whose places belong to an outside supplier. Places are held and sold in our own inventory, which mirrors
 * the supplier's; tickets are issued once the supplier has confirmed them. Except for `listSupplied`, its methods are
 * called outside transactions and may call the supplier.
 */
export interface FulfilmentSource {
  /** Name of its offer source. */
  readonly name: string
  /**
   * Which of these items the supplier has to confirm, by `itemKey`; the others are issued at once. Called in the
   * transaction of the sale: reads only own tables or memory.
   */
  listSupplied(
    context: Context,
    items: readonly SoldItem[],
  ): Promise<ReadonlyMap<string, SupplyTerms>>
  /** Buys from the supplier. The same key must not buy twice. */
  confirm(context: Context, request: SupplyRequest): Promise<SupplyAnswer>
  /**
   * The outcome of an earlier attempt with this key; called before every repeated `confirm`. Absent only when the
   * supplier itself repeats its first answer for a repeated key.
   */
  lookUp?(context: Context, request: SupplyRequest): Promise<LookUpAnswer>
  /** Parts of prices that have to be refunded, the oldest first. Absent: never any. */
  listPartsDue?(context: Context, most: number): Promise<readonly PartDue[]>
  /** Called in the transaction that refunds a part: false when it was refunded already. */
  settlePart?(context: Context, id: string): Promise<boolean>
  /**
   * Terms of returning these tickets now, by ticket id. Absent, and for tickets left out: the return policy of the item.
   * A throw refuses the quote.
   */
  quoteReturn?(
    context: Context,
    tickets: readonly SuppliedTicket[],
  ): Promise<ReadonlyMap<number, SupplierReturnTerms>>
  /**
   * Cancels tickets before their money is refunded; they have ended here already. The same key must not cancel twice,
   * and returns its first answer again. A throw counts as `pending`; a refusal makes the tickets valid again. Absent:
   * the supplier does not have to be asked.
   */
  cancel?(context: Context, request: CancellationRequest): Promise<CancellationAnswer>
}
