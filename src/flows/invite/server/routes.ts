import { ok } from '#kernel/result.ts'
import { settleOrder } from '#flows/checkout/server/complete-order.ts'
import { settleForCaller, settlingOnce } from '#flows/checkout/server/settle-payment.ts'
import { finishByInvitation, payByInvitation } from '#modules/invitations/contract.ts'
import {
  findInvitation,
  ownPayments,
  presentInvited,
} from '#modules/invitations/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { payForAnother } from './pay-for-another.ts'
import type { InvitePorts } from './ports.ts'

/** Calls of an invited payer. */
export function inviteRoutes(ports: InvitePorts): readonly Implementation[] {
  return [
    implement(payByInvitation, async (context, { body }) => {
      const page = await payForAnother(context, ports, body)
      return page.ok ? ok({ redirectUrl: page.value }) : page
    }),
    implement(finishByInvitation, async (context, { body }) => {
      const found = await findInvitation(context, body.token)
      if (!found.ok) return found
      const [own] = await ownPayments(context, found.value.invitation.id)
      if (own) {
        const settle = settlingOnce(settleForCaller)
        await settle(context, ports.checkout, own.paymentId)
        await settleOrder(context, ports.checkout, found.value.order, { settle })
      }
      const after = await findInvitation(context, body.token)
      return after.ok ? ok(await presentInvited(context, ports.invitations, after.value)) : after
    }),
  ]
}
