import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { readEventFacts } from '#modules/catalogue/server/public-api.ts'
import type { EntranceItem, EntranceSource } from '#modules/entrance/server/public-api.ts'
import { itemKey } from '#modules/orders/server/public-api.ts'
import { readGateTypes } from '#modules/staff/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { sourceName } from './quote.ts'
import { eventTicketSource } from './ticket-source.ts'

/** Assumed duration of an event without an end. */
const usualHours = 8

interface EventRow {
  readonly eventId: number
  readonly showId: number
  readonly merchantId: number
  readonly venueId: number
  readonly offeringId: number
}

/** Check-in at events. A show is a group of them; gates are those of the venue. */
export const eventEntranceSource: EntranceSource = {
  name: sourceName,

  async listItems(context, { merchantId, from, most }) {
    const overBefore = new Date(from.getTime() - usualHours * 3_600_000)
    const { rows } = await sql<EventRow>`
      select ${columns} from event_summary
      where merchant_id = ${merchantId}
        and case when ends_at is null then starts_at >= ${overBefore} else ends_at >= ${from} end
      order by starts_at, event_id limit ${most}`.execute(context.db)
    return describe(context, rows)
  },

  async findItem(context, itemId) {
    const { rows } = await sql<EventRow>`
      select ${columns} from event_summary where event_id = ${itemId}`.execute(context.db)
    const [item] = await describe(context, rows)
    return item ?? null
  },
}

const columns = sql`event_id as "eventId", show_id as "showId", merchant_id as "merchantId",
  venue_id as "venueId", offering_id as "offeringId"`

async function describe(context: Context, rows: readonly EventRow[]): Promise<EntranceItem[]> {
  if (rows.length === 0) return []
  const itemOf = ({ eventId }: EventRow) => ({
    source: sourceName,
    itemId: eventId,
    legFrom: 0,
    legTo: 1,
  })
  const eventIds = rows.map(({ eventId }) => eventId)
  const [subjects, facts, gates] = await Promise.all([
    eventTicketSource.describeTickets(context, rows.map(itemOf)),
    readEventFacts(context, eventIds),
    readGateTypes(context, null, rows),
  ])
  const validFrom = new Map(facts.map((event) => [event.eventId, event.validFrom]))
  return rows.flatMap((row) => {
    const subject = subjects.get(itemKey(itemOf(row)))
    if (!subject) return []
    const ticketTypes: ReadonlyMap<number, LocalizedText> = subject.typeNames
    return [
      {
        itemId: row.eventId,
        merchantId: row.merchantId,
        groupId: row.showId,
        offeringId: row.offeringId,
        name: subject.name,
        venue: subject.venue,
        city: subject.city,
        timeZone: subject.timeZone,
        startsAt: subject.startsAt,
        doorsAt: subject.doorsAt,
        endsAt: subject.endsAt,
        // An offer is valid from a day on, and has no start time.
        validFrom: validFrom.get(row.eventId) ?? null,
        rotatesCodes: subject.rotatesCodes,
        stops: [],
        gates: gates
          .filter(({ eventId }) => eventId === row.eventId)
          .map(({ gate, ticketTypes: letIn }) => ({
            gateId: gate.gateId,
            name: gate.name,
            ticketTypeIds: letIn.map(({ ticketTypeId }) => ticketTypeId),
            stop: null,
          })),
        ticketTypes,
      },
    ]
  })
}
