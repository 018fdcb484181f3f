import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Failure } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import {
  implement,
  writingSession,
  type CallContext,
  type Implementation,
} from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import * as checkouts from '../checkout-contract.ts'
import { currentOrder } from '../current-contract.ts'
import { walletHistory, walletUpcoming } from '../history-contract.ts'
import { beginHubCheckout as beginHubCheckoutCall } from '../hub-contract.ts'
import { beginHubCheckout } from './commands/begin-hub-checkout.ts'
import { checkRoutes } from './check-routes.ts'
import { readHistory } from './history.ts'
import { checkoutOrder, type CheckoutOptions } from './commands/checkout-order.ts'
import { extendOrder } from './commands/extend-order.ts'
import { releaseOrder } from './commands/release-order.ts'
import { openOrder } from './commands/open-order.ts'
import type { Order } from './order.ts'
import { openedSession } from './opened-session.ts'
import {
  presentCheckout,
  presentCurrentOrder,
  presentOrder,
  presentOrders,
  type OrderPorts,
} from './presenters.ts'
import { findCurrentOrder, findNamedOrder, findOwnOrder, findOwnOrders } from './queries.ts'
import type { OrderHandle } from './store.ts'
import { visitorRoute } from './visitor-route.ts'

/** Rows a list shows. */
const listedMax = 100

/** The wallet's lists of orders. */
function historyRoutes(ports: OrderPorts): readonly Implementation[] {
  return [
    implement(walletHistory, requireCustomer, (context, { query }) =>
      readHistory(context, ports, { ...query, part: 'history' }),
    ),
    implement(walletUpcoming, requireCustomer, (context, { query }) =>
      readHistory(context, ports, { ...query, part: 'upcoming' }),
    ),
  ]
}

/** The calls of an order, except those that contact a bank. */
export function orderRoutes(ports: OrderPorts): readonly Implementation[] {
  const showOrder = async (context: CallContext, handle: OrderHandle) => {
    const found = await findOwnOrder(context, handle)
    return found.ok ? ok(await presentOrder(context, ports, found.value)) : found
  }
  const showCheckout = async (context: CallContext, orderKey: string) => {
    const found = await findOwnOrder(context, { orderKey })
    return found.ok ? ok(await presentCheckout(context, ports, found.value)) : found
  }
  const answerOrder = async (
    context: CallContext,
    result: Failure<ErrorCode> | { ok: true; value: Order },
  ) => (result.ok ? ok(await presentOrder(context, ports, result.value)) : result)
  const answerCheckout = async (
    context: CallContext,
    result: Failure<ErrorCode> | { ok: true; value: Order },
  ) => (result.ok ? ok(await presentCheckout(context, ports, result.value)) : result)

  const checkOut = async (context: CallContext, details: CheckoutOptions) => {
    await ports.beforeCheckout?.(context, details.orderKey)
    return answerCheckout(context, await checkoutOrder(context, ports.sources, details))
  }

  return [
    initializeOrderRoute(ports),
    implement(calls.unreserve, async (context, { body }) =>
      answerOrder(context, await releaseOrder(context, { ...body, cancel: body.cancel ?? false })),
    ),
    implement(calls.grootUnreserve, async (context, { body }) =>
      answerOrder(context, await releaseOrder(context, { ...body, cancel: body.cancel ?? false })),
    ),
    implement(calls.reservePermanent, async (context, { body }) =>
      answerOrder(context, await extendOrder(context, body.orderKey)),
    ),
    implement(checkouts.checkout, (context, { body }) => checkOut(context, body)),
    implement(checkouts.grootCheckout, (context, { body }) => checkOut(context, body)),
    implement(checkouts.grootCheckoutGet, (context, { params }) =>
      showCheckout(context, params.orderKey),
    ),
    implement(checkouts.grootCheckoutDetails, (context, { params }) =>
      showCheckout(context, params.orderKey),
    ),
    implement(checkouts.checkoutDetails, async (context, { query }) => {
      const named = await findNamedOrder(context, query)
      if (named) return answerCheckout(context, named)
      const message = 'Either orderKey or eventHubBookingId is needed'
      return fail('BadRequest', { fields: [{ path: 'query.orderKey', message }] })
    }),
    implement(calls.orderDetails, async (context, { query }) => {
      const named = await findNamedOrder(context, query)
      if (named) return answerOrder(context, named)
      const message = 'Either orderKey or orderNumber is needed'
      return fail('BadRequest', { fields: [{ path: 'query.orderKey', message }] })
    }),
    implement(calls.grootOrderDetails, (context, { params }) =>
      showOrder(context, { orderNumber: params.orderNumber }),
    ),
    implement(currentOrder, async (context) => {
      const order = await findCurrentOrder(context)
      return ok({ order: order && presentCurrentOrder(context, order) })
    }),
    visitorRoute,
    ...checkRoutes(ports),
    implement(beginHubCheckoutCall, async (context, { body }) =>
      answerCheckout(context, await beginHubCheckout(context, ports.sources, body)),
    ),
    ...historyRoutes(ports),
    implement(calls.listOrders, async (context, { query }) => {
      const found = await findOwnOrders(context, {
        status: query.orderStatus,
        phoneNumber: query.phoneNumber,
        host: query.host,
      })
      if (!found.ok) return found
      const onDay = query.eventDate === undefined ? undefined : sameDay(query.eventDate)
      const views = await presentOrders(context, ports, found.value, onDay)
      return ok({ orders: views.slice(0, listedMax) })
    }),
  ]
}

/** Whether an item takes place on a day: `2026-11-21` at its venue, an instant's day in Tbilisi. */
function sameDay(date: string): (item: { startsAt: Date; timeZone: string }) => boolean {
  const day = date.length === 10 ? date : localDay(new Date(date), 'Asia/Tbilisi')
  return (item) => localDay(item.startsAt, item.timeZone) === day
}

function localDay(moment: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

function initializeOrderRoute(ports: OrderPorts): Implementation {
  return writingSession(
    implement(calls.initializeOrder, async (context, { body }) => {
      const { host, ...request } = body
      const opened = await openOrder(context, { request, host })
      if (!opened.ok) return opened
      const view = await presentOrder(context, ports, opened.value)
      return ok({ ...view, ...openedSession(context) })
    }),
  )
}
