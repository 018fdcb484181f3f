import { fail, ok } from '#kernel/result.ts'
import { refundConfirmation } from '#modules/orders/confirmation-contract.ts'
import { findConfirmation, findOrder } from '#modules/orders/server/public-api.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { applyAnswer } from './apply-answer.ts'
import { lookUpNow } from './confirm-due.ts'
import type { FulfilmentPorts } from './ports.ts'

/** Operators' decisions about confirmations. */
export function fulfilmentRoutes(ports: FulfilmentPorts): readonly Implementation[] {
  return [
    implement(refundConfirmation, requireOperator, async (context, { params, body }) => {
      const confirmation = await findConfirmation(context, params.confirmationId)
      if (!confirmation) return fail('NotFound')
      if (confirmation.state === 'pending') {
        const order = await findOrder(context, { orderId: confirmation.orderId })
        await logOperatorAction(context, {
          action: 'orders.refund-confirmation',
          subject: `confirmation ${confirmation.id}`,
          detail: { orderNumber: order?.orderNumber, note: body.note },
        })
        const found = await lookUpNow(context, ports, confirmation)
        // Only the supplier's own confirmation overrides the operator's refusal.
        const isBooked =
          found.kind === 'confirmed' && (await applyAnswer(context, ports, confirmation, found))
        if (!isBooked)
          await applyAnswer(context, ports, confirmation, { kind: 'refused', code: 'OPERATOR' })
      }
      const after = await findConfirmation(context, confirmation.id)
      return ok({ state: after?.state === 'confirmed' ? 'confirmed' : 'refused' })
    }),
  ]
}
