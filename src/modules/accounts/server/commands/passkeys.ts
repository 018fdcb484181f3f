/**
 * Passkeys (WebAuthn): the device holds the private key behind a fingerprint, a face or its code, and we store the
 * public key. A challenge is valid once, for five minutes, and for one purpose.
 */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import {
  askForNewPasskey,
  askForPasskey,
  readNewPasskey,
  readPasskeyAnswer,
  type AuthenticationOptions,
  type NewPasskey,
  type RegistrationOptions,
} from '../passkey-ceremony.ts'
import type { CustomerRow } from '../present.ts'
import { recordSecurityChange } from '../security-changes.ts'
import { lockCustomer } from '../store.ts'
import { notifyCustomer } from './notify-customer.ts'

const challengeMinutes = 5
const passkeysMax = 10

export type PasskeyChallenge = PasskeyCeremony<AuthenticationOptions>

export interface PasskeyCeremony<Options> {
  readonly challengeId: string
  readonly options: Options
}

/** Begins adding a passkey to the caller's account. */
export async function beginPasskey(
  context: Context,
): Promise<Result<PasskeyCeremony<RegistrationOptions>, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const customer = await context.db
    .selectFrom('customer')
    .select(['email', 'full_name'])
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) return fail('Unauthenticated')
  const known = await context.db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('customer_id', '=', customerId)
    .execute()
  if (known.length >= passkeysMax) return fail('PasskeyInvalid', { max: passkeysMax })
  const options = await askForNewPasskey(context, {
    id: customerId,
    email: customer.email,
    fullName: customer.full_name,
    known,
    isDiscoverable: true,
  })
  const challengeId = await saveChallenge(context, 'register', options.challenge, customerId)
  return ok({ challengeId, options })
}

/** Completes a registration: verifies the device's answer and stores its public key. */
export async function addPasskey(
  context: Context,
  given: { readonly challengeId: string; readonly credential: unknown; readonly name: string },
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const challenge = await spendChallenge(context, 'register', given.challengeId, actor.customerId)
  if (challenge === null) return fail('PasskeyInvalid')
  const credential = await readNewPasskey(context, challenge, given.credential)
  if (!credential) return fail('PasskeyInvalid')
  return inTransaction(context, (inner) =>
    keepPasskey(inner, actor.customerId, given.name, credential),
  )
}

