/** Types of the demo content; `seed.ts` inserts it. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { Currency } from '#kernel/money.ts'
import type { DemoLayoutKey } from '#seatmap/demo-layouts.ts'

export interface MerchantSeed {
  readonly id: number
  readonly slug: string
  readonly name: LocalizedText
}

export interface CategorySeed {
  readonly id: number
  /** Category kind of the specification; defaults to 0 (events). */
  readonly kind?: number
  readonly slug: string
  readonly name: LocalizedText
  readonly colour: string
  readonly subcategories: readonly {
    readonly id: number
    readonly slug: string
    readonly name: LocalizedText
  }[]
}

/** The fee of all shows, or of those of a subcategory. */
export interface FeeSeed {
  readonly subcategory?: string
  readonly name: LocalizedText
  readonly basisPoints: number
  readonly fixedMinor: number
}

/** A room of a venue: with a seat layout, or with pools only (places without numbers). */
export interface HallSeed {
  readonly key: string
  readonly name: LocalizedText
  readonly layout?: DemoLayoutKey
  readonly pools?: readonly {
    readonly key: string
    readonly name: LocalizedText
    readonly capacity: number
  }[]
}

export interface VenueSeed {
  readonly id: number
  readonly slug: string
  readonly kind: string
  readonly name: LocalizedText
  readonly city: LocalizedText
  readonly address: LocalizedText
  readonly latitude: number
  readonly longitude: number
  /** IANA name; defaults to Georgia's. */
  readonly timeZone?: string
  /** Only where it is not the sum of the halls: these are set-ups of one room, or have tables. */
  readonly capacity?: number
  readonly halls: readonly HallSeed[]
}

export interface EventSeed {
  /**
   * Local date and time: `+3 20:00` is three days after seeding, `-10 19:00` ten days before, `sat0 20:00`
   * the first Saturday that is not over, `sat2 20:00` two weeks later.
   */
  readonly when: string
  readonly hall: string
  /** Prices in lari without fees, by zone key of the layout or pool key of the hall. */
  readonly prices: Readonly<Record<string, number>>
  /** Share of sold places, 0 to 1. */
  readonly sold?: number
  /** Sales open this number of days after seeding. */
  readonly salesOpenInDays?: number
  readonly placesPerOrderMax?: number
  /** Selections that leave a single-seat gap are refused if there is an alternative. */
  readonly forbidsSingleSeats?: boolean
  /** Currency of the prices; defaults to lari. */
  readonly currency?: Currency
  /** Price keys that are sold as whole tables. */
  readonly tables?: Readonly<Record<string, TableSeed>>
  /** Additional ticket types in the pool or zone of a price key. */
  readonly also?: readonly {
    readonly of: string
    readonly name: LocalizedText
    readonly price: number
    readonly table?: TableSeed
  }[]
  /** An offer without a date, valid from seeding until `when`. */
  readonly isOffer?: boolean
  /** Price keys that are packages of other shows' tickets. */
  readonly parts?: Readonly<Record<string, readonly PartSeed[]>>
}

export interface TableSeed {
  readonly guests: readonly [min: number, max: number]
  readonly isPerGuest?: boolean
  readonly isDeposit?: boolean
}

export interface PartSeed {
  readonly show: string
  /** Index of the event in the show's list. */
  readonly event: number
  /** Price key of that event. */
  readonly of: string
  readonly quantity: number
}

export interface ShowSeed {
  readonly slug: string
  readonly subcategory: string
  readonly merchant: number
  readonly name: LocalizedText
  readonly summary: LocalizedText
  /** Paragraphs. */
  readonly description: { readonly ka: readonly string[]; readonly en: readonly string[] }
  readonly performers: readonly { readonly name: LocalizedText; readonly role: LocalizedText }[]
  readonly ageLimit?: number
  readonly durationMinutes?: number
  readonly popularity: number
  readonly isPinned?: boolean
  readonly isMainBanner?: boolean
  readonly shortUrl?: string
  /** Show type of the specification; a plain show if absent. */
  readonly type?: number
  /** Slugs of the shows in a group. */
  readonly members?: readonly string[]
  /** Private: not listed, and opened with this key. */
  readonly previewKey?: string
  /** YouTube or Vimeo. */
  readonly trailerUrl?: string
  readonly status?: number
  readonly publishedDaysAgo: number
  /** Lines of the poster's title. */
  readonly posterTitle: readonly string[]
  readonly events: readonly EventSeed[]
}
