import { orderStatus } from '#contract/enumerations.ts'
import type { Locale } from '#kernel/locale.ts'
import { findRecipient } from '#modules/accounts/server/public-api.ts'
import { findOrders } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { addressHashOf } from './addresses.ts'
import type { Holder } from './store.ts'

/** A holder with an email address. */
export interface Recipient extends Holder {
  readonly email: string
  readonly locale: Locale
  readonly addressHash: Buffer
  /** The account whose devices are notified; null for guests. */
  readonly accountId: string | null
}

const issued: readonly number[] = [
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Imported,
]

/** Email addresses of these holders; holders without an address are left out. */
export async function recipientsOf(
  context: Context,
  holders: readonly Holder[],
): Promise<Recipient[]> {
  const orders = new Map(
    (await findOrders(context, [...new Set(holders.map(({ orderId }) => orderId))])).map(
      (order) => [order.id, order],
    ),
  )
  const found: Recipient[] = []
  for (const holder of holders) {
    const order = orders.get(holder.orderId)
    if (!order) continue
    const { customerId } = holder
    if (customerId === null && !issued.includes(order.status)) continue
    const buyer = { email: order.buyer.email, locale: order.locale }
    const to = customerId === null ? buyer : await findRecipient(context, customerId)
    if (!to || to.email === '') continue
    const accountId = customerId ?? order.customerId ?? null
    found.push({ ...holder, ...to, accountId, addressHash: await addressHashOf(context, to.email) })
  }
  return found
}
