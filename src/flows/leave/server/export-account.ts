import {
  listSessions,
  readAccount,
  readConsentHistory,
} from '#modules/accounts/server/public-api.ts'
import { exportSeatComments, exportSubscriptions } from '#modules/cinema/server/public-api.ts'
import { exportFollows } from '#modules/follows/server/public-api.ts'
import { exportInvitations } from '#modules/invitations/server/public-api.ts'
import { exportNotifications } from '#modules/notifications/server/public-api.ts'
import {
  exportAnswers,
  exportPassengers,
  findOwnOrders,
  presentOrder,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { exportSavedPassengers } from '#modules/passengers/server/public-api.ts'
import { exportRequests } from '#modules/requests/server/public-api.ts'
import { exportTransfers } from '#modules/tickets/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallContext, RawReply } from '#platform/http/implement.ts'

/**
 * All data of the caller: account, consents, sessions, orders with their lines, tickets sent and received,
 * notifications, what they follow, films they wait for, saved passengers, answers to questions, requests for tickets.
 */
export async function exportAccount(
  context: CallContext,
  ports: OrderPorts,
): Promise<Result<RawReply, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const account = await readAccount(context, actor.customerId)
  const orders = await findOwnOrders(context, {})
  if (!account) return fail('Unauthenticated')
  if (!orders.ok) return orders
  const content = {
    exportedAt: context.clock.now().toISOString(),
    account,
    consents: await readConsentHistory(context, actor.customerId),
    sessions: await listSessions(context),
    ...(await exportTransfers(context)),
    ...(await exportInvitations(context)),
    ...(await exportNotifications(context)),
    ...(await exportFollows(context)),
    filmSubscriptions: await exportSubscriptions(context, actor.customerId),
    seatComments: await exportSeatComments(
      context,
      orders.value.map(({ id }) => id),
    ),
    ...(await exportSavedPassengers(context)),
    ...(await exportRequests(context, actor.customerId)),
    passengers: await exportPassengers(context, orders.value),
    answers: await exportAnswers(context, orders.value),
    orders: await Promise.all(orders.value.map((order) => presentOrder(context, ports, order))),
  }
  return ok({
    contentType: 'application/json; charset=utf-8',
    content: JSON.stringify(content, null, 2),
    filename: 'bileti.json',
  })
}
