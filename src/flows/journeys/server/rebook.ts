/** Tickets of a cancelled or heavily delayed run are moved to another one, free of charge and immediately. */
import type { ErrorCode } from '#contract/errors.ts'
import { refundAllocationOf, sumOf } from '#flows/returns/server/refund-allocation.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  checkoutOrder,
  findOwnOrder,
  requestFor,
  setOffReplaced,
  takeOffers,
  termsAcceptedAt,
  type GivenPassenger,
  type Order,
} from '#modules/orders/server/public-api.ts'
import type { RebookingView } from '#modules/transport/sale-contract.ts'
import {
  rebookedParty,
  rebookingOffers,
  rebookingRequest,
  transportSource,
  type RebookedParty,
} from '#modules/transport/server/public-api.ts'
import {
  findTicketStates,
  holdTickets,
  readTicketStates,
  type HeldTicket,
} from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { completeReplacement, replacedTicket, type ChangePorts } from './change-ticket.ts'
import { partyProblem } from './check-party.ts'
import { refusalOf } from './refusal.ts'

interface Rebooking {
  readonly order: Order
  readonly held: readonly HeldTicket[]
  readonly party: RebookedParty
}

/** Alternatives for the holder of a ticket; all valid tickets of its order for the same legs are moved with it. */
export async function offerRebooking(
  context: Context,
  ports: ChangePorts,
  ticketIdentifier: string,
): Promise<Result<RebookingView, ErrorCode>> {
  const found = await findRebooking(context, ports, ticketIdentifier)
  if (!found.ok) return found
  const { party, held } = found.value
  return ok({
    reason: party.reason,
    until: party.until?.toISOString() ?? null,
    ticketIdentifiers: held.map(({ ticket }) => ticket.identifier),
    offers: await rebookingOffers(context, party),
  })
}

/**
 * Takes seats on another run at the prices that were paid, credits the old tickets towards them and completes that
 * order: the new tickets are issued and the old ones end in one transaction.
 */
export async function rebook(
  context: Context,
  ports: ChangePorts,
  wanted: {
    readonly ticketIdentifier: string
    readonly runId: number
    readonly legFrom: number
    readonly legTo: number
  },
): Promise<Result<Order, ErrorCode>> {
  const found = await findRebooking(context, ports, wanted.ticketIdentifier)
  if (!found.ok) return found
  const { order, held, party } = found.value
  const { runId, legFrom, legTo } = wanted
  const to = { runId, legFrom, legTo }
  const alone = await partyProblem(context, ports.returns.tickets, { order, moving: held, to })
  if (alone) return fail(alone)
  const replaced = await worthOf(context, order, held)
  const request = await rebookingRequest(context, party, wanted, replaced)
  if (!request.ok) return request
  const taken = await inTransaction(context, async (inside) => {
    const chosen = await takeOffers(inside, [requestFor(transportSource, request.value)], {
      isAllOrNothing: true,
    })
    if (!chosen.ok) return chosen
    const { orderKey, lines } = await setOffReplaced(inside, chosen.value.order)
    return checkoutOrder(inside, ports.checkout.orders.sources, {
      orderKey,
      buyer: order.buyer,
      acceptTerms: true,
      passengers: passengersOf(lines, held),
      keepsAges: true,
    })
  })
  if (!taken.ok) return taken
  const done = await completeReplacement(context, ports, taken.value.orderKey)
  return done.ok ? ok(done.value.order) : done
}

/** Each ticket with its price, and how that was paid. */
async function worthOf(context: Context, order: Order, held: readonly HeldTicket[]) {
  const { tickets } = refundAllocationOf(order)
  const replaced = []
  let beforeMinor = 0
  for (const { ticket } of held) {
    const worth = tickets.find(
      ({ line, unit }) => line.id === ticket.orderLineId && unit === ticket.lineUnit,
    )
    const priceMinor = worth ? sumOf(worth.face) : 0
    const { identifier: ticketIdentifier } = ticket
    const said = { ticketIdentifier, feeMinor: 0, backMinor: priceMinor, beforeMinor }
    replaced.push({ priceMinor, replaces: await replacedTicket(context, order, said) })
    beforeMinor += priceMinor
  }
  return replaced
}

function passengersOf(lines: Order['lines'], held: readonly HeldTicket[]): GivenPassenger[] {
  return lines.flatMap(({ id, detail }) => {
    const old = held.find(({ ticket }) => ticket.identifier === detail.replaces?.ticketIdentifier)
    return old?.passenger ? [{ lineId: id, unit: 0, ...old.passenger }] : []
  })
}

async function findRebooking(
  context: Context,
  ports: ChangePorts,
  ticketIdentifier: string,
): Promise<Result<Rebooking, ErrorCode>> {
  if (context.actor.kind === 'visitor') return fail('Unauthenticated')
  const [named] = await findTicketStates(context, [ticketIdentifier.trim().toUpperCase()])
  const found = named && (await findOwnOrder(context, { orderId: named.orderId }))
  if (!named || !found?.ok) return fail('TicketNotFound')
  const order = found.value
  const refusal = refusalOf(order, named)
  if (refusal) return fail(refusal)
  const states = await readTicketStates(context, order.id, { isLocked: false })
  const good = new Set(states.filter((one) => refusalOf(order, one) === null).map(({ id }) => id))
  const all = await holdTickets(context, ports.returns.tickets, [order])
  const asked = all.find(({ ticket }) => ticket.id === named.id)
  if (!asked) return fail('TicketNotFound')
  const { source, itemId, legFrom, legTo } = asked.ticket
  const held = all
    .filter(
      ({ ticket }) =>
        good.has(ticket.id) &&
        ticket.source === source &&
        ticket.itemId === itemId &&
        ticket.legFrom === legFrom &&
        ticket.legTo === legTo,
    )
    // Tickets without a seat are the baggage of those with one.
    .toSorted(
      (one, other) => Number(one.line.placeId === null) - Number(other.line.placeId === null),
    )
  const party = await rebookedParty(
    context,
    held.map(({ ticket, line, subject }) => ({
      source: ticket.source,
      itemId: ticket.itemId,
      legFrom: ticket.legFrom,
      legTo: ticket.legTo,
      ticketTypeId: ticket.ticketTypeId,
      placeId: line.placeId,
      acceptedAt: termsAcceptedAt(order),
      fullRefundUntil: subject.fullRefundUntil,
      isOneOfSeveral: line.detail.package !== undefined,
      isWithoutSeat: subject.cancelledAt !== null,
    })),
  )
  return party.ok ? ok({ order, held, party: party.value }) : party
}
