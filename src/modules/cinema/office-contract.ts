/** The tools of those who run cinemas: the day of the halls, another hall, cancelling, a schedule from a file. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, moneyField, text, wholeNumber } from '#contract/fields.ts'
import { differenceKinds, formats } from './formats.ts'

/** A day that the database has, too. */
const day = z.iso.date().refine((value) => value >= '2000-01-01', 'Too long ago')
const office = { area: 'own', credential: 'operator' } as const

const cinemaName = z.object({ cinemaId: z.number().int(), name: z.string() })
/** `clash`: two films at once; `cleaning`: too little time between them. */
const warning = z.enum(['clash', 'cleaning'])
export type OfficeWarning = z.output<typeof warning>
const spoken = z.string().regex(/^[a-z]{2,3}$/)

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
  /** Of an outside cinema system, which alone moves it. */
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
    'A day of a cinema hall by hall, with what is sold and what stands in each other’s way; today, and the first cinema, unless told otherwise',
  required: [],
  query: z.object({ cinemaId: identifier.optional(), date: day.optional() }),
  reply: z.object({
    cinemaId: z.number().int(),
    date: z.iso.date(),
    timeZone: z.string(),
    /** Six in the morning: the beginning of the business date. */
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
  /** Seats that stay kept back from sale, at their new places. */
  seatsKeptBack: z.number().int(),
  /** Kept back so far, for which the other hall has no room. */
  seatsNoLongerKeptBack: z.number().int(),
  partyCount: z.number().int(),
  partiesApart: z.number().int(),
  seatsWithoutPlace: z.number().int(),
  /** Whose new seats cost less: the difference is refunded automatically. */
  seatsInLowerClass: z.number().int(),
  /** Together, before discounts. */
  goesBack: moneyField,
  /** Who is moved where, order by order; seats that the counter sold are without a number. */
  parties: z.array(
    z.object({
      orderNumber: z.string().nullable(),
      isApart: z.boolean(),
      /** `to`: null where the other hall has no seat left. */
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
    'Gives a screening another hall of its cinema, with everybody seated as near as possible and told',
  required: ['body'],
  body: z.object({ screeningId: identifier, hallId: identifier, isDryRun: flag.default(false) }),
  reply: reseating,
  errors: ['NotFound', 'BadRequest', 'HallTooSmall', 'HallTaken'],
})

export const officeComments = defineCall({
  ...office,
  id: 'own-operator-cinema-comments',
  method: 'GET',
  path: '/v2/operator/cinema/comments',
  summary: 'What people who have seats at a screening would like the hall to know',
  required: ['screeningId'],
  query: z.object({ screeningId: identifier }),
  reply: z.object({
    comments: z.array(seatName.extend({ orderNumber: z.string(), comment: z.string() })),
  }),
  errors: ['NotFound'],
})

const keptSeats = z.object({
  screeningId: z.number().int(),
  /** Null where places have no numbers: nothing is kept back there. */
  layout: z.object({ digest: z.string() }).nullable(),
  /** As the seat map reads it. */
  availability: z.string(),
  held: z.string(),
  /** Seats that are not sold, by row and number. */
  kept: z.array(
    seatName.extend({
      placeId: z.number().int(),
      reason: z.string(),
      /** When the seat goes on sale by itself; null: when somebody gives it free. */
      releaseAt: instant.nullable(),
    }),
  ),
})
export type KeptSeatsView = z.output<typeof keptSeats>

export const officeKeptSeats = defineCall({
  ...office,
  id: 'own-operator-cinema-kept-seats',
  method: 'GET',
  path: '/v2/operator/cinema/kept-seats',
  summary:
    'The hall of a screening as it stands, with the seats that are kept back from sale and why',
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
    'Keeps seats of a screening back from sale, or gives them free: all that are named, or none; sofas whole',
  required: ['body'],
  body: z.object({
    screeningId: identifier,
    placeIds: z.array(identifier).min(1).max(500),
    isKept: flag,
    reason: text(200).default(''),
    /** When they go on sale by themselves, before the screening begins; absent: when somebody gives them free. */
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
  /** What it conflicts with there. */
  warnings: z.array(warning),
  /** Valid tickets, whose holders are told of another time. */
  ticketCount: z.number().int(),
  /** Null in the same hall. */
  reseating: reseating.nullable(),
})
export type MovedScreening = z.output<typeof movedReply>

export const officeMove = defineCall({
  ...office,
  id: 'own-operator-cinema-move',
  method: 'POST',
  path: '/v2/operator/cinema/move',
  summary:
    'Moves a screening to another time, another hall or both; holders are told and may have their money back',
  required: ['body'],
  body: z.object({
    screeningId: identifier,
    startsAt: z.iso.datetime({ offset: true }),
    /** The hall it is in when absent. */
    hallId: identifier.optional(),
    isDryRun: flag.default(false),
  }),
  reply: movedReply,
  errors: ['NotFound', 'BadRequest', 'HallTooSmall', 'HallTaken'],
})

export const officeAdd = defineCall({
  ...office,
  id: 'own-operator-cinema-add',
  method: 'POST',
  path: '/v2/operator/cinema/add',
  summary: 'Puts one screening into the programme of a hall',
  required: ['body'],
  body: z.object({
    hallId: identifier,
    filmId: identifier,
    startsAt: z.iso.datetime({ offset: true }),
    format: z.enum(formats).default('2D'),
    language: spoken.default('ka'),
    subtitles: spoken.nullable().default(null),
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

/** How full screenings were, and what they brought. */
const useFields = {
  screenings: z.number().int(),
  capacity: z.number().int(),
  sold: z.number().int(),
  boxOffice: moneyField,
}
const useView = z.object(useFields)
export type CinemaUse = z.output<typeof useView>

export const officeFigures = defineCall({
  ...office,
  id: 'own-operator-cinema-figures',
  method: 'GET',
  path: '/v2/operator/cinema/figures',
  summary: 'Occupancy and box office of a cinema by day, film, hall and hour; who waits for films',
  required: [],
  query: z.object({
    cinemaId: identifier.optional(),
    /** Business dates, both included; the last seven days and the coming seven when absent. */
    from: day.optional(),
    to: day.optional(),
  }),
  reply: z.object({
    cinemaId: z.number().int(),
    cinemas: z.array(cinemaName),
    from: z.iso.date(),
    to: z.iso.date(),
    totals: useView.extend({ bar: moneyField }),
    days: z.array(useView.extend({ date: z.iso.date() })),
    films: z.array(useView.extend({ filmId: z.number().int(), name: z.string() })),
    halls: z.array(useView.extend({ hallId: z.number().int(), name: z.string() })),
    /** By the hour it begins, on the clock of the cinema; after midnight 24 and more. */
    hours: z.array(useView.extend({ hour: z.number().int() })),
    /** People who asked to be told when the sale of a film begins. */
    waiting: z.array(
      z.object({ filmId: z.number().int(), name: z.string(), count: z.number().int() }),
    ),
    /** Where our bookings and those of an outside system differ, as the nightly comparison found; the newest first. */
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
  method: 'POST',
  path: '/v2/operator/cinema/cancel',
  summary: 'Cancels a screening; everybody has their money back',
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
  summary:
    'Takes in a schedule (CSV, JSON, schema.org ScreeningEvent), or says what would come of it',
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
    /** There already: left as they are. */
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
          'clash',
          'cleaning',
        ]),
        /** It does not keep the file out. */
        isWarning: z.boolean(),
        detail: z.string(),
      }),
    ),
  }),
  errors: ['BadRequest'],
  bodyBytesMax: 3_000_000,
})
