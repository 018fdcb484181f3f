import { ticketStatus } from '#contract/enumerations.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { holdPlaces } from '#modules/inventory/server/public-api.ts'
import {
  addToOrder,
  describeBySource,
  feeKey,
  itemKey,
  soldItemOf,
  soldItemsOf,
  takeFromOrder,
  withOpenOrder,
  withoutPlace,
  type LineDetail,
  type NewOrderLine,
  type OfferSource,
  type Order,
  type OrderLine,
} from '#modules/orders/server/public-api.ts'
import { lockIssue } from '#modules/tickets/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { shortNumber } from '../card-number.ts'
import { findCard, usesLeft, type FoundCard } from '../find-card.ts'
import { inBoth } from '../labels.ts'
import { isValidAt, paysFor, sourceName, usesPoolId, validityOf } from '../rules.ts'
import type { Product } from '../store.ts'

export interface ApplyPassRequest {
  readonly orderKey: string
  readonly cardNumber: string
  /** Ticket lines to be paid; all that the pass can pay for when absent. */
  readonly lineIds?: readonly number[]
}

/** One use: the amounts that it pays of a ticket's lines. */
interface Payment {
  readonly parts: readonly { readonly lineId: number; readonly amountMinor: number }[]
}

/**
 * Pays tickets of the caller's open order with a pass, one use per ticket. The uses are held for the order in the same
 * transaction, like seats, so that a card is never overdrawn. They are released when the order ends unpaid, when their
 * ticket is removed, or by `removePass`, and are sold with the order. Without `lineIds` as many tickets as possible are
 * paid.
 */
export function applyPass(
  context: Context,
  sources: readonly OfferSource[],
  request: ApplyPassRequest,
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, request.orderKey, async (inside, order) => {
    const found = await findCard(inside, request.cardNumber)
    if (!found) return fail('PassNotFound')
    const { card, product } = found
    const refusal = refusalOfCard(found, inside.clock.now())
    if (refusal) return fail(refusal)
    // Locks the row of the ticket, so that the pass is not transferred or cancelled concurrently.
    if (!(await lockIssue(inside, card))) return fail('PassNotActive')
    const payable = await payableTickets(inside, sources, order, { product, request })
    if (!payable.ok) return payable
    const usesAllowed = product.usesPerOrderMax - countUses(order, card.ticketId)
    const left = Math.min(usesAllowed, await usesLeft(inside, card))
    const paid = request.lineIds ? payable.value : payable.value.slice(0, Math.max(left, 0))
    if (paid.length === 0 || paid.length > left) return fail('PassUsedUp')
    const holdId = inside.random.uuid()
    const [held] = await holdPlaces(inside, [
      {
        holdId,
        offeringId: card.offeringId,
        legFrom: 0,
        legTo: 1,
        places: [],
        pools: [{ poolId: usesPoolId, quantity: paid.length }],
        until: order.deadlineAt,
      },
    ])
    if (!held?.ok) return fail('PassUsedUp')
    const counter = { offeringId: card.offeringId, poolId: usesPoolId, holdId }
    let changed = order
    for (const payment of paid)
      changed = await addToOrder(inside, changed, lineOf(found, payment, counter))
    return ok(changed)
  })
}

/** Releases the uses of one pass, or of all passes, from the caller's open order. */
export function removePass(
  context: Context,
  request: { readonly orderKey: string; readonly cardNumber?: string | undefined },
): Promise<Result<Order, ErrorCode>> {
  return withOpenOrder(context, request.orderKey, async (inside, order) => {
    const { cardNumber } = request
    const found = cardNumber === undefined ? null : await findCard(inside, cardNumber)
    if (cardNumber !== undefined && !found) return fail('PassNotFound')
    return ok(
      await takeFromOrder(inside, order, ({ detail: { reduction } }) =>
        reduction?.by !== 'multipass' ? false : !found || reduction.id === `${found.card.ticketId}`,
      ),
    )
  })
}

