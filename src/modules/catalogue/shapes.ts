/** Shapes of the catalogue's replies, shared by its calls and by the pages that show them. */
import { z } from 'zod'
import { itemKinds, otherStatuses } from '#contract/enumerations.ts'
import { instant, moneyField } from '#contract/fields.ts'
import { currencies } from '#kernel/currencies.ts'

const id = z.number().int()

const image = z.object({ url: z.string(), width: z.number().int(), height: z.number().int() })

/** Pictures of a show by kind; a kind the show does not have is absent. */
export const images = z.object({
  /** 3:2, for cards in a row. */
  horizontal: image.optional(),
  /** 2:3, the poster. */
  vertical: image.optional(),
  /** 1:1, small lists and the basket. */
  thumbnail: image.optional(),
  /** 1:1, the smallest; without text. */
  icon: image.optional(),
  /** 21:9, the banner at the top of a page; without text. */
  big: image.optional(),
  /** 3:4, the poster wall. */
  v3Poster: image.optional(),
})
export type Images = z.infer<typeof images>

const categoryOfItem = {
  categoryId: id,
  /** Number of the specification's category enumeration; 3 is `Restaurant`. */
  categoryKind: z.number().int(),
  categorySlug: z.string(),
  categoryName: z.string(),
  /** A CSS colour for marks (dots, lines): at least 3:1 on paper and on ink, so not for small text. */
  categoryColour: z.string(),
  subCategoryId: id,
  subCategorySlug: z.string(),
  subCategoryName: z.string(),
}

/** A card in a list: an event, or a show representing all its upcoming events. */
export const listItem = z.object({
  /** `eventId` of an `Event`, `showId` of a `Show`. */
  itemId: id,
  itemType: z.enum(itemKinds),
  /** Number of the specification's show type; for an offer (3, 4) `toDate` is the end of validity. */
  showType: z.number().int(),
  name: z.string(),
  showId: id,
  slug: z.string(),
  /** The event; for a show the next one with tickets, or the next one; null without upcoming events, and for lines and flights. */
  eventId: id.nullable(),
  /** Number of upcoming events of the show; of a line or a city with flights, its departures on sale. */
  eventCount: z.number().int(),
  /** Venue of `eventId`; `venueIds` and `venues` name all of a show's. */
  venueId: id.nullable(),
  venueName: z.string(),
  cityName: z.string(),
  venueIds: z.array(id),
  venues: z.array(z.object({ venueId: id, venueName: z.string(), cityName: z.string() })),
  /** The start of `eventId`, and of the last event (the same for one event). */
  fromDate: instant.nullable(),
  toDate: instant.nullable(),
  timeZone: z.string(),
  /** Major units, all-in; null without upcoming events. 0 is free of charge. */
  minPrice: z.number().nullable(),
  maxPrice: z.number().nullable(),
  currency: z.enum(currencies),
  isSoldOut: z.boolean(),
  /** Years, 0 for all ages. */
  ageLimit: z.number().int(),
  ...categoryOfItem,
  images,
})
export type ListItem = z.infer<typeof listItem>

export const listItemWithSummary = listItem.extend({
  summary: z.string(),
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
})
export type ListItemWithSummary = z.infer<typeof listItemWithSummary>

export const category = z.object({
  categoryId: id,
  /** Number of the specification's category enumeration; 0 is `Event`. */
  kind: z.number().int(),
  slug: z.string(),
  name: z.string(),
  colour: z.string(),
  position: z.number().int(),
  status: z.enum(otherStatuses),
  /** Shows with upcoming events. */
  itemCount: z.number().int(),
  subCategories: z.array(
    z.object({
      subCategoryId: id,
      slug: z.string(),
      name: z.string(),
      position: z.number().int(),
      itemCount: z.number().int(),
    }),
  ),
})
export type CategoryView = z.infer<typeof category>

export const venue = z.object({
  venueId: id,
  slug: z.string(),
  venueName: z.string(),
  /** `theatre`, `opera`, `hall`, `arena`, `stadium`, `club`, `open-air`, `gallery`. */
  kind: z.string(),
  cityName: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string(),
  capacity: z.number().int(),
  /** Events to come. */
  eventCount: z.number().int(),
})
export type VenueView = z.infer<typeof venue>

/**
 * Whether places can be bought now: `OnSale`; `NotYet` until `salesOpenAt`; `Closed` after `salesCloseAt`
 * or stopped by the organiser; `SoldOut`; `Passed` when it has begun.
 */
export const saleStates = ['OnSale', 'NotYet', 'Closed', 'SoldOut', 'Passed', 'Cancelled'] as const
export type SaleState = (typeof saleStates)[number]

/** One date of a show, as its page lists it. */
export const eventOfShow = z.object({
  eventId: id,
  venueId: id,
  /** Of the venue's own page. */
  venueSlug: z.string(),
  venueName: z.string(),
  cityName: z.string(),
  address: z.string(),
  timeZone: z.string(),
  fromDate: instant,
  /** Its original time before it was rescheduled. */
  movedFrom: instant.nullable(),
  doorsAt: instant.nullable(),
  endsAt: instant.nullable(),
  minPrice: z.number(),
  maxPrice: z.number(),
  currency: z.enum(currencies),
  isSoldOut: z.boolean(),
  saleState: z.enum(saleStates),
  salesOpenAt: instant.nullable(),
  salesCloseAt: instant.nullable(),
  /** Whether places are chosen on a map; false: only areas without seat numbers. */
  hasNumberedSeats: z.boolean(),
  /** Set for an offer without a date: it is valid from then until `fromDate`. */
  validFrom: instant.nullable(),
})
export type EventOfShow = z.infer<typeof eventOfShow>

