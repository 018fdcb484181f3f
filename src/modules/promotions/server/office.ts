import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'

interface Entry {
  readonly action: string
  readonly subject: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** In whose name codes are written: whose they are, and where it is written down. */
export interface Office {
  /** Null: operators, who see all of them. An organiser sees the codes that it pays for. */
  readonly merchantId: number | null
  log(context: Context, entry: Entry): Promise<void>
}

export const houseOffice: Office = { merchantId: null, log: logOperatorAction }

export function organiserOffice({ merchantId }: StaffActor): Office {
  return {
    merchantId,
    log: (context, { action, subject, detail }) =>
      logStaffChange(context, { action, subject, ...(detail && { after: detail }) }),
  }
}

/** Whether a code is this office's to see and change. */
export function isOf(
  { merchantId }: Office,
  code: { readonly merchantId: number | null; readonly borneBy: string },
): boolean {
  return merchantId === null || (code.merchantId === merchantId && code.borneBy === 'merchant')
}
