import type { Context } from '#platform/context.ts'

export interface SessionOfCustomer {
  readonly sessionId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly userAgent: string
  /** Whether it is the calling session. */
  readonly isThis: boolean
}

/** The open sessions of the caller, the newest first. */
export async function listSessions(context: Context): Promise<SessionOfCustomer[]> {
  const { actor } = context
  if (actor.kind !== 'customer') return []
  const rows = await context.db
    .selectFrom('session')
    .select(['id', 'created_at', 'expires_at', 'user_agent'])
    .where('customer_id', '=', actor.customerId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    sessionId: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    userAgent: row.user_agent,
    isThis: row.id === actor.sessionId,
  }))
}
