import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import type { OrderPorts, SoldItem } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** Something that tickets may be asked for of. */
export interface RequestableItem {
  /** Whose it is, who decides. */
  readonly merchantId: number
  /** Types that somebody may want in particular; none where types are no choice of the asker. */
  readonly ticketTypeIds: readonly number[]
}

/** A vertical as requests see it. `name` equals that of its offer source, which describes the items. */
export interface RequestSource {
  readonly name: string
  /**
   * An item with its legs that somebody may ask for now. `NotFound`: there is none, or not for them; `EventNotActive`: it has
   * begun or is cancelled.
   */
  findRequestable(
    context: Context,
    item: SoldItem,
    asked: { readonly accessCode: string | undefined },
  ): Promise<Result<RequestableItem, ErrorCode>>
  /** Whose an item is, whatever its state; null when there is none. */
  readMerchantOf(context: Context, itemId: number): Promise<number | null>
}

export interface RequestPorts {
  /** Whose sources describe what is asked for. */
  readonly orders: OrderPorts
  readonly sources: readonly RequestSource[]
}