async function keepPasskey(
  context: Context,
  customerId: string,
  name: string,
  credential: NewPasskey,
): Promise<Result<{ done: true }, ErrorCode>> {
  // Several registrations may have begun below the limit.
  await lockCustomer(context, customerId)
  const { count } = await context.db
    .selectFrom('passkey')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= passkeysMax) return fail('PasskeyInvalid', { max: passkeysMax })
  const added = await context.db
    .insertInto('passkey')
    .values({
      credential_id: credential.id,
      customer_id: customerId,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      is_synced: credential.isSynced,
      transports: [...(credential.transports ?? [])],
      name,
      created_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (Number(added.numInsertedOrUpdatedRows) === 0) return fail('PasskeyInvalid')
  await recordSecurityChange(context, customerId)
  await notifyCustomer(context, { customerId, news: 'passkey-added' })
  return ok({ done: true })
}

export async function removePasskey(
  context: Context,
  credentialId: string,
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  return inTransaction(context, async (inner) => {
    const removed = await inner.db
      .deleteFrom('passkey')
      .where('credential_id', '=', credentialId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (Number(removed.numDeletedRows) === 0) return fail('NotFound')
    await recordSecurityChange(inner, customerId)
    await notifyCustomer(inner, { customerId, news: 'passkey-removed' })
    return ok({ done: true })
  })
}

/** Starts a sign-in by passkey. No user is named: the device offers its credentials for this site. */
export async function beginPasskeySignIn(
  context: Context,
): Promise<PasskeyCeremony<AuthenticationOptions>> {
  const options = await askForPasskey(context)
  const challengeId = await saveChallenge(context, 'sign-in', options.challenge, null)
  return { challengeId, options }
}

/**
 * The customer whose passkey answered, if the answer is valid.
 */
export async function signInByPasskey(
  context: Context,
  given: { readonly challengeId: string; readonly credential: { readonly id: string } },
): Promise<Result<CustomerRow, ErrorCode>> {
  return verifyPasskey(context, 'sign-in', null, given)
}

/** A challenge for the passkeys of a signed-in customer who confirms their identity again. */
export async function beginOwnPasskey(
  context: Context,
  customerId: string,
): Promise<PasskeyChallenge> {
  const known = await context.db
    .selectFrom('passkey')
    .select(['credential_id', 'transports'])
    .where('customer_id', '=', customerId)
    .execute()
  const options = await askForPasskey(context, known)
  const challengeId = await saveChallenge(context, 'step-up', options.challenge, customerId)
  return { challengeId, options }
}

/** Whether a passkey of this customer answered their challenge. */
export function verifyOwnPasskey(
  context: Context,
  customerId: string,
  given: { readonly challengeId: string; readonly credential: { readonly id: string } },
): Promise<Result<CustomerRow, ErrorCode>> {
  return verifyPasskey(context, 'step-up', customerId, given)
}

async function verifyPasskey(
  context: Context,
  purpose: 'sign-in' | 'step-up',
  customerId: string | null,
  given: { readonly challengeId: string; readonly credential: { readonly id: string } },
): Promise<Result<CustomerRow, ErrorCode>> {
  const challenge = await spendChallenge(context, purpose, given.challengeId, customerId)
  const passkey = await context.db
    .selectFrom('passkey')
    .innerJoin('customer', 'customer.id', 'passkey.customer_id')
    .select(['credential_id', 'public_key', 'counter', 'is_synced', 'transports'])
    .select(['customer.id', 'email', 'phone', 'full_name', 'joined_club'])
    .where('credential_id', '=', given.credential.id)
    .where('erased_at', 'is', null)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
  if (challenge === null || !passkey) return fail('PasskeyInvalid')
  if (customerId !== null && passkey.id !== customerId) return fail('PasskeyInvalid')
  const answered = await readPasskeyAnswer(context, challenge, passkey, given.credential)
  if (answered === null) return fail('PasskeyInvalid')
  const { counter, isSynced } = answered
  const used = await context.db
    .updateTable('passkey')
    .set({ counter, is_synced: isSynced, last_used_at: context.clock.now() })
    .where('credential_id', '=', passkey.credential_id)
    // Of two concurrent answers of one device with the same counter, one is a copy's.
    .where((where) =>
      where.or([where('counter', '<', counter), where('counter', '=', 0), where.val(isSynced)]),
    )
    .executeTakeFirst()
  return Number(used.numUpdatedRows) === 1 ? ok(passkey) : fail('PasskeyInvalid')
}

async function saveChallenge(
  context: Context,
  purpose: 'register' | 'sign-in' | 'step-up',
  challenge: string,
  customerId: string | null,
): Promise<string> {
  const id = context.random.uuid()
  const now = context.clock.now()
  await context.db
    .insertInto('passkey_challenge')
    .values({
      id,
      purpose,
      customer_id: customerId,
      challenge,
      expires_at: new Date(now.getTime() + challengeMinutes * 60_000),
    })
    .execute()
  return id
}

async function spendChallenge(
  context: Context,
  purpose: 'register' | 'sign-in' | 'step-up',
  id: string,
  customerId: string | null,
): Promise<string | null> {
  const now = context.clock.now()
  const row = await context.db
    .updateTable('passkey_challenge')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('customer_id', customerId === null ? 'is' : '=', customerId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return row?.challenge ?? null
}

/** Deletes expired challenges. */
export async function deleteChallenges(context: Context): Promise<number> {
  const result = await context.db
    .deleteFrom('passkey_challenge')
    .where('expires_at', '<', context.clock.now())
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
