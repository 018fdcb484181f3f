import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { OrderPorts, SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** An item that accepts requests. */
export interface RequestableItem {
  /** The organiser who decides. */
  readonly merchantId: number
  /** Ticket types that may be requested; empty when the requester does not choose a type. */
  readonly ticketTypeIds: readonly number[]
}

/** A vertical's support for requests. `name` equals that of its offer source, which describes the items. */
export interface RequestSource {
  readonly name: string
  /**
   * An item with its legs that currently accepts requests. Fails with `NotFound` when it does not exist for the caller,
   * and with `EventNotActive` when it has begun or is cancelled.
   */
  findRequestable(
    context: Context,
    item: SoldItem,
    access: { readonly accessCode: string | undefined },
  ): Promise<Result<RequestableItem, ErrorCode>>
  /** Organiser of an item in any state; null when it does not exist. */
  readMerchantOf(context: Context, itemId: number): Promise<number | null>
}

export interface RequestPorts {
  /** The offer sources that describe requested items. */
  readonly orders: OrderPorts
  readonly sources: readonly RequestSource[]
}
