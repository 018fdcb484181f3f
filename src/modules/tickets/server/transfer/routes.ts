import { fail, ok, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../transfer-contract.ts'
import type { ShareView } from '../../shapes.ts'
import type { TicketPorts } from '../ports.ts'
import { presentCards, presentTicket } from '../present.ts'
import { createShare, type ShareRequest } from './create-share.ts'
import { unshare } from './end-shares.ts'
import { giveToOrganizer } from './give-to-organizer.ts'
import { openShare } from './open-share.ts'
import { firstNameOf } from './transfer-labels.ts'
import { presentShare, readSharesByTicket } from './present.ts'
import { findReceived } from './received.ts'
import { sharedPath } from './share-tokens.ts'
import { takeOver } from './take-over.ts'
import { findSelected } from './selection.ts'
import { nameOfGiver } from './write-message.ts'
import { writeNote } from './write-note.ts'

/** Calls of a ticket's holder: notes, sharing and transfers. */
export function transferRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    implement(calls.commentTicket, (context, { body }) => writeNote(context, ports, body)),
    implement(calls.getShareUrl, async (context, { query }) => {
      const also = query['request.ticketId']
      const ticketIdentifier = query.ticketIdentifier ?? also
      if (also !== undefined && also !== ticketIdentifier) return fail('TicketNotFound')
      const selected = await findSelected(context, ports, { ...query, ticketIdentifier })
      if (!selected.ok) return selected
      const { held } = selected.value
      const byTicket = await readSharesByTicket(context, held)
      const open = new Map(
        held.flatMap(({ ticket }) => byTicket.openOf(ticket.id)).map((one) => [one.id, one]),
      )
      const newestFirst = [...open.values()].toSorted(
        (left, right) => right.createdAt.getTime() - left.createdAt.getTime(),
      )
      const shares = await Promise.all(
        newestFirst.map((one) => presentShare(context, ports, one, held)),
      )
      const { url = null, ticketShareToken = null } = shares.find((one) => one.url) ?? {}
      return ok({ url, ticketShareToken, shares })
    }),
    implement(calls.createShareUrl, (context, { body }) => share(context, ports, body)),
    implement(calls.shareTickets, (context, { body }) => send(context, ports, body)),
    implement(calls.donateTickets, (context, { body }) =>
      send(context, ports, { ...body, handsOver: true }),
    ),
    implement(calls.unshareTickets, async (context, { body }) => {
      const ended = await unshare(context, ports, body)
      return ended.ok ? ok({ ended: ended.value }) : ended
    }),
    implement(calls.donateToOrganizer, async (context, { body }) => {
      const given = await giveToOrganizer(context, ports, body)
      if (!given.ok) return given
      const { held, backOnSale } = given.value
      return ok({ ticketIdentifiers: held.map(({ ticket }) => ticket.identifier), backOnSale })
    }),
    ...receivingRoutes(ports),
  ]
}

/** Calls of the receiver of a link, and of the holder of received tickets. */
function receivingRoutes(ports: TicketPorts): readonly Implementation[] {
  return [
    implement(calls.sharedTickets, async (context, { params }) => {
      const opened = await openShare(context, ports, params.token)
      if (!opened.ok) return opened
      const { share: one, order, state, held } = opened.value
      return ok({
        state,
        handsOver: one.handsOver,
        keeps: one.keeps,
        giverName: firstNameOf(await nameOfGiver(context, one, order)),
        expiresAt: one.expiresAt?.toISOString() ?? null,
        tickets: await presentCards(context, ports, held),
      })
    }),
    implement(calls.takeOverTickets, async (context, { body }) => {
      const taken = await takeOver(context, ports, body.token)
      if (!taken.ok) return taken
      const { held, storeToken } = taken.value
      return ok({
        tickets: held.map((one) => presentTicket(one, context)),
        keepUrl:
          storeToken && context.origin + localizedPath(context.locale, sharedPath(storeToken)),
      })
    }),
    implement(calls.receivedTickets, async (context) => {
      const received = await findReceived(context, ports)
      if (!received.ok) return received
      return ok({ tickets: await presentCards(context, ports, received.value) })
    }),
  ]
}

async function share(
  context: Context,
  ports: TicketPorts,
  selection: ShareRequest,
): Promise<Result<ShareView, ErrorCode>> {
  const created = await createShare(context, ports, selection)
  if (!created.ok) return created
  const selected = await findSelected(context, ports, selection)
  const held = selected.ok ? selected.value.held : []
  return ok(await presentShare(context, ports, created.value, held))
}

/** The same to an email address or a phone; one of the two, not both. */
async function send(
  context: Context,
  ports: TicketPorts,
  selection: ShareRequest,
): Promise<Result<ShareView, ErrorCode>> {
  const selected = await findSelected(context, ports, selection)
  if (!selected.ok) return selected
  if ((selection.email === undefined) === (selection.phone === undefined)) {
    const message = 'Either an e-mail address or a telephone'
    return fail('BadRequest', { fields: [{ path: 'body.email', message }] })
  }
  return share(context, ports, selection)
}
