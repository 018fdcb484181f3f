import type { LocalizedText } from '#kernel/locale.ts'
import type {
  ItemDescription,
  ItemDescriptions,
  SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** What a ticket lets its holder into: the item's description, and what documents and returns need besides. */
export type TicketSubject = ItemDescription & TicketFacts

/** Announcements of the carrier or the venue: works on the line, another hall entrance. */
export interface TicketAlert {
  readonly header: LocalizedText
  readonly text: LocalizedText
  /** Where more of it stands. */
  readonly url: string | null
}

export type CodeKind = 'qr' | 'aztec'

/** How a ticket is used, which decides how pages and papers speak of it: a visit is let in at a door, a journey is travelled. */
export type TicketUse = 'visit' | 'journey' | 'flight'

/** Where a ticket begins and what holds for it; of a journey the place is the boarding stop. */
export interface TicketFacts {
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly doorsAt: Date | null
  /** When the platform cancelled it; null while it will be. */
  readonly cancelledAt: Date | null
  /** Why, in the platform's words. */
  readonly cancelReason: LocalizedText | null
  /** When it was to be before it was moved. */
  readonly movedFrom: Date | null
  /** It was moved: until then holders get all their money back. */
  readonly fullRefundUntil: Date | null
  /** In force while the ticket is used; absent where nobody says anything. */
  readonly alerts?: readonly TicketAlert[]
  readonly ageLimit: number
  /** Nobody takes it back, whatever the terms say: the ticket alone does not tell what of it was used. */
  readonly isFinal?: true
  /** Its codes change every quarter of a minute. */
  readonly rotatesCodes: boolean
  /** How its codes are drawn, where a carrier's own devices read them; QR when absent. */
  readonly codeKind?: CodeKind
  /** How it is used; absent: a visit. */
  readonly use?: TicketUse
  /** Names of its ticket types by id. */
  readonly typeNames: ReadonlyMap<number, LocalizedText>
}

/** Something that begins; of a journey one for each boarding stop, with the leg that departs there. */
export interface StartingItem {
  readonly itemId: number
  readonly offeringId: number
  /** Tickets from this leg on begin then; absent: all tickets of the item. */
  readonly legFrom?: number
  readonly startsAt: Date
}

/** A ticket as far as changing it looks at it. */
export interface ChangingTicket extends SoldItem {
  readonly identifier: string
  readonly ticketTypeId: number
}

/** A vertical as tickets see it: it describes the items of its tickets. `name` equals that of its offer source. */
export interface TicketSource {
  readonly name: string
  /** Subjects by `itemKey`, for as long as anybody holds a ticket; unknown items are left out. */
  describeTickets(
    context: Context,
    items: readonly SoldItem[],
  ): Promise<ItemDescriptions<TicketSubject>>
  /** What begins after one moment and not after the other, unless it was cancelled. */
  listStarting(context: Context, from: Date, until: Date): Promise<readonly StartingItem[]>
  /** A rating changed an item's total stars and count by this much. Absent where ratings are not shown. */
  takeRating?(
    context: Context,
    item: SoldItem,
    difference: { readonly stars: number; readonly count: number },
  ): Promise<void>
  /**
   * Whether a ticket may pass to somebody else. Absent: always. A carrier that lets nobody travel under another's name
   * refuses for the types that bear one; showing a ticket by a link is not passing it on.
   */
  mayPassOn?(context: Context, item: SoldItem, ticketTypeId: number): Promise<boolean>
  /**
   * The page where its buyer changes a ticket for another time or place, without a locale prefix; null once that is over.
   * Absent: tickets of this source are not changed.
   */
  changePath?(context: Context, ticket: ChangingTicket): Promise<string | null>
  /** Whether the organiser of an item sells again what somebody gives back for nothing. */
  sellsGivenTickets(context: Context, item: SoldItem): Promise<boolean>
}
