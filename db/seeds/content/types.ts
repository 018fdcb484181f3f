/** What the demo content is written in; `seed.ts` turns it into rows. */
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
  /** Number of the specification's category kind; 0 (events) when absent. */
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

/** The fee of all shows, or of those of one subcategory. */
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
  /** IANA name; Georgia's when absent. */
  readonly timeZone?: string
  readonly capacity: number
  readonly halls: readonly HallSeed[]
}

export interface EventSeed {
  /**
   * Day and time on the wall of the venue: `+3 20:00` is three days after seeding, `-10 19:00` ten before,
   * `sat0 20:00` the first Saturday that is not over, `sat2 20:00` two weeks after that one.
   */
  readonly when: string
  readonly hall: string
  /** Face prices in lari by zone key of the layout, or by pool key of the hall. */
  readonly prices: Readonly<Record<string, number>>
  /** Share of places sold, 0 to 1. */
  readonly sold?: number
  /** Sales open this many days after seeding. */
  readonly salesOpenInDays?: number
  readonly placesPerOrderMax?: number
  /** No choice may leave a seat alone where another would not. */
  readonly forbidsSingleSeats?: boolean
  /** Of the prices; lari when absent. */
  readonly currency?: Currency
  /** By key of the prices: these are whole tables. */
  readonly tables?: Readonly<Record<string, TableSeed>>
  /** Ticket types beside the one of each key, in the pool or zone of that key. */
  readonly also?: readonly {
    readonly of: string
    readonly name: LocalizedText
    readonly price: number
    readonly table?: TableSeed
  }[]
  /** An offer without a date: good for so many days from seeding on. `when` is the last of them. */
  readonly isOffer?: boolean
  /** By key of the prices: these are packages of what other shows sell at their event of that number. */
  readonly parts?: Readonly<Record<string, readonly PartSeed[]>>
}

export interface TableSeed {
  readonly guests: readonly [min: number, max: number]
  readonly isPerGuest?: boolean
  readonly isDeposit?: boolean
}

export interface PartSeed {
  readonly show: string
  /** Counted from 0 in the show's list. */
  readonly event: number
  /** Key of the price there. */
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
  /** Number of the specification's show type; a plain show when absent. */
  readonly type?: number
  /** Slugs of the shows that a group of shows gathers. */
  readonly members?: readonly string[]
  /** Private: not listed, opened with this key. */
  readonly previewKey?: string
  /** At YouTube or Vimeo. */
  readonly trailerUrl?: string
  readonly status?: number
  readonly publishedDaysAgo: number
  /** Lines of the title as set on the poster. */
  readonly posterTitle: readonly string[]
  readonly events: readonly EventSeed[]
}
