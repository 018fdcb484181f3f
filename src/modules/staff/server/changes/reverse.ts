/** Reverses a change by the key from its letter, together with what was made of it since. */
import { sql } from 'kysely'
import type { StaffRole } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { bearerHash } from '#modules/accounts/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { isReversible, type StaffChangeKind } from '../../changes.ts'
import type { ReversalView } from '../../reversal-contract.ts'
import { restorePasskeys } from '../kept-passkeys.ts'
import { endStaffSessions } from '../sessions.ts'
import { logStaffChange } from '../staff-log.ts'
import { withdrawInvitations } from '../withdraw-invitations.ts'
import { recordStaffChange, reversalHours } from './record.ts'

interface MadeChange {
  readonly id: string
  readonly number: number
  readonly merchantId: number
  readonly kind: StaffChangeKind
  readonly staffId: string | null
  readonly changedBy: string | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly pausesPayouts: boolean
  readonly createdAt: Date
  readonly reversedAt: Date | null
}

/** Restores what another module changed; in the transaction of the reversal. */
export interface ChangeReverser {
  readonly kind: StaffChangeKind
  readonly reverse: (context: Context, change: MadeChange) => Promise<void>
}

const columns = sql.raw(`c.id, c.number::float8 as number, c.merchant_id as "merchantId", c.kind,
  c.staff_id as "staffId", c.changed_by as "changedBy", c.detail, c.pauses_payouts as "pausesPayouts",
  c.created_at as "createdAt",   c.reversed_at as "reversedAt"`)

async function findByKey(context: Context, key: string): Promise<Result<MadeChange, ErrorCode>> {
  const { rows } = await sql<MadeChange>`
    select ${columns} from staff_change c join staff_change_letter l on l.change_id = c.id
    where l.key_hash = ${bearerHash(key)}`.execute(context.db)
  const [change] = rows
  if (!change || !isReversible(change.kind)) return fail('StaffReversalUnknown')
  if (change.reversedAt) return fail('StaffReversalUsed')
  if (endOf(change) <= context.clock.now()) return fail('StaffReversalExpired')
  return ok(change)
}

function endOf({ createdAt }: MadeChange): Date {
  return new Date(createdAt.getTime() + reversalHours * 3_600_000)
}

/** What the link would reverse, for the holder of its key. */
export async function readReversal(
  context: Context,
  key: string,
): Promise<Result<ReversalView, ErrorCode>> {
  const found = await findByKey(context, key)
  if (!found.ok) return found
  const change = found.value
  const { rows } = await sql<{ merchant: LocalizedText; name: string | null }>`
    select name as merchant, (select full_name from staff where id = ${change.staffId}) as name
    from merchant_summary where merchant_id = ${change.merchantId}`.execute(context.db)
  const { role, formerRole } = change.detail as { role?: StaffRole; formerRole?: StaffRole }
  return ok({
    kind: change.kind as ReversalView['kind'],
    merchantName: rows[0]?.merchant[context.locale] ?? '',
    personName: rows[0]?.name ?? null,
    role: role ?? null,
    formerRole: formerRole ?? null,
    madeAt: change.createdAt.toISOString(),
    until: endOf(change).toISOString(),
  })
}

/**
 * Reverses a change. Later changes of the same thing, and those by a person who only now ceases to be an owner, go with
 * it: otherwise a thief would keep what was taken through the first one.
 */
export async function reverseChange(
  context: Context,
  reversers: readonly ChangeReverser[],
  key: string,
): Promise<Result<{ done: true }, ErrorCode>> {
  return inTransaction<Result<{ done: true }, ErrorCode>>(context, async (inside) => {
    const seen = await findByKey(inside, key)
    if (!seen.ok) return seen
    const { merchantId } = seen.value
    // All staff in the order of every command that changes a team, so that none runs meanwhile.
    await sql`select id from staff where merchant_id = ${merchantId} order by id for no key update`.execute(
      inside.db,
    )
    const found = await findByKey(inside, key)
    if (!found.ok) return found
    const changes = await withConsequences(inside, found.value)
    for (const change of changes) {
      const undone = await undo(inside, reversers, change)
      if (!undone.ok) return undone
    }
    const { rows: owners } = await sql`select from staff
      where merchant_id = ${merchantId} and role = 'owner' and disabled_at is null`.execute(
      inside.db,
    )
    if (owners.length === 0) return fail('LastOwner')
    await endSessions(inside, changes)
    await tell(inside, found.value, changes)
    return ok({ done: true as const })
  })
}

