import type { Context } from '#platform/context.ts'

/** Email addresses of an organiser's owners, sorted. */
export async function listOwnerEmails(context: Context, merchantId: number): Promise<string[]> {
  const rows = await context.db
    .selectFrom('staff')
    .select('email')
    .where('merchant_id', '=', merchantId)
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .orderBy('email')
    .execute()
  return rows.map(({ email }) => email)
}
