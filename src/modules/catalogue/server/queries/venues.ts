/** All venues, and one venue with its halls and events. */
import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Database } from '#platform/database/database.ts'
import type { VenuePage, VenueView } from '../../contract.ts'
import { presentVenue } from '../present.ts'
import type { VenueRecord } from '../records.ts'
import { scopeKey } from '../scopes.ts'
import { eventItems, upcomingCount, upcomingEvents, type View } from './listing.ts'

const eventsMax = 60

/** By city, the one with the most venues first, then by name. */
export function venuesOf(view: View, kinds?: readonly string[]): VenueView[] {
  const { locale, catalogue } = view
  const venues = catalogue.venues.filter((venue) => kinds?.includes(venue.kind) ?? true)
  const inCity = Map.groupBy(venues, (venue) => venue.city[locale])
  return [...inCity.entries()]
    .toSorted(([one, its], [other, others]) => others.length - its.length || (one < other ? -1 : 1))
    .flatMap(([, its]) =>
      its.toSorted((left, right) => (left.name[locale] < right.name[locale] ? -1 : 1)),
    )
    .map((venue) => viewOf(view, venue))
}

function viewOf(view: View, venue: VenueRecord): VenueView {
  return presentVenue(venue, upcomingCount(view, scopeKey.venue(venue.id)), view.locale)
}

/** Null when there is no such venue. */
export async function venuePageOf(view: View, slug: string): Promise<VenuePage | null> {
  const venue = view.catalogue.venues.find((candidate) => candidate.slug === slug)
  if (!venue) return null
  const [accessibility, halls] = await Promise.all([
    readAccessibility(view.db, venue.id),
    readHalls(view.db, venue.id),
  ])
  return {
    venue: viewOf(view, venue),
    accessibility: accessibility?.[view.locale] ?? null,
    halls: halls.map((hall) => ({
      name: hall.name[view.locale],
      capacity: hall.capacity,
      hasNumberedSeats: hall.hasNumberedSeats,
      viewBox: `0 0 ${hall.width} ${hall.height}`,
      sections: hall.sections.map(pathOf).join(''),
      stage: hall.stage.map(pathOf).join(''),
    })),
    items: eventItems(view, upcomingEvents(view, eventsMax, scopeKey.venue(venue.id))),
  }
}

async function readAccessibility(db: Database, venueId: number): Promise<LocalizedText | null> {
  const result = await sql<{ accessibility: LocalizedText | null }>`
    select accessibility from venue where id = ${venueId}`.execute(db)
  return result.rows[0]?.accessibility ?? null
}

interface HallRow {
  readonly name: LocalizedText
  readonly capacity: number
  readonly hasNumberedSeats: boolean
  readonly width: number
  readonly height: number
  /** Outlines as x, y, x, y… */
  readonly sections: readonly (readonly number[])[]
  readonly stage: readonly (readonly number[])[]
}

/** A changed hall has several layouts with one name; the last one is current. */
async function readHalls(db: Database, venueId: number): Promise<HallRow[]> {
  const result = await sql<HallRow>`
    select distinct on (name->>'en') name, capacity,
      jsonb_path_exists(content, '$.sections[*] ? (@.kind == "seated" || @.kind == "table")')
        as "hasNumberedSeats",
      (content->>'width')::float8 as width, (content->>'height')::float8 as height,
      jsonb_path_query_array(content, '$.sections[*].outline') as sections,
      jsonb_path_query_array(content, '$.shapes[*] ? (@.kind == "stage" || @.kind == "pitch").points')
        as stage
    from seat_layout where venue_id = ${venueId}
    order by name->>'en', id desc`.execute(db)
  return result.rows
}

function pathOf(points: readonly number[]): string {
  const corners: string[] = []
  for (let index = 0; index + 1 < points.length; index += 2)
    corners.push(`${Math.round(points[index] ?? 0)} ${Math.round(points[index + 1] ?? 0)}`)
  return `M${corners.join('L')}Z`
}
