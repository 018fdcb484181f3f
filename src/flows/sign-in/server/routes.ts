import {
  authActivate,
  authActivateByAddress,
  authLogin,
  authLogout,
  authProfileGet,
  authSignUp,
  ownExternalBegin,
  ownExternalFinish,
  ownPasskeyLogin,
} from '#modules/accounts/contract.ts'
import { visitorState } from '#modules/accounts/visitor-contract.ts'
import {
  activateAccount,
  beginExternal,
  finishExternal,
  signInByPasskey,
  type IdentityProvider,
  findCustomer,
  logIn,
  presentProfile,
  requestAccount,
  type CustomerRow,
  type SessionStore,
} from '#modules/accounts/server/public-api.ts'
import { claimInvitations } from '#modules/invitations/server/public-api.ts'
import { claimGuestOrders } from '#modules/orders/server/public-api.ts'
import { transferTokens } from '#modules/queue/server/public-api.ts'
import { claimHeldTickets } from '#modules/tickets/server/public-api.ts'
import { fail, ok } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'

/**
 * Sign-in across modules: the account opens a session, and the guest's orders, received tickets and followed items
 * become the customer's.
 */
export function signInRoutes(
  sessions: SessionStore,
  external: IdentityProvider | null = null,
): readonly Implementation[] {
  async function welcome(context: CallContext, customer: CustomerRow) {
    if (context.actor.kind === 'guest') {
      const { sessionId } = context.actor
      await claimGuestOrders(context, sessionId, customer.id)
      await claimHeldTickets(context, sessionId, customer.id)
      await claimInvitations(context, sessionId, customer.id)
    }
    const opened = await sessions.openCustomer(context, customer.id, context.userAgent)
    if (context.actor.kind === 'guest' && 'sessionId' in opened.actor)
      await transferTokens(context, context.actor.sessionId, opened.actor.sessionId)
    context.effects.accessToken = { token: opened.token, expiresAt: opened.expiresAt }
    return ok({
      accessToken: opened.token,
      expiresAt: opened.expiresAt.toISOString(),
      profile: presentProfile(customer),
    })
  }

  return [
    implement(authLogin, async (context, { body }) => {
      const result = await logIn(context, body)
      return result.ok ? welcome(context, result.value) : result
    }),
    implement(authActivate, async (context, { body }) => {
      const result = await activateAccount(context, body)
      return result.ok ? welcome(context, result.value) : result
    }),
    implement(authActivateByAddress, async (context, { query }) => {
      const result = await activateAccount(context, query)
      if (!result.ok) return result
      const welcomed = await welcome(context, result.value)
      // A page of another site can open an address, so a GET must not change the browser's session.
      delete context.effects.accessToken
      return welcomed
    }),
    implement(ownPasskeyLogin, async (context, { body }) => {
      const result = await signInByPasskey(context, body)
      return result.ok ? welcome(context, result.value) : result
    }),
    implement(ownExternalBegin, (context, { body }) =>
      external ? beginExternal(context, external, body) : Promise.resolve(fail('NotFound')),
    ),
    implement(ownExternalFinish, async (context, { body }) => {
      if (!external) return fail('NotFound')
      const result = await finishExternal(context, external, body)
      if (!result.ok) return result
      const { kind } = result.value
      if (kind === 'signed-in') await welcome(context, result.value.customer)
      return ok({
        outcome: kind,
        continue: kind === 'letter-sent' ? '/' : result.value.continuePath,
      })
    }),
    implement(authSignUp, (context, { body }) => requestAccount(context, body)),
    implement(authLogout, async (context) => {
      await sessions.end(context)
      context.effects.accessToken = 'clear'
      return ok({ signedOut: 'sessionId' in context.actor })
    }),
    implement(authProfileGet, requireCustomer, async (context) => {
      const customer =
        context.actor.kind === 'customer' && (await findCustomer(context, context.actor.customerId))
      return customer ? ok(presentProfile(customer)) : fail('Unauthenticated')
    }),
    implement(visitorState, async (context) => {
      const { actor } = context
      const customer =
        actor.kind === 'customer' ? await findCustomer(context, actor.customerId) : undefined
      const kind = actor.kind === 'guest' || actor.kind === 'customer' ? actor.kind : 'visitor'
      return ok({
        kind,
        profile: customer ? presentProfile(customer) : null,
        externalProviders: external ? ['fb' as const] : [],
      })
    }),
  ]
}
