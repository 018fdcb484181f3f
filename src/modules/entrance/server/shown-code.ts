import { readShownCode, readTypedNumber } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { EntrancePorts } from './ports.ts'
import { readScannedTicket, type ScannedTicket } from './store.ts'

/** The authentic part of a presented code. */
export interface ShownTicket {
  readonly ticket: ScannedTicket
  readonly issueNumber: number
  /** For rotating codes: whether it is current. */
  readonly isLive: boolean
}

/** The ticket of a code's text or of a typed number; null when neither is ours. */
export async function readShownTicket(
  context: Context,
  ports: EntrancePorts,
  text: string,
): Promise<ShownTicket | null> {
  if (!text.includes(':')) {
    const typed = await readTypedNumber(context, ports.tickets.printedNumbers, text, (identifier) =>
      readScannedTicket(context, { identifier }),
    )
    if (!typed) return null
    const { ticket, isCurrent } = typed
    return { ticket, issueNumber: ticket.issueNumber - (isCurrent ? 0 : 1), isLive: false }
  }
  const { claim, isLive } = await readShownCode(context, ports.tickets, text)
  const ticket = claim && (await readScannedTicket(context, { id: claim.ticketId }))
  if (!claim || !ticket || ticket.offeringId !== claim.offeringId) return null
  return { ticket, issueNumber: claim.issueNumber, isLive }
}
