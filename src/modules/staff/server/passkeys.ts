/** Passkeys of staff: the second step of signing in, after the password. */
import {
  askForNewPasskey,
  askForPasskey,
  readNewPasskey,
  readPasskeyAnswer,
  type AuthenticationOptions,
  type NewPasskey,
  type RegistrationOptions,
} from '#modules/accounts/server/public-api.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { recordStaffChange } from './changes/record.ts'
import { takePasskeys } from './kept-passkeys.ts'
import { endStaffSessions } from './sessions.ts'
import { logStaffChange } from './staff-log.ts'

const challengeMinutes = 5
const passkeysMax = 10

type Purpose = 'register' | 'sign-in'

export interface Ceremony<Options> {
  readonly challengeId: string
  readonly options: Options
}

export interface Answer {
  readonly challengeId: string
  readonly credential: { readonly id: string }
}

export async function listStaffPasskeys(context: Context, staffId: string) {
  return context.db
    .selectFrom('staff_passkey')
    .select(['credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .execute()
}

/** Starts adding a passkey. The call asks for the password, so nobody can add one in an unattended session. */
export async function beginStaffPasskey(
  context: Context,
  { staffId }: StaffActor,
): Promise<Result<Ceremony<RegistrationOptions>, ErrorCode>> {
  const person = await context.db
    .selectFrom('staff')
    .select(['email', 'full_name'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  const known = await listStaffPasskeys(context, staffId)
  if (known.length >= passkeysMax) return fail('PasskeyInvalid', { max: passkeysMax })
  const { email, full_name: fullName } = person
  const owner = { id: staffId, email, fullName, known, isDiscoverable: false }
  const options = await askForNewPasskey(context, owner)
  return ok({ challengeId: await save(context, 'register', options.challenge, staffId), options })
}

/** Verifies the device's response and stores its public key. */
export async function addStaffPasskey(
  context: Context,
  actor: StaffActor,
  given: Answer & { readonly name: string },
): Promise<Result<{ done: true }, ErrorCode>> {
  const challenge = await consumeChallenge(context, 'register', given.challengeId)
  if (challenge?.staff_id !== actor.staffId) return fail('PasskeyInvalid')
  const passkey = await readNewPasskey(context, challenge.challenge, given.credential)
  if (!passkey) return fail('PasskeyInvalid')
  return inTransaction(context, (inside) => storePasskey(inside, actor, given.name, passkey))
}

async function storePasskey(
  context: Context,
  { staffId, merchantId }: StaffActor,
  name: string,
  passkey: NewPasskey,
): Promise<Result<{ done: true }, ErrorCode>> {
  // Several registrations may have begun below the limit.
  const { db } = context
  const { email } = await db
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const known = await listStaffPasskeys(context, staffId)
  if (known.length >= passkeysMax) return fail('PasskeyInvalid', { max: passkeysMax })
  const added = await db
    .insertInto('staff_passkey')
    .values({
      credential_id: passkey.id,
      staff_id: staffId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      is_synced: passkey.isSynced,
      transports: [...(passkey.transports ?? [])],
      name,
      created_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows) === 0) return fail('PasskeyInvalid')
  await logStaffChange(context, {
    action: 'staff.add-passkey',
    subject: `staff ${staffId}`,
    after: { name },
  })
  await endStaffSessions(context, staffId, 'all')
  await recordStaffChange(context, {
    merchantId,
    kind: 'passkey-added',
    staffId,
    changedBy: staffId,
    detail: {},
    alsoTo: [email],
  })
  return ok({ done: true })
}

export async function removeStaffPasskey(
  context: Context,
  { staffId, merchantId }: StaffActor,
  credentialId: string,
): Promise<Result<{ done: true }, ErrorCode>> {
  return inTransaction(context, async (inside) => {
    const { email } = await inside.db
      .selectFrom('staff')
      .select('email')
      .where('id', '=', staffId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const { rows: passkeys, names } = await takePasskeys(inside, staffId, credentialId)
    if (passkeys.length === 0) return fail('NotFound')
    await logStaffChange(inside, {
      action: 'staff.remove-passkey',
      subject: `staff ${staffId}`,
      before: { name: names[0] },
    })
    await endStaffSessions(inside, staffId, 'all')
    await recordStaffChange(inside, {
      merchantId,
      kind: 'passkey-removed',
      staffId,
      changedBy: staffId,
      detail: { passkeys },
      alsoTo: [email],
    })
    return ok({ done: true as const })
  })
}

/** Challenge for the second step after the password; null without a passkey. */
export async function beginSecondStep(
  context: Context,
  staffId: string,
): Promise<Ceremony<AuthenticationOptions> | null> {
  const known = await listStaffPasskeys(context, staffId)
  if (known.length === 0) return null
  const options = await askForPasskey(context, known)
  return { challengeId: await save(context, 'sign-in', options.challenge, staffId), options }
}

/** The person who completed the second step. The challenge is consumed in any case. */
export async function finishSecondStep(
  context: Context,
  { challengeId, credential }: Answer,
): Promise<Result<string, 'PasskeyInvalid'>> {
  const challenge = await consumeChallenge(context, 'sign-in', challengeId)
  if (!challenge) return fail('PasskeyInvalid')
  const passkey = await context.db
    .selectFrom('staff_passkey')
    .innerJoin('staff', 'staff.id', 'staff_passkey.staff_id')
    .select(['credential_id', 'public_key', 'counter', 'is_synced', 'transports'])
    .where('credential_id', '=', credential.id)
    .where('staff_id', '=', challenge.staff_id)
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst()
  const answered =
    passkey && (await readPasskeyAnswer(context, challenge.challenge, passkey, credential))
  if (!passkey || !answered) return fail('PasskeyInvalid')
  const { counter, isSynced } = answered
  const used = await context.db
    .updateTable('staff_passkey')
    .set({ counter, is_synced: isSynced, last_used_at: context.clock.now() })
    .where('credential_id', '=', passkey.credential_id)
    // Of two concurrent answers of one device with the same counter, one is a copy's.
    .where((where) =>
      where.or([where('counter', '<', counter), where('counter', '=', 0), where.val(isSynced)]),
    )
    .executeTakeFirst()
  return used.numUpdatedRows === 1n ? ok(challenge.staff_id) : fail('PasskeyInvalid')
}

/** Deletes expired challenges. Returns how many. */
export async function deleteStaffChallenges(context: Context): Promise<number> {
  const result = await context.db
    .deleteFrom('staff_passkey_challenge')
    .where('expires_at', '<', context.clock.now())
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

async function save(
  context: Context,
  purpose: Purpose,
  challenge: string,
  staffId: string,
): Promise<string> {
  const id = context.random.uuid()
  const expires_at = new Date(context.clock.now().getTime() + challengeMinutes * 60_000)
  await context.db
    .insertInto('staff_passkey_challenge')
    .values({ id, purpose, staff_id: staffId, challenge, expires_at })
    .execute()
  return id
}

/** Consumes a challenge, atomically: of several concurrent responses only one finds it. */
async function consumeChallenge(context: Context, purpose: Purpose, id: string) {
  const now = context.clock.now()
  return context.db
    .updateTable('staff_passkey_challenge')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['challenge', 'staff_id'])
    .executeTakeFirst()
}
