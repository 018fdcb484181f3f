/** Tickets that are returned because others were bought to replace them. */
import type { EndReplaced } from '#flows/checkout/server/ports.ts'
import { invariant } from '#kernel/result.ts'
import { lockAllocations } from '#modules/inventory/server/public-api.ts'
import {
  carriedOver,
  lockOrder,
  orderAllocations,
  ownsOrder,
  readReturned,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { readPolicies } from '#modules/returns/server/public-api.ts'
import {
  holdTickets,
  holdTicketsBeside,
  readTicketStates,
  type HeldTicket,
} from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { executeReturn, returnedPlaces } from './execute-return.ts'
import { postCarried } from './ledger-entries.ts'
import { planReturn } from './plan.ts'
import type { Plan } from './planned.ts'
import type { ReturnPorts } from './ports.ts'

/**
 * Locks the tickets that an order replaces, order by order, then all places and pools of both, and returns the function that ends them: their value, less
 * the fee of the exchange, pays for the new order, the rest is refunded to its source, and their places become free.
 * Null when one of them was used, transferred or returned since, belongs to another order, or is worth less than was
 * credited.
 */
export async function lockReplaced(
  context: Context,
  ports: ReturnPorts,
  order: Order,
): Promise<EndReplaced | null> {
  const replaced = order.lines.flatMap(({ detail }) => detail.replaces ?? [])
  const byOrder = Map.groupBy(replaced, ({ orderKey }) => orderKey)
  const plans: Plan[] = []
  for (const [orderKey, tickets] of [...byOrder].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const fees = new Map(tickets.map((one) => [one.ticketIdentifier, one.feeMinor]))
    const plan = await planExchange(context, ports, order, orderKey, fees)
    if (!plan) return null
    plans.push(plan)
  }
  // The new places are sold before the former ones are returned; two opposite exchanges would wait for each other.
  await lockAllocations(context, [
    ...orderAllocations(order.lines),
    ...plans.flatMap((plan) => returnedPlaces(plan).places),
  ])
  return async () => {
    for (const plan of plans) {
      const made = await executeReturn(context, plan, null)
      invariant(made.ok, `the tickets of order ${plan.order.orderKey} were locked`)
      await postCarried(context, { from: plan.order, to: order, amountMinor: plan.carriedMinor })
    }
  }
}

async function planExchange(
  context: Context,
  ports: ReturnPorts,
  by: Order,
  orderKey: string,
  exchangeFees: ReadonlyMap<string, number>,
): Promise<Plan | null> {
  const locked = await lockOrder(context, { orderKey })
  if (!locked.ok || !isSameOwner(by, locked.value)) return null
  const order = locked.value
  const states = await readTicketStates(context, order.id, { isLocked: true })
  const chosen = states.filter(({ identifier }) => exchangeFees.has(identifier))
  const held = await holdTickets(context, ports.tickets, [order])
  const policies = await readPolicies(context)
  const planned = planReturn({
    kind: 'return',
    order,
    held,
    states,
    policies: [],
    companionPolicies: isOnSameRun(by, orderKey, held) ? [] : policies,
    beside: await holdTicketsBeside(context, ports.tickets, { order, held, policies }),
    chosen: new Set(chosen.map(({ id }) => id)),
    returnedBeforeMinor: await readReturned(context, order.id),
    now: context.clock.now(),
    exchangeFees,
  })
  if (planned.going.length !== exchangeFees.size) return null
  // The replacement is charged its own commission.
  const plan = { ...planned, isUndone: true }
  const carried = carriedOver(by).find((one) => one.orderKey === order.orderKey)
  return carried ? withoutCarried(plan, carried) : plan
}

/** Whether only seats are exchanged, so that everybody stays with whom they travel. */
function isOnSameRun(by: Order, orderKey: string, held: readonly HeldTicket[]): boolean {
  return by.lines.every(({ source, itemId, detail: { replaces } }) => {
    if (replaces?.orderKey !== orderKey) return true
    const former = held.find(({ ticket }) => ticket.identifier === replaces.ticketIdentifier)
    return former?.ticket.source === source && former.ticket.itemId === itemId
  })
}

/** The rest of a plan; null when its card or balance part is less than was credited. */
function withoutCarried(
  plan: Plan,
  carried: { readonly cardMinor: number; readonly balanceMinor: number },
): Plan | null {
  const cardMinor = plan.cardMinor - carried.cardMinor
  const balanceMinor = plan.balanceMinor - carried.balanceMinor
  if (cardMinor < 0 || balanceMinor < 0) return null
  return {
    ...plan,
    cardMinor,
    balanceMinor,
    carriedMinor: carried.cardMinor + carried.balanceMinor,
  }
}

/** A guest's orders become the customer's when they sign in. */
function isSameOwner(by: Order, order: Order): boolean {
  if (by.customerId !== null && by.customerId === order.customerId) return true
  return by.sessionId !== null && ownsOrder({ kind: 'guest', sessionId: by.sessionId }, order)
}
