import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { notifyOfShare } from './jobs.ts'
import { endOpenShare, endSharesOf, giverOf, readShare, type Share } from './store.ts'
import { findSelected, type TicketSelection, type SelectionFailure } from './selection.ts'

/**
 * Ends all open links to tickets that are being returned, resold or cancelled, in the caller's transaction. Only for
 * tidiness: links never show a ticket whose status or issue number has changed.
 */
export async function endShares(context: Context, ticketIds: readonly number[]): Promise<number> {
  return (await endSharesOf(context, ticketIds, { as: 'ticket-gone' })).length
}

export interface UnshareRequest extends TicketSelection {
  readonly shareId?: string | undefined
}

/** Ends one link that the caller made, or all links to tickets that they hold. Returns how many were open. */
export async function unshare(
  context: Context,
  ports: TicketPorts,
  selection: UnshareRequest,
): Promise<Result<number, SelectionFailure>> {
  if (selection.shareId !== undefined) return endOwnShare(context, selection.shareId)
  const selected = await findSelected(context, ports, selection)
  if (!selected.ok) return selected
  const ids = selected.value.held.map(({ ticket }) => ticket.id)
  return inTransaction(context, async (inside) => {
    const ended = await endSharesOf(inside, ids, { as: 'unshared' })
    for (const share of ended) await notifyOfShare(inside, share, 'taken-back')
    return ok(ended.length)
  })
}

async function endOwnShare(
  context: Context,
  shareId: string,
): Promise<Result<number, 'Unauthenticated' | 'TicketNotFound'>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const share = await readShare(context.db, { id: shareId })
  if (!share || !isGiver(context, share)) return fail('TicketNotFound')
  return inTransaction(context, async (inside) => {
    const isEnded = await endOpenShare(inside, shareId, { as: 'unshared' })
    if (isEnded) await notifyOfShare(inside, share, 'taken-back')
    return ok(isEnded ? 1 : 0)
  })
}

/** A link made by a guest becomes the customer's with the tickets, when they sign in. */
function isGiver(context: Context, share: Share): boolean {
  const { sessionId, customerId } = giverOf(context.actor)
  if (share.giverCustomerId !== null) return share.giverCustomerId === customerId
  return share.giverSessionId !== null && share.giverSessionId === sessionId
}
