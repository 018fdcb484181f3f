import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** A stop of a journey, as shown to staff. Leg n leaves stop n. */
export interface EntranceStop {
  readonly name: LocalizedText
  /** Code of the carrier or IATA; null without one. */
  readonly code: string | null
  /** IANA name of the time zone of the stop. */
  readonly timeZone: string
  /** Null at the first stop. */
  readonly arrivesAt: Date | null
  /** Null at the last stop. */
  readonly departsAt: Date | null
}

/** An entrance of the venue. */
export interface EntranceGate {
  /** Unique within the source. */
  readonly gateId: number
  readonly name: LocalizedText
  /** Ticket types that it admits; null for all. */
  readonly ticketTypeIds: readonly number[] | null
  /** Its stop; null for items without stops. */
  readonly stop: number | null
}

/** An item with check-in: an event, a journey, a screening. */
export interface EntranceItem {
  readonly itemId: number
  /** The organiser whose staff check in; reported as not found to others. */
  readonly merchantId: number
  /**
   * Group of the item (a show, a route): staff may be assigned to it, and a ticket for another item of it is for
   * another day.
   */
  readonly groupId: number
  /** The number of its group in the calls of shows; absent where it has none. */
  readonly showId?: number
  /** Null before any of its places was requested; it has no tickets then. */
  readonly offeringId: number | null
  readonly name: LocalizedText
  /** Where it begins. */
  readonly venue: LocalizedText
  readonly city: LocalizedText
  /** IANA name of the time zone where it begins. */
  readonly timeZone: string
  readonly startsAt: Date
  /** It does not take place and admits nobody; absent: when that is recorded (`cancelItem`), or never with stops. */
  readonly isOff?: boolean
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** Start of validity of an item without a date; `startsAt` is its end. */
  readonly validFrom: Date | null
  /** In the order of travel, one more than there are legs; empty for items without stops. */
  readonly stops: readonly EntranceStop[]
  readonly gates: readonly EntranceGate[]
  /** Names of its ticket types by id. */
  readonly ticketTypes: ReadonlyMap<number, LocalizedText>
  /** It has rotating codes. */
  readonly rotatesCodes: boolean
  /** Uses of a ticket that is sold now; absent: a ticket allows one entry. */
  readonly usesWhenNew?: number
}

/** Uses of a ticket with several entries. */
export interface TicketUses {
  readonly ticketId: number
  /** Not taken yet; those that an open order holds are included, because it may release them. */
  readonly usesLeft: number
  /** The end of its own validity; null: that of its item. */
  readonly endsAt: Date | null
}

/**
 * Tickets with several entries. `take` and `undoTake` run in the transaction of the scan, which has locked the ticket's
 * row, and take its id, so that a use is restored only once.
 */
export interface SeveralUses {
  /** `at` is the time of the scan, which may have been made without a network. */
  take(
    context: Context,
    scan: { readonly ticketId: number; readonly scanId: number; readonly at: Date },
  ): Promise<'taken' | 'used-up' | 'not-valid'>
  /** Whether the scan had taken a use. */
  undoTake(
    context: Context,
    scan: { readonly ticketId: number; readonly scanId: number },
  ): Promise<boolean>
  /**
   * Uses of the item's tickets, for scanners without a network: of all (`since` is null), or of those whose uses
   * changed in this transaction (`xid8`) or later, and of the given tickets. Other tickets of the item admit nobody.
   */
  readUses(
    context: Context,
    request: {
      readonly itemId: number
      readonly since: string | null
      readonly ticketIds: readonly number[]
    },
  ): Promise<readonly TicketUses[]>
}

export interface ItemsRequest {
  readonly merchantId: number
  readonly from: Date
  /** Only items that begin before this time; a source may ignore it. */
  readonly until?: Date
  /** Also items without an offering, which have no tickets yet. */
  readonly isUnsoldIncluded?: boolean
  readonly most: number
}

/** Port for check-in: the items of a vertical. `name` is that of its offer source. */
export interface EntranceSource {
  readonly name: string
  /** A merchant's items that are not over at `from`, the soonest first, up to a maximum. */
  listItems(context: Context, request: ItemsRequest): Promise<readonly EntranceItem[]>
  /** One item at any date; null when there is none. The caller checks access. */
  findItem(context: Context, itemId: number): Promise<EntranceItem | null>
  /** Counts the remaining uses of its tickets. Absent: a ticket allows one entry. */
  readonly severalUses?: SeveralUses
}
