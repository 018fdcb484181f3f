import { fail, ok, type Result } from '#kernel/result.ts'
import type { SoldItem } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { PurchaseRequestStatus } from '../../contract.ts'
import { purchaseRequestEmailJob } from '../email.ts'
import { mayBecome } from '../rules.ts'
import {
  addMove,
  readRequest,
  updateStatus,
  type PurchaseRequest,
  type Requester,
} from '../store.ts'

/** Withdraws the caller's open request for an item. */
export async function withdrawRequest(
  context: Context,
  requester: Requester,
  item: SoldItem,
): Promise<Result<PurchaseRequest, 'NotFound'>> {
  const change = { from: mayBecome('Withdrawn'), to: 'Withdrawn' } as const
  return inTransaction<Result<PurchaseRequest, 'NotFound'>>(context, async (inside) => {
    const request = await updateStatus(inside, { item, requester }, change)
    if (!request) return fail('NotFound')
    const { id: requestId } = request
    await addMove(inside, { requestId, status: 'Withdrawn', staffId: null, answer: '' })
    return ok(request)
  })
}

type MoveRefusal = 'NotFound' | 'OrderStatusNotAllowed'

/**
 * Applies the organiser's decision; the requester is informed by email. Repeating a state changes nothing. The caller
 * checks permissions.
 */
export async function movePurchaseRequest(
  context: Context,
  options: {
    readonly requestId: number
    readonly status: PurchaseRequestStatus
    /** Who decides; null for an operator. */
    readonly staffId: string | null
    /** The organiser's message to the requester; may be empty. */
    readonly answer: string
  },
): Promise<Result<PurchaseRequest & { readonly isMoved: boolean }, MoveRefusal>> {
  const { requestId, status, staffId, answer } = options
  return inTransaction(context, async (inside) => {
    const change = { from: mayBecome(status), to: status }
    const moved = await updateStatus(inside, { requestId }, change)
    if (moved) {
      await addMove(inside, { requestId, status, staffId, answer })
      await enqueue(inside, purchaseRequestEmailJob, { requestId, status })
      return ok({ ...moved, isMoved: true })
    }
    const request = await readRequest(inside, requestId)
    if (!request) return fail('NotFound')
    if (request.status !== status) return fail('OrderStatusNotAllowed')
    return ok({ ...request, isMoved: false })
  })
}
