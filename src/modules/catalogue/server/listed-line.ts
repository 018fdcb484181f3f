/** A line or a destination as a show: it is listed, and its departures are found by the calls that search them. */
import { showAccess, showStatus, showType } from '#contract/enumerations.ts'
import type { ListedShow } from './listed-source.ts'

interface Line {
  readonly showId: number
  readonly slug: string
  readonly name: string
  readonly summary: string
  readonly merchantId: number
  /** Where it departs. */
  readonly cityName: string
  /** Next and last departure on sale; null without one. */
  readonly fromDate: Date | null
  readonly toDate: Date | null
  readonly timeZone: string
  /** Number of departures between the two. */
  readonly departureCount: number
  /** Prices of an adult in minor units of lari; null if not known. */
  readonly minPriceMinor: number | null
  readonly maxPriceMinor: number | null
  readonly isSoldOut: boolean
  readonly category: { readonly slug: string; readonly name: string; readonly colour: string }
}

export function listedLine(line: Line): ListedShow {
  const dates = {
    fromDate: line.fromDate?.toISOString() ?? null,
    toDate: line.toDate?.toISOString() ?? null,
  }
  const common = {
    itemId: line.showId,
    itemType: 'Show' as const,
    showId: line.showId,
    slug: line.slug,
    name: line.name,
    ageLimit: 0,
    minPrice: line.minPriceMinor === null ? null : line.minPriceMinor / 100,
    maxPrice: line.maxPriceMinor === null ? null : line.maxPriceMinor / 100,
    currency: 'GEL' as const,
    isSoldOut: line.isSoldOut,
    venueIds: [],
    venues: [],
    categorySlug: line.category.slug,
    categoryName: line.category.name,
    categoryColour: line.category.colour,
    images: {},
    ...dates,
  }
  return {
    item: {
      ...common,
      showType: showType.None,
      eventId: null,
      eventCount: line.departureCount,
      venueId: null,
      venueName: '',
      cityName: line.cityName,
      timeZone: line.timeZone,
    },
    detail: {
      ...common,
      type: showType.None,
      status: line.departureCount > 0 ? showStatus.Active : showStatus.Inactive,
      access: showAccess.Default,
      summary: line.summary,
      description: '',
      performers: [],
      durationMinutes: null,
      shortUrl: null,
      theme: null,
      // Networks are not published on a day: they come after everything that was.
      publishedAt: '2000-01-01T00:00:00.000Z',
      merchantId: line.merchantId,
      rating: null,
      colour: line.category.colour,
      trailerUrl: null,
      events: [],
    },
    isPinned: false,
  }
}
