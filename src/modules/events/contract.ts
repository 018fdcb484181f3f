/** Choosing places at an event: the map with availability, and the calls that hold places. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { availabilityText, heldText } from '#contract/availability-field.ts'
import { accessCodeResults } from '#contract/enumerations.ts'
import {
  flag,
  identifier,
  identifierList,
  instant,
  layoutDigest,
  moneyField,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { orderWithSessionView, requestedQuantity } from '#modules/orders/contract.ts'
import { buyerFields, checkoutView } from '#modules/orders/checkout-contract.ts'
import type { SeatLayout } from '#seatmap/layout.ts'
import { checkoutAsks, heldUntil } from './map-shapes.ts'

/** Number of guests at a table; its capacity when absent. Ignored for seats. */
const guests = wholeNumber(1, 1_000).optional()

/** Named places, or quantities of places without names; a request contains only one kind. */
export const chosen = {
  seats: z
    .array(z.object({ ticketTypeId: identifier, placeId: identifier, guests }))
    .max(1_000)
    .optional(),
  places: z
    .array(z.object({ ticketTypeId: identifier, quantity: requestedQuantity, guests }))
    .max(100)
    .optional(),
  /** `layout.digest` of the map with the seats: `SeatPlanChanged` if the event has another plan now. */
  digest: layoutDigest.optional(),
  /** For places of holders of the code (letter case, blanks and hyphens are ignored); or a private show's key. */
  accessCode: text(64).optional(),
  /** Required while the show has a queue. */
  waitingRoomToken: text(100).optional(),
}

/** Every way a choice can be refused; numbered by the specification. */
export const choiceErrors = [
  'IntegrationChannelNotFound',
  'OrderNotFound',
  'QuantityMustBeGreaterThanZero',
  'SeatsNotPassed',
  'TicketTypeNotActive',
  'TicketTypeNotFound',
  'EventNotActive',
  'TicketTypeBadIntegrationChannel',
  'TicketTypesMerchantsNotMet',
  'SeatAndNonSeatPlacesAreMixed',
  'TotalCountIsInvalid',
  'SeatNotAvailable',
  'SeatPlanChanged',
  'HoldTimeOver',
  'TooMuchHeld',
  'HoldWorkNeeded',
  'InvalidAccessCode',
  'UsedAccessCode',
  'TicketTypesExclusive',
  'QueueTokenInvalid',
  'QueueTokenNotFound',
  'QueueTokenAlreadyUsed',
  'TooManyRequests',
  'SingleSeatLeft',
  'OrderExpired',
  'OrderStatusNotAllowed',
] as const

/** A ticket type with its price as the buyer pays it. */
export const ticketTypeView = z.object({
  ticketTypeId: z.number().int(),
  name: z.string(),
  /** Price zone of the layout, or null for a type that sells a pool. */
  zone: z.string().nullable(),
  poolId: z.number().int().nullable(),
  /** Face price. */
  price: moneyField,
  fee: moneyField,
  /** `price` plus `fee`: what is shown and charged. */
  total: moneyField,
  isActive: z.boolean(),
  perOrderMax: z.number().int().nullable(),
  /** A whole table: for how many, and whether the price is for one guest or counts towards the bill. */
  table: z
    .object({
      guestsMin: z.number().int(),
      guestsMax: z.number().int(),
      isPerGuest: z.boolean(),
      isDeposit: z.boolean(),
    })
    .nullable(),
  /** Parts of a package; empty for other tickets. */
  parts: z.array(
    z.object({
      eventId: z.number().int(),
      ticketTypeId: z.number().int(),
      quantity: z.number().int(),
      /** The event and the ticket type. */
      eventName: z.string(),
      name: z.string(),
      venueName: z.string(),
      startsAt: instant,
      /** It has no date: `startsAt` is the end of validity. */
      isOpenDate: z.boolean(),
      timeZone: z.string(),
    }),
  ),
  /**
   * The original price, when it was not set in lari: `price`, `fee` and `total` above are the charged amounts at this
   * rate. `rate` is lari for one unit; null without any rate (the amounts above are foreign then, and nothing is sold).
   */
  foreign: z
    .object({
      price: moneyField,
      fee: moneyField,
      total: moneyField,
      rate: z.string().nullable(),
      ratedOn: z.iso.date().nullable(),
    })
    .nullable(),
  /** Sold to holders of an access code only. */
  needsAccessCode: z.boolean(),
})
export type TicketTypeView = z.output<typeof ticketTypeView>

