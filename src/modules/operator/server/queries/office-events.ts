import {
  readDirectory,
  readProgramme,
  type Directory,
  type EventExport,
  type ShowExport,
} from '#modules/catalogue/server/public-api.ts'
import { isSoldOut, readUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OfficeEventView } from '../../contract.ts'
import { statusName } from '../import/plan-shows.ts'

const pageSize = 50

export interface OfficeFilter {
  readonly text?: string | undefined
  readonly when?: 'coming' | 'past' | undefined
  readonly page?: number | undefined
}

/** The programme, date by date, with taken places of each; upcoming dates first by default. */
export async function listEvents(
  context: Context,
  filter: OfficeFilter,
): Promise<{ events: OfficeEventView[]; total: number; page: number }> {
  const { shows, events } = await readProgramme(context)
  const { venues } = await readDirectory(context)
  const showOf = new Map(shows.map((show) => [show.id, show]))
  const venueOf = new Map(venues.map((venue) => [venue.id, venue]))
  const now = context.clock.now()
  const wanted = filter.text?.toLowerCase() ?? ''
  const found = events.filter((event) => {
    const isComing = event.startsAt > now
    if ((filter.when ?? 'coming') === 'coming' ? !isComing : isComing) return false
    const show = showOf.get(event.showId)
    const venue = venueOf.get(event.venueId)
    const words = [
      String(event.id),
      show?.slug,
      show?.name.ka,
      show?.name.en,
      venue?.name.ka,
      venue?.name.en,
    ]
    return show !== undefined && words.some((word) => word?.toLowerCase().includes(wanted))
  })
  const page = filter.page ?? 1
  const shown = found.slice((page - 1) * pageSize, page * pageSize)
  return {
    total: found.length,
    page,
    events: await present(context, shown, shows, venues),
  }
}

async function present(
  context: Context,
  events: readonly EventExport[],
  shows: readonly ShowExport[],
  venues: Directory['venues'],
): Promise<OfficeEventView[]> {
  const showOf = new Map(shows.map((show) => [show.id, show]))
  const venueOf = new Map(venues.map((venue) => [venue.id, venue]))
  const use = await readUse(
    context,
    events.map((event) => event.offeringId),
  )
  return events.flatMap((event) => {
    const show = showOf.get(event.showId)
    const venue = venueOf.get(event.venueId)
    const taken = use.get(event.offeringId)
    if (!show || !venue || !taken) return []
    const sum = (read: (pool: { capacity: number; taken: number }) => number) =>
      taken.pools.reduce((total, pool) => total + read(pool), 0)
    return [
      {
        eventId: event.id,
        showId: show.id,
        slug: show.slug,
        showName: { ...show.name },
        venueName: { ...venue.name },
        startsAt: event.startsAt.toISOString(),
        timeZone: venue.timeZone,
        status: officeStatus(event.status),
        showStatus: officeStatus(show.status),
        isOnSale: event.isOnSale,
        isSoldOut: isSoldOut(taken),
        taken: taken.placesSold + taken.placesHeld + sum((pool) => pool.taken),
        capacity: taken.places + sum((pool) => pool.capacity),
        salesOpenAt: event.salesOpenAt?.toISOString() ?? null,
        salesCloseAt: event.salesCloseAt?.toISOString() ?? null,
        placesPerOrderMax: event.placesPerOrderMax,
        isPinned: show.isPinned,
        isMainBanner: show.isMainBanner,
        popularity: show.popularity,
      },
    ]
  })
}

function officeStatus(status: number): OfficeEventView['status'] {
  const name = statusName(status)
  return name === 'Active' || name === 'Stopped' ? name : 'Inactive'
}

/** One event, past or upcoming; null when it does not exist. */
export async function findEvent(
  context: Context,
  eventId: number,
): Promise<OfficeEventView | null> {
  const known = await readProgramme(context, { showIds: [], showSlugs: [], eventIds: [eventId] })
  const [event] = known.events
  if (!event) return null
  const { shows } = await readProgramme(context, {
    showIds: [event.showId],
    showSlugs: [],
    eventIds: [],
  })
  const { venues } = await readDirectory(context)
  const [view] = await present(context, [event], shows, venues)
  return view ?? null
}
