/**
 * The catalogue cached in each process: of shows and events only the data for lists, filters, search and prices. Long
 * texts and ticket types are read by id (`details.ts`). Records never change: a changed show is another object, with
 * other event objects; one that did not change stays the same object.
 */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import type { Images } from '../contract.ts'
import type { IdMap } from './id-map.ts'
import type { FeeRuleOfScope, PassedOnFee, Sale } from './rules.ts'

export interface SubcategoryRecord {
  readonly id: number
  readonly slug: string
  readonly name: LocalizedText
  readonly position: number
}

/** A category, as referenced by its shows. */
export interface CategoryHead {
  readonly id: number
  /** Number of the specification's category kind. */
  readonly kind: number
  readonly slug: string
  readonly name: LocalizedText
  readonly colour: string
  readonly position: number
  readonly status: string
}

export interface CategoryRecord extends CategoryHead {
  readonly subcategories: readonly SubcategoryRecord[]
}

export interface VenueRecord {
  readonly id: number
  readonly slug: string
  readonly kind: string
  readonly name: LocalizedText
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly capacity: number
}

export interface LayoutRecord {
  readonly id: number
  readonly digest: string
  readonly name: LocalizedText
  readonly hasNumberedSeats: boolean
}

export interface MerchantRecord {
  readonly id: number
  readonly name: LocalizedText
}

export interface FaqRecord {
  readonly id: number
  readonly question: LocalizedText
  readonly answer: LocalizedText
}

/** Data shared by all shows. */
export interface Frame {
  readonly categories: readonly CategoryRecord[]
  readonly venues: readonly VenueRecord[]
  readonly venuesById: ReadonlyMap<number, VenueRecord>
  readonly merchants: ReadonlyMap<number, MerchantRecord>
  readonly layouts: ReadonlyMap<number, LayoutRecord>
  /** The platform's default rules, without a show or an event. */
  readonly feeRules: readonly FeeRuleOfScope[]
  /** Of all organisers, ordered by their start. */
  readonly passedOnFees: readonly PassedOnFee[]
  readonly faq: readonly FaqRecord[]
  /** Ids of the shows of a group, in its order. */
  readonly members: ReadonlyMap<number, readonly number[]>
  /** For events of offers, which have no date: start of validity; `startsAt` is its end. */
  readonly offerTerms: ReadonlyMap<number, Date>
}

export interface EventRecord extends Sale {
  readonly id: number
  readonly showId: number
  readonly venue: VenueRecord
  readonly layout: LayoutRecord | null
  /** Its original time before it was rescheduled. */
  readonly movedFrom: Date | null
  readonly doorsAt: Date | null
  readonly endsAt: Date | null
  /** Date and hour in the venue's time zone. */
  readonly localDate: string
  readonly localHour: number
  readonly placesPerOrderMax: number
  readonly minPriceMinor: number
  readonly maxPriceMinor: number
  readonly currency: Currency
  /** Sales channels that have an active ticket type; null: all of them. */
  readonly channels: readonly string[] | null
}

export interface ShowRecord {
  readonly id: number
  readonly slug: string
  readonly category: CategoryHead
  readonly subcategory: SubcategoryRecord
  readonly merchant: MerchantRecord
  readonly type: number
  readonly status: number
  readonly access: number
  readonly name: LocalizedText
  readonly performers: readonly { readonly name: LocalizedText }[]
  readonly ageLimit: number
  readonly durationMinutes: number | null
  readonly isPinned: boolean
  readonly isMainBanner: boolean
  readonly shortUrl: string | null
  readonly previewKey: string | null
  readonly theme: 'light' | 'dark' | 'partner' | null
  readonly popularity: number
  /** Sum of stars of all ratings, and their number. */
  readonly ratingSum: number
  readonly ratingCount: number
  readonly publishedAt: Date
  /** The dominant colour of its poster (`#a8123a`); null: none. */
  readonly colour: string | null
  readonly trailerUrl: string | null
  readonly images: Images
  /** In chronological order, including past ones. */
  readonly events: readonly EventRecord[]
  /** When the last active event begins, in milliseconds; 0 when there is none. */
  readonly lastStartsAt: number
}

/** Listed events of one scope: everything, one category, one venue and so on. */
export interface Scope {
  /** Active events of listed shows in chronological order, including past ones. */
  readonly events: readonly EventRecord[]
  /** The same, cheapest first. */
  readonly eventsByPrice: readonly EventRecord[]
  /** Listed shows, the most popular first. */
  readonly shows: readonly ShowRecord[]
  /** The same, announced last first. */
  readonly showsByNewest: readonly ShowRecord[]
  /** The same, ordered by the start of their last event: shows with upcoming events are at the end. */
  readonly showsByEnd: readonly ShowRecord[]
  /** Number of events on a day, in their venue's time zone. */
  readonly dayCounts: ReadonlyMap<string, number>
}

/** One version of the catalogue; versions are separate objects that share unchanged data. */
export interface Catalogue extends Frame {
  readonly version: number
  readonly shows: IdMap<ShowRecord>
  readonly events: IdMap<EventRecord>
  readonly showsBySlug: { get(slug: string): ShowRecord | undefined }
  readonly showsByShortUrl: { get(shortUrl: string): ShowRecord | undefined }
  /** Sorted lists by scope: everything, a category, a venue and so on. */
  readonly scopes: ReadonlyMap<string, Scope>
  /** Active events of listed shows, in chronological order, including past ones. */
  readonly listedEvents: readonly EventRecord[]
  /** Listed shows, the most popular first. */
  readonly listedShows: readonly ShowRecord[]
  /** Listed shows promoted by the editors, and those for the top of the home page; most popular first. */
  readonly pinnedShows: readonly ShowRecord[]
  readonly bannerShows: readonly ShowRecord[]
}
