import type { LocalizedText } from '#kernel/locale.ts'
import type {
  ItemDescription,
  ItemDescriptions,
  SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { PromisedStart } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** The subject of a ticket: the item's description, and further data for documents and returns. */
export type TicketSubject = ItemDescription & TicketFacts

/** Announcements of the carrier or the venue: works on the line, another hall entrance. */
export interface TicketAlert {
  readonly header: LocalizedText
  readonly text: LocalizedText
  /** Link to more information. */
  readonly url: string | null
  /** Only orders begun until this instant are concerned: a change of what they bought. Absent: all. */
  readonly ordersUntil?: Date
  /** It is about the place of a ticket, and does not concern one that has lost its place. */
  readonly isAboutPlace?: true
}

export type CodeKind = 'qr' | 'aztec'

/**
 * How a ticket is used, which determines the wording of pages and documents: a visit has an entrance, a journey has
 * passengers.
 */
export type TicketUse = 'visit' | 'journey' | 'flight'

/** End of the full-refund period for orders whose terms were accepted before an instant. */
export interface FormerFullRefund {
  readonly acceptedBefore: Date
  readonly fullRefundUntil: Date | null
}

/** Where a ticket begins and what applies to it; for a journey the place is the boarding stop. */
export interface TicketFacts {
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly doorsAt: Date | null
  /** When the platform cancelled it; null when it was not cancelled. */
  readonly cancelledAt: Date | null
  /** It does not take place, whether or not that was recorded (`cancelItem`); absent: when it is recorded as cancelled. */
  readonly isOff?: boolean
  /** The reason, in the platform's words. */
  readonly cancelReason: LocalizedText | null
  /** Its original time before it was rescheduled. */
  readonly movedFrom: Date | null
  /** End of the full-refund period after rescheduling. */
  readonly fullRefundUntil: Date | null
  /** Of a ticket that was sold before a move: what its terms refer to. Set by this module. */
  readonly promised?: PromisedStart
  /** The same for orders whose terms were accepted earlier, the earliest first; absent: no different. */
  readonly formerFullRefunds?: readonly FormerFullRefund[]
  /** Announcements for the time of use; absent without any. */
  readonly alerts?: readonly TicketAlert[]
  readonly ageLimit: number
  /** It can never be returned, because the ticket alone does not show which part of it was used. */
  readonly isFinal?: true
  /** It has rotating codes. */
  readonly rotatesCodes: boolean
  /** Symbology of its codes, for carriers' own devices; QR when absent. */
  readonly codeKind?: CodeKind
  /** How it is used; absent: a visit. */
  readonly use?: TicketUse
  /** Ticket types at a lower price for some ages, whose proof is checked when the ticket is used; absent: none. */
  readonly ageProvedTypes?: ReadonlySet<number>
  /** Names of its ticket types by id. */
  readonly typeNames: ReadonlyMap<number, LocalizedText>
}

/** A start of an item; for a journey one for each boarding stop, with the leg that departs there. */
export interface StartingItem {
  readonly itemId: number
  readonly offeringId: number
  /** Tickets from this leg on begin then; absent: all tickets of the item. */
  readonly legFrom?: number
  readonly startsAt: Date
}

/** The properties of a ticket needed for changing it. */
export interface ChangingTicket extends SoldItem {
  readonly identifier: string
  readonly ticketTypeId: number
  /** When the terms of its order were accepted. */
  readonly acceptedAt: Date
  /** Everything is refunded until then, as its holder was told. */
  readonly fullRefundUntil: Date | null
  /** A valid ticket of its party has lost its place, so that all of them may be changed whatever the deadline. */
  readonly isRebookable?: boolean
}

/**
 * A vertical's interface for tickets: it describes the items of its tickets. `name` equals that of its offer source.
 */
export interface TicketSource {
  readonly name: string
  /** Subjects by `itemKey`, for as long as tickets exist; unknown items are left out. */
  describeTickets(
    context: Context,
    items: readonly SoldItem[],
  ): Promise<ItemDescriptions<TicketSubject>>
  /** Items that begin after the first instant, up to and including the second, unless cancelled. */
  listStarting(context: Context, from: Date, until: Date): Promise<readonly StartingItem[]>
  /** A rating changed an item's total stars and count by this much. Absent where ratings are not shown. */
  takeRating?(
    context: Context,
    item: SoldItem,
    difference: { readonly stars: number; readonly count: number },
  ): Promise<void>
  /**
   * Whether a ticket may be transferred. Absent: always. Carriers that do not allow travel under another name refuse it
   * for named types; showing a ticket by a link is no transfer.
   */
  mayPassOn?(context: Context, item: SoldItem, ticketTypeId: number): Promise<boolean>
  /**
   * The page where its buyer changes a ticket for another time or place, without a locale prefix; null when that is no
   * longer possible. Absent: tickets of this source cannot be changed.
   */
  changePath?(context: Context, ticket: ChangingTicket): Promise<string | null>
  /** What is left of a ticket with several uses. Absent: its tickets have one. */
  usesLeft?(context: Context, ticketId: number): Promise<number>
  /**
   * When tickets of kind `pass` end by themselves, by ticket id; those left out end with their item. Absent: all end with
   * their item.
   */
  ownEnds?(context: Context, ticketIds: readonly number[]): Promise<ReadonlyMap<number, Date>>
  /** Whether the organiser of an item resells tickets that are given back without a refund. */
  sellsGivenTickets(context: Context, item: SoldItem): Promise<boolean>
}