/** The change and what goes with it, the newest first. */
async function withConsequences(context: Context, first: MadeChange): Promise<MadeChange[]> {
  const { rows: later } = await sql<MadeChange>`
    select ${columns} from staff_change c
    where merchant_id = ${first.merchantId} and number > ${first.number} and reversed_at is null
    order by number`.execute(context.db)
  const all = [first]
  for (const change of later) {
    if (!isReversible(change.kind)) continue
    const follows = all.some(
      (one) =>
        subjectOf(one) === subjectOf(change) ||
        (one.detail['role'] === 'owner' && one.staffId === change.changedBy),
    )
    if (follows) all.push(change)
  }
  return all.toReversed()
}

function subjectOf({ kind, staffId }: MadeChange): string {
  return kind === 'bank-account' || kind === 'passkey-removed'
    ? `${kind} ${staffId}`
    : `member ${staffId}`
}

async function undo(
  context: Context,
  reversers: readonly ChangeReverser[],
  change: MadeChange,
): Promise<Result<null, ErrorCode>> {
  const { db, clock } = context
  const { kind, staffId, detail } = change
  if (kind === 'joined' && staffId !== null) {
    await sql`update staff set disabled_at = ${clock.now()} where id = ${staffId}`.execute(db)
    await sql`delete from staff_passkey where staff_id = ${staffId}`.execute(db)
    await withdrawInvitations(context, staffId)
  }
  if (kind === 'role') {
    await sql`update staff set role = ${detail['formerRole']} where id = ${staffId}`.execute(db)
    if (detail['role'] === 'owner' && staffId !== null) await withdrawInvitations(context, staffId)
  }
  if (kind === 'removed') {
    const refusal = await refusalOfReturn(context, change)
    if (refusal) return fail(refusal)
    await sql`update staff set disabled_at = null where id = ${staffId}`.execute(db)
  }
  if ((kind === 'removed' || kind === 'passkey-removed') && staffId !== null)
    await restorePasskeys(context, staffId, detail['passkeys'])
  await reversers.find((one) => one.kind === kind)?.reverse(context, change)
  await sql`update staff_change set reversed_at = ${clock.now()} where id = ${change.id}`.execute(
    db,
  )
  return ok(null)
}

/** Somebody else may work under the address meanwhile. */
async function refusalOfReturn(
  context: Context,
  { staffId, merchantId }: MadeChange,
): Promise<ErrorCode | null> {
  const { rows } = await sql<{ merchantId: number }>`
    select other.merchant_id as "merchantId" from staff join staff other using (email_key)
    where staff.id = ${staffId} and other.id <> staff.id and other.disabled_at is null`.execute(
    context.db,
  )
  if (!rows[0]) return null
  return rows[0].merchantId === merchantId ? 'StaffKnown' : 'StaffElsewhere'
}

/** The sessions of everybody involved: one of them may be what was stolen. */
async function endSessions(context: Context, changes: readonly MadeChange[]): Promise<void> {
  const people = changes.flatMap(({ staffId, changedBy }) => [staffId, changedBy])
  for (const staffId of new Set(people))
    if (staffId) await endStaffSessions(context, staffId, 'all')
}

async function tell(
  context: Context,
  first: MadeChange,
  changes: readonly MadeChange[],
): Promise<void> {
  const { merchantId, kind, staffId, changedBy } = first
  const ids = changes.map(({ id }) => id)
  const { rows } = await sql<{ email: string }>`
    select distinct email from staff_change_letter where change_id = any(${ids}::uuid[])`.execute(
    context.db,
  )
  await recordStaffChange(context, {
    merchantId,
    kind: 'reversed',
    ...(staffId === null ? {} : { staffId }),
    changedBy: null,
    detail: { ...first.detail, passkeys: undefined, kind, author: changedBy },
    pausesPayouts: changes.some((change) => change.pausesPayouts),
    alsoTo: rows.map(({ email }) => email),
  })
  await logStaffChange(context, {
    action: 'staff.reverse',
    subject: staffId === null ? 'bank account' : `staff ${staffId}`,
    before: { change: kind },
    by: { merchantId, staffId: null },
  })
}
