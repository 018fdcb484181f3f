import { localizedPath } from '#kernel/locale.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { guestOrderPath } from '../guest-links.ts'
import type { TicketPorts } from '../ports.ts'

/** The order's page for the reader of its email, who need not have an account. */
export async function orderAddress(
  context: Context,
  ports: Pick<TicketPorts, 'guestLinks'>,
  order: Pick<Order, 'orderKey' | 'locale'>,
): Promise<string> {
  const token = await ports.guestLinks.token(context, order.orderKey)
  return context.origin + localizedPath(order.locale, guestOrderPath(order.orderKey, token))
}
