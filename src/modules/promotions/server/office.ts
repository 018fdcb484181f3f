import { logStaffChange } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'

interface Entry {
  readonly action: string
  readonly subject: string
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The back office that writes codes: the operators' or an organiser's, with its change log. */
export interface Office {
  /** Null for operators, who see all codes. An organiser sees the codes that it funds. */
  readonly merchantId: number | null
  log(context: Context, entry: Entry): Promise<void>
}

export const operatorOffice: Office = { merchantId: null, log: logOperatorAction }

export function organiserOffice({ merchantId }: StaffActor): Office {
  return {
    merchantId,
    log: (context, { action, subject, detail }) =>
      logStaffChange(context, { action, subject, ...(detail && { after: detail }) }),
  }
}

/** Whether this office may see and change a code. */
export function isOf(
  { merchantId }: Office,
  code: { readonly merchantId: number | null; readonly borneBy: string },
): boolean {
  return merchantId === null || (code.merchantId === merchantId && code.borneBy === 'merchant')
}
