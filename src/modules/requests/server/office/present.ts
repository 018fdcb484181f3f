import type { Context } from '#platform/context.ts'
import type { RequestView } from '../../office-contract.ts'
import { transitions } from '../rules.ts'
import { readMoves, type PurchaseRequest } from '../store.ts'

/** Requests as shown to deciding staff, in the given order. */
export async function presentRequests(
  context: Context,
  requests: readonly PurchaseRequest[],
): Promise<RequestView[]> {
  const moves = await readMoves(
    context,
    requests.map(({ id }) => id),
  )
  return requests.map((request) => ({
    requestId: request.id,
    eventId: request.itemId,
    source: request.source,
    legFrom: request.legFrom,
    legTo: request.legTo,
    ticketTypeId: request.ticketTypeId,
    status: request.status,
    next: transitions[request.status].filter((status) => status !== 'Withdrawn'),
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
