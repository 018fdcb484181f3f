import {
  readDirectory,
  readProgramme,
  type Directory,
  type EventExport,
  type ShowExport,
} from '#modules/catalogue/server/public-api.ts'
import { isSoldOut, readUse, type OfferingUse } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { OfficeEventSort, OfficeEventView } from '../../contract.ts'
import { eventStatuses, eventStatusOf } from '../../event-status.ts'
import { showAccessName, showTypeName, statusName } from '../import/plan-shows.ts'

const pageSize = 50

export interface OfficeFilter {
  readonly text?: string | undefined
  readonly when?: 'coming' | 'past' | undefined
  readonly page?: number | undefined
  /** The soonest first by default, of the past the latest first. */
  readonly sort?: OfficeEventSort | undefined
}

/** The programme, date by date, with taken places of each; upcoming dates by default. */
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
  const when = filter.when ?? 'coming'
  const found = events.filter((event) => {
    const isComing = event.startsAt > now
    if (isComing !== (when === 'coming')) return false
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
  const sort = filter.sort ?? (when === 'coming' ? 'soonest' : 'latest')
  const byKey = await comparisonOf(context, sort, { events: found, shows })
  const isFalling = fallingSorts.includes(sort)
  const sorted = found.toSorted((one, other) => {
    const order = byKey(one, other) || Number(one.startsAt) - Number(other.startsAt)
    return (isFalling ? -1 : 1) * (order || one.id - other.id)
  })
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
  return {
    total: found.length,
    page,
    events: await present(context, shown, shows, venues),
  }
}

const fallingSorts: readonly OfficeEventSort[] = [
  'latest',
  'nameReversed',
  'fullest',
  'statusReversed',
]

type Comparison = (one: EventExport, other: EventExport) => number

/** Compares by what a list is sorted by, smallest first. Only by share and by status are the places of all dates counted. */
async function comparisonOf(
  context: Context,
  sort: OfficeEventSort,
  {
    events,
    shows,
  }: { readonly events: readonly EventExport[]; readonly shows: readonly ShowExport[] },
): Promise<Comparison> {
  const { locale } = context
  if (sort === 'name' || sort === 'nameReversed') {
    const nameOf = new Map(shows.map(({ id, name }) => [id, name[locale]]))
    const { compare } = new Intl.Collator(locale, { numeric: true })
    return (one, other) => compare(nameOf.get(one.showId) ?? '', nameOf.get(other.showId) ?? '')
  }
  if (sort === 'soonest' || sort === 'latest') return () => 0
  const use = await readUse(
    context,
    events.map(({ offeringId }) => offeringId),
  )
  if (sort === 'status' || sort === 'statusReversed') {
    const showOf = new Map(shows.map((show) => [show.id, show]))
    const stageOf = (event: EventExport) => {
      const [show, taken] = [showOf.get(event.showId), use.get(event.offeringId)]
      const status = eventStatusOf({
        status: officeStatus(event.status),
        showStatus: officeStatus(show?.status ?? event.status),
        isOnSale: event.isOnSale,
        isCancelled: event.isCancelled,
        isSoldOut: taken !== undefined && isSoldOut(taken),
      })
      return eventStatuses.indexOf(status)
    }
    return (one, other) => stageOf(one) - stageOf(other)
  }
  const shareOf = ({ offeringId }: EventExport) => {
    const { taken, capacity } = sumUse(use.get(offeringId))
    return capacity === 0 ? 0 : taken / capacity
  }
  return (one, other) => shareOf(one) - shareOf(other)
}

/** Places and pool capacity: sold or held, and total. */
function sumUse(use: OfferingUse | undefined): { taken: number; capacity: number } {
  if (!use) return { taken: 0, capacity: 0 }
  const { places, placesSold, placesHeld, pools } = use
  return {
    taken: pools.reduce((sum, { taken }) => sum + taken, placesSold + placesHeld),
    capacity: pools.reduce((sum, { capacity }) => sum + capacity, places),
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
        showType: showTypeName(show.type),
        showAccess: showAccessName(show.access),
        isOnSale: event.isOnSale,
        isCancelled: event.isCancelled,
        isSoldOut: isSoldOut(taken),
        ...sumUse(taken),
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
