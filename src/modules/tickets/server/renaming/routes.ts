import { errorTable } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { ok } from '#kernel/result.ts'
import { readAvailable } from '#modules/wallet/server/public-api.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../passenger-contract.ts'
import type { TicketPorts } from '../ports.ts'
import { findRenamable, renameTicket } from './rename-ticket.ts'

/** Calls that change the passenger of a ticket. */
export function passengerRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    implement(calls.ticketPassenger, async (context, { query }) => {
      const found = await findRenamable(context, ports, query.ticketIdentifier)
      if (!found.ok) return found
      const { held, renaming, until, refusal } = found.value
      const { question, terms, renamedCount } = renaming
      const { actor } = context
      const availableMinor =
        actor.kind === 'customer' ? await readAvailable(context, actor.customerId, 'GEL') : null
      return ok({
        ticketIdentifier: held.ticket.identifier,
        question,
        refusal: refusal && errorTable[refusal][context.locale],
        fee: money(terms?.feeMinor ?? 0),
        available: availableMinor === null ? null : money(availableMinor),
        until: until?.toISOString() ?? null,
        left: Math.max(0, (terms?.most ?? 0) - renamedCount),
      })
    }),
    implement(calls.renamePassenger, async (context, { body }) => {
      const renamed = await renameTicket(context, ports, body)
      if (!renamed.ok) return renamed
      const { held, renaming } = renamed.value
      const { givenName = '', familyName = '' } = renaming.question.passenger ?? {}
      return ok({
        ticketIdentifier: held.ticket.identifier,
        passengerName: `${givenName} ${familyName}`,
      })
    }),
  ]
}
