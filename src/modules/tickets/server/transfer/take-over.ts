import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { findCustomer } from '#modules/accounts/server/public-api.ts'
import { lockOrder, ownsOrder, type Order } from '#modules/orders/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { keepContact } from '../news/contacts.ts'
import { recordTold } from '../news/told.ts'
import { notifyOfShare } from './jobs.ts'
import { endShares } from './end-shares.ts'
import { openShare, type ShareRefusal } from './open-share.ts'
import { passableOf } from './pass-on-terms.ts'
import { settleOrder } from './settle-order.ts'
import { hashOfToken } from './share-tokens.ts'
import {
  endOpenShare,
  giverOf,
  insertShare,
  transferTickets,
  readShare,
  type Share,
} from './store.ts'

export interface TakenOver {
  readonly held: readonly HeldTicket[]
  /** Token of a link that opens the tickets for a receiver without an account; null for a customer. */
  readonly storeToken: string | null
}

export type TakeOverFailure =
  | ShareRefusal
  | 'TicketAlreadyYours'
  | 'TicketNotTransferable'
  | 'Forbidden'

/**
 * Makes the caller the holder of the tickets behind a link. One conditional statement uses the open link, another
 * transfers the tickets if they are unused and unchanged since sharing: of many concurrent acceptances of one link, and
 * of an acceptance, a scan and a return of one ticket, one succeeds. The older codes are void from then on.
 */
export async function takeOver(
  context: Context,
  ports: TicketPorts,
  token: string,
): Promise<Result<TakenOver, TakeOverFailure>> {
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer') return fail('Forbidden')
  const opened = await openShare(context, ports, token)
  if (!opened.ok) return opened
  const { share, order, state, held } = opened.value
  if (state === 'yours') return fail('TicketAlreadyYours')
  // A link that only shows tickets transfers nothing.
  if (!share.handsOver) return fail('Forbidden')
  // The terms may have changed since the link was created; a transfer back to the buyer is always allowed.
  const isBack = ownsOrder(actor, order)
  if (!isBack && (await passableOf(context, ports, held)).length < held.length)
    return fail('TicketNotTransferable')
  const takerHint = await hintOfTaker(context, share)
  return inTransaction(context, async (inside): Promise<Result<TakenOver, TakeOverFailure>> => {
    const locked = await lockOrder(inside, { orderKey: order.orderKey })
    if (!locked.ok) return fail('TicketShareEnded')
    if (!(await endOpenShare(inside, share.id, { as: 'taken', takerHint })))
      return fail('TicketShareEnded')
    const isBuyer = ownsOrder(actor, locked.value)
    const holder = isBuyer ? { sessionId: null, customerId: null } : giverOf(actor)
    const passed = await transferTickets(inside.db, share.tickets, holder)
    if (passed < share.tickets.length) return fail('TicketShareEnded')
    const ids = share.tickets.map(({ ticketId }) => ticketId)
    await endShares(inside, ids)
    await settleOrder(inside, locked.value)
    const keep = actor.kind === 'guest' && !isBuyer ? await keepLink(inside, ports, share) : null
    await notifyOfShare(inside, share, 'taken')
    if (share.channel === 'email' || actor.kind === 'customer')
      await notifyOfShare(inside, share, 'received', keep?.id)
    const taken = await takenTickets(inside, ports, locked.value, ids)
    await keepContact(inside, taken, share, keep?.id ?? null)
    await recordTold(inside, taken)
    return ok({ held: taken, storeToken: keep?.token ?? null })
  })
}

/** The tickets as they are now; the order's state does not matter to a ticket that has passed. */
async function takenTickets(
  context: Context,
  ports: TicketPorts,
  order: Order,
  ids: readonly number[],
): Promise<readonly HeldTicket[]> {
  const held = await holdTickets(context, ports, [order], 'holder')
  return held.filter(({ ticket }) => ids.includes(ticket.id))
}

/**
 * A browser's session may be lost, and the link is used up. Receivers without an account therefore get a separate
 * link that shows the tickets; they may end it like any other.
 */
async function keepLink(
  context: Context,
  ports: TicketPorts,
  taken: Share,
): Promise<{ id: string; token: string }> {
  const id = context.random.uuid()
  const token = await ports.shareTokens.token(context, id)
  const tickets = taken.tickets.map(({ ticketId, issueNumber }) => ({
    ticketId,
    issueNumber: issueNumber + 1,
  }))
  const written = await insertShare(
    context,
    {
      id,
      tokenHash: hashOfToken(token),
      orderId: taken.orderId,
      handsOver: false,
      keeps: true,
      channel: 'link',
      recipient: null,
      recipientHint: '',
      expiresAt: null,
    },
    tickets,
  )
  invariant(written === tickets.length, 'tickets that have just passed are their receiver’s')
  const kept = await readShare(context.db, { id })
  invariant(kept, 'a link that was written is there')
  return { id, token }
}

/** The receiver as shown to the sender: the beginning of a name, or the address of the link. */
async function hintOfTaker(context: Context, share: Share): Promise<string> {
  const { actor } = context
  const customer =
    actor.kind === 'customer' ? await findCustomer(context, actor.customerId) : undefined
  const name = customer?.full_name?.trim() ?? ''
  return name === '' ? share.recipientHint : `${[...name][0]}•••`
}
