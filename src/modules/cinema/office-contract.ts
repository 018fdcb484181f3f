/** Calls for managing cinemas: the schedule of a day, another hall or time, cancellation, import of schedules. */
import { z } from 'zod'
import { availabilityText } from '#contract/availability-field.ts'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, moneyField, text, wholeNumber } from '#contract/fields.ts'
import { differenceKinds, formats } from './formats.ts'

/** A day in the range that the database accepts. */
const day = z.iso.date().refine((value) => value >= '2000-01-01', 'Too long ago')
const office = { area: 'own', credential: 'operator' } as const

const cinemaName = z.object({ cinemaId: z.number().int(), name: z.string() })
/** `clash`: screenings overlap; `cleaning`: too little time between them. */
const warning = z.enum(['clash', 'cleaning'])
export type OfficeWarning = z.output<typeof warning>
const languageCode = z.string().regex(/^[a-z]{2,3}$/)

const officeScreening = z.object({
  screeningId: z.number().int(),
  filmId: z.number().int(),
  film: z.string(),
  format: z.enum(formats),
  language: z.string(),
  subtitles: z.string().nullable(),
  startsAt: instant,
  filmStartsAt: instant,
  endsAt: instant,
  capacity: z.number().int(),
  sold: z.number().int(),
  held: z.number().int(),
  isCancelled: z.boolean(),
  /** Whether it belongs to an external cinema system and can be changed only there. */
  isSupplied: z.boolean(),
  warnings: z.array(warning),
})
export type OfficeScreening = z.output<typeof officeScreening>

const officeHall = z.object({
  hallId: z.number().int(),
  name: z.string(),
  cleaningMinutes: z.number().int(),
  capacity: z.number().int(),
  formats: z.array(z.enum(formats)),
  screenings: z.array(officeScreening),
})
export type OfficeHall = z.output<typeof officeHall>

export const officeDay = defineCall({
  ...office,
  id: 'own-operator-cinema-day',
  method: 'GET',
  path: '/v2/operator/cinema/day',
  summary:
    'A day of a cinema by hall, with sales and conflicts; by default today and the first cinema',
  required: [],
  query: z.object({ cinemaId: identifier.optional(), date: day.optional() }),
  reply: z.object({
    cinemaId: z.number().int(),
    date: z.iso.date(),
    timeZone: z.string(),
    /** 06:00, the beginning of the business date. */
    beginsAt: instant,
    cinemas: z.array(cinemaName),
    films: z.array(
      z.object({ filmId: z.number().int(), name: z.string(), runtimeMinutes: z.number().int() }),
    ),
    halls: z.array(officeHall),
  }),
  errors: ['NotFound'],
})

const seatName = z.object({ row: z.string(), seat: z.string() })
const reseating = z.object({
  screeningId: z.number().int(),
  hallId: z.number().int(),
  seatsMoved: z.number().int(),
  /** Number of withheld seats that stay withheld in the other hall. */
  seatsKeptBack: z.number().int(),
  /** Number of withheld seats for which the other hall has no seat. */
  seatsNoLongerKeptBack: z.number().int(),
  partyCount: z.number().int(),
  partiesApart: z.number().int(),
  seatsWithoutPlace: z.number().int(),
  /** Number of seats that cost less in the other hall; the difference is refunded automatically. */
  seatsInLowerClass: z.number().int(),
  /** Total of these differences, before discounts. */
  goesBack: moneyField,
  /** The new seats by order; `orderNumber` is null for seats sold at a counter. */
  parties: z.array(
    z.object({
      orderNumber: z.string().nullable(),
      isApart: z.boolean(),
      /** `to` is null if the other hall has no seat left. */
      seats: z.array(z.object({ from: seatName, to: seatName.nullable() })),
    }),
  ),
})
export type Reseated = z.output<typeof reseating>

export const officeSwapHall = defineCall({
  ...office,
  id: 'own-operator-cinema-swap-hall',
  method: 'POST',
  path: '/v2/operator/cinema/swap-hall',
  summary:
    'Moves a screening to another hall of its cinema; ticket holders get the nearest seats and are notified',
  required: ['body'],
  body: z.object({ screeningId: identifier, hallId: identifier, isDryRun: flag.default(false) }),
  reply: reseating,
  errors: ['NotFound', 'BadRequest', 'HallTooSmall', 'HallTaken', 'HallLacksFormat'],
})

