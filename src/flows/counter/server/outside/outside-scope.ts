import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'

interface Change {
  readonly action: string
  readonly subject: string
  readonly after: Readonly<Record<string, unknown>>
}

/** The organiser whose outside orders a caller changes, and the log of the changes. */
export interface OutsideScope {
  readonly merchantId: number
  /** Who of the staff; null: an operator. */
  readonly staffId: string | null
  log(context: Context, change: Change): Promise<void>
}

export function staffScope({ merchantId, staffId }: StaffActor): OutsideScope {
  return { merchantId, staffId, log: logStaffChange }
}

export function operatorScope(merchantId: number): OutsideScope {
  return {
    merchantId,
    staffId: null,
    log: (context, { action, subject, after }) =>
      logOperatorAction(context, {
        action,
        subject,
        detail: { merchantIds: [merchantId], ...after },
      }),
  }
}
