import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'

/** Whose plans a caller sees, and where it is written down what they change. */
export interface PlanScope {
  /** Null: of everybody, as operators do. */
  readonly merchantId: number | null
  log(
    context: Context,
    entry: {
      readonly action: string
      readonly subject: string
      readonly detail: Readonly<Record<string, unknown>>
    },
  ): Promise<void>
}

export const houseScope: PlanScope = { merchantId: null, log: logOperatorAction }

/** The caller's organiser. */
export function organiserScope({ merchantId }: StaffActor): PlanScope {
  return {
    merchantId,
    log: (context, { action, subject, detail }) =>
      logStaffChange(context, { action, subject, after: detail }),
  }
}

const keyLengthMost = 80

/**
 * The key under which a plan's versions stand beside others of its venue. That of an organiser says whose it is, so that
 * nobody continues the versions of a plan that others sell by.
 */
export function layoutKeyOf({ merchantId }: PlanScope, key: string): string {
  const isOwn = merchantId === null || key.startsWith(`m${merchantId}-`)
  return isOwn ? key : `m${merchantId}-${key}`.slice(0, keyLengthMost)
}
