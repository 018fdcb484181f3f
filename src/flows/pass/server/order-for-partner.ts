import { orderStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { finishFreeOrder } from '#flows/checkout/server/complete-order.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { findCustomer } from '#modules/accounts/server/public-api.ts'
import { takeBest, type SeatBoards } from '#modules/events/server/public-api.ts'
import {
  applyPass,
  claimPartnerOrder,
  findCard,
  readEventOfType,
  readHolder,
  refusalOfCard,
  replacePartnerOrder,
  type FoundCard,
} from '#modules/multipass/server/public-api.ts'
import {
  checkoutOrder,
  findOrder,
  isOpen,
  releaseOrder,
  shownStatus,
  withOpenOrder,
  type Buyer,
  type Order,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

export interface PartnerRequest {
  readonly cardNumber: string
  readonly ticketTypeId: number
  /** The partner's own id. */
  readonly identifier: string
}

/**
 * Orders one ticket of a type and pays it with one use of a card, for a partner that cannot take part in a checkout.
 * The partner's id makes it happen once: the order of an id is recorded before it is paid, so a repeated request
 * continues with it, and two concurrent ones finish one order. An order that cannot be finished releases its places.
 */
export async function orderForPartner(
  context: Context,
  ports: CheckoutPorts,
  boards: SeatBoards,
  request: PartnerRequest,
): Promise<Result<Order, ErrorCode>> {
  const { cardNumber, ticketTypeId, identifier } = request
  const found = await findCard(context, cardNumber)
  if (!found) return fail('PassNotFound')
  const { ticketId } = found.card
  const eventId = await readEventOfType(context, ticketTypeId)
  if (eventId === undefined) return fail('TicketTypeNotFound')
  const claimed = await claimPartnerOrder(context, { identifier, ticketId, ticketTypeId })
  if (claimed.ticketId !== ticketId || claimed.ticketTypeId !== ticketTypeId)
    return fail('PartnerOrderTaken')
  const known = await readKnown(context, claimed.orderKey)
  if (known?.processedAt) return ok(known)
  const refusal = refusalOfCard(found, context.clock.now())
  if (refusal) return fail(refusal)
  const buyer = await buyerOf(context, found)
  if (!buyer) return fail('BuyerDetailsMissing')
  if (known && isOpen(shownStatus(known, context.clock.now())))
    return finish(context, ports, known, { request, buyer })
  const wanted = { request: { eventId, ticketTypeId, quantity: 1 } }
  const taken = await takeBest(context, boards, wanted)
  if (!taken.ok) return taken
  const change = { from: claimed.orderKey, to: taken.value.orderKey }
  if (await replacePartnerOrder(context, identifier, change))
    return finish(context, ports, taken.value, { request, buyer })
  // A concurrent request came first: its order is used.
  await release(context, taken.value)
  const other = await claimPartnerOrder(context, { identifier, ticketId, ticketTypeId })
  const order = await readKnown(context, other.orderKey)
  if (!order) return fail('OrderNotFound')
  return order.processedAt ? ok(order) : finish(context, ports, order, { request, buyer })
}

function readKnown(context: Context, orderKey: string | null): Promise<Order | undefined> {
  return orderKey === null ? Promise.resolve(undefined) : findOrder(context, { orderKey })
}

/** Pays the order and issues its ticket, or releases its places. */
async function finish(
  context: Context,
  ports: CheckoutPorts,
  { orderKey }: Order,
  { request, buyer }: { readonly request: PartnerRequest; readonly buyer: Buyer },
): Promise<Result<Order, ErrorCode>> {
  // The partner answers for its customers: an order of its id may have been opened in another session.
  const inside: Context = { ...context, actor: { kind: 'system' }, bounds: undefined }
  const { cardNumber, identifier } = request
  const done = await withOpenOrder(inside, orderKey, async (open, order) => {
    const isPaid = order.lines.some(({ detail }) => detail.reduction?.by === 'multipass')
    const { sources } = ports.orders
    const paid = isPaid ? ok(order) : await applyPass(open, sources, { orderKey, cardNumber })
    if (!paid.ok) return paid
    if (paid.value.totalMinor > 0) return fail('PassLeavesRest')
    const details = { orderKey, buyer, acceptTerms: true, externalReference: identifier }
    const checked = await checkoutOrder(open, sources, details)
    return checked.ok ? finishFreeOrder(open, ports, checked.value) : checked
  })
  const order = await findOrder(context, { orderKey })
  if (order?.processedAt) return ok(order)
  if (done.ok) return fail('OrderNotFound')
  if (order) await release(inside, order)
  return done
}

async function release(context: Context, { orderKey, status }: Order): Promise<void> {
  if (status === orderStatus.Canceled) return
  await releaseOrder(context, { orderKey, cancel: true })
}

/** Recipient of the email: the holder of the pass. Null for a receiver without an account. */
async function buyerOf(context: Context, { card }: FoundCard): Promise<Buyer | null> {
  const { customerId, isGuest } = await readHolder(context, card.ticketId)
  if (isGuest) return null
  if (customerId === null)
    return (await findOrder(context, { orderId: card.orderId }))?.buyer ?? null
  const customer = await findCustomer(context, customerId)
  if (!customer?.email) return null
  return { name: customer.full_name, email: customer.email, phone: customer.phone ?? '' }
}