const words = z.string().optional()
/** Nouns, and a template of `{section}`, `{row}`, `{seat}` and `{table}`; absent ones have their default. */
const placeNamingView = z.object({
  section: words,
  row: words,
  seat: words,
  table: words,
  ticketType: words,
  entrance: words,
  place: words,
})

export const eventMapView = z.object({
  eventId: z.number().int(),
  isOnSale: z.boolean(),
  salesOpenAt: instant.nullable(),
  salesCloseAt: instant.nullable(),
  placesPerOrderMax: z.number().int(),
  /** Verifications required at checkout. */
  asks: checkoutAsks,
  holdSeconds: z.number().int(),
  /** A choice that leaves a single seat although another choice would not is refused with `SingleSeatLeft`. */
  forbidsSingleSeats: z.boolean(),
  /** Null when the event has no map. The content of an address never changes. */
  layout: z.object({ mapId: z.number().int(), digest: z.string(), url: z.string() }).nullable(),
  /** The seat status of places by id. Places held by orders are Blocked. */
  availability: availabilityText,
  held: heldText,
  /** The blocked places that are held by the order `orderKey`. */
  yours: z.array(z.number().int()),
  pools: z.array(z.object({ poolId: z.number().int(), left: z.number().int() })),
  /** Whether what looks sold out is only held, in orders that are not paid, and until when. */
  heldUntil,
  /** What is reserved for holders of an access code, and whether the given code opens any of it. */
  access: z.object({
    keeps: z.enum(['nothing', 'parts', 'everything']),
    isOpened: z.boolean(),
  }),
  /** Whether the show has a queue: choosing requires its token. */
  hasWaitingRoom: z.boolean(),
  /** An order may hold only one ticket type of each group. */
  exclusiveTypes: z.array(z.array(z.number().int())),
  /** Names of places here, in the language of the request; null: the default. */
  naming: placeNamingView.nullable(),
  ticketTypes: z.array(ticketTypeView),
  /** Price zones of the map with the ticket types for their places. */
  zones: z.array(
    z.object({
      zone: z.string(),
      ticketTypeIds: z.array(z.number().int()),
      /** Lowest price of a place of this zone, fees included. */
      from: moneyField,
    }),
  ),
})
export type EventMapView = z.output<typeof eventMapView>

const mapQuery = z.object({
  eventId: identifier,
  mapId: identifier.optional(),
  /** Only this section's places and pools; all others appear blocked. */
  sectionId: identifier.optional(),
  /** The order whose places appear as the caller's own. */
  orderKey: uuid.optional(),
  /** Only places of these ticket types; all others appear blocked. */
  ticketTypes: identifierList(100).optional(),
  /** Opens places reserved for its holders; without it they appear blocked. */
  accessCode: text(64).optional(),
  /** Only places that the code opens; all others appear blocked. */
  onlyAccessCodeSeats: flag.optional(),
})

export const chooseSeat = defineCall({
  id: 'booking-choose-seat',
  area: 'booking',
  method: 'POST',
  path: '/v2/Booking/choose-seat',
  summary: 'Holds places of an event for a new or an open order',
  credential: 'guest-or-customer',
  required: [],
  body: z.object({ eventId: identifier, orderKey: uuid.optional(), ...chosen }),
  reply: orderWithSessionView,
  errors: choiceErrors,
  numbersRefusals: true,
  opensSession: true,
  idempotent: true,
})

export const reserve = defineCall({
  id: 'orders-reserve',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/reserve',
  summary: 'Holds more places for an open order',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({ eventId: identifier, orderKey: uuid, ...chosen }),
  reply: orderWithSessionView,
  errors: choiceErrors,
  numbersRefusals: true,
  idempotent: true,
})

export const reserveRandom = defineCall({
  id: 'orders-reserve-random',
  area: 'orders',
  method: 'POST',
  path: '/v2/orders/reserverandom',
  summary: 'Holds the best places for the request of the caller’s newest draft order',
  credential: 'guest-or-customer',
  required: [],
  /** Conditions that the draft's request does not contain. */
  body: z
    .object({ accessCode: text(64).optional(), waitingRoomToken: text(100).optional() })
    .default({}),
  reply: orderWithSessionView,
  errors: choiceErrors,
  numbersRefusals: true,
  idempotent: true,
})

export const checkoutNew = defineCall({
  id: 'orders-groot-checkout-new',
  area: 'orders-groot',
  method: 'POST',
  path: '/groot/Orders/checkout-new',
  summary:
    'Chooses places and goes to checkout in one step; not where questions have to be answered, whose places are chosen first',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    eventId: identifier,
    orderKey: uuid.optional(),
    ...chosen,
    buyer: buyerFields,
    acceptTerms: flag,
  }),
  reply: checkoutView.extend({ accessToken: z.string().optional() }),
  errors: [...choiceErrors, 'TermsNotAccepted', 'ExtraFieldsMissing'],
  numbersRefusals: true,
  opensSession: true,
  idempotent: true,
})

