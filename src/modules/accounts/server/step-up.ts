/**
 * Step-up: a short-lived proof that the holder of a session is the owner of the account. It is bound to the session
 * and to one purpose, only its hash is stored, and it expires with the session or after minutes (`stepUpMinutes`).
 */
import type { ErrorCode } from '#contract/errors.ts'
import {
  freshSignInMinutes,
  isForManyCalls,
  stepUpMinutes,
  type StepUpMethod,
  type StepUpPurpose,
} from '#contract/step-up.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { bearerHash, newBearer } from './bearer.ts'
import { hintOf, requestCode, useCode, type SentCode } from './codes.ts'
import { beginOwnPasskey, verifyOwnPasskey, type PasskeyChallenge } from './commands/passkeys.ts'
import { checkOwnPassword } from './own-password.ts'
import { pauseEnd } from './security-changes.ts'

interface Ways {
  readonly methods: readonly StepUpMethod[]
  /** The confirmed phone, to which a code may be sent. */
  readonly phone: string | null
  readonly passwordHash: string | null
  readonly changedAt: Date | null
}

async function readWays(context: Context, customerId: string): Promise<Ways> {
  const row = await context.db
    .selectFrom('customer')
    .select(['password_hash', 'phone', 'phone_verified_at', 'security_changed_at'])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('passkey')
            .select('credential_id')
            .whereRef('passkey.customer_id', '=', 'customer.id'),
        )
        .as('has_passkey'),
    )
    .where('id', '=', customerId)
    .executeTakeFirst()
  const phone = row?.phone_verified_at ? row.phone : null
  const methods: StepUpMethod[] = [
    ...(row?.password_hash ? (['password'] as const) : []),
    ...(row?.has_passkey ? (['passkey'] as const) : []),
    ...(phone ? (['code'] as const) : []),
  ]
  return {
    methods,
    phone,
    passwordHash: row?.password_hash ?? null,
    changedAt: row?.security_changed_at ?? null,
  }
}

/** How the caller may prove who they are, and from when on money can be withdrawn (null: now). */
export async function readStepUpState(context: Context, customerId: string) {
  const { methods, phone, changedAt } = await readWays(context, customerId)
  const from = pauseEnd(changedAt)
  return {
    methods: [...methods],
    phoneHint: phone && hintOf(phone),
    withdrawalsFrom: from && from > context.clock.now() ? from.toISOString() : null,
  }
}

/** Begins a proof by passkey or by a code to the confirmed phone. */
export async function beginStepUp(
  context: Context,
  request: { readonly purpose: StepUpPurpose; readonly method: 'passkey' | 'code' },
): Promise<
  Result<
    | { readonly kind: 'code'; readonly sent: SentCode }
    | { readonly kind: 'passkey'; readonly challenge: PasskeyChallenge },
    ErrorCode
  >
> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { methods, phone } = await readWays(context, actor.customerId)
  if (!methods.includes(request.method)) return fail('StepUpMethodMissing')
  if (request.method === 'passkey')
    return ok({ kind: 'passkey', challenge: await beginOwnPasskey(context, actor.customerId) })
  const sent = await requestCode(context, {
    purpose: 'step-up',
    phone: phone ?? '',
    subject: subjectOf(request.purpose, actor.sessionId),
  })
  return sent.ok ? ok({ kind: 'code', sent: sent.value }) : sent
}

/** A code is valid for the session and purpose that it was requested for. */
function subjectOf(purpose: StepUpPurpose, sessionId: string): string {
  return `${purpose} ${sessionId}`
}

export interface Evidence {
  readonly password?: string | undefined
  readonly challengeId?: string | undefined
  readonly credential?: { readonly id: string } | undefined
  readonly codeId?: string | undefined
  readonly code?: string | undefined
}

/** Verifies the evidence and returns the proof, which is shown only once. */
export async function proveStepUp(
  context: Context,
  given: Evidence & { readonly purpose: StepUpPurpose },
): Promise<Result<{ proof: string; expiresAt: Date }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const checked = await checkEvidence(context, actor, given)
  if (!checked.ok) return checked
  const { token, hash } = newBearer(context.random)
  const now = context.clock.now()
  const expiresAt = new Date(now.getTime() + stepUpMinutes(given.purpose) * 60_000)
  await context.db
    .insertInto('step_up_proof')
    .values({
      proof_hash: hash,
      session_id: actor.sessionId,
      customer_id: actor.customerId,
      purpose: given.purpose,
      method: checked.value,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return ok({ proof: token, expiresAt })
}

async function checkEvidence(
  context: Context,
  actor: { readonly customerId: string; readonly sessionId: string },
  given: Evidence & { readonly purpose: StepUpPurpose },
): Promise<Result<StepUpMethod, ErrorCode>> {
  const { password, challengeId, credential, codeId, code, purpose } = given
  if (password !== undefined) return checkPassword(context, actor, password)
  if (challengeId !== undefined && credential !== undefined) {
    const passkey = await verifyOwnPasskey(context, actor.customerId, { challengeId, credential })
    return passkey.ok ? ok('passkey') : passkey
  }
  if (codeId === undefined || code === undefined) return fail('StepUpMethodMissing')
  const subject = subjectOf(purpose, actor.sessionId)
  const used = await useCode(context, { codeId, code, purpose: 'step-up', subject })
  return used.ok ? ok('code') : used
}

async function checkPassword(
  context: Context,
  { customerId, sessionId }: { readonly customerId: string; readonly sessionId: string },
  typed: string,
): Promise<Result<StepUpMethod, ErrorCode>> {
  const { passwordHash: stored } = await readWays(context, customerId)
  const checked = await checkOwnPassword(context, sessionId, { stored, typed })
  return checked.ok ? ok('password') : checked
}

/** Whether they have just signed in, or the proof belongs to this session and purpose and is still valid. */
export async function isProven(
  context: Context,
  purpose: StepUpPurpose,
  proof: string | undefined,
): Promise<boolean> {
  const { actor } = context
  if (actor.kind !== 'customer') return false
  if (isForManyCalls(purpose)) {
    const since = new Date(context.clock.now().getTime() - freshSignInMinutes * 60_000)
    const session = await context.db
      .selectFrom('session')
      .select('id')
      .where('id', '=', actor.sessionId)
      .where('created_at', '>', since)
      .executeTakeFirst()
    if (session) return true
  }
  if (proof === undefined) return false
  const row = await context.db
    .selectFrom('step_up_proof')
    .select('purpose')
    .where('proof_hash', '=', bearerHash(proof))
    .where('session_id', '=', actor.sessionId)
    .where('customer_id', '=', actor.customerId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes expired proofs. */
export async function deleteStepUpProofs(context: Context): Promise<number> {
  const result = await context.db
    .deleteFrom('step_up_proof')
    .where('expires_at', '<', context.clock.now())
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
