import { localizedPath } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { ShareView } from '../../shapes.ts'
import type { TicketPorts } from '../ports.ts'
import type { HeldTicket } from '../queries/held-tickets.ts'
import { sharedPath } from './share-tokens.ts'
import { readSharesOf, type Share } from './store.ts'

/** What the creator of a link may see of it. */
export async function presentShare(
  context: Context,
  ports: TicketPorts,
  share: Share,
  held: readonly HeldTicket[],
): Promise<ShareView> {
  const isToCopy = share.channel === 'link'
  const token = isToCopy ? await ports.shareTokens.token(context, share.id) : null
  const identifiers = new Map(held.map(({ ticket }) => [ticket.id, ticket.identifier]))
  return {
    shareId: share.id,
    channel: share.channel,
    handsOver: share.handsOver,
    // With an account the tickets are kept there, and the link is one that others may have.
    keeps: share.keeps && context.actor.kind !== 'customer',
    recipient: isToCopy ? null : share.recipientHint,
    url: token && context.origin + localizedPath(context.locale, sharedPath(token)),
    ticketShareToken: token,
    ticketIdentifiers: share.tickets.flatMap(({ ticketId }) => identifiers.get(ticketId) ?? []),
    createdAt: share.createdAt.toISOString(),
    expiresAt: share.expiresAt?.toISOString() ?? null,
  }
}

/** Open links and take-overs by ticket, read in one statement. */
export interface SharesByTicket {
  openOf(ticketId: number): readonly Share[]
  /** The last receiver of the ticket; empty when unknown. */
  takerHintOf(ticketId: number): string
}

export async function readSharesByTicket(
  context: Context,
  held: readonly HeldTicket[],
): Promise<SharesByTicket> {
  const now = context.clock.now()
  const shares = await readSharesOf(
    context.db,
    held.map(({ ticket }) => ticket.id),
    now,
  )
  const issues = new Map(held.map(({ ticket }) => [ticket.id, ticket.issueNumber]))
  const names = (share: Share, id: number) => share.tickets.some(({ ticketId }) => ticketId === id)
  return {
    openOf: (id) =>
      shares.filter(
        (share) =>
          share.endedAt === null &&
          share.tickets.some(
            ({ ticketId, issueNumber }) => ticketId === id && issueNumber === issues.get(id),
          ),
      ),
    takerHintOf: (id) =>
      shares.find((share) => share.endedAs === 'taken' && names(share, id))?.takerHint ?? '',
  }
}