export const integrationCheckOut = defineCall({
  id: 'orders-groot-integration-check-out',
  area: 'orders-groot',
  method: 'POST',
  path: '/groot/Orders/integration-check-out',
  summary:
    'Chooses places and goes to checkout for a partner’s channel; not where questions have to be answered, whose places are chosen first',
  credential: 'guest-or-customer',
  required: ['body'],
  body: z.object({
    eventId: identifier,
    ...chosen,
    buyer: buyerFields,
    acceptTerms: flag,
    /**
     * The partner's own number of this sale: the same request again is answered with the same order, another request
     * under the number of an order that has not ended is refused.
     */
    externalReference: text(100, 1),
  }),
  reply: checkoutView.extend({ accessToken: z.string().optional() }),
  errors: [...choiceErrors, 'TermsNotAccepted', 'PartnerOrderTaken', 'ExtraFieldsMissing'],
  numbersRefusals: true,
  opensSession: true,
  needsChannelKey: true,
  idempotent: true,
})

export const internationalTicketTypes = defineCall({
  id: 'events-older-international-ticket-types',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/international_ticket_types',
  summary:
    'Ticket types of an event that are priced in a foreign currency, with the rate of the day',
  credential: 'api-key',
  required: [],
  query: z.object({ eventId: identifier }),
  reply: z.object({ eventId: z.number().int(), ticketTypes: z.array(ticketTypeView) }),
  errors: ['NotFound'],
})

export const eventMap = defineCall({
  id: 'catalogue-events-map',
  area: 'catalogue',
  method: 'GET',
  path: '/v2/Events/Map',
  summary: 'The map of an event: prices by zone, what is free, where the layout is',
  credential: 'api-key',
  required: [],
  query: mapQuery,
  reply: eventMapView,
  errors: ['NotFound', 'OrderNotFound', 'InvalidAccessCode', 'TooManyRequests'],
})

/** `None`: the code is valid. A code of another event or show is not found. */
export const accessCodeView = z.object({ result: z.enum(accessCodeResults) })
export type AccessCodeView = z.output<typeof accessCodeView>

export const validateAccessCode = defineCall({
  id: 'catalogue-events-validate-access-code',
  area: 'catalogue',
  method: 'POST',
  path: '/v2/Events/ValidateAccessCode',
  summary:
    'Whether an access code is good at this moment, for an event or a show when one is named',
  credential: 'api-key',
  required: [],
  body: z.object({
    accessCode: text(64),
    eventId: identifier.optional(),
    showId: identifier.optional(),
    /** Number of tickets wanted; 1 when absent. */
    quantity: wholeNumber(1, 1_000).optional(),
  }),
  reply: accessCodeView,
  errors: ['TotalCountIsInvalid'],
  limit: 'guess',
})

export const olderEventMap = defineCall({
  id: 'events-older-map',
  area: 'events-older',
  method: 'GET',
  path: '/v2/events/map',
  summary: 'The map of an event, for older clients',
  credential: 'api-key',
  required: [],
  query: mapQuery,
  reply: eventMapView,
  errors: ['NotFound', 'OrderNotFound', 'InvalidAccessCode', 'TooManyRequests'],
})

export const liveEventMap = defineCall({
  id: 'own-events-map-live',
  area: 'own',
  method: 'GET',
  path: '/v2/Events/Map/live',
  summary:
    'What changes on the map of an event, as server-sent events while the connection is open',
  credential: 'api-key',
  required: ['eventId'],
  query: z.object({
    eventId: identifier,
    /** The last known `sequence`; `Last-Event-ID` takes precedence. */
    after: wholeNumber(0, 999_999_999_999_999).optional(),
    /** Opens places reserved for its holders, as on the map; or the key of a private show. */
    accessCode: text(64).optional(),
  }),
  reply: z.unknown(),
  errors: ['NotFound', 'InvalidAccessCode', 'TooManyRequests'],
  produces: 'text/event-stream',
})

export const layoutContent = defineCall({
  id: 'own-layout',
  area: 'own',
  method: 'GET',
  path: '/v2/layouts/{digest}',
  summary: 'A hall’s layout; the same address always answers the same content',
  credential: 'none',
  params: z.object({ digest: layoutDigest }),
  reply: z.looseObject({ formatVersion: z.literal(1) }) as unknown as z.ZodType<SeatLayout>,
  errors: ['NotFound'],
  cacheSeconds: 31_536_000,
})
