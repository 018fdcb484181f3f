import { z } from 'zod'
import { legCountMax } from '#kernel/legs.ts'

/** Validity of a quote of a change, in minutes. */
export const quoteMinutes = 10

/**
 * A quote contains the request and its result. It is not secret: its execution calculates everything again and refuses
 * when an amount differs.
 */
export const quoteText = z.object({
  ticketIdentifier: z.string().min(1).max(40),
  runId: z.int().min(1).max(2_147_483_647),
  legFrom: z
    .int()
    .min(0)
    .max(legCountMax - 1),
  legTo: z.int().min(1).max(legCountMax),
  placeId: z.int().min(1).max(2_147_483_647),
  vehicleTypeId: z.int().min(1).max(2_147_483_647),
  newMinor: z.int().min(0),
  oldMinor: z.int().min(0),
  feeMinor: z.int().min(0),
  bags: z.int().min(0).max(99),
  validUntil: z.int(),
})
export type QuoteText = z.output<typeof quoteText>
