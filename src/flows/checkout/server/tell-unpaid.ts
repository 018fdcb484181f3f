import { takeMailOf } from '#modules/accounts/server/public-api.ts'
import type { Order } from '#modules/orders/server/public-api.ts'
import { unpaidEmailJob } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'

/** Tells the buyer that an order was not paid; anybody can leave orders unpaid with a stranger's address. */
export async function tellUnpaid(
  context: Context,
  { id, customerId, buyer }: Order,
  startAfter?: Date,
): Promise<void> {
  if (!(await takeMailOf(context, customerId, { email: buyer.email }))) return
  await enqueue(
    context,
    unpaidEmailJob,
    { orderId: id },
    { singletonKey: `${id}`, ...(startAfter && { startAfter }) },
  )
}
