/** The tools of those who run cinemas: the day of the halls, another hall, cancelling, a schedule from a file. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text } from '#contract/fields.ts'

/** A day that the database has, too. */
const day = z.iso.date().refine((value) => value >= '2000-01-01', 'Too long ago')
const office = { area: 'own', credential: 'operator' } as const

export const officeDay = defineCall({
  ...office,
  id: 'own-operator-cinema-day',
  method: 'GET',
  path: '/v2/operator/cinema/day',
  summary: 'A day of a cinema hall by hall, with what is sold and what stands in each other’s way',
  required: [],
  query: z.object({ cinemaId: identifier, date: day }),
  reply: z.object({
    date: z.iso.date(),
    timeZone: z.string(),
    cinemas: z.array(z.object({ cinemaId: z.number().int(), name: z.string() })),
    halls: z.array(
      z.object({
        hallId: z.number().int(),
        name: z.string(),
        cleaningMinutes: z.number().int(),
        screenings: z.array(
          z.object({
            screeningId: z.number().int(),
            film: z.string(),
            format: z.string(),
            startsAt: instant,
            endsAt: instant,
            capacity: z.number().int(),
            sold: z.number().int(),
            held: z.number().int(),
            isCancelled: z.boolean(),
            /** `clash`: two films at once; `cleaning`: too little time between them. */
            warnings: z.array(z.enum(['clash', 'cleaning'])),
          }),
        ),
      }),
    ),
  }),
  errors: ['NotFound'],
})

export const officeSwapHall = defineCall({
  ...office,
  id: 'own-operator-cinema-swap-hall',
  method: 'POST',
  path: '/v2/operator/cinema/swap-hall',
  summary:
    'Gives a screening another hall of its cinema, with everybody seated as near as possible and told',
  required: ['body'],
  body: z.object({ screeningId: identifier, hallId: identifier, isDryRun: flag.default(false) }),
  reply: z.object({
    screeningId: z.number().int(),
    hallId: z.number().int(),
    seatsMoved: z.number().int(),
    partyCount: z.number().int(),
    partiesApart: z.number().int(),
    seatsWithoutPlace: z.number().int(),
  }),
  errors: ['NotFound', 'BadRequest', 'HallTooSmall'],
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
  errors: ['NotFound'],
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
