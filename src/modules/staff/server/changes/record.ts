/** Records changes that could give an organiser away, tells its owners, and pauses payouts after some of them. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue } from '#platform/jobs/jobs.ts'
import type { StaffChangeKind } from '../../changes.ts'
import { disputedUntil } from './dispute.ts'
import { listOwnerEmails } from '../queries/owners.ts'

/** For this long an owner can reverse a change by the link in the letter. */
export const reversalHours = 72
/** As for customers' withdrawals: time for the owners to read the letter before any money leaves. */
const pauseHours = 48

interface StaffChange {
  readonly merchantId: number
  readonly kind: StaffChangeKind
  /** The person who was changed. */
  readonly staffId?: string
  /** Who made the change; null for a reversal by a link. */
  readonly changedBy: string | null
  /** What a reversal needs, and what the letter says. */
  readonly detail: Readonly<Record<string, unknown>>
  /** Whether it changes who owns the organiser or where its money goes. */
  readonly pausesPayouts?: boolean
  /** Addresses that are told besides the owners': of a person who is no owner, or no longer. */
  readonly alsoTo?: readonly string[]
}

/** Writes and sends the letter of a change to one address. */
export const staffChangeJob = defineMessageJob<{ readonly letterId: string }>('staff-change')

/** Runs in the transaction of the change and after it, so that new owners are told as well. */
export async function recordStaffChange(context: Context, change: StaffChange): Promise<void> {
  const { merchantId, kind, staffId = null, changedBy, detail, pausesPayouts = false } = change
  const id = context.random.uuid()
  await sql`
    insert into staff_change (id, merchant_id, kind, staff_id, changed_by, detail, pauses_payouts, created_at)
    values (${id}, ${merchantId}, ${kind}, ${staffId}, ${changedBy}, ${JSON.stringify(detail)}::jsonb,
      ${pausesPayouts}, ${context.clock.now()})`.execute(context.db)
  // After the row, which locks the people that it names: commands about a team have locked those first.
  await lockChanges(context, merchantId)
  const owners = new Set(await listOwnerEmails(context, merchantId))
  for (const email of new Set([...owners, ...(change.alsoTo ?? [])])) {
    const letterId = context.random.uuid()
    // Others are told only: whom the owners have removed or lowered must not bring themselves back.
    const mayReverse = owners.has(email) || detail['formerRole'] === 'owner'
    await sql`insert into staff_change_letter (id, change_id, email, locale, may_reverse)
      values (${letterId}, ${id}, ${email}, ${context.locale}, ${mayReverse})`.execute(context.db)
    await enqueue(context, staffChangeJob, { letterId }, { singletonKey: letterId })
  }
}

/** Addresses are kept a week longer than the links work, so that a late one is said to have expired. */
const letterHours = reversalHours + 7 * 24
const lettersPerRound = 5_000

/** Deletes the letters of changes that can no longer be reversed: they name people, some of whom have left. */
export async function deleteChangeLetters(context: Context): Promise<number> {
  const before = new Date(context.clock.now().getTime() - letterHours * 3_600_000)
  const deleted = await sql`
    delete from staff_change_letter where id in (
      select l.id from staff_change c join staff_change_letter l on l.change_id = c.id
      where c.created_at < ${before} limit ${lettersPerRound})`.execute(context.db)
  return Number(deleted.numAffectedRows ?? 0)
}

/** Payouts and these changes wait for each other: of both at once, the later one sees the earlier. */
async function lockChanges(context: Context, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('staff_change'), ${merchantId})`.execute(
    context.db,
  )
}

/** When payouts of an organiser are possible again, for display; null when they are now. */
export async function payoutPauseEnd(context: Context, merchantId: number): Promise<Date | null> {
  const now = context.clock.now()
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from staff_change
    where merchant_id = ${merchantId} and pauses_payouts`.execute(context.db)
  const at = rows[0]?.at
  const end = at ? at.getTime() + pauseHours * 3_600_000 : 0
  const disputed = (await disputedUntil(context, merchantId))?.getTime() ?? 0
  const latest = Math.max(end, disputed)
  return latest > now.getTime() ? new Date(latest) : null
}

/** The same for a payout: no such change is made until its transaction ends. */
export async function payoutsPausedUntil(
  context: Context,
  merchantId: number,
): Promise<Date | null> {
  await lockChanges(context, merchantId)
  return payoutPauseEnd(context, merchantId)
}

/** When an owner who became one recently may change the bank account; null when they may now. */
export async function newOwnerUntil(context: Context, staffId: string): Promise<Date | null> {
  const since = new Date(context.clock.now().getTime() - pauseHours * 3_600_000)
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from staff_change
    where staff_id = ${staffId} and kind in ('joined', 'role') and detail ->> 'role' = 'owner'
      and reversed_at is null and created_at > ${since}`.execute(context.db)
  const at = rows[0]?.at
  return at ? new Date(at.getTime() + pauseHours * 3_600_000) : null
}
