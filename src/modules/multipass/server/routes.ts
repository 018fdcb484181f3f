import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import {
  openedSession,
  presentOrder,
  takeOffer,
  type Order,
  type OrderPorts,
} from '#modules/orders/server/public-api.ts'
import { implement, type CallContext, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { officeRoutes } from './office-routes.ts'
import { applyPass, removePass } from './commands/apply-pass.ts'
import { findCard } from './find-card.ts'
import { multipassSource } from './offer-source.ts'
import { endOfProduct } from './rules.ts'
import { presentCard, presentOwnCard, presentPassOrder, presentProduct } from './present.ts'
import { readCardsOf, readTicketReferences, readProducts } from './store.ts'

/** Maximum number of listed cards of one holder. */
const shownCardsMax = 50

/** Calls of products and cards, and payment of open orders with cards; completing an order is `flows/pass`. */
export function multipassRoutes(ports: OrderPorts): readonly Implementation[] {
  const presentResult = async (context: CallContext, changed: Result<Order, ErrorCode>) =>
    changed.ok ? ok(await presentPassOrder(context, ports, changed.value)) : changed
  return [
    implement(calls.multipassCheck, async (context, { query }) => {
      const found = await findCard(context, query.cardNumber)
      return found
        ? ok(await presentCard(context, found.card, found.product))
        : fail('PassNotFound')
    }),
    implement(calls.multipassShow, async (context) => ok(await show(context, ports))),
    implement(calls.multipassReserve, async (context, { body }) =>
      presentResult(context, await applyPass(context, ports.sources, body)),
    ),
    implement(calls.multipassUnreserve, async (context, { body }) =>
      presentResult(context, await removePass(context, body)),
    ),
    implement(calls.choosePass, async (context, { body }) => {
      const { orderKey, productId, quantity, cardNumber } = body
      if ((productId === undefined) === (cardNumber === undefined)) {
        const message = 'Either a product or a card is needed'
        return fail('BadRequest', { fields: [{ path: 'body.productId', message }] })
      }
      const request =
        cardNumber === undefined ? { productId: productId ?? 0, quantity } : { cardNumber }
      const added = await takeOffer(context, multipassSource, { request, orderKey })
      if (!added.ok) return added
      const view = await presentOrder(context, ports, added.value)
      return ok({ ...view, ...openedSession(context) })
    }),
    ...officeRoutes(ports),
  ]
}

async function show(context: CallContext, ports: OrderPorts) {
  const sold = await readProducts(context)
  const now = context.clock.now()
  const products = sold.filter((product) => endOfProduct(product) > now)
  const { actor } = context
  if (actor.kind !== 'guest' && actor.kind !== 'customer')
    return { products: products.map((product) => presentProduct(context, product)), cards: [] }
  const customerId = actor.kind === 'customer' ? actor.customerId : null
  const cards = await readCardsOf(
    context,
    { sessionId: actor.sessionId, customerId },
    shownCardsMax,
  )
  const productIds = [...new Set(cards.map((card) => card.productId))]
  const owned = await readProducts(context, { productIds })
  const references = await readTicketReferences(
    context,
    cards.map(({ ticketId }) => ticketId),
  )
  return {
    products: products.map((product) => presentProduct(context, product)),
    cards: await Promise.all(
      cards.flatMap((card) => {
        const product = owned.find(({ productId }) => productId === card.productId)
        const own = references.get(card.ticketId)
        return product && own
          ? [presentOwnCard(context, ports, { card, product, reference: own })]
          : []
      }),
    ),
  }
}
