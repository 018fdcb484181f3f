import { noteRefusal } from '#flows/checkout/server/check-unchanged.ts'
import { orderStatusName } from '#contract/enumerations.ts'
import { fail, ok } from '#kernel/result.ts'
import { finishFreeOrder } from '#flows/checkout/server/complete-order.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import type { SeatBoards } from '#modules/events/server/public-api.ts'
import * as calls from '#modules/multipass/contract.ts'
import {
  findCard,
  presentPassOrder,
  readIdentifiers,
  usesLeft,
} from '#modules/multipass/server/public-api.ts'
import {
  checkoutOrder,
  findOwnOrder,
  isOpen,
  openedSession,
  ownsOrder,
  withOpenOrder,
  type Order,
} from '#modules/orders/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import { orderForPartner } from './order-for-partner.ts'

/** Completes orders paid by passes, and partners' orders in one step. */
export function passRoutes(ports: CheckoutPorts, boards: SeatBoards): readonly Implementation[] {
  const present = async (context: CallContext, order: Order) => ({
    ...(await presentPassOrder(context, ports.orders, order)),
    isFinished: order.processedAt !== null,
  })
  return [
    implement(calls.multipassCheckout, async (context, { body }) => {
      const { orderKey } = body
      const before = await findOwnOrder(context, { orderKey })
      if (!before.ok) return before
      if (isOpen(before.value.status) && !before.value.lines.some(isUse))
        return fail('PassNotForThis')
      await ports.orders.beforeCheckout?.(context, orderKey)
      const finished = await withOpenOrder(context, orderKey, async (inside) => {
        const order = await checkoutOrder(inside, ports.orders.sources, body)
        if (!order.ok || order.value.totalMinor > 0) return order
        const done = await finishFreeOrder(inside, ports, order.value)
        return done.ok ? order : done
      })
      if (!finished.ok) {
        await noteRefusal(context, orderKey, finished.code)
        return finished
      }
      const after = await findOwnOrder(context, { orderKey })
      return after.ok ? ok(await present(context, after.value)) : after
    }),
    implement(calls.multipassCheckoutGet, async (context, { query }) => {
      const found = await findOwnOrder(context, query)
      return found.ok ? ok(await present(context, found.value)) : found
    }),
    implement(calls.multipassOrderForSwoop, async (context, { query }) => {
      const made = await orderForPartner(context, ports, boards, {
        cardNumber: query.cardNumber,
        ticketTypeId: query.ticketTypeId,
        identifier: query.swoopIdentifer,
      })
      if (!made.ok) return made
      const { id, orderKey, orderNumber, status } = made.value
      // When the request is repeated from another session, the order belongs to the first one, so no new session is
      // opened.
      const isOwn = ownsOrder(context.actor, made.value)
      const found = await findCard(context, query.cardNumber)
      return ok({
        orderKey,
        orderNumber,
        statusName: orderStatusName(status),
        ticketIdentifiers: await readIdentifiers(context, id),
        usesLeft: found ? await usesLeft(context, found.card) : 0,
        ...(isOwn && openedSession(context)),
      })
    }),
  ]
}

function isUse({ detail }: Order['lines'][number]): boolean {
  return detail.reduction?.by === 'multipass'
}
