import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { takeMail } from '#modules/accounts/server/public-api.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { purchaseRequestEmailJob } from '../email.ts'
import type { RequestableItem, RequestPorts } from '../request-source.ts'
import { claimRequest, upsertRequest, type PurchaseRequest, type Requester } from '../store.ts'

export interface TicketRequestOptions {
  readonly item: SoldItem
  readonly ticketTypeId: number | undefined
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly quantity: number
  readonly message: string
  /** The access key of a private show. */
  readonly accessCode: string | undefined
}

/** An item that accepts requests; `NotFound` for sources without requests. */
export async function findRequestable(
  context: Context,
  { sources }: RequestPorts,
  item: SoldItem,
  accessCode: string | undefined,
): Promise<Result<RequestableItem, ErrorCode>> {
  const source = sources.find(({ name }) => name === item.source)
  return source ? source.findRequestable(context, item, { accessCode }) : fail('NotFound')
}

/**
 * Requests tickets of an item, without holding places. A second request for the same item updates the open one; only
 * the first is confirmed by email, unless strangers have spent the address's budget.
 */
export async function requestTickets(
  context: Context,
  ports: RequestPorts,
  requester: Requester,
  options: TicketRequestOptions,
): Promise<Result<PurchaseRequest, ErrorCode>> {
  const { item, ticketTypeId, accessCode } = options
  const found = await findRequestable(context, ports, item, accessCode)
  if (!found.ok) return found
  const { merchantId, ticketTypeIds } = found.value
  if (ticketTypeId !== undefined && !ticketTypeIds.includes(ticketTypeId))
    return fail('TicketTypeNotFound', { ticketTypeId })
  return inTransaction(context, async (inside) => {
    if (requester.customerId !== null) await claimRequest(inside, requester, item)
    const requested = { ...options, ...item, merchantId, ticketTypeId: ticketTypeId ?? null }
    const request = await upsertRequest(inside, requester, requested)
    if (request.isNew && (await takeMail(inside, options.email)))
      await enqueue(inside, purchaseRequestEmailJob, { requestId: request.id, status: 'New' })
    return ok(request)
  })
}
