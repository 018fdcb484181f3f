import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { AccountView } from '../../shapes.ts'
import { presentProfile } from '../present.ts'

/** The customer's own account with all fields; null when it does not exist any more. */
export async function readAccount(
  context: Context,
  customerId: string,
): Promise<AccountView | null> {
  const { db } = context
  const [customer, externals, passkeys] = await Promise.all([
    db
      .selectFrom('customer')
      .leftJoin('customer_picture as picture', 'picture.customer_id', 'customer.id')
      .select([
        'customer.id',
        'email',
        'phone',
        'full_name',
        'joined_club',
        'phone_verified_at',
        sql<string | null>`to_char(student_until, 'YYYY-MM-DD')`.as('student_until'),
        'loyalty_enabled_at',
        'delete_after',
        'picture.updated_at as pictureAt',
      ])
      .where('customer.id', '=', customerId)
      .where('erased_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('external_account')
      .select(['provider', 'connected_at'])
      .where('customer_id', '=', customerId)
      .execute(),
    db
      .selectFrom('passkey')
      .select(['credential_id', 'name', 'created_at', 'last_used_at'])
      .where('customer_id', '=', customerId)
      .orderBy('created_at')
      .execute(),
  ])
  if (!customer) return null
  return {
    ...presentProfile(customer),
    imageUrl: customer.pictureAt ? `/v2/auth/picture?v=${customer.pictureAt.getTime()}` : null,
    isPhoneVerified: customer.phone_verified_at !== null,
    studentUntil: customer.student_until,
    isLoyaltyEnabled: customer.loyalty_enabled_at !== null,
    deleteAfter: customer.delete_after?.toISOString() ?? null,
    externalAccounts: externals.map((row) => ({
      provider: 'fb' as const,
      connectedAt: row.connected_at.toISOString(),
    })),
    passkeys: passkeys.map((row) => ({
      credentialId: row.credential_id,
      name: row.name,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
    })),
  }
}
