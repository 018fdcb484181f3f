import { z } from 'zod'
import { instant } from '#contract/fields.ts'

/** Verifications and fields that checkout requires. */
export const checkoutAsks = z.object({
  /** A code sent to the buyer's phone. */
  phoneCode: z.boolean(),
  /** Maximum tickets of one person, identified by a personal number; null: no number is required. */
  ticketsPerPersonMax: z.number().int().nullable(),
  /** Names of the required fields besides name, email and phone, in the language of the request. */
  details: z.array(z.string()),
})

/** Tells what is only held by others now from what is sold. */
export const heldUntil = z.object({
  /** When the first hold ends, if nothing is free and something is held by others; otherwise null. */
  everything: instant.nullable(),
  /** The same of each pool with nothing left; pools that are sold or have tickets left are absent. */
  pools: z.array(z.object({ poolId: z.number().int(), until: instant })),
})
