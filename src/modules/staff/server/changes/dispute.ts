/**
 * Two owners who reverse each other's changes: after the second reversal nobody changes owners for as long as a link works,
 * and nothing is paid out. Both stay owners meanwhile, so neither wins by being the last, and the operator can be asked.
 */
import { sql } from 'kysely'
import { fail, type Failure } from '#kernel/result.ts'
import type { Context, StaffActor } from '#platform/context.ts'

/** As long as a link in a letter works. */
const disputeHours = 72
const reversalsMax = 2

/** Until when owners cannot be changed; null when they can. Of people who are both owners now, and only of their changes. */
export async function disputedUntil(context: Context, merchantId: number): Promise<Date | null> {
  const since = new Date(context.clock.now().getTime() - disputeHours * 3_600_000)
  const { rows } = await sql<{ at: Date | null }>`
    select max(last) as at from (
      select max(c.created_at) as last from staff_change c
        join staff one on one.id = c.staff_id
        join staff other on other.id::text = c.detail ->> 'author'
      where c.merchant_id = ${merchantId} and c.kind = 'reversed' and c.created_at > ${since}
        and c.detail ->> 'kind' in ('role', 'removed')
        and one.role = 'owner' and one.disabled_at is null
        and other.role = 'owner' and other.disabled_at is null and other.id <> one.id
      group by least(one.id, other.id), greatest(one.id, other.id)
      having count(*) >= ${reversalsMax}::int) as disputes`.execute(context.db)
  const at = rows[0]?.at
  return at ? new Date(at.getTime() + disputeHours * 3_600_000) : null
}

/** The refusal of a change from or to these roles while owners are in dispute. */
export async function refusalOfDispute(
  context: Context,
  { merchantId }: StaffActor,
  roles: readonly string[],
): Promise<Failure<'OwnersDisputed'> | null> {
  if (!roles.includes('owner')) return null
  const until = await disputedUntil(context, merchantId)
  return until && fail('OwnersDisputed', { possibleAt: until.toISOString() })
}
