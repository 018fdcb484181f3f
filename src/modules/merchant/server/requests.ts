import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  countRequests,
  findPurchaseRequest,
  listPurchaseRequests,
  movePurchaseRequest,
  readMoves,
  requestTransitions,
  type PurchaseRequest,
} from '#modules/requests/server/public-api.ts'
import {
  findStaffEvent,
  logStaffChange,
  readStaffEvents,
} from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { RequestView } from '../contract.ts'
import { spanOf } from '#kernel/day-span.ts'

interface RequestQuery {
  readonly eventId: number
  readonly status?: PurchaseRequest['status'] | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phoneNumber?: string | undefined
  readonly requestDateFrom?: string | undefined
  readonly requestDateTo?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** Requests of one of the merchant's own events; another's does not exist. */
export async function listRequests(
  context: Context,
  actor: StaffActor,
  query: RequestQuery,
): Promise<Result<{ totalCount: number; items: RequestView[] }, ErrorCode>> {
  const event = await findStaffEvent(context, actor, query.eventId)
  if (!event.ok) return event
  const { requestDateFrom: dateFrom, requestDateTo: dateTo, ...rest } = query
  const { requests, totalCount } = await listPurchaseRequests(context, {
    ...rest,
    ...spanOf({ dateFrom, dateTo }),
  })
  return ok({ totalCount, items: await presentRequests(context, requests) })
}

export interface Decision {
  readonly requestId: number
  readonly status: 'Accepted' | 'Declined' | 'Fulfilled'
  readonly answer: string
}

/** Decides on a request for one of the merchant's own events. A request never changes its event. */
export async function decideRequest(
  context: Context,
  actor: StaffActor,
  decision: Decision,
): Promise<Result<RequestView, ErrorCode>> {
  const request = await findPurchaseRequest(context, decision.requestId)
  if (!request) return fail('NotFound')
  const event = await findStaffEvent(context, actor, request.eventId)
  if (!event.ok) return event
  const moved = await inTransaction(context, async (inside) => {
    const done = await movePurchaseRequest(inside, { ...decision, staffId: actor.staffId })
    if (!done.ok) return done
    await logStaffChange(inside, {
      action: 'requests.decide',
      subject: `request ${decision.requestId}`,
      before: { status: request.status },
      after: { status: decision.status, answer: decision.answer },
    })
    return done
  })
  if (!moved.ok) return moved
  const [view] = await presentRequests(context, [moved.value])
  return view ? ok(view) : fail('NotFound')
}

/** Events of the merchant that somebody has asked for tickets of, those with undecided requests first. */
export async function listRequestEvents(context: Context, actor: StaffActor) {
  const events = await readStaffEvents(context, actor)
  const counts = await countRequests(
    context,
    events.map(({ eventId }) => eventId),
  )
  return events
    .flatMap(({ eventId, name, venueName, startsAt, timeZone }) => {
      const count = counts.find((one) => one.eventId === eventId)
      if (!count) return []
      return [
        {
          ...count,
          name: name[context.locale],
          venue: venueName[context.locale],
          startsAt: startsAt.toISOString(),
          timeZone,
        },
      ]
    })
    .toSorted((one, other) => Number(other.newCount > 0) - Number(one.newCount > 0))
}

async function presentRequests(
  context: Context,
  requests: readonly PurchaseRequest[],
): Promise<RequestView[]> {
  const moves = await readMoves(
    context,
    requests.map(({ id }) => id),
  )
  return requests.map((request) => ({
    requestId: request.id,
    eventId: request.eventId,
    ticketTypeId: request.ticketTypeId,
    status: request.status,
    next: requestTransitions[request.status].filter((status) => status !== 'Withdrawn'),
    name: request.name,
    email: request.email,
    phone: request.phone,
    quantity: request.quantity,
    message: request.message,
    createdAt: request.createdAt.toISOString(),
    updatedAt: request.updatedAt.toISOString(),
    history: [
      { status: 'New' as const, at: request.createdAt.toISOString(), by: null, answer: '' },
      ...moves
        .filter(({ requestId }) => requestId === request.id)
        .map(({ status, at, by, answer }) => ({ status, at: at.toISOString(), by, answer })),
    ],
  }))
}
