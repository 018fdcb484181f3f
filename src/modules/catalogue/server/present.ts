/** Converts records to replies in one language, field by field. */
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { majorUnits } from '#kernel/money-arithmetic.ts'
import { money } from '#kernel/money.ts'
import type {
  Banner,
  CategoryView,
  EventOfShow,
  ListItem,
  ListItemWithSummary,
  ShowBase,
  ShowDetail,
  TicketTypeView,
  VenueView,
} from '../contract.ts'
import type { ShowTexts, TicketTypeRecord } from './details.ts'
import type {
  CategoryRecord,
  EventRecord,
  FaqRecord,
  Frame,
  ShowRecord,
  VenueRecord,
} from './records.ts'
import { platformTimeZone, saleStateOf, withTickets } from './rules.ts'

function categoryFields(show: ShowRecord, locale: Locale) {
  return {
    categoryId: show.category.id,
    categoryKind: show.category.kind,
    categorySlug: show.category.slug,
    categoryName: show.category.name[locale],
    categoryColour: show.category.colour,
    subCategoryId: show.subcategory.id,
    subCategorySlug: show.subcategory.slug,
    subCategoryName: show.subcategory.name[locale],
  }
}

function major(minor: number): number {
  return majorUnits(money(minor))
}

/** Each venue once, in order of the events. */
function venuesOf(events: readonly EventRecord[], locale: Locale) {
  return [...new Set(events.map((event) => event.venue))].map((venue) => ({
    venueId: venue.id,
    venueName: venue.name[locale],
    cityName: venue.city[locale],
  }))
}

function priceRange(events: readonly EventRecord[]): { minPrice: number; maxPrice: number } | null {
  const counted = withTickets(events)
  if (counted.length === 0) return null
  return {
    minPrice: major(Math.min(...counted.map((event) => event.minPriceMinor))),
    maxPrice: major(Math.max(...counted.map((event) => event.maxPriceMinor))),
  }
}

/** Summary of a show's upcoming events. */
function summaryOfEvents(events: readonly EventRecord[], locale: Locale) {
  const range = priceRange(events)
  const venues = venuesOf(events, locale)
  return {
    fromDate: events[0]?.startsAt.toISOString() ?? null,
    toDate: events.at(-1)?.startsAt.toISOString() ?? null,
    minPrice: range?.minPrice ?? null,
    maxPrice: range?.maxPrice ?? null,
    currency: events[0]?.currency ?? ('GEL' as const),
    isSoldOut: events.length > 0 && events.every((event) => event.isSoldOut),
    venueIds: venues.map((venue) => venue.venueId),
    venues,
  }
}

/** A card of a show for the given upcoming events, in chronological order; its date is one that has tickets. */
export function presentShowItem(
  show: ShowRecord,
  events: readonly EventRecord[],
  locale: Locale,
): ListItem {
  const next = withTickets(events)[0]
  return {
    itemId: show.id,
    itemType: 'Show',
    showType: show.type,
    name: show.name[locale],
    showId: show.id,
    slug: show.slug,
    eventId: next?.id ?? null,
    eventCount: events.length,
    venueId: next?.venue.id ?? null,
    venueName: next?.venue.name[locale] ?? '',
    cityName: next?.venue.city[locale] ?? '',
    ...summaryOfEvents(events, locale),
    fromDate: next?.startsAt.toISOString() ?? null,
    timeZone: next?.venue.timeZone ?? platformTimeZone,
    ageLimit: show.ageLimit,
    ...categoryFields(show, locale),
    images: show.images,
  }
}

/** A card of one event. */
export function presentEventItem(show: ShowRecord, event: EventRecord, locale: Locale): ListItem {
  return {
    ...presentShowItem(show, [event], locale),
    itemId: event.id,
    itemType: 'Event',
    eventCount: 1,
  }
}

export function withSummary(
  item: ListItem,
  show: ShowRecord,
  texts: ShowTexts,
  locale: Locale,
): ListItemWithSummary {
  return { ...item, summary: texts.summary[locale], theme: show.theme }
}

/** Inputs of presenting an event: language, time, and the dateless offers that are valid. */
export interface Presenting {
  readonly locale: Locale
  readonly now: Date
  readonly catalogue: Pick<Frame, 'offerTerms'>
}

