/** Whom unpaid places count for. Nothing of it is chosen by a client: sessions are issued, addresses and keys are given. */
import { callerKeys, keyOf, type CallerKeys } from '#platform/callers.ts'
import type { Context } from '#platform/context.ts'

/** The keys stored with an order: of a network and a session or customer, or twice of a partner. */
export type HolderKeys = CallerKeys

/** The keys of whoever makes this call; null for work that no request started. */
export async function holderKeys(context: Context): Promise<HolderKeys | null> {
  const { actor, partner } = context
  if (partner !== undefined) {
    // A partner's servers serve many buyers from one address, and may use one session for all of them.
    const key = await keyOf(context, `partner ${partner}`)
    return { network: key, device: key }
  }
  const caller = await callerKeys(context)
  if (!caller) return null
  const holder =
    actor.kind === 'customer'
      ? `customer ${actor.customerId}`
      : `session ${'sessionId' in actor ? actor.sessionId : ''}`
  return { network: caller.network, device: await keyOf(context, holder) }
}
