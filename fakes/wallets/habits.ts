import { z } from 'zod'

export const habitsShape = z.strictObject({
  /** Devices that have dropped their passes: 410. */
  goneTokens: z.array(z.string()),
  /** This many pushes are answered with 503. */
  refuseNext: z.int().min(0),
  /** This many changes of Google's passes are answered with 503. */
  refuseGoogleNext: z.int().min(0),
})
export type WalletHabits = z.output<typeof habitsShape>
