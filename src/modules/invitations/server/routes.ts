import { fail, ok } from '#kernel/result.ts'
import { findOwnOrder, listRepeats } from '#modules/orders/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { acceptInvitation } from './commands/accept-invitation.ts'
import { createInvitation } from './commands/create-invitation.ts'
import { revokeInvitation } from './commands/revoke-invitation.ts'
import type { InvitationPorts } from './ports.ts'
import { presentInvitations, presentInvited } from './present.ts'
import { findInvitation } from './queries/find-invitation.ts'
import { ticketCountOf } from './rules.ts'
import { readInvitationsOf } from './store.ts'

/** Calls to invite and to join; calls to pay are in `flows/invite`, since they contact a bank. */
export function invitationRoutes(ports: InvitationPorts): readonly Implementation[] {
  return [
    implement(calls.inviteToOrder, async (context, { body }) => {
      const created = await createInvitation(context, ports, body)
      if (!created.ok) return created
      const order = await findOwnOrder(context, body)
      if (!order.ok) return order
      const [view] = await presentInvitations(context, ports, order.value, [created.value])
      return view ? ok(view) : fail('OrderNotFound')
    }),
    implement(calls.listInvitations, async (context, { query }) => {
      if (context.actor.kind === 'visitor') return fail('Unauthenticated')
      const order = await findOwnOrder(context, query)
      if (!order.ok) return order
      const repeats = await listRepeats(context, order.value.id)
      const there = await readInvitationsOf(context.db, repeats)
      return ok({
        invitations: await presentInvitations(context, ports, order.value, there),
        ticketCount: ticketCountOf(order.value),
      })
    }),
    implement(calls.revokeInvitation, async (context, { body }) => {
      const revoked = await revokeInvitation(context, ports, body)
      return revoked.ok ? ok({ done: true as const }) : revoked
    }),
    implement(calls.openInvitation, async (context, { params }) => {
      const found = await findInvitation(context, params.token)
      return found.ok ? ok(await presentInvited(context, ports, found.value)) : found
    }),
    implement(calls.acceptInvitation, async (context, { body }) => {
      const accepted = await acceptInvitation(context, ports, body)
      if (!accepted.ok) return accepted
      const found = await findInvitation(context, body.token)
      return found.ok ? ok(await presentInvited(context, ports, found.value)) : found
    }),
  ]
}
