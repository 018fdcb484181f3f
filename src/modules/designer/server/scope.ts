import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'

/** The plans that a caller sees, and the log of their changes. */
export interface PlanScope {
  /** Null for operators, who see all plans. */
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

export const operatorScope: PlanScope = { merchantId: null, log: logOperatorAction }

/** The caller's organiser. */
export function organiserScope({ merchantId }: StaffActor): PlanScope {
  return {
    merchantId,
    log: (context, { action, subject, detail }) =>
      logStaffChange(context, { action, subject, after: detail }),
  }
}

const keyLengthMax = 80

/**
 * Key of a plan's versions at its venue. An organiser's key contains its id, so that nobody can add a version to a plan
 * that others sell by.
 */
export function layoutKeyOf({ merchantId }: PlanScope, key: string): string {
  const isOwn = merchantId === null || key.startsWith(`m${merchantId}-`)
  return isOwn ? key : `m${merchantId}-${key}`.slice(0, keyLengthMax)
}
