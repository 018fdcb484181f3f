import { orderStatus, ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { takeMailOf } from '#modules/accounts/server/public-api.ts'
import {
  findOwnOrder,
  lockOrder,
  ownsOrder,
  readRenaming,
  renamePassenger,
  type Order,
  type GivenPassenger,
  type Renaming,
} from '#modules/orders/server/public-api.ts'
import {
  customerAccount,
  logBalance,
  postHold,
  takeHold,
} from '#modules/wallet/server/public-api.ts'
import { laterOf } from '#modules/returns/server/public-api.ts'
import { money } from '#kernel/money.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { readTicketStates, findTicketStates, type TicketState } from '../commands/end-tickets.ts'
import { ticketEmailJob } from '../jobs.ts'
import type { TicketPorts } from '../ports.ts'
import { holdTickets, type HeldTicket } from '../queries/held-tickets.ts'
import { raiseIssueNumber } from '../commands/reissue-tickets.ts'
import { endShares } from '../transfer/end-shares.ts'

/** A named ticket of the caller's own order, with the terms of changing its passenger. */
export interface RenamableTicket {
  readonly order: Order
  readonly held: HeldTicket
  readonly renaming: Renaming
  /** Until when its terms allow it; null when they never do. */
  readonly until: Date | null
  readonly refusal: ErrorCode | null
}

export async function findRenamable(
  context: Context,
  ports: TicketPorts,
  identifier: string,
): Promise<Result<RenamableTicket, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const [state] = await findTicketStates(context, [identifier.trim().toUpperCase()])
  if (!state) return fail('TicketNotFound')
  const order = await findOwnOrder(context, { orderId: state.orderId })
  return order.ok ? renamableOf(context, ports, order.value, state) : fail('TicketNotFound')
}

async function renamableOf(
  context: Context,
  ports: TicketPorts,
  order: Order,
  state: TicketState,
): Promise<Result<RenamableTicket, ErrorCode>> {
  const all = await holdTickets(context, ports, [order])
  const held = all.find(({ ticket }) => ticket.id === state.id)
  if (!held) return fail('TicketNotFound')
  const { orderLineId: lineId, lineUnit: unit } = held.ticket
  const renaming = await readRenaming(context, ports.orders.sources, order, { lineId, unit })
  if (!renaming) return fail('TicketNotFound')
  const { terms, renamedCount } = renaming
  const { startsAt, promised } = held.subject
  const soldFor = laterOf(startsAt, promised?.soldStartsAt)
  const until = terms && new Date(soldFor.getTime() - terms.untilSeconds * 1_000)
  const isOpen = until !== null && context.clock.now() <= until && renamedCount < (terms?.most ?? 0)
  const refusal = refusalOf(order, state) ?? (isOpen ? null : 'PassengerNotChangeable')
  return ok({ order, held, renaming, until, refusal })
}

function refusalOf(order: Order, state: TicketState): ErrorCode | null {
  if (state.status !== ticketStatus.Active) return 'TicketGoneBack'
  if (state.holderSessionId !== null || state.holderCustomerId !== null) return 'TicketPassedOn'
  if (state.isUsed) return 'TicketUsed'
  return order.status === orderStatus.Processed ? null : 'PassengerNotChangeable'
}

export interface NewPassenger {
  readonly ticketIdentifier: string
  /** The fee that the caller has agreed to. */
  readonly feeMinor: number
  readonly passenger: Omit<GivenPassenger, 'lineId' | 'unit'>
}

/**
 * Names another passenger: the name, the new issue number, which voids the old code and links, and the fee from the
 * balance are one transaction. Of a concurrent scan, return and change of one ticket one succeeds.
 */
export async function renameTicket(
  context: Context,
  ports: TicketPorts,
  given: NewPassenger,
): Promise<Result<RenamableTicket, ErrorCode>> {
  const found = await findRenamable(context, ports, given.ticketIdentifier)
  if (!found.ok) return found
  return inTransaction(context, async (inside): Promise<Result<RenamableTicket, ErrorCode>> => {
    const { orderKey } = found.value.order
    const locked = await lockOrder(inside, { orderKey })
    if (!locked.ok || !ownsOrder(inside.actor, locked.value)) return fail('TicketNotFound')
    const states = await readTicketStates(inside, locked.value.id, { isLocked: true })
    const state = states.find(({ id }) => id === found.value.held.ticket.id)
    if (!state) return fail('TicketNotFound')
    const now = await renamableOf(inside, ports, locked.value, state)
    if (!now.ok) return now
    const { order, held, renaming, refusal } = now.value
    if (refusal) return fail(refusal)
    const feeMinor = renaming.terms?.feeMinor ?? 0
    if (feeMinor !== given.feeMinor) return fail('QuoteChanged')
    const { orderLineId: lineId, lineUnit: unit } = held.ticket
    const passenger = { lineId, unit, ...given.passenger }
    const named = await renamePassenger(inside, ports.orders.sources, order, passenger)
    if (!named.ok) return named
    if (!(await raiseIssueNumber(inside, state))) return fail('TicketUsed')
    await endShares(inside, [state.id])
    const paid = await payFee(inside, order, held, feeMinor)
    if (!paid.ok) return paid
    const reissue = `name-${state.id}-${state.issueNumber + 1}`
    // Names can be changed again and again; the new ticket is on the page of the order too.
    const isPaid = feeMinor > 0
    if (isPaid || (await takeMailOf(inside, order.customerId, { email: order.buyer.email })))
      await enqueue(
        inside,
        ticketEmailJob,
        { orderId: order.id, reissue },
        { singletonKey: `${order.id} ${reissue}` },
      )
    return renamableOf(inside, ports, order, state)
  })
}

/** From the buyer's balance to the ticket's merchant. */
async function payFee(
  context: Context,
  order: Order,
  { line }: HeldTicket,
  feeMinor: number,
): Promise<Result<undefined, ErrorCode>> {
  if (feeMinor === 0) return ok(undefined)
  const { actor } = context
  if (actor.kind !== 'customer') return fail('BalanceNotEnough')
  const { customerId } = actor
  const { orderNumber } = order
  const hold = await takeHold(context, {
    account: customerAccount(customerId),
    currency: 'GEL',
    amountMinor: feeMinor,
    reference: orderNumber,
  })
  if (!hold.ok) return hold
  await postHold(context, hold.value.id, {
    account: line.merchantId === null ? 'house:fees' : `merchant:${line.merchantId}`,
    kind: 'spend',
    reference: orderNumber,
  })
  await logBalance(context, customerId, {
    kind: 'billed',
    amount: money(feeMinor),
    reference: orderNumber,
  })
  return ok(undefined)
}
