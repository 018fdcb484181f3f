import { fail, ok } from '#kernel/result.ts'
import { openedSession } from '#modules/orders/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import {
  createPurchaseRequest,
  readPurchaseRequests,
  withdrawPurchaseRequest,
  type PurchaseRequestView,
} from '../contract.ts'
import { withdrawRequest } from './commands/move-request.ts'
import { requestTickets } from './commands/request-tickets.ts'
import { readOwnRequests, type Asker, type PurchaseRequest } from './store.ts'

const requestsMost = 50

/** Asking for tickets that cannot be bought now. */
export const requestRoutes: readonly Implementation[] = [
  implement(createPurchaseRequest, async (context, { body }) => {
    const asker = askerOf(context)
    if (!asker) return fail('Unauthenticated')
    if (!isSelf(asker, body.userId)) return fail('Forbidden')
    const request = await requestTickets(context, asker, body)
    return request.ok ? ok({ ...present(request.value), ...openedSession(context) }) : request
  }),
  implement(readPurchaseRequests, async (context, { query }) => {
    const asker = askerOf(context)
    if (!asker) return fail('Unauthenticated')
    if (!isSelf(asker, query.userId)) return fail('Forbidden')
    const { eventId } = query
    const requests = await readOwnRequests(context, asker, { eventId, most: requestsMost })
    return ok({ items: requests.map(present) })
  }),
  implement(withdrawPurchaseRequest, async (context, { body }) => {
    const asker = askerOf(context)
    if (!asker) return fail('Unauthenticated')
    const request = await withdrawRequest(context, asker, body.eventId)
    return request.ok ? ok(present(request.value)) : request
  }),
]

function askerOf({ actor }: CallContext): Asker | null {
  if (actor.kind === 'guest') return { sessionId: actor.sessionId, customerId: null }
  if (actor.kind === 'customer') return { sessionId: actor.sessionId, customerId: actor.customerId }
  return null
}

/** Callers may only act for themselves. */
function isSelf(asker: Asker, userId: string | undefined): boolean {
  return userId === undefined || userId.toLowerCase() === asker.customerId
}

function present(request: PurchaseRequest): PurchaseRequestView {
  return {
    requestId: request.id,
    eventId: request.eventId,
    ticketTypeId: request.ticketTypeId,
    quantity: request.quantity,
    status: request.status,
    name: request.name,
    email: request.email,
    phone: request.phone,
    message: request.message,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
  }
}
