import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { logStaffChange } from '#modules/staff/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { RequestView } from '../../office-contract.ts'
import { movePurchaseRequest } from '../commands/move-request.ts'
import { readRequest, type PurchaseRequest } from '../store.ts'
import { presentRequests } from './present.ts'

export interface Decision {
  readonly requestId: number
  readonly status: 'Accepted' | 'Declined' | 'Fulfilled'
  readonly answer: string
}

/** Decides on a request for one of the merchant's own items. A request never changes its item. */
export async function decideAsStaff(
  context: Context,
  { merchantId, staffId }: StaffActor,
  decision: Decision,
): Promise<Result<RequestView, ErrorCode>> {
  const request = await readRequest(context, decision.requestId)
  if (request?.merchantId !== merchantId) return fail('NotFound')
  return decide(context, { decision, staffId }, (inside) =>
    logStaffChange(inside, {
      action: 'requests.decide',
      subject: `request ${decision.requestId}`,
      before: { status: request.status },
      after: { status: decision.status, answer: decision.answer },
    }),
  )
}

/** Decides on behalf of the item's organiser, who is told. */
export async function decideAsOperator(
  context: Context,
  decision: Decision,
): Promise<Result<RequestView, ErrorCode>> {
  const { requestId, status, answer } = decision
  const merchantId = (await readRequest(context, requestId))?.merchantId
  return decide(context, { decision, staffId: null }, (inside) =>
    logOperatorAction(inside, {
      action: 'requests.decide',
      subject: `request ${requestId}`,
      detail: { status, answer, merchantId },
    }),
  )
}

async function decide(
  context: Context,
  { decision, staffId }: { readonly decision: Decision; readonly staffId: string | null },
  log: (inside: Context) => Promise<void>,
): Promise<Result<RequestView, ErrorCode>> {
  const moved = await inTransaction<Result<PurchaseRequest, ErrorCode>>(context, async (inside) => {
    const done = await movePurchaseRequest(inside, { ...decision, staffId })
    if (done.ok && done.value.isMoved) await log(inside)
    return done
  })
  if (!moved.ok) return moved
  const [view] = await presentRequests(context, [moved.value])
  return view ? ok(view) : fail('NotFound')
}
