import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { PurchaseRequestStatus } from '../../contract.ts'
import { purchaseRequestEmailJob } from '../email.ts'
import { mayBecome } from '../rules.ts'
import { readRequest, updateStatus, type Asker, type PurchaseRequest } from '../store.ts'

/** Takes the caller's open request for an event back. */
export async function withdrawRequest(
  context: Context,
  asker: Asker,
  eventId: number,
): Promise<Result<PurchaseRequest, 'NotFound'>> {
  const change = { from: mayBecome('Withdrawn'), to: 'Withdrawn' } as const
  const request = await updateStatus(context, { eventId, asker }, change)
  return request ? ok(request) : fail('NotFound')
}

/**
 * Applies the organiser's decision; the requester is informed by email. Repeating a state changes nothing. The caller
 * checks permissions.
 */
export async function movePurchaseRequest(
  context: Context,
  options: { readonly requestId: number; readonly status: PurchaseRequestStatus },
): Promise<Result<PurchaseRequest, 'NotFound' | 'OrderStatusNotAllowed'>> {
  const { requestId, status } = options
  return inTransaction(context, async (inside) => {
    const change = { from: mayBecome(status), to: status }
    const moved = await updateStatus(inside, { requestId }, change)
    if (moved) {
      await enqueue(inside, purchaseRequestEmailJob, { requestId, status })
      return ok(moved)
    }
    const request = await readRequest(inside, requestId)
    if (!request) return fail('NotFound')
    return request.status === status ? ok(request) : fail('OrderStatusNotAllowed')
  })
}
