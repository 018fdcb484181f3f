import { sql } from 'kysely'
import { imageKind } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'

/** Data of an event for holders of its tickets, whether or not it is still on sale. */
export interface EventFacts {
  readonly eventId: number
  readonly showId: number
  readonly showSlug: string
  readonly categoryId: number
  /** Number of the specification's category kind. */
  readonly categoryKind: number
  readonly name: LocalizedText
  readonly venueName: LocalizedText
  readonly cityName: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly startsAt: Date
  /** For an offer without a date: start of validity; `startsAt` is its end. */
  readonly validFrom: Date | null
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** When it was cancelled; null when it was not. */
  readonly cancelledAt: Date | null
  /** The reason, in the platform's words. */
  readonly cancelReason: LocalizedText | null
  /** Its original time before it was rescheduled. */
  readonly movedFrom: Date | null
  /** End of the full-refund period after rescheduling. */
  readonly fullRefundUntil: Date | null
  readonly ageLimit: number
  /** Path of the thumbnail. */
  readonly imageUrl: string | null
  /** The dominant colour of the poster; null: none. */
  readonly colour: string | null
  readonly ticketTypes: readonly { readonly id: number; readonly name: LocalizedText }[]
}

/** Facts of events by id in one statement, including deleted ones; unknown ids are left out. */
export async function readEventFacts(
  context: Pick<Context, 'db'>,
  eventIds: readonly number[],
): Promise<EventFacts[]> {
  const result = await sql<EventFacts>`
    select event.id as "eventId", show.id as "showId",
      show.slug as "showSlug", category.id as "categoryId", category.kind as "categoryKind",
      show.name, venue.name as "venueName", venue.city as "cityName", venue.address,
      venue.latitude, venue.longitude, venue.time_zone as "timeZone",
      event.starts_at as "startsAt",
      (select valid_from from offer_term where offer_term.event_id = event.id) as "validFrom",
      event.doors_at as "doorsAt", event.ends_at as "endsAt",
      event.cancelled_at as "cancelledAt",
      event.cancel_reason as "cancelReason", event.moved_from as "movedFrom",
      event.full_refund_until as "fullRefundUntil",
      show.age_limit as "ageLimit", show.colour,
      (select path from show_image where show_image.show_id = show.id and kind = ${sql.lit(imageKind.Thumbnail)}) as "imageUrl",
      (select coalesce(jsonb_agg(jsonb_build_object('id', type.id, 'name', type.name)), '[]')
        from ticket_type type where type.event_id = event.id) as "ticketTypes"
    from event
    join show on show.id = event.show_id
    join subcategory on subcategory.id = show.subcategory_id
    join category on category.id = subcategory.category_id
    join venue on venue.id = event.venue_id
    where event.id = any(${eventIds}::integer[])
  `.execute(context.db)
  return result.rows
}
