/** Sign-in through an external provider, and connecting and disconnecting external accounts. */
import type { ErrorCode } from '#contract/errors.ts'
import { continuePath } from '#kernel/continue-address.ts'
import { isPlainName, tidyName } from '#kernel/person-name.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { bearerHash, newBearer } from '../bearer.ts'
import type { ExternalIdentity, IdentityProvider } from '../facebook.ts'
import type { CustomerRow } from '../present.ts'
import { recordSecurityChange } from '../security-changes.ts'
import { requestAccount } from './request-account.ts'
import { notifyCustomer } from './notify-customer.ts'

const stateMinutes = 10

/**
 * Starts a sign-in at the external provider. The state is stored as a hash and valid once; the page stores it too and
 * compares, so that nobody can finish in another's browser what was begun in their own.
 */
export async function beginExternal(
  context: Context,
  provider: IdentityProvider,
  given: { readonly purpose: 'connect' | 'sign-in'; readonly continue?: string },
): Promise<Result<{ address: string; state: string }, ErrorCode>> {
  const path = given.continue === undefined ? '/' : continuePath(given.continue)
  if (path === null) return fail('ContinueAddressNotAllowed')
  const { actor } = context
  if (given.purpose === 'connect' && actor.kind !== 'customer') return fail('Unauthenticated')
  const { token: state, hash } = newBearer(context.random)
  await context.db
    .insertInto('oauth_state')
    .values({
      state_hash: hash,
      purpose: given.purpose,
      customer_id:
        given.purpose === 'connect' && actor.kind === 'customer' ? actor.customerId : null,
      continue_path: path,
      expires_at: new Date(context.clock.now().getTime() + stateMinutes * 60_000),
    })
    .execute()
  const returnAddress = returnAddressOf(context)
  return ok({ address: provider.authorizeAddress({ state, returnAddress }), state })
}

export type ExternalOutcome =
  | { readonly kind: 'signed-in'; readonly customer: CustomerRow; readonly continuePath: string }
  | { readonly kind: 'connected'; readonly continuePath: string }
  /** No account belongs to that person yet; an email went to the address that the provider gave. */
  | { readonly kind: 'letter-sent' }

/**
 * Completes the sign-in. An unknown person gets a sign-up email, whether or not the address has an account: the
 * provider's assertion alone neither creates nor connects an account.
 */
export async function finishExternal(
  context: Context,
  provider: IdentityProvider,
  given: { readonly code: string; readonly state: string },
): Promise<Result<ExternalOutcome, ErrorCode>> {
  const begun = await spendState(context, given.state)
  if (!begun) return fail('AccountKeyInvalid')
  const identity = await identify(context, provider, given.code)
  if (identity === 'no-answer') return fail('OutsidePartySilent')
  if (!identity) return fail('AccountKeyInvalid')
  if (begun.customerId !== null) {
    const { actor } = context
    if (actor.kind !== 'customer' || actor.customerId !== begun.customerId)
      return fail('AccountKeyInvalid')
    const { customerId } = begun
    return inTransaction(context, async (inner) => {
      if (!(await connect(inner, provider, identity, customerId))) return fail('Forbidden')
      await recordSecurityChange(inner, customerId)
      await notifyCustomer(inner, { customerId, news: 'outside-account-added' })
      return ok({ kind: 'connected', continuePath: begun.path } as const)
    })
  }
  const customer = await findConnected(context, provider, identity)
  if (customer) return ok({ kind: 'signed-in', customer, continuePath: begun.path })
  if (identity.email !== null) {
    await requestAccount(context, {
      email: identity.email,
      name: nameFrom(identity.name),
      returnUrl: begun.path,
    })
  }
  return ok({ kind: 'letter-sent' })
}

/** Disconnects the external account, unless it is the last way to sign in. */
export async function disconnectExternal(
  context: Context,
  provider: 'fb',
): Promise<Result<{ done: true }, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const { customerId } = actor
  const others = await context.db
    .selectFrom('customer')
    .leftJoin('passkey', 'passkey.customer_id', 'customer.id')
    .select(['password_hash', 'credential_id'])
    .where('customer.id', '=', customerId)
    .executeTakeFirst()
  if (!others?.password_hash && !others?.credential_id) return fail('LastWayToSignIn')
  return inTransaction(context, async (inner) => {
    const removed = await inner.db
      .deleteFrom('external_account')
      .where('customer_id', '=', customerId)
      .where('provider', '=', provider)
      .executeTakeFirst()
    if (Number(removed.numDeletedRows) === 0) return fail('ExternalAccountNotConnected')
    await recordSecurityChange(inner, customerId)
    await notifyCustomer(inner, { customerId, news: 'outside-account-removed' })
    return ok({ done: true })
  })
}

/** A failure of the provider is no error of ours: the person can try again. */
async function identify(
  context: Context,
  provider: IdentityProvider,
  code: string,
): Promise<ExternalIdentity | null | 'no-answer'> {
  try {
    return await provider.identify({ code, returnAddress: returnAddressOf(context) })
  } catch (error) {
    context.log.warn({ err: error }, 'sign-in through an outside party')
    return 'no-answer'
  }
}

/** One address for all languages, because it is registered at the provider. */
function returnAddressOf(context: Context): string {
  return `${context.origin}/auth/ka/external`
}

async function spendState(
  context: Context,
  state: string,
): Promise<{ customerId: string | null; path: string } | null> {
  const now = context.clock.now()
  const row = await context.db
    .updateTable('oauth_state')
    .set({ used_at: now })
    .where('state_hash', '=', bearerHash(state))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['customer_id', 'continue_path'])
    .executeTakeFirst()
  return row ? { customerId: row.customer_id, path: row.continue_path } : null
}

/** False when the external account is connected to another customer, or this customer has another one. */
async function connect(
  context: Context,
  provider: IdentityProvider,
  identity: ExternalIdentity,
  customerId: string,
): Promise<boolean> {
  await context.db
    .insertInto('external_account')
    .values({
      provider: provider.name,
      subject: identity.subject,
      customer_id: customerId,
      connected_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await context.db
    .selectFrom('external_account')
    .select('customer_id')
    .where('provider', '=', provider.name)
    .where('subject', '=', identity.subject)
    .executeTakeFirst()
  return row?.customer_id === customerId
}

function findConnected(
  context: Context,
  provider: IdentityProvider,
  identity: ExternalIdentity,
): Promise<CustomerRow | undefined> {
  return context.db
    .selectFrom('external_account')
    .innerJoin('customer', 'customer.id', 'external_account.customer_id')
    .select(['customer.id', 'email', 'phone', 'full_name', 'joined_club'])
    .where('provider', '=', provider.name)
    .where('subject', '=', identity.subject)
    .where('erased_at', 'is', null)
    .where('activated_at', 'is not', null)
    .executeTakeFirst()
}

/**
 * The name that the provider gives, if it is valid as a name; otherwise the customer is asked when they choose a
 * password.
 */
function nameFrom(name: string): string {
  const tidy = tidyName(name).slice(0, 120)
  return isPlainName(tidy) ? tidy : ''
}