/** The reason why a card cannot pay for anything now, or null. */
export function refusalOfCard({ card, product }: FoundCard, now: Date): ErrorCode | null {
  if (card.ticketStatus !== ticketStatus.Active) return 'PassNotActive'
  return isValidAt(validityOf(product, card), now) ? null : 'PassNotValidNow'
}

function countUses(order: Order, ticketId: number): number {
  return order.lines.filter(
    ({ detail: { reduction } }) => reduction?.by === 'multipass' && reduction.id === `${ticketId}`,
  ).length
}

/** Unpaid tickets of the order that the pass can pay for, one entry per ticket, the most expensive first. */
async function payableTickets(
  context: Context,
  sources: readonly OfferSource[],
  order: Order,
  { product, request }: { readonly product: Product; readonly request: ApplyPassRequest },
): Promise<Result<readonly Payment[], ErrorCode>> {
  const { lineIds } = request
  const tickets = order.lines.filter(({ kind }) => kind === 'Ticket')
  if (tickets.length === 0) return fail('OrderEmpty')
  if (lineIds?.some((lineId) => !tickets.some(({ id }) => id === lineId))) {
    const message = 'Not a ticket line of this order'
    return fail('BadRequest', { fields: [{ path: 'body.lineIds', message }] })
  }
  const descriptions = await describeBySource(sources, soldItemsOf(tickets), (source, items) =>
    source.describeItems(context, items),
  )
  const payments = tickets.flatMap((line) => {
    if (lineIds && !lineIds.includes(line.id)) return []
    const item = soldItemOf(line)
    const description = item && descriptions.get(itemKey(item))
    if (!item || !description || line.unitPriceMinor <= 0) return []
    const { startsAt, timeZone } = description
    const { merchantId } = line
    if (!paysFor(product, { ...item, merchantId, startsAt, timeZone })) return []
    const unpaid = line.quantity - paidUnitsOf(order, line)
    return Array.from({ length: unpaid }, () => ({ line, parts: partsOf(order, line, product) }))
  })
  if (payments.length === 0) return fail('PassNotForThis')
  return ok(
    payments.toSorted((left, right) => right.line.unitPriceMinor - left.line.unitPriceMinor),
  )
}

function paidUnitsOf(order: Order, { id }: OrderLine): number {
  return order.lines.filter(({ detail }) => detail.reduction?.pays?.parts[0]?.lineId === id).length
}

function partsOf(order: Order, line: OrderLine, product: Product): Payment['parts'] {
  const amountMinor = Math.min(line.unitPriceMinor, product.valueMinorMax ?? Infinity)
  const parts = [{ lineId: line.id, amountMinor }]
  if (!product.paysFees) return parts
  const fees = order.lines.filter(
    ({ kind, detail, ...other }) =>
      kind === 'Service' && !detail.option && feeKey(other) === feeKey(line),
  )
  return [...parts, ...fees.map((fee) => ({ lineId: fee.id, amountMinor: fee.unitPriceMinor }))]
}

function lineOf(
  { card, product, cardNumber }: FoundCard,
  { parts }: Payment,
  counter: NonNullable<LineDetail['counter']>,
): NewOrderLine {
  return {
    source: sourceName,
    kind: 'MultiPass',
    ...withoutPlace,
    quantity: 1,
    unitPriceMinor: 0,
    description: inBoth('lineUse', (locale) => ({
      name: product.name[locale],
      number: shortNumber(cardNumber),
    })),
    detail: {
      counter,
      reduction: {
        by: 'multipass',
        id: `${card.ticketId}`,
        from: 'tickets',
        scope: { source: null, itemIds: null, merchantId: null },
        basisPoints: null,
        amountMinor: null,
        amountMinorMax: null,
        ticketsMinorMin: 0,
        borneBy: 'house',
        isCombined: true,
        pays: { account: accountOf(product.productId), parts },
      },
    },
  }
}

/** Ledger account with the revenue of a product's cards, less the amounts that their uses have paid. */
export function accountOf(productId: number): string {
  return `pass:${productId}`
}
