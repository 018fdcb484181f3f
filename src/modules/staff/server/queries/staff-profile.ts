import type { LocalizedText } from '#kernel/locale.ts'
import type { StaffRole } from '#contract/enumerations.ts'
import { permissionsOf } from '#contract/staff-permissions.ts'
import type { Context } from '#platform/context.ts'
import type { StaffProfileView } from '../../contract.ts'

/** A source whose organisers have their own back office pages. */
export interface SellerSource {
  /** Source name, as in order lines and tickets. */
  readonly name: string
  /** Whether an organiser sells through it. */
  isSoldBy(context: Context, merchantId: number): Promise<boolean>
}

/** Profile of a member of staff with their pages; null after they have left. */
export async function readStaffProfile(
  context: Context,
  sellers: readonly SellerSource[],
  staffId: string,
): Promise<StaffProfileView | null> {
  const row = await context.db
    .selectFrom('staff')
    .innerJoin('merchant_summary as merchant', 'merchant.merchant_id', 'staff.merchant_id')
    .select(['staff.email', 'staff.full_name', 'staff.role', 'staff.merchant_id', 'merchant.name'])
    .where('staff.id', '=', staffId)
    .executeTakeFirst()
  if (!row) return null
  const name = row.name as unknown as LocalizedText
  const sells: string[] = []
  for (const seller of sellers)
    if (await seller.isSoldBy(context, row.merchant_id)) sells.push(seller.name)
  return {
    staffId,
    email: row.email,
    fullName: row.full_name,
    role: row.role as StaffRole,
    permissions: permissionsOf(row.role as StaffRole),
    sells,
    merchant: { merchantId: row.merchant_id, name: name[context.locale] },
  }
}

/** Email address of a member of staff; null after they have left. */
export async function readStaffAddress(context: Context, staffId: string): Promise<string | null> {
  const row = await context.db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.email ?? null
}
