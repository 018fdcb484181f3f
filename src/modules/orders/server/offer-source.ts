import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import type { Result } from '#kernel/result.ts'
import type { BuyerChecks, ExtraField } from '#modules/sale-rules/contract.ts'
import type { Context } from '#platform/context.ts'
import type { ItemDescriptions, SoldItem } from './item.ts'
import type { LineDetail, PassedOnFee } from './order.ts'
import type { PassengerTerms } from '../passenger-fields.ts'

/** One ticket line a vertical offers: a named place (quantity 1) or a number of places of a pool. */
export interface QuotedTicket {
  readonly ticketTypeId: number
  readonly merchantId: number
  readonly placeId: number | null
  readonly poolId: number | null
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly quantity: number
  readonly unitPriceMinor: number
  readonly description: LocalizedText
  readonly detail: LineDetail
  /** Takes one of the quote's counter for each of its quantity. */
  readonly isCounted?: boolean
  /** Its service fee, where that is not the same for all tickets of its type. One fee for one type and leg range. */
  readonly fee?: QuotedFee
}

/** The service fee of one ticket; becomes a separate line. */
export interface QuotedFee {
  readonly unitPriceMinor: number
  readonly description: LocalizedText
  /** What the organiser passes on besides; each becomes a line of its own. */
  readonly passedOn?: readonly (PassedOnFee & {
    readonly unitPriceMinor: number
    readonly description: LocalizedText
  })[]
}

/** A counter that tickets use up besides their places: a pool of another offering. */
export interface QuotedCounter {
  readonly offeringId: number
  readonly poolId: number
  readonly perOrderMax: number | null
  /** Error code when the counter is used up. */
  readonly refusal: ErrorCode
}

/** Chosen places with their prices, as a vertical answers a request. All of one offering, on any of its legs. */
export interface Quote {
  readonly source: string
  readonly offeringId: number
  readonly itemId: number
  /** The charged currency. A price set in another currency is stored with its rate in the line (`detail.foreign`). */
  readonly currency: Currency
  readonly tickets: readonly QuotedTicket[]
  /** By ticket type; a type without an entry has no fee. */
  readonly fees: ReadonlyMap<number, QuotedFee>
  readonly holdSeconds: number
  /** Places of this offering one order may hold. */
  readonly placesPerOrderMax: number
  /** The same by ticket type, for types with a limit. */
  readonly perTypeMax: ReadonlyMap<number, number>
  /** What the counted tickets use up. */
  readonly counter?: QuotedCounter
  /** Ticket types of which one order may hold only one sort, group by group. */
  readonly exclusiveTypes?: readonly (readonly number[])[]
}

/** A part of what a source sells that promotions may be about: a line, what leaves a town. */
export interface ItemGroup {
  /** As `detail.groups` of its tickets names it. */
  readonly key: string
  readonly name: LocalizedText
}

/**
 * A vertical as orders see it. It turns a request in its own format into priced places; orders hold them, store them
 * as lines and do not interpret them.
 */
export interface OfferSource<Request = never> {
  /** Stored in each line; never changes. */
  readonly name: string
  quote(context: Context, request: Request): Promise<Result<Quote, ErrorCode>>
  /** What these items are, with the legs they are sold for, by `itemKey`; unknown ones are left out. */
  describeItems(context: Context, items: readonly SoldItem[]): Promise<ItemDescriptions>
  /** What orders for an item have to bring beside the buyer's details; absent where nothing ever is. */
  extraFields?(context: Context, item: SoldItem): Promise<readonly ExtraField[]>
  /** Verifications that an item requires of its buyer; absent when the source has none. */
  buyerChecks?(context: Context, item: SoldItem): Promise<BuyerChecks | null>
  /** Groups by what somebody types, the best first, or by their keys; absent when it has none. */
  findGroups?(
    context: Context,
    wanted: { readonly text: string } | { readonly keys: readonly string[] },
  ): Promise<readonly ItemGroup[]>
  /** Passenger data required for each ticket of an item; absent when tickets bear no names. */
  passengerTerms?(context: Context, item: SoldItem): Promise<PassengerTerms | null>
}