export const officeComments = defineCall({
  ...office,
  id: 'own-operator-cinema-comments',
  method: 'GET',
  path: '/v2/operator/cinema/comments',
  summary: 'Comments of buyers on their seats of a screening',
  required: ['screeningId'],
  query: z.object({ screeningId: identifier }),
  reply: z.object({
    comments: z.array(seatName.extend({ orderNumber: z.string(), comment: z.string() })),
  }),
  errors: ['NotFound'],
})

const keptSeats = z.object({
  screeningId: z.number().int(),
  /** Null for places without numbers, which cannot be withheld. */
  layout: z.object({ digest: z.string() }).nullable(),
  /** In the encoding of the seat map. */
  availability: availabilityText,
  held: z.string(),
  /** Withheld seats, by row and number. */
  kept: z.array(
    seatName.extend({
      placeId: z.number().int(),
      reason: z.string(),
      /** When the seat goes on sale automatically; null: only when it is released manually. */
      releaseAt: instant.nullable(),
    }),
  ),
})
export type WithheldSeatsView = z.output<typeof keptSeats>

export const officeKeptSeats = defineCall({
  ...office,
  id: 'own-operator-cinema-kept-seats',
  method: 'GET',
  path: '/v2/operator/cinema/kept-seats',
  summary:
    'The current state of a screening’s hall, with the seats withheld from sale and the reasons',
  required: ['screeningId'],
  query: z.object({ screeningId: identifier }),
  reply: keptSeats,
  errors: ['NotFound'],
})

export const officeKeepSeats = defineCall({
  ...office,
  id: 'own-operator-cinema-keep-seats',
  method: 'POST',
  path: '/v2/operator/cinema/kept-seats',
  summary:
    'Withholds seats of a screening from sale, or releases them; all given seats or none, whole sofas',
  required: ['body'],
  body: z.object({
    screeningId: identifier,
    placeIds: z.array(identifier).min(1).max(500),
    isKept: flag,
    reason: text(200).default(''),
    /** When they go on sale automatically, before the screening begins; absent: only when released manually. */
    releaseAt: instant.optional(),
  }),
  reply: keptSeats,
  errors: ['NotFound', 'BadRequest', 'EventNotActive', 'SeatNotAvailable'],
})

const movedReply = z.object({
  screeningId: z.number().int(),
  hallId: z.number().int(),
  startsAt: instant,
  endsAt: instant,
  /** Conflicts at the new time and hall. */
  warnings: z.array(warning),
  /** Number of valid tickets, whose holders are notified of a new time. */
  ticketCount: z.number().int(),
  /** Null if the hall does not change. */
  reseating: reseating.nullable(),
})
export type MovedScreening = z.output<typeof movedReply>

export const officeMove = defineCall({
  ...office,
  id: 'own-operator-cinema-move',
  stepUp: { purpose: 'refunds', when: ({ isDryRun }: { isDryRun: boolean }) => !isDryRun },
  method: 'POST',
  path: '/v2/operator/cinema/move',
  summary:
    'Moves a screening to another time, hall or both; holders are notified and may return their tickets for a full refund',
  required: ['body'],
  body: z.object({
    screeningId: identifier,
    startsAt: z.iso.datetime({ offset: true }),
    /** The current hall when absent. */
    hallId: identifier.optional(),
    isDryRun: flag.default(false),
  }),
  reply: movedReply,
  errors: ['NotFound', 'BadRequest', 'HallTooSmall', 'HallTaken', 'HallLacksFormat'],
})

export const officeAdd = defineCall({
  ...office,
  id: 'own-operator-cinema-add',
  method: 'POST',
  path: '/v2/operator/cinema/add',
  summary: 'Adds a screening to the programme of a hall',
  required: ['body'],
  body: z.object({
    hallId: identifier,
    filmId: identifier,
    startsAt: z.iso.datetime({ offset: true }),
    format: z.enum(formats).default('2D'),
    language: languageCode.default('ka'),
    subtitles: languageCode.nullable().default(null),
    advertisingMinutes: wholeNumber(0, 60).default(15),
    isDryRun: flag.default(false),
  }),
  reply: z.object({
    /** Null in a dry run. */
    screeningId: z.number().int().nullable(),
    startsAt: instant,
    endsAt: instant,
    warnings: z.array(warning),
  }),
  errors: ['NotFound', 'BadRequest', 'HallTaken'],
})

