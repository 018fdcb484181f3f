import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { isUnreferenced, readReferences } from '#platform/database/references.ts'

/** Days for which an ended session is kept unchanged, so that a report of abuse can be traced to it. */
const retentionDays = 30
const sessionsPerRound = 5_000

/** Result of a round over sessions that ended a month ago. */
export interface ErasedSessions {
  readonly deleted: number
  /** Still referred to by orders, tickets or invitations: the row stays without bearer and browser. */
  readonly blanked: number
}

/**
 * Erases sessions that ended a month ago, whether they expired or were signed out. The bearer's hash of a blanked one
 * is replaced by the id, which is too short to be the hash of any bearer.
 */
export async function eraseEndedSessions(context: Context): Promise<ErasedSessions> {
  const before = new Date(context.clock.now().getTime() - retentionDays * 86_400_000)
  const references = await readReferences(context.db, 'session')
  const { rows } = await sql<ErasedSessions>`
    with ended as (
      select id from session
      where least(expires_at, revoked_at) < ${before} and octet_length(token_hash) = 32
      limit ${sessionsPerRound} for update skip locked
    ), deleted as (
      delete from session s using ended e
      where s.id = e.id and ${isUnreferenced(references, sql`s.id`)}
      returning s.id
    ), blanked as (
      update session s set token_hash = uuid_send(s.id), user_agent = ''
      from ended e
      where s.id = e.id and not (${isUnreferenced(references, sql`s.id`)})
      returning s.id
    )
    select (select count(*)::int from deleted) as deleted, (select count(*)::int from blanked) as blanked
  `.execute(context.db)
  return rows[0] ?? { deleted: 0, blanked: 0 }
}
