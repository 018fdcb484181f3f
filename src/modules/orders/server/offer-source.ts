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
  /** Its service fee, when it differs within a ticket type. One fee for one type and leg range. */
  readonly fee?: QuotedFee
}

/** The service fee of one ticket; becomes a separate line. */
export interface QuotedFee {
  readonly unitPriceMinor: number
  readonly description: LocalizedText
  /** Fees that the organiser passes on; each becomes a separate line. */
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

/** A vertical's answer to a request: the chosen places of one offering, on any of its legs, with their prices. */
export interface Quote {
  readonly source: string
  readonly offeringId: number
  readonly itemId: number
  /**
   * The plan in which the places were chosen; they are refused (`SeatPlanChanged`) if the offering's places have the
   * numbers of another plan when they are held. Absent: not checked.
   */
  readonly plan?: string
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
  /** The counter that the counted tickets use up. */
  readonly counter?: QuotedCounter
  /** Groups of mutually exclusive ticket types: an order may hold only one type of each group. */
  readonly exclusiveTypes?: readonly (readonly number[])[]
}

/** A group of a source's items that promotions may apply to: a route, or departures from a town. */
export interface ItemGroup {
  /** Its key in `detail.groups` of its tickets. */
  readonly key: string
  readonly name: LocalizedText
}

/** An item that can be chosen by its name, such as a date, a screening or a run. */
export interface FoundItem {
  readonly itemId: number
  readonly name: LocalizedText
  /** Where it begins, or who sells it. */
  readonly venue: LocalizedText
  /** Null for an item without a time, such as a pass. */
  readonly startsAt: Date | null
  /** IANA name of the time zone where it begins. */
  readonly timeZone: string
}

/**
 * A vertical as orders see it. It converts a request in its own format into priced places, which orders hold and store
 * as lines without interpreting them.
 */
export interface OfferSource<Request = never> {
  /** Stored in each line; never changes. */
  readonly name: string
  quote(context: Context, request: Request): Promise<Result<Quote, ErrorCode>>
  /** Descriptions of these items for their legs, by `itemKey`; unknown ones are left out. */
  describeItems(context: Context, items: readonly SoldItem[]): Promise<ItemDescriptions>
  /** Extra fields that orders for an item require; absent when the source has none. */
  extraFields?(context: Context, item: SoldItem): Promise<readonly ExtraField[]>
  /** Verifications that an item requires of its buyer; absent when the source has none. */
  buyerChecks?(context: Context, item: SoldItem): Promise<BuyerChecks | null>
  /** Items matching a search text, upcoming ones first, at most a dozen; absent when items cannot be chosen by name. */
  findItems?(context: Context, text: string): Promise<readonly FoundItem[]>
  /** Groups matching a search text, the best first, or by their keys; absent when it has none. */
  findGroups?(
    context: Context,
    wanted: { readonly text: string } | { readonly keys: readonly string[] },
  ): Promise<readonly ItemGroup[]>
  /** Names of groups that rules and queues refer to by number; absent when it has none. */
  nameGroups?(
    context: Context,
    groupIds: readonly number[],
  ): Promise<ReadonlyMap<number, LocalizedText>>
  /** Passenger data required for each ticket of an item; absent when its tickets have no names. */
  passengerTerms?(context: Context, item: SoldItem): Promise<PassengerTerms | null>
}
