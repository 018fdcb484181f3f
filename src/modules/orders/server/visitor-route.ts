import { findCustomer } from '#modules/accounts/server/public-api.ts'
import { ok } from '#kernel/result.ts'
import { implement } from '#platform/http/implement.ts'
import { readOwnSwitches } from '#platform/switches.ts'
import { currentVisitor } from '../visitor-contract.ts'
import { presentCurrentOrder } from './presenters.ts'
import { findCurrentOrder } from './queries.ts'

/**
 * Personal data that every page shows; visitors without a session need no query except the switches, read once a
 * second.
 */
export const visitorRoute = implement(currentVisitor, async (context) => {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer')
    return ok({
      actor: 'visitor' as const,
      name: null,
      order: null,
      switches: await readOwnSwitches(context),
    })
  const [order, customer, switches] = await Promise.all([
    findCurrentOrder(context),
    actor.kind === 'customer' ? findCustomer(context, actor.customerId) : undefined,
    readOwnSwitches(context),
  ])
  return ok({
    actor: actor.kind,
    name: customer?.full_name ?? null,
    order: order && presentCurrentOrder(context, order),
    switches,
  })
})
