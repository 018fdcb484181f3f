import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { notifyOfShare } from './jobs.ts'
import { passableOf } from './pass-on-terms.ts'
import { refuseFlood, sendingOf, type FloodCode } from './sending.ts'
import { hashOfToken } from './share-tokens.ts'
import { endSharesOf, insertShare, readShare, type Share } from './store.ts'
import { findPassable, type TicketSelection, type SelectionFailure } from './selection.ts'

export interface ShareRequest extends TicketSelection {
  readonly handsOver: boolean
  readonly expiresInHours?: number | undefined
  /** With one of the two the link is sent; with neither it is only created for copying. */
  readonly email?: string | undefined
  readonly phone?: string | undefined
}

export type ShareFailure = SelectionFailure | 'TicketUsed' | 'TicketNotTransferable' | FloodCode

/**
 * Creates a link to tickets that the caller holds, and sends it when an address is given. The holder does not change
 * yet. A ticket has at most one open transfer: a newer transfer link ends the older one.
 */
export async function createShare(
  context: Context,
  ports: TicketPorts,
  selection: ShareRequest,
): Promise<Result<Share, ShareFailure>> {
  const passable = await findPassable(context, ports, selection)
  if (!passable.ok) return passable
  const { order } = passable.value
  const held = selection.handsOver
    ? await passableOf(context, ports, passable.value.held)
    : passable.value.held
  if (held.length === 0) return fail('TicketNotTransferable')
  const tickets = held.map(({ ticket: { id, issueNumber } }) => ({ ticketId: id, issueNumber }))
  return inTransaction(context, async (inside): Promise<Result<Share, ShareFailure>> => {
    const sending = sendingOf(selection)
    const refusal = await refuseFlood(inside, ports, sending.recipient)
    if (refusal) return refusal
    if (selection.handsOver) {
      const ids = tickets.map(({ ticketId }) => ticketId)
      for (const ended of await endSharesOf(inside, ids, { as: 'unshared', onlyHandOvers: true }))
        await notifyOfShare(inside, ended, 'taken-back')
    }
    const id = inside.random.uuid()
    const hours = selection.expiresInHours
    const written = await insertShare(
      inside,
      {
        id,
        tokenHash: hashOfToken(await ports.shareTokens.token(inside, id)),
        orderId: order.id,
        handsOver: selection.handsOver,
        ...sending,
        expiresAt: hours ? new Date(inside.clock.now().getTime() + hours * 3_600_000) : null,
      },
      tickets,
    )
    if (written < tickets.length) return fail('TicketNotFound')
    const share = await readShare(inside.db, { id })
    if (!share) return fail('TicketNotFound')
    if (share.channel !== 'link') await notifyOfShare(inside, share, 'shared')
    return ok(share)
  })
}
