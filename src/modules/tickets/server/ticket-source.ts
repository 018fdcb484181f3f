import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** What a ticket lets its holder into: a show tonight, a train, a film. */
export interface TicketSubject {
  readonly itemId: number
  /** Number of the specification's category kind. */
  readonly eventType: number
  readonly name: LocalizedText
  readonly venue: LocalizedText
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  /** IANA name of the zone whose clock hangs at the venue. */
  readonly timeZone: string
  readonly startsAt: Date
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** When the house called it off; null while it will be. */
  readonly cancelledAt: Date | null
  /** Why, in the house's words. */
  readonly cancelReason: LocalizedText | null
  /** When it was to be before it was moved. */
  readonly movedFrom: Date | null
  /** It was moved: until then holders get all their money back. */
  readonly fullRefundUntil: Date | null
  readonly ageLimit: number
  readonly imageUrl: string | null
  /** Its page, without a locale prefix. */
  readonly pagePath: string
  /** From when it is good; null for what has a date. */
  readonly validFrom: Date | null
  /** Its codes change every quarter of a minute. */
  readonly rotatesCodes: boolean
  /** Names of its ticket types by id. */
  readonly typeNames: ReadonlyMap<number, LocalizedText>
}

/** A vertical as tickets see it: it says what its tickets are for. `name` is that of its offer source. */
export interface TicketSource {
  readonly name: string
  /** Subjects by item id, for as long as anybody holds a ticket; unknown ids are left out. */
  describeTickets(
    context: Context,
    itemIds: readonly number[],
  ): Promise<ReadonlyMap<number, TicketSubject>>
  /** What begins after one moment and not after the other, unless it was called off. */
  listStarting(
    context: Context,
    from: Date,
    until: Date,
  ): Promise<readonly { itemId: number; offeringId: number; startsAt: Date }[]>
  /** A visitor rated an item: by how much its stars and their number change. Absent where nobody shows them. */
  takeRating?(
    context: Context,
    itemId: number,
    difference: { readonly stars: number; readonly count: number },
  ): Promise<void>
  /** Whether the organiser of an item sells again what somebody gives back for nothing. */
  sellsGivenTickets(context: Context, itemId: number): Promise<boolean>
}
