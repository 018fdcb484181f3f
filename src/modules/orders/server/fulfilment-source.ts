import type { Context } from '#platform/context.ts'
import type { SoldItem } from './item.ts'
import type { Order, OrderLine } from './order.ts'

/** Terms of an item whose tickets an outside supplier confirms after the payment. */
export interface SupplyTerms {
  /** Operators are alerted when the supplier has not answered by then; it is asked on. */
  readonly confirmBy: Date
}

/** One item of a paid order, as its supplier is asked about it. */
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

/** What the supplier calls one ticket: unit of a line, from 0. */
export interface ConfirmedUnit {
  readonly lineId: number
  readonly unit: number
  /** Number of the booking, such as a PNR. */
  readonly bookingNumber: string
  /** Number of this ticket, such as an e-ticket number; null where the booking has one number only. */
  readonly ticketNumber: string | null
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
   * What became of an earlier attempt with this key; asked before every repeated `confirm`. Absent only when the
   * supplier itself answers a repeated key with its first answer.
   */
  lookUp?(context: Context, request: SupplyRequest): Promise<LookUpAnswer>
}
