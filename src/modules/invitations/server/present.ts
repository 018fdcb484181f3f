import { orderStatus } from '#contract/enumerations.ts'
import { localizedPath } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { presentOrder, shownStatus, type Order } from '#modules/orders/server/public-api.ts'
import {
  findOpenPayment,
  findPayment,
  supportsRefund,
  isOpenState,
  type Payment,
} from '#modules/payments/server/public-api.ts'
import { firstNameOf, readReservation, type Reserved } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { InvitationView, InvitedView } from '../contract.ts'
import { takerOf } from './commands/accept-invitation.ts'
import { listPayers, ownPayments, type Payer } from './payers.ts'
import type { InvitationPorts } from './ports.ts'
import type { FoundInvitation } from './queries/find-invitation.ts'
import { canJoin, isPaid, ticketCountOf } from './rules.ts'
import { isPerson, type Invitation } from './store.ts'

/** Path of an invitation's page, without a locale. */
export function invitationPath(token: string): string {
  return `/invite/${token}`
}

/** Invitations as shown to their sender. */
export async function presentInvitations(
  context: Context,
  ports: InvitationPorts,
  order: Order,
  invitations: readonly Invitation[],
): Promise<InvitationView[]> {
  const open = await findOpenPayment(context, order.orderKey)
  const payers = await listPayers(
    context,
    invitations.map(({ id }) => id),
  )
  return Promise.all(
    invitations.map(async (invitation) => {
      const isToCopy = invitation.channel === 'link'
      const token = await ports.tickets.shareTokens.token(
        context,
        invitation.id,
        'order invitation',
      )
      const payer = payers.find(({ invitationId }) => invitationId === invitation.id)
      const { shareId } = invitation
      const reserved =
        shareId === null ? null : await readReservation(context, ports.tickets, shareId)
      return {
        invitationId: invitation.id,
        purpose: invitation.purpose,
        channel: invitation.channel,
        recipient: isToCopy ? null : invitation.recipientHint,
        url: isToCopy
          ? context.origin + localizedPath(context.locale, invitationPath(token))
          : null,
        state:
          invitation.purpose === 'pay'
            ? payingState(context, order, open, payer)
            : joiningState(context, order, invitation, reserved),
        name: invitation.purpose === 'pay' ? (payer?.name ?? '') : invitation.acceptedName,
        createdAt: invitation.createdAt.toISOString(),
      }
    }),
  )
}

function payingState(
  context: Context,
  order: Order,
  open: Payment | null | undefined,
  payer: Payer | undefined,
): InvitationView['state'] {
  if (isPaid(order)) return 'paid'
  if (open && payer?.paymentId === open.id) return 'paying'
  const { Checkout, PaymentPending, Failed } = orderStatus
  const status: number = shownStatus(order, context.clock.now())
  const mayBePaid: readonly number[] = [Checkout, PaymentPending, Failed]
  return mayBePaid.includes(status) ? 'open' : 'ended'
}

function joiningState(
  context: Context,
  order: Order,
  { acceptedAt }: Invitation,
  reserved: Reserved | null,
): InvitationView['state'] {
  if (reserved?.state === 'taken') return 'taken'
  if (reserved) return reserved.state === 'open' ? 'ready' : 'ended'
  const isRepeatable = order.status === orderStatus.Failed
  if (!canJoin(order, context.clock.now()) && !isRepeatable) return 'ended'
  return acceptedAt === null ? 'open' : 'accepted'
}

/** Content of a link: lines and total for payers, only the item for people who join. */
export async function presentInvited(
  context: Context,
  ports: InvitationPorts,
  { invitation, order }: FoundInvitation,
): Promise<InvitedView> {
  const isToPay = invitation.purpose === 'pay'
  const view = await presentOrder(context, ports.tickets.orders, order)
  const payment = isToPay ? await newestOwnPayment(context, invitation.id) : null
  const state = isToPay
    ? { state: await stateOfPaying(context, order, payment), ticketPath: null }
    : await stateOfJoining(context, ports, invitation, order)
  return {
    purpose: invitation.purpose,
    inviterName: firstNameOf(order.buyer.name),
    ...state,
    event: view.event,
    ticketCount: ticketCountOf(order),
    lines: isToPay
      ? view.lines.map((line) => ({
          kind: line.kind,
          description: line.description,
          quantity: line.quantity,
          amount: line.amount,
          row: line.row,
          seat: line.seat,
          section: line.section,
          placeName: line.placeName,
        }))
      : [],
    total: isToPay ? view.totals.total : null,
    deadlineAt: view.deadlineAt,
    serverNow: view.serverNow,
    paymentWays: isToPay ? methodsFor(ports) : [],
    payment: payment && {
      state: payment.state,
      amount: money(payment.amount.amount, payment.amount.currency),
      refunded: money(payment.refundedMinor, (payment.captured ?? payment.amount).currency),
      redirectUrl: isUsable(context, payment) ? payment.approvalUrl : null,
    },
  }
}

/** Only methods that can be refunded to the payer, since the balance belongs to the buyer. */
function methodsFor(ports: InvitationPorts) {
  return ports.tickets.orders
    .paymentWays()
    .filter(({ provider }) => supportsRefund(provider))
    .map(({ provider, name, method }) => ({ provider, name, method }))
}

async function newestOwnPayment(context: Context, invitationId: string): Promise<Payment | null> {
  const [newest] = await ownPayments(context, invitationId)
  return newest ? findPayment(context, newest.paymentId) : null
}

function isUsable(context: Context, payment: Payment): boolean {
  return isOpenState(payment.state) && payment.expiresAt > context.clock.now()
}

async function stateOfPaying(
  context: Context,
  order: Order,
  own: Payment | null,
): Promise<InvitedView['state']> {
  if (isPaid(order)) return 'paid'
  const { Checkout, PaymentPending, Failed } = orderStatus
  const status = shownStatus(order, context.clock.now())
  if (status === Failed) return 'declined'
  if (status === Checkout) return order.lines.length === 0 ? 'ended' : 'open'
  if (status !== PaymentPending) return 'ended'
  const open = await findOpenPayment(context, order.orderKey)
  if (open) return open.id === own?.id ? 'yours' : 'busy'
  return order.deadlineAt > context.clock.now() ? 'open' : 'ended'
}

async function stateOfJoining(
  context: Context,
  ports: InvitationPorts,
  invitation: Invitation,
  order: Order,
): Promise<Pick<InvitedView, 'state' | 'ticketPath'>> {
  const isMine = isPerson(context.actor, takerOf(invitation))
  if (invitation.acceptedAt !== null && !isMine) return { state: 'taken', ticketPath: null }
  const { shareId } = invitation
  const reserved = shareId === null ? null : await readReservation(context, ports.tickets, shareId)
  if (reserved?.state === 'open') return { state: 'ready', ticketPath: reserved.path }
  const state = joiningState(context, order, invitation, reserved)
  if (state === 'taken') return { state: 'received', ticketPath: null }
  return { state: state === 'accepted' || state === 'open' ? state : 'ended', ticketPath: null }
}
