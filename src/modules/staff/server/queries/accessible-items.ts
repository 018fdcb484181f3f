import type { Locale } from '#kernel/locale.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import type { AccessibleItemView } from '../../contract.ts'
import { eventSourceName, readStaffEvents, type StaffEvent } from './access.ts'

/** The assumed duration of an event without an end. */
const usualHours = 8

export interface ItemFilter {
  readonly isArchive?: boolean | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  readonly itemId?: number | undefined
}

/** Shows with those of their events that match the filter; shows without a matching event are omitted. */
export async function listAccessibleItems(
  context: Context,
  actor: StaffActor,
  filter: ItemFilter,
): Promise<AccessibleItemView[]> {
  const now = context.clock.now()
  const events = await readStaffEvents(context, actor, { showId: filter.itemId })
  const items = new Map<number, AccessibleItemView>()
  for (const event of events) {
    const isArchive = isOver(event, now)
    if (filter.isArchive !== undefined && filter.isArchive !== isArchive) continue
    if (!isWithin(event, filter)) continue
    const item = items.get(event.showId) ?? itemOf(event, context.locale)
    items.set(event.showId, item)
    item.events.push({
      eventId: event.eventId,
      startsAt: event.startsAt.toISOString(),
      doorsAt: event.doorsAt?.toISOString() ?? null,
      timeZone: event.timeZone,
      venue: event.venueName[context.locale],
      city: event.cityName[context.locale],
      isArchive,
    })
  }
  return [...items.values()]
}

export function isOver(
  { startsAt, endsAt }: Pick<StaffEvent, 'startsAt' | 'endsAt'>,
  now: Date,
): boolean {
  const end = endsAt ?? new Date(startsAt.getTime() + usualHours * 3_600_000)
  return end < now
}

function itemOf(event: StaffEvent, locale: Locale): AccessibleItemView {
  const { showId, name, imageUrl } = event
  return {
    source: eventSourceName,
    itemId: showId,
    itemType: 'Show',
    name: name[locale],
    imageUrl,
    events: [],
  }
}

/** A bare date is a day in the time zone of the venue; an instant is itself. */
export function isWithin(
  { startsAt, timeZone }: Pick<StaffEvent, 'startsAt' | 'timeZone'>,
  { dateFrom, dateTo }: ItemFilter,
): boolean {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(startsAt)
  const isAfter = (bound: string) =>
    bound.includes('T') ? startsAt >= new Date(bound) : day >= bound
  const isBefore = (bound: string) =>
    bound.includes('T') ? startsAt <= new Date(bound) : day <= bound
  return (dateFrom === undefined || isAfter(dateFrom)) && (dateTo === undefined || isBefore(dateTo))
}