const showBase = z.object({
  itemId: id,
  itemType: z.literal('Show'),
  showId: id,
  slug: z.string(),
  /** Number of the specification's show type, status and access. */
  type: z.number().int(),
  status: z.number().int(),
  access: z.number().int(),
  name: z.string(),
  summary: z.string(),
  /** Paragraphs, parted by an empty line. */
  description: z.string(),
  performers: z.array(z.object({ name: z.string(), role: z.string() })),
  ageLimit: z.number().int(),
  durationMinutes: z.number().int().nullable(),
  /** Short address without the origin: `neon`. */
  shortUrl: z.string().nullable(),
  /** Theme of the page; null: the visitor's choice. */
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  publishedAt: instant,
  merchantId: id,
  merchantName: z.string(),
  /** Average rating, 1 to 5 with one decimal; null until there are several. */
  rating: z.object({ average: z.number(), count: z.number().int() }).nullable(),
  /** The dominant colour of its poster (`#a8123a`); null: none. */
  colour: z.string().nullable(),
  /** At YouTube or Vimeo. */
  trailerUrl: z.string().nullable(),
  ...categoryOfItem,
  images,
})
export type ShowBase = z.infer<typeof showBase>

export const showDetail = showBase.extend({
  fromDate: instant.nullable(),
  toDate: instant.nullable(),
  minPrice: z.number().nullable(),
  maxPrice: z.number().nullable(),
  currency: z.enum(currencies),
  isSoldOut: z.boolean(),
  venueIds: z.array(id),
  venues: z.array(z.object({ venueId: id, venueName: z.string(), cityName: z.string() })),
  /** Upcoming, soonest first. */
  events: z.array(eventOfShow),
})
export type ShowDetail = z.infer<typeof showDetail>

/** A listing that is sold elsewhere: its page links to a show of ours (`path`) or to an external address (`url`). */
const transit = z
  .object({ label: z.string(), path: z.string().nullable(), url: z.string().nullable() })
  .nullable()

export const showPage = z.object({
  show: showDetail,
  transit,
  /** The shows of a group, each with its upcoming dates; empty for other shows. */
  members: z.array(z.object({ item: listItem, events: z.array(eventOfShow) })),
  /** Groups that contain this show. */
  groups: z.array(listItem),
  similar: z.array(listItem),
})
export type ShowPage = z.infer<typeof showPage>

/** What can be bought: for a price zone of the map (`zone`) or for a pool without seat numbers (`poolId`). */
export const ticketTypeView = z.object({
  ticketTypeId: id,
  name: z.string(),
  zone: z.string().nullable(),
  poolId: id.nullable(),
  /** What the buyer pays for one: `facePrice` and `fee` together. */
  price: moneyField,
  facePrice: moneyField,
  fee: moneyField,
  position: z.number().int(),
  isActive: z.boolean(),
  /** Fewer than the event allows, or null. */
  perOrderMax: z.number().int().nullable(),
})
export type TicketTypeView = z.infer<typeof ticketTypeView>

export const eventPage = z.object({
  transit,
  /** Flights to this date that are promoted on its page; null: none. */
  flights: z.object({ label: z.string(), path: z.string() }).nullable(),
  event: eventOfShow.extend({
    itemId: id,
    itemType: z.literal('Event'),
    name: z.string(),
    /** Places in one order at most. */
    placesPerOrderMax: z.number().int(),
  }),
  show: showBase,
  venue,
  /** The hall; its immutable layout is fetched by `digest`. Null: no seat map. */
  layout: z.object({ layoutId: id, digest: z.string(), name: z.string() }).nullable(),
  ticketTypes: z.array(ticketTypeView),
  /** Other dates of the show. */
  otherEvents: z.array(eventOfShow),
  similar: z.array(listItem),
})
export type EventPage = z.infer<typeof eventPage>

export const homePage = z.object({
  categories: z.array(category),
  /** Cities with upcoming events, the one with most first; `city` is the search parameter. */
  cities: z.array(z.object({ city: z.string(), cityName: z.string() })),
  mainBanner: z.array(listItemWithSummary),
  /** Events that have not begun, soonest first. */
  today: z.array(listItem),
  tomorrow: z.array(listItem),
  /** Friday evening to Sunday of this week, or the remainder of it. */
  weekend: z.array(listItem),
  top: z.array(listItem),
  pinned: z.array(listItem),
  newest: z.array(listItem),
  byCategory: z.array(z.object({ categoryId: id, items: z.array(listItem) })),
})
export type HomePage = z.infer<typeof homePage>

export const banner = z.object({
  /** `showId` of a show or the billboard's own id; `kind` says which. */
  bannerId: id,
  kind: z.enum(['show', 'billboard']),
  title: z.string(),
  text: z.string(),
  imageUrl: z.string(),
  images,
  theme: z.enum(['light', 'dark', 'partner']).nullable(),
  /** Path in the language of the request. */
  path: z.string(),
  position: z.number().int(),
})
export type Banner = z.infer<typeof banner>

export const faqEntry = z.object({ faqId: id, question: z.string(), answer: z.string() })
export type FaqEntry = z.infer<typeof faqEntry>

export const venuePage = z.object({
  venue,
  /** Accessibility information; null: not known. */
  accessibility: z.string().nullable(),
  halls: z.array(
    z.object({
      name: z.string(),
      capacity: z.number().int(),
      hasNumberedSeats: z.boolean(),
      /** A small plan as SVG data: the sections and the stage. */
      viewBox: z.string(),
      sections: z.string(),
      stage: z.string(),
    }),
  ),
  /** Events to come, soonest first, 60 at most. */
  items: z.array(listItem),
})
export type VenuePage = z.infer<typeof venuePage>

/** What a partner may sell of one event. */
export const integrationItem = listItem.extend({ ticketTypes: z.array(ticketTypeView) })
