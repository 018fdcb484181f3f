import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { isOpenTo, readEventForSale } from '#modules/catalogue/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { purchaseRequestEmailJob } from '../email.ts'
import { claimRequest, upsertRequest, type Asker, type PurchaseRequest } from '../store.ts'

export interface TicketRequestOptions {
  readonly eventId: number
  readonly ticketTypeId?: number
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly quantity: number
  readonly message: string
  /** The key of a private show. */
  readonly accessCode?: string
}

/**
 * Asks for tickets of an event. Nothing is held by it. A second request for the same event changes the open
 * one; only the first is answered by an email.
 */
export async function requestTickets(
  context: Context,
  asker: Asker,
  options: TicketRequestOptions,
): Promise<Result<PurchaseRequest, ErrorCode>> {
  const { eventId, ticketTypeId, accessCode } = options
  const event = await readEventForSale(context, eventId)
  if (!event || !isOpenTo(event, accessCode)) return fail('NotFound')
  if (!event.isActive || event.startsAt <= context.clock.now()) return fail('EventNotActive')
  const isKnown = event.ticketTypes.some((type) => type.ticketTypeId === ticketTypeId)
  if (ticketTypeId !== undefined && !isKnown) return fail('TicketTypeNotFound', { ticketTypeId })
  return inTransaction(context, async (inside) => {
    if (asker.customerId !== null) await claimRequest(inside, asker, eventId)
    const requested = { ...options, ticketTypeId: ticketTypeId ?? null }
    const request = await upsertRequest(inside, asker, requested)
    if (request.isNew)
      await enqueue(inside, purchaseRequestEmailJob, { requestId: request.id, status: 'New' })
    return ok(request)
  })
}
