import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { fail, ok } from '#kernel/result.ts'
import * as baskets from '#modules/box-office/basket-contract.ts'
import * as calls from '#modules/box-office/contract.ts'
import * as terminals from '#modules/box-office/terminals-contract.ts'
import {
  addEntry,
  cardRefusal,
  closeShift,
  findOpenShift,
  giveTerminal,
  listClosedShifts,
  listCounterDates,
  listOpenReservations,
  listOwnTerminals,
  listTerminals,
  lockShift,
  openShift,
  presentHead,
  presentShift,
  takeTerminalBack,
} from '#modules/box-office/server/public-api.ts'
import { findOrder } from '#modules/orders/server/public-api.ts'
import { counterTypesOf } from '#modules/events/server/public-api.ts'
import { findStaffEvent, logStaffChange } from '#modules/staff/server/public-api.ts'
import { holdTickets, placeLineOf, type HeldTicket } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Result } from '#kernel/result.ts'
import { requireOperator, requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import type { CounterPorts } from './ports.ts'
import { payByBalance } from './balance.ts'
import {
  holdAtCounter,
  openBasketOf,
  presentBasket,
  readBasket,
  releaseBasket,
  reserveAtCounter,
} from './baskets.ts'
import { askAboutCard, payByCard, type CardOutcome } from './card.ts'
import { ownTickets, printAtCounter } from './print.ts'
import { payOutOwed, readOwedCash } from './pay-out.ts'
import { returnAtCounter } from './return.ts'
import { outsideRoutes } from './outside/routes.ts'
import { sellAtCounter, sellHeld, type SoldAtCounter } from './sell.ts'

/** Calls of an organiser's counter. */
export function counterRoutes(ports: CounterPorts): readonly Implementation[] {
  return [
    ...shiftRoutes(ports),
    ...basketRoutes(ports),
    ...saleRoutes(ports),
    ...terminalRoutes,
    ...outsideRoutes,
  ]
}

const terminalRoutes: readonly Implementation[] = [
  implement(terminals.listTerminals, requireOperator, async (context) =>
    ok(await listTerminals(context)),
  ),
  implement(terminals.assignTerminal, requireOperator, async (context, { body }) => {
    const { number, merchantId } = body
    const done =
      merchantId === null
        ? await takeTerminalBack(context, number)
        : await giveTerminal(context, { number, merchantId })
    return done.ok ? ok(await listTerminals(context)) : done
  }),
]

function shiftRoutes(ports: CounterPorts): readonly Implementation[] {
  return [
    implement(calls.readCounter, requireStaff, async (context) => {
      const { actor } = context
      const shift = await findOpenShift(context, actor.staffId)
      const closed = await listClosedShifts(context, actor)
      return ok({
        shift: shift ? await presentShift(context, shift) : null,
        closed: closed.map(presentHead),
        basket: shift ? await openBasketOf(context, ports, shift.sessionId) : null,
        terminals: await listOwnTerminals(context, actor.merchantId),
      })
    }),
    implement(calls.openShift, requireStaff, async (context, { body }) => {
      const { actor: session } = await ports.sessions.openGuest(context, 'counter')
      const sessionId = 'sessionId' in session ? session.sessionId : ''
      const opened = await openShift(context, context.actor, { ...body, sessionId })
      return opened.ok ? ok(await presentShift(context, opened.value)) : opened
    }),
    implement(calls.moveCash, requireStaff, async (context, { body }) => {
      const { kind, note } = body
      const amountMinor = kind === 'in' ? body.amountMinor : -body.amountMinor
      return inTransaction<Result<calls.ShiftView, ErrorCode>>(context, async (inside) => {
        const shift = await lockShift(inside, context.actor)
        if (!shift.ok) return shift
        const added = await addEntry(inside, shift.value, { kind, amountMinor, note })
        if (!added.ok) return added
        await logStaffChange(inside, {
          action: `counter.cash-${kind}`,
          subject: `shift ${shift.value.id}`,
          after: { amountMinor, note },
        })
        const after = await lockShift(inside, context.actor)
        return after.ok ? ok(await presentShift(inside, after.value)) : after
      })
    }),
    implement(calls.closeShift, requireStaff, async (context, { body }) => {
      const closed = await closeShift(context, context.actor, body)
      return closed.ok ? ok(await presentShift(context, closed.value)) : closed
    }),
  ]
}

function basketRoutes(ports: CounterPorts): readonly Implementation[] {
  return [
    implement(baskets.counterDates, requireStaff, async (context) =>
      ok({ dates: await listCounterDates(context, context.actor) }),
    ),
    implement(baskets.counterTypes, requireStaff, async (context, { query }) => {
      const event = await findStaffEvent(context, context.actor, query.eventId)
      if (!event.ok) return event
      const sold = await counterTypesOf(context, query.eventId)
      // Its sale may have ended since the list of dates was read.
      const nothing = { types: [], hasMap: false, asksAnswers: false }
      const { types, hasMap, asksAnswers } = sold.ok ? sold.value : nothing
      return ok({
        hasMap,
        asksAnswers,
        types: types.map(({ ticketTypeId, name, total, zone, poolId, left }) => ({
          ticketTypeId,
          name,
          total,
          zone,
          poolId,
          left,
        })),
      })
    }),
    implement(baskets.holdAtCounter, requireStaff, async (context, { body }) => {
      const held = await holdAtCounter(context, ports, context.actor, body)
      return held.ok ? ok(await presentBasket(context, ports, held.value)) : held
    }),
    implement(baskets.releaseAtCounter, requireStaff, async (context, { body }) => {
      const left = await releaseBasket(context, context.actor, body)
      if (!left.ok) return left
      return ok({ basket: left.value && (await presentBasket(context, ports, left.value)) })
    }),
    implement(baskets.openReservation, requireStaff, (context, { query }) =>
      readBasket(context, ports, context.actor, query.orderKey),
    ),
    implement(baskets.reserveAtCounter, requireStaff, (context, { body }) =>
      reserveAtCounter(context, context.actor, body),
    ),
    implement(baskets.listReservations, requireStaff, async (context) =>
      ok({ reservations: await listOpenReservations(context, context.actor) }),
    ),
    implement(baskets.payByCard, requireStaff, async (context, { body }) => {
      const paid = await payByCard(context, ports, context.actor, body)
      return paid.ok ? ok(await presentCard(context, ports, paid.value)) : paid
    }),
    implement(baskets.payByBalance, requireStaff, async (context, { body }) => {
      const paid = await payByBalance(context, ports, context.actor, body)
      return paid.ok ? ok(await presentSold(context, ports, paid.value)) : paid
    }),
    implement(baskets.askAboutCard, requireStaff, async (context, { body }) => {
      const asked = await askAboutCard(context, ports, context.actor, body.orderKey)
      return asked.ok ? ok(await presentCard(context, ports, asked.value)) : asked
    }),
    implement(baskets.sellHeld, requireStaff, async (context, { body }) => {
      const sold = await sellHeld(context, ports, context.actor, body)
      return sold.ok ? ok(await presentSold(context, ports, sold.value)) : sold
    }),
  ]
}

function saleRoutes(ports: CounterPorts): readonly Implementation[] {
  return [
    implement(calls.sellAtCounter, requireStaff, async (context, { body }) => {
      const sold = await sellAtCounter(context, ports, context.actor, body)
      return sold.ok ? ok(await presentSold(context, ports, sold.value)) : sold
    }),
    implement(calls.counterOrder, requireStaff, async (context, { query }) => {
      const order = await findOrder(context, { orderNumber: query.orderNumber.toUpperCase() })
      const own = order ? await ownTickets(context, ports, context.actor, order) : []
      const owedMinor = order ? await readOwedCash(context, context.actor, order) : 0
      if (!order || (own.length === 0 && owedMinor === 0)) return fail('NotFound')
      return ok({
        orderNumber: order.orderNumber,
        tickets: presentTickets(own, context.locale),
        owed: money(owedMinor),
      })
    }),
    implement(calls.printTickets, requireStaff, async (context, { body }) => {
      const printed = await printAtCounter(context, ports, context.actor, body)
      if (!printed.ok) return printed
      const filename = `tickets-${body.orderNumber.toLowerCase()}.pdf`
      return ok({ contentType: 'application/pdf', content: printed.value, filename })
    }),
    implement(calls.returnAtCounter, requireStaff, async (context, { body }) => {
      const { ticketIdentifiers, ...rest } = body
      const back = ticketIdentifiers
        ? await returnAtCounter(context, ports, context.actor, { ...rest, ticketIdentifiers })
        : await payOutOwed(context, context.actor, rest)
      if (!back.ok) return back
      const { amount, to, shift } = back.value
      return ok({ amount, to, shift: await presentShift(context, shift) })
    }),
  ]
}

async function presentCard(
  context: Context,
  ports: CounterPorts,
  { state, order, reason }: CardOutcome,
) {
  const message = state === 'declined' ? cardRefusal(context.locale, reason ?? '') : null
  if (state !== 'sold') return { state, reason, message, sold: null }
  const total = money(order.totalMinor, order.currency)
  const sold = await presentSold(context, ports, { order, total, change: money(0) })
  return { state, reason, message, sold }
}

async function presentSold(context: Context, ports: CounterPorts, sold: SoldAtCounter) {
  const { order, total, change } = sold
  const held = await holdTickets(context, ports.returns.tickets, [order])
  return {
    orderNumber: order.orderNumber,
    total,
    change,
    tickets: presentTickets(held, context.locale),
  }
}

function presentTickets(held: readonly HeldTicket[], locale: Locale) {
  return held.map((one) => ({
    ticketIdentifier: one.ticket.identifier,
    place: placeLineOf(one, locale),
  }))
}
