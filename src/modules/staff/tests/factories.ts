/** Staff of an organiser, and gates, for tests on a real database. */
import type { StaffRole } from '#contract/enumerations.ts'
import type { StaffPermission } from '#contract/staff-permissions.ts'
import { bearerHash, hashPassword, newBearer } from '#modules/accounts/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { apiKeyPrefix } from '#platform/http/key-limits.ts'
import { openStaffSession } from '../server/sessions.ts'

export interface StaffOptions {
  readonly merchantId: number
  /** An owner when absent. */
  readonly role?: StaffRole
  /** When absent, they cannot sign in with a password. */
  readonly password?: string
  readonly showIds?: readonly number[]
  /** Assignments that limit a scanner further. */
  readonly assignments?: readonly {
    readonly source: string
    readonly kind: 'group' | 'item'
    readonly number: number
  }[]
  readonly gateIds?: readonly number[]
}

export async function makeStaff(
  context: Context,
  options: StaffOptions,
): Promise<StaffActor & { readonly email: string }> {
  const staffId = context.random.uuid()
  const email = `staff-${staffId}@example.com`
  const { db } = context
  await db
    .insertInto('staff')
    .values({
      id: staffId,
      merchant_id: options.merchantId,
      email,
      full_name: 'Levan Tester',
      role: options.role ?? 'owner',
      password_hash: options.password === undefined ? '' : await hashPassword(options.password),
      created_at: context.clock.now(),
    })
    .execute()
  const shows = (options.showIds ?? []).map((number) => ({
    source: 'event',
    kind: 'group' as const,
    number,
  }))
  for (const assignment of [...shows, ...(options.assignments ?? [])])
    await db
      .insertInto('staff_assignment')
      .values({ staff_id: staffId, ...assignment })
      .execute()
  for (const gateId of options.gateIds ?? [])
    await db
      .insertInto('staff_gate')
      .values({ staff_id: staffId, source: 'event', gate_id: gateId })
      .execute()
  const { merchantId, role = 'owner' } = options
  return { kind: 'staff', staffSessionId: context.random.uuid(), staffId, merchantId, role, email }
}

/** The bearer of a new member of staff. */
export async function makeStaffToken(context: Context, options: StaffOptions): Promise<string> {
  const { staffId } = await makeStaff(context, options)
  return (await openStaffSession(context, staffId, 'test')).token
}

/** An API key of a program that acts for a member of staff. */
export async function makeKey(
  context: Context,
  { merchantId, staffId }: Pick<StaffActor, 'merchantId' | 'staffId'>,
  permissions: readonly StaffPermission[],
  requestsPerMinute = 6_000,
): Promise<{ readonly apiKeyId: string; readonly key: string }> {
  const apiKeyId = context.random.uuid()
  const key = apiKeyPrefix + newBearer(context.random).token
  await context.db
    .insertInto('staff_api_key')
    .values({
      id: apiKeyId,
      merchant_id: merchantId,
      name: 'A till',
      key_hash: bearerHash(key),
      hint: key.slice(-4),
      permissions: [...permissions],
      requests_per_minute: requestsPerMinute,
      created_by: staffId,
      created_at: context.clock.now(),
    })
    .execute()
  return { apiKeyId, key }
}

/** An open invitation with the key from its email. */
export async function makeInvitation(
  context: Context,
  merchantId: number,
  options: { readonly email?: string; readonly role?: StaffRole } = {},
): Promise<{ readonly invitationId: string; readonly key: string; readonly email: string }> {
  const { token: key, hash } = newBearer(context.random)
  const invitationId = context.random.uuid()
  const email = options.email ?? `invited-${invitationId}@example.com`
  const { staffId } = await makeStaff(context, { merchantId })
  const now = context.clock.now()
  await context.db
    .insertInto('staff_invitation')
    .values({
      id: invitationId,
      merchant_id: merchantId,
      email,
      role: options.role ?? 'manager',
      locale: 'en',
      key_hash: hash,
      invited_by: staffId,
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return { invitationId, key, email }
}

/** A manager who was an owner until just now, and the key from a letter about that. */
export async function makeReversal(context: Context, merchantId: number): Promise<string> {
  const { db, random, clock } = context
  const { staffId } = await makeStaff(context, { merchantId, role: 'manager' })
  const { token: key, hash } = newBearer(random)
  const changeId = random.uuid()
  await db
    .insertInto('staff_change')
    .values({
      id: changeId,
      merchant_id: merchantId,
      kind: 'role',
      staff_id: staffId,
      detail: JSON.stringify({ role: 'manager', formerRole: 'owner' }),
      pauses_payouts: true,
      created_at: clock.now(),
    })
    .execute()
  await db
    .insertInto('staff_change_letter')
    .values({
      id: random.uuid(),
      change_id: changeId,
      email: 'former@example.com',
      locale: 'en',
      key_hash: hash,
    })
    .execute()
  return key
}

/** A gate at the venue of an event; it admits the given ticket types, or all. */
export async function makeGate(
  context: Context,
  options: {
    readonly eventId: number
    readonly name: string
    readonly typeIds?: readonly number[]
  },
): Promise<number> {
  const { db } = context
  const { venue_id } = await db
    .selectFrom('event')
    .select('venue_id')
    .where('id', '=', options.eventId)
    .executeTakeFirstOrThrow()
  const name = JSON.stringify({ ka: options.name, en: options.name })
  const { id } = await db
    .insertInto('gate')
    .values({ venue_id, name, position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const typeId of options.typeIds ?? [])
    await db
      .insertInto('gate_ticket_type')
      .values({ event_id: options.eventId, gate_id: id, ticket_type_id: typeId })
      .execute()
  return id
}
