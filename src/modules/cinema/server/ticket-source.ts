import { sql } from 'kysely'
import type { TicketSource, TicketSubject } from '#modules/tickets/server/public-api.ts'
import { describeScreenings, typeNames } from './describe.ts'
import { sourceName } from './offer-source.ts'

/** The ticket source of screenings. */
export const cinemaTicketSource: TicketSource = {
  name: sourceName,

  describeTickets: (context, items) =>
    describeScreenings(context, items, (screening, description, reference): TicketSubject => {
      const cinema = reference.cinemas.get(screening.cinemaId)
      return {
        ...description,
        city: cinema?.city ?? description.venue,
        address: cinema?.address ?? description.venue,
        latitude: cinema?.latitude ?? 0,
        longitude: cinema?.longitude ?? 0,
        doorsAt: null,
        cancelledAt: screening.cancelledAt,
        cancelReason: screening.cancelReason,
        movedFrom: screening.movedFrom,
        fullRefundUntil: screening.fullRefundUntil,
        ageLimit: reference.films.get(screening.filmId)?.ageLimit ?? 0,
        rotatesCodes: false,
        typeNames: typeNames(reference),
      }
    }),

  async listStarting(context, from, until) {
    const { rows } = await sql<{ itemId: number; offeringId: number; startsAt: Date }>`
      select id as "itemId", offering_id::int8 as "offeringId", starts_at as "startsAt" from screening
      where starts_at > ${from} and starts_at <= ${until} and cancelled_at is null and offering_id is not null
      order by starts_at, id`.execute(context.db)
    return rows
  },

  sellsGivenTickets: async () => true,
}
