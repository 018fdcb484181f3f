/** Letters that did not reach the buyer of an order, and the right address for them. */
import type { LocalizedText } from '#kernel/locale.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { takeMail } from '#modules/accounts/server/public-api.ts'
import { correctBuyerEmail, findOrder, type Order } from '#modules/orders/server/public-api.ts'
import { readReturns } from '#modules/returns/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { addressCorrectedJob } from '../jobs.ts'

type Payload = Readonly<Record<string, unknown>>

/** The order whose buyer a message was for; null when it is about no order, or was for a receiver of its tickets. */
export async function orderOfMessage(context: Context, payload: Payload): Promise<Order | null> {
  const { orderId, orderKey, returnId, customerId, ticketIds } = payload
  if (customerId !== undefined) return null
  if (Array.isArray(ticketIds) && (await isAnyPassedOn(context, ticketIds.map(Number)))) return null
  if (typeof orderKey === 'string') return (await findOrder(context, { orderKey })) ?? null
  const [made] = typeof returnId === 'string' ? await readReturns(context, { returnId }) : []
  const id = made?.orderId ?? orderId
  return typeof id === 'number' ? ((await findOrder(context, { orderId: id })) ?? null) : null
}

async function isAnyPassedOn({ db }: Context, ticketIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('ticket')
    .select('id')
    .where('id', 'in', [...ticketIds])
    .where((is) =>
      is.or([is('holder_customer_id', 'is not', null), is('holder_session_id', 'is not', null)]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Corrects the buyer's address and tells both addresses, in the caller's transaction: the former one may be read after
 * all, and its owner must be able to object.
 */
export async function correctAddressOf(
  context: Context,
  order: Pick<Order, 'id' | 'buyer'>,
  { email, by }: { readonly email: string; readonly by: LocalizedText },
): Promise<Result<null, 'TooManyRequests'>> {
  invariant(context.db.isTransaction, 'an address is corrected together with its news')
  const former = order.buyer.email
  if (!(await takeMail(context, email))) return fail('TooManyRequests')
  await correctBuyerEmail(context, order.id, email)
  if (former === email) return ok(null)
  const letter = { orderId: order.id, former, by }
  await enqueue(context, addressCorrectedJob, { ...letter, to: email })
  if (former !== '' && (await takeMail(context, former)))
    await enqueue(context, addressCorrectedJob, { ...letter, to: former })
  return ok(null)
}
