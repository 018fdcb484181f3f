import { tidyNumber } from '#modules/tickets/code-format.ts'
import { readShownCode, readTypedNumber } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { EntrancePorts } from './ports.ts'
import { readScannedTicket, type DoorItem, type ScannedTicket } from './store.ts'

/** The authentic part of a presented code. */
export interface ShownTicket {
  readonly ticket: ScannedTicket
  readonly issueNumber: number
  /** For rotating codes: whether it is current. */
  readonly isLive: boolean
}

/**
 * The ticket of a code's text, of a typed number, or of a code that was printed elsewhere for a ticket of this item; null
 * when none is known.
 */
export async function readShownTicket(
  context: Context,
  ports: EntrancePorts,
  { text, item }: { readonly text: string; readonly item: DoorItem },
): Promise<ShownTicket | null> {
  if (!text.includes(':')) {
    const typed = await readTypedNumber(context, ports.tickets.printedNumbers, text, (identifier) =>
      readScannedTicket(context, { identifier }),
    )
    if (!typed) return readOutsideCode(context, text, item)
    const { ticket, isCurrent } = typed
    return { ticket, issueNumber: ticket.issueNumber - (isCurrent ? 0 : 1), isLive: false }
  }
  const { claim, isLive } = await readShownCode(context, ports.tickets, text)
  const ticket = claim && (await readScannedTicket(context, { id: claim.ticketId }))
  if (!claim || !ticket || ticket.offeringId !== claim.offeringId) return null
  return { ticket, issueNumber: claim.issueNumber, isLive }
}

/** A code that was printed elsewhere cannot change: it is that of the first issue, before the ticket was passed on. */
async function readOutsideCode(
  context: Context,
  text: string,
  item: DoorItem,
): Promise<ShownTicket | null> {
  const ticket = await readScannedTicket(context, { outsideCode: tidyNumber(text), item })
  return ticket ? { ticket, issueNumber: 1, isLive: true } : null
}
