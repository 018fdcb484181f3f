/** Request schemas and faults of the fake. */
import { z } from 'zod'

export const searchBody = z.strictObject({
  trips: z
    .array(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      }),
    )
    .min(1)
    .max(4),
  pax: z.strictObject({
    adult: z.int().min(1),
    child: z.int().min(0),
    infant: z.int().min(0),
  }),
  cabin: z.string(),
})
export type SearchBody = z.output<typeof searchBody>

export const fareBody = z.strictObject({ fareId: z.string() })

const latin = /^[A-Za-z][A-Za-z' -]*$/
export const bookBody = z.strictObject({
  /** The caller's own reference of the booking. */
  reference: z.string().min(1),
  fareId: z.string(),
  /** The price expected by the caller. */
  amount: z.string(),
  contact: z.strictObject({ email: z.string(), phone: z.string() }),
  passengers: z
    .array(
      z.strictObject({
        type: z.enum(['ADT', 'CHD', 'INF']),
        name: z.string().regex(latin),
        surname: z.string().regex(latin),
        gender: z.enum(['M', 'F']),
        birthDate: z.string(),
        document: z
          .strictObject({
            number: z.string(),
            nationality: z.string().nullable(),
            expires: z.string().nullable(),
          })
          .nullable(),
      }),
    )
    .min(1),
})
export type BookBody = z.output<typeof bookBody>

export const ticketBody = z.strictObject({ amount: z.string() })
export const cancelBody = z.strictObject({ quoteId: z.string().nullish() })

const calls = z.int().min(0)
/** Fields that end in `Calls` count down; `Lost` means that the call takes effect but is not answered. */
export const faultsShape = z.strictObject({
  searchErrorCalls: calls,
  searchSilentCalls: calls,
  fareGoneCalls: calls,
  optionErrorCalls: calls,
  optionLostCalls: calls,
  soldOutCalls: calls,
  /** Number of bookings that are created twice under one reference; the second one is returned. */
  twiceCalls: calls,
  ticketErrorCalls: calls,
  ticketLostCalls: calls,
  readErrorCalls: calls,
  cancelLostCalls: calls,
  /** Number of reads until tickets of the next bookings are issued; -1: never. */
  ticketsAfterLooks: z.int().min(-1),
  /** Prices from now on, as a percentage of the usual ones. */
  pricePercent: z.int().min(1),
  /** Duration of a search, in milliseconds. */
  searchMs: z.int().min(0),
  /** How long an unanswered call is held open, in milliseconds. */
  silenceMs: z.int().min(1),
})
export type IatiFaults = z.output<typeof faultsShape>

export const noFaults: IatiFaults = {
  searchErrorCalls: 0,
  searchSilentCalls: 0,
  fareGoneCalls: 0,
  optionErrorCalls: 0,
  optionLostCalls: 0,
  soldOutCalls: 0,
  twiceCalls: 0,
  ticketErrorCalls: 0,
  ticketLostCalls: 0,
  readErrorCalls: 0,
  cancelLostCalls: 0,
  ticketsAfterLooks: 0,
  pricePercent: 100,
  searchMs: 0,
  silenceMs: 60_000,
}