export function presentEventOfShow(
  event: EventRecord,
  { locale, now, catalogue }: Presenting,
): EventOfShow {
  return {
    eventId: event.id,
    venueId: event.venue.id,
    venueSlug: event.venue.slug,
    venueName: event.venue.name[locale],
    cityName: event.venue.city[locale],
    address: event.venue.address[locale],
    timeZone: event.venue.timeZone,
    fromDate: event.startsAt.toISOString(),
    movedFrom: event.movedFrom?.toISOString() ?? null,
    doorsAt: event.doorsAt?.toISOString() ?? null,
    endsAt: event.endsAt?.toISOString() ?? null,
    minPrice: major(event.minPriceMinor),
    maxPrice: major(event.maxPriceMinor),
    currency: event.currency,
    isSoldOut: event.isSoldOut,
    saleState: saleStateOf(event, now),
    salesOpenAt: event.salesOpenAt?.toISOString() ?? null,
    salesCloseAt: event.salesCloseAt?.toISOString() ?? null,
    hasNumberedSeats: event.layout?.hasNumberedSeats ?? false,
    validFrom: catalogue.offerTerms.get(event.id)?.toISOString() ?? null,
  }
}

export function presentShowBase(show: ShowRecord, texts: ShowTexts, locale: Locale): ShowBase {
  return {
    itemId: show.id,
    itemType: 'Show',
    showId: show.id,
    slug: show.slug,
    type: show.type,
    status: show.status,
    access: show.access,
    name: show.name[locale],
    summary: texts.summary[locale],
    description: texts.description[locale],
    performers: texts.performers.map(({ name, role }) => ({
      name: name[locale],
      role: role[locale],
    })),
    ageLimit: show.ageLimit,
    durationMinutes: show.durationMinutes,
    shortUrl: show.shortUrl,
    theme: show.theme,
    publishedAt: show.publishedAt.toISOString(),
    merchantId: show.merchant.id,
    merchantName: show.merchant.name[locale],
    rating: presentRating(show),
    colour: show.colour,
    trailerUrl: show.trailerUrl,
    ...categoryFields(show, locale),
    images: show.images,
  }
}

/** A rating is shown only with several opinions. */
const ratingsLeast = 3

function presentRating({ ratingSum, ratingCount }: ShowRecord): ShowBase['rating'] {
  if (ratingCount < ratingsLeast) return null
  return { average: Math.round((ratingSum / ratingCount) * 10) / 10, count: ratingCount }
}

export function presentShowDetail(
  show: ShowRecord,
  texts: ShowTexts,
  events: readonly EventRecord[],
  presenting: Presenting,
): ShowDetail {
  const { locale } = presenting
  return {
    ...presentShowBase(show, texts, locale),
    ...summaryOfEvents(events, locale),
    events: events.map((event) => presentEventOfShow(event, presenting)),
  }
}

export function presentTicketType(type: TicketTypeRecord, locale: Locale): TicketTypeView {
  return {
    ticketTypeId: type.id,
    name: type.name[locale],
    zone: type.zone,
    poolId: type.poolId,
    price: money(type.totalMinor, type.currency),
    facePrice: money(type.priceMinor, type.currency),
    fee: money(type.feeMinor, type.currency),
    position: type.position,
    isActive: type.status === 'Active',
    perOrderMax: type.perOrderMax,
  }
}

export function presentVenue(venue: VenueRecord, eventCount: number, locale: Locale): VenueView {
  return {
    venueId: venue.id,
    slug: venue.slug,
    venueName: venue.name[locale],
    kind: venue.kind,
    cityName: venue.city[locale],
    address: venue.address[locale],
    latitude: venue.latitude,
    longitude: venue.longitude,
    timeZone: venue.timeZone,
    capacity: venue.capacity,
    eventCount,
  }
}

/** `showCounts` counts shows with upcoming events by subcategory. */
export function presentCategory(
  category: CategoryRecord,
  showCounts: ReadonlyMap<number, number>,
  locale: Locale,
): CategoryView {
  const subCategories = category.subcategories.map((subcategory) => ({
    subCategoryId: subcategory.id,
    slug: subcategory.slug,
    name: subcategory.name[locale],
    position: subcategory.position,
    itemCount: showCounts.get(subcategory.id) ?? 0,
  }))
  return {
    categoryId: category.id,
    kind: category.kind,
    slug: category.slug,
    name: category.name[locale],
    colour: category.colour,
    position: category.position,
    status: category.status as CategoryView['status'],
    itemCount: subCategories.reduce((sum, subcategory) => sum + subcategory.itemCount, 0),
    subCategories,
  }
}

export function showPath(show: ShowRecord, locale: Locale): string {
  return localizedPath(locale, `/shows/${show.slug}`)
}

export function presentBanner(
  show: ShowRecord,
  texts: ShowTexts,
  position: number,
  locale: Locale,
): Banner {
  return {
    bannerId: show.id,
    kind: 'show',
    title: show.name[locale],
    text: texts.summary[locale],
    imageUrl: show.images.big?.url ?? show.images.horizontal?.url ?? '',
    images: show.images,
    theme: show.theme,
    path: showPath(show, locale),
    position,
  }
}

export function presentFaq(entry: FaqRecord, locale: Locale) {
  return { faqId: entry.id, question: entry.question[locale], answer: entry.answer[locale] }
}
