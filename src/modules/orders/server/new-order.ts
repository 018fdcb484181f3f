import { orderStatus } from '#contract/enumerations.ts'
import { readableCode } from '#kernel/ids.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { holderKeys } from './holders.ts'
import { orderNumberLength } from './rules.ts'
import type { NewOrder } from './insert-orders.ts'

/** Currency of all orders; sources convert other prices. */
export const orderCurrency = 'GEL'

/** An empty draft of the caller's. Its key is unguessable; its number can be read out. */
export async function draftOf(
  context: Context,
  options: { deadlineAt: Date; host?: string },
): Promise<NewOrder> {
  const { actor } = context
  invariant(actor.kind === 'guest' || actor.kind === 'customer', 'an order needs an owner')
  return {
    orderKey: context.random.uuid(),
    orderNumber: readableCode(context.random, orderNumberLength),
    status: orderStatus.Draft,
    sessionId: actor.sessionId,
    customerId: actor.kind === 'customer' ? actor.customerId : null,
    channel: context.channel,
    host: options.host ?? '',
    locale: context.locale,
    currency: orderCurrency,
    totalMinor: 0,
    buyer: { name: '', email: '', phone: '' },
    deadlineAt: options.deadlineAt,
    heldSince: context.clock.now(),
    caller: await holderKeys(context),
    termsAcceptedAt: null,
    request: null,
    externalReference: '',
    retryOf: null,
    createdAt: context.clock.now(),
  }
}
