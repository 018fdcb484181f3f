import { z } from 'zod'

export const faultsShape = z.strictObject({
  /** Device tokens that have been unregistered; pushes to them are answered with 410. */
  goneTokens: z.array(z.string()),
  /** Number of pushes answered with 503. */
  refuseNext: z.int().min(0),
  /** Number of updates of Google passes answered with 503. */
  refuseGoogleNext: z.int().min(0),
})
export type WalletFaults = z.output<typeof faultsShape>