/** Occupancy and revenue of screenings. */
const useFields = {
  screenings: z.number().int(),
  capacity: z.number().int(),
  sold: z.number().int(),
  /** Paid for the tickets, without fees. */
  boxOffice: moneyField,
  /** Taken off their prices by discounts, and paid in advance with passes. */
  reduced: moneyField,
}
const useView = z.object(useFields)
export type CinemaUse = z.output<typeof useView>

export const officeFigures = defineCall({
  ...office,
  id: 'own-operator-cinema-figures',
  method: 'GET',
  path: '/v2/operator/cinema/figures',
  summary:
    'Occupancy and box office of a cinema by day, film, hall and hour, and numbers of film subscribers',
  required: [],
  query: z.object({
    cinemaId: identifier.optional(),
    /** Business dates, both inclusive; by default six days before and after today. */
    from: day.optional(),
    to: day.optional(),
  }),
  reply: z.object({
    cinemaId: z.number().int(),
    cinemas: z.array(cinemaName),
    from: z.iso.date(),
    to: z.iso.date(),
    totals: useView.extend({ bar: moneyField, barReduced: moneyField }),
    days: z.array(useView.extend({ date: z.iso.date() })),
    films: z.array(useView.extend({ filmId: z.number().int(), name: z.string() })),
    halls: z.array(useView.extend({ hallId: z.number().int(), name: z.string() })),
    /** By starting hour in the time zone of the cinema; 24 and more after midnight. */
    hours: z.array(useView.extend({ hour: z.number().int() })),
    /** Numbers of subscribers by film. */
    waiting: z.array(
      z.object({ filmId: z.number().int(), name: z.string(), count: z.number().int() }),
    ),
    /** Differences between our bookings and those of an external system, found nightly; the newest first. */
    differences: z.array(
      z.object({
        kind: z.enum(differenceKinds),
        bookingNumber: z.string(),
        foundAt: instant,
      }),
    ),
  }),
  errors: ['NotFound', 'BadRequest'],
})

export const officeCancel = defineCall({
  ...office,
  id: 'own-operator-cinema-cancel',
  stepUp: { purpose: 'refunds' },
  method: 'POST',
  path: '/v2/operator/cinema/cancel',
  summary: 'Cancels a screening; all tickets are refunded',
  required: ['body'],
  body: z.object({
    screeningId: identifier,
    reason: z.object({ ka: text(300, 1), en: text(300, 1) }),
  }),
  reply: z.object({ screeningId: z.number().int(), isNew: z.boolean() }),
  errors: ['NotFound', 'BadRequest'],
})

export const officeImport = defineCall({
  ...office,
  id: 'own-operator-cinema-import',
  method: 'POST',
  path: '/v2/operator/cinema/import',
  summary: 'Imports a schedule (CSV, JSON, schema.org ScreeningEvent), or previews the import',
  required: ['body'],
  body: z.object({
    format: z.enum(['csv', 'json']),
    content: z.string().min(1).max(2_000_000),
    isDryRun: flag.default(false),
  }),
  reply: z.object({
    isTakenIn: z.boolean(),
    rowCount: z.number().int(),
    newCount: z.number().int(),
    /** Number of rows that exist already and stay unchanged. */
    knownCount: z.number().int(),
    problems: z.array(
      z.object({
        row: z.number().int(),
        code: z.enum([
          'invalid',
          'unknown-film',
          'unknown-cinema',
          'unknown-hall',
          'unknown-format',
          'skipped-time',
          'clash',
          'cleaning',
        ]),
        /** A warning does not prevent the import. */
        isWarning: z.boolean(),
        detail: z.string(),
      }),
    ),
  }),
  errors: ['BadRequest'],
  bodyBytesMax: 3_000_000,
})
