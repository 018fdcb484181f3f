import { fail, ok } from '#kernel/result.ts'
import {
  itemKey,
  openedSession,
  presentItem,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import { limitGuesses } from '#platform/http/guess-limit.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import {
  createPurchaseRequest,
  readPurchaseRequests,
  readRequestedItem,
  withdrawPurchaseRequest,
  type PurchaseRequestView,
} from '../contract.ts'
import { withdrawRequest } from './commands/move-request.ts'
import { findRequestable, requestTickets } from './commands/request-tickets.ts'
import { describeRequested } from './describe-requested.ts'
import { officeRoutes } from './office/routes.ts'
import type { RequestPorts } from './request-source.ts'
import { readOwnRequests, type PurchaseRequest, type Requester } from './store.ts'

const requestsMax = 50

/** Answers to a wrong key of something that is shown to holders of a key only. */
const wrongKeys = ['NotFound', 'InvalidAccessCode'] as const

/** Calls to request tickets and to decide on requests. */
export function requestRoutes(ports: RequestPorts): readonly Implementation[] {
  return [
    implement(createPurchaseRequest, async (context, { body }) => {
      const requester = requesterOf(context)
      if (!requester) return fail('Unauthenticated')
      const { userId, ticketTypeId, accessCode, ...rest } = body
      if (!isSelf(requester, userId)) return fail('Forbidden')
      const options = { ...rest, item: itemOf(body), ticketTypeId, accessCode }
      const request = await limitGuesses(
        context,
        accessCode,
        () => requestTickets(context, ports, requester, options),
        wrongKeys,
      )
      return request.ok ? ok({ ...present(request.value), ...openedSession(context) }) : request
    }),
    implement(readPurchaseRequests, async (context, { query }) => {
      const requester = requesterOf(context)
      if (!requester) return fail('Unauthenticated')
      if (!isSelf(requester, query.userId)) return fail('Forbidden')
      const { eventId: itemId, source } = query
      const requests = await readOwnRequests(context, requester, {
        source,
        itemId,
        most: requestsMax,
      })
      return ok({ items: requests.map(present) })
    }),
    implement(withdrawPurchaseRequest, async (context, { body }) => {
      const requester = requesterOf(context)
      if (!requester) return fail('Unauthenticated')
      const request = await withdrawRequest(context, requester, itemOf(body))
      return request.ok ? ok(present(request.value)) : request
    }),
    implement(readRequestedItem, async (context, { query }) => {
      const item = itemOf(query)
      const found = await limitGuesses(
        context,
        query.accessCode,
        () => findRequestable(context, ports, item, query.accessCode),
        wrongKeys,
      )
      if (!found.ok) return found
      const description = (await describeRequested(context, ports, [item])).get(itemKey(item))
      return description ? ok(presentItem(item, description, context.locale)) : fail('NotFound')
    }),
    ...officeRoutes(ports),
  ]
}

/** Maps the specification's `eventId` to the item id. */
function itemOf(named: {
  readonly eventId: number
  readonly source: string
  readonly legFrom: number
  readonly legTo: number
}): SoldItem {
  const { eventId: itemId, source, legFrom, legTo } = named
  return { source, itemId, legFrom, legTo }
}

function requesterOf({ actor }: CallContext): Requester | null {
  if (actor.kind === 'guest') return { sessionId: actor.sessionId, customerId: null }
  if (actor.kind === 'customer') return { sessionId: actor.sessionId, customerId: actor.customerId }
  return null
}

/** Callers may only act for themselves. */
function isSelf(requester: Requester, userId: string | undefined): boolean {
  return userId === undefined || userId.toLowerCase() === requester.customerId
}

function present(request: PurchaseRequest): PurchaseRequestView {
  return {
    requestId: request.id,
    eventId: request.itemId,
    source: request.source,
    legFrom: request.legFrom,
    legTo: request.legTo,
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
