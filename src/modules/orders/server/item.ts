/** The sold item of any source: how lines and tickets refer to it, and how a source describes it. */
import type { TravelMode } from '#contract/travel-modes.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { OrderLine } from './order.ts'

/** One thing that is sold: an item number is only unique within its source, a journey has its leg range. */
export interface SoldItem {
  /** Name of the offer source. */
  readonly source: string
  /** What the source sells: the event's id for a show, the departure's for a train. */
  readonly itemId: number
  /** First leg, counted from 0. */
  readonly legFrom: number
  /** Exclusive: a one-leg item is sold from 0 to 1. */
  readonly legTo: number
}

/** The same for all kinds: enough for a list, a reminder, a calendar entry and the tiers of a return. */
export interface ItemHead {
  readonly itemId: number
  readonly name: LocalizedText
  /** The venue; of a journey or a flight where this ticket begins. */
  readonly venue: LocalizedText
  /** When this ticket begins: for a journey the departure from the boarding stop. */
  readonly startsAt: Date
  /** IANA name of the time zone where it begins. */
  readonly timeZone: string
  /** End of validity of this ticket; null when undefined. */
  readonly endsAt: Date | null
  /** IANA name of the time zone where it ends. */
  readonly endTimeZone: string
  readonly imageUrl: string | null
  /** The dominant colour of its picture (`#a8123a`), for documents and pages; absent without one. */
  readonly colour?: string | null
  /** Number of the specification's category kind. */
  readonly category: number
  /** Its page, without a locale prefix; "next steps" lead there. */
  readonly pagePath: string
  /** Where its places are chosen, without a locale prefix; absent: on its page. */
  readonly placesPath?: string
}

/** A stop of a journey, with the time that applies to this ticket: departure or arrival. */
export interface JourneyStop {
  readonly name: LocalizedText
  readonly at: Date
  /** IANA name of the time zone of the stop. */
  readonly timeZone: string
  /** Code of the carrier or IATA; null when stops have none. */
  readonly code: string | null
  /** Scheduled time, when `at` differs because of a delay. */
  readonly scheduledAt?: Date | null
  readonly platform?: string | null
  /** That of the timetable, when another one is used. */
  readonly plannedPlatform?: string | null
  /** The vehicle does not stop here for the passenger this time. */
  readonly isSkipped?: boolean
}

export interface FlightSegment {
  readonly from: JourneyStop
  readonly to: JourneyStop
  readonly carrier: LocalizedText
  readonly flightNumber: string
  readonly cabin: LocalizedText | null
}

export type ItemDetails =
  | { readonly kind: 'event' }
  | {
      readonly kind: 'screening'
      readonly hall: LocalizedText
      /** `2D`, `IMAX`. */
      readonly format: string | null
      /** Spoken language as a BCP 47 tag. */
      readonly language: string | null
    }
  | {
      readonly kind: 'journey'
      /** Means of travel for wallet icons; absent where none applies. */
      readonly mode?: TravelMode
      readonly from: JourneyStop
      readonly to: JourneyStop
      readonly carrier: LocalizedText
      /** Train number, ship, bus. */
      readonly vehicle: LocalizedText
      readonly travelClass: LocalizedText | null
      /** The carrier has cancelled it; absent: it runs. */
      readonly isCancelled?: boolean
    }
  | { readonly kind: 'flight'; readonly segments: readonly FlightSegment[] }
  | {
      readonly kind: 'pass'
      readonly validFrom: Date
      readonly validUntil: Date
      /** How many entries it allows; null: unlimited. */
      readonly uses: number | null
    }

/** Description of an item by its source; `kind` selects its details. */
export type ItemDescription = ItemHead & ItemDetails

/**
 * Text that distinguishes an item from others of the same name: the vehicle, the hall, flight numbers; else its place. Empty for a
 * pass, which has none.
 */
export function itemNote(about: ItemDescription): LocalizedText {
  switch (about.kind) {
    case 'journey':
      return about.vehicle
    case 'flight': {
      const numbers = about.segments.map(({ flightNumber }) => flightNumber).join(', ')
      return { ka: numbers, en: numbers }
    }
    case 'screening':
      return {
        ka: `${about.venue.ka}, ${about.hall.ka}`,
        en: `${about.venue.en}, ${about.hall.en}`,
      }
    case 'pass':
      return { ka: '', en: '' }
    case 'event':
      return about.venue
  }
}

/** Descriptions by `itemKey`. */
export type ItemDescriptions<Description = ItemDescription> = ReadonlyMap<string, Description>

/** Lookup key of a sold item. */
export function itemKey({ source, itemId, legFrom, legTo }: SoldItem): string {
  return `${source} ${itemId} ${legFrom}-${legTo}`
}

type ItemOfLine = Pick<OrderLine, 'source' | 'itemId' | 'legFrom' | 'legTo'>

/** The item of a line; null for a line that concerns the whole order. */
export function soldItemOf({ source, itemId, legFrom, legTo }: ItemOfLine): SoldItem | null {
  if (itemId === null || legFrom === null || legTo === null) return null
  return { source, itemId, legFrom, legTo }
}

/** The items of these lines, each once, in the order of the lines. */
export function soldItemsOf(lines: readonly ItemOfLine[]): SoldItem[] {
  const items = new Map<string, SoldItem>()
  for (const line of lines) {
    const item = soldItemOf(line)
    if (item && !items.has(itemKey(item))) items.set(itemKey(item), item)
  }
  return [...items.values()]
}

/** Calls each source once for its items; items unknown to their source are left out. */
export async function describeBySource<Source extends { readonly name: string }, Description>(
  sources: readonly Source[],
  items: readonly SoldItem[],
  describe: (
    source: Source,
    items: readonly SoldItem[],
  ) => Promise<ReadonlyMap<string, Description>>,
): Promise<ItemDescriptions<Description>> {
  const descriptions = new Map<string, Description>()
  for (const source of sources) {
    const own = items.filter((item) => item.source === source.name)
    if (own.length === 0) continue
    for (const [key, description] of await describe(source, own)) descriptions.set(key, description)
  }
  return descriptions
}
