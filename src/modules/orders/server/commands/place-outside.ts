import { sql } from 'kysely'
import { readableCode } from '#kernel/ids.ts'
import { fail, invariant, ok, type Failure, type Result } from '#kernel/result.ts'
import type { OutsideStatus } from '../../outside-status.ts'
import { holdPlaces, sellPlaces, type HoldRequest } from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { orderAllocations } from '../allocations.ts'
import { insertOrders, type NewOrder } from '../insert-orders.ts'
import { orderCurrency } from '../new-order.ts'
import type { Buyer, NewOrderLine, Order } from '../order.ts'
import { orderNumberLength, secondsAfter } from '../rules.ts'
import { readOrdersById } from '../store.ts'

/** An order that was not sold here. Its lines cost nothing here: what was paid elsewhere is in their details. */
export interface OutsideOrder {
  readonly status: OutsideStatus
  readonly merchantId: number
  readonly buyer: Buyer
  /** The outside channel; empty: the organiser itself. */
  readonly seller: string
  /** Unique among the organiser's orders of the seller. */
  readonly reference: string
  readonly digest: string
  /** Who of the staff; null: an operator. */
  readonly createdBy: string | null
  readonly lines: readonly Omit<NewOrderLine, 'holdId'>[]
}

/** An order whose places are not free. */
export interface RefusedOutside {
  readonly index: number
  readonly placeIds: readonly number[]
  readonly poolIds: readonly number[]
}

/** Channel of outside orders; no API key has it. */
export const outsideChannel = 'outside'

/** The holds end in the transaction that makes them. */
const holdSeconds = 600

/**
 * Takes the places of orders that were not sold here, whether the sale has begun or not: all or none, in the caller's transaction,
 * which rolls back what was held when it fails. Tickets are issued by the caller. `SeatNotAvailable` has the refused
 * orders as `detail.refused`.
 */
export async function placeOutside(
  context: Context,
  orders: readonly OutsideOrder[],
): Promise<Result<Order[], 'SeatNotAvailable'>> {
  invariant(context.db.isTransaction, 'outside orders are placed in a transaction')
  const held = orders.map((order) => withHolds(context, order))
  const refused = await holdAll(context, held)
  if (refused.length > 0) return fail('SeatNotAvailable', { refused })
  const fresh = orders.map((order) => outsideDraft(context, order))
  const { orderIds } = await insertOrders(
    context.db,
    fresh,
    held.map((lines, index) => ({ order: { orderKey: fresh[index]?.orderKey ?? '' }, lines })),
  )
  await writeOutside(context, orders, orderIds)
  const placed = await readOrdersById(context.db, orderIds)
  const sold = await sellPlaces(
    context,
    placed.flatMap(({ lines }) => orderAllocations(lines)),
  )
  return sold.ok ? ok(placed) : refusedSale(placed, sold)
}

/** The lines with a hold for each offering. */
function withHolds({ random }: Context, { lines }: OutsideOrder): NewOrderLine[] {
  const holdIds = new Map<number | null, string>()
  return lines.map((line) => {
    const holdId = holdIds.get(line.offeringId) ?? random.uuid()
    holdIds.set(line.offeringId, holdId)
    return { ...line, holdId }
  })
}

async function holdAll(
  context: Context,
  held: readonly (readonly NewOrderLine[])[],
): Promise<RefusedOutside[]> {
  const until = secondsAfter(context.clock.now(), holdSeconds)
  const wanted = held.flatMap((lines, index) =>
    orderAllocations(lines.map((line) => ({ ...line, id: 0, amountMinor: 0 }))).map(
      (allocation) => ({ index, request: { ...allocation, until } satisfies HoldRequest }),
    ),
  )
  const byOffering = [...Map.groupBy(wanted, ({ request }) => request.offeringId)]
  const refused: RefusedOutside[] = []
  for (const [, all] of byOffering.toSorted(([one], [other]) => one - other)) {
    const answers = await holdPlaces(
      context,
      all.map(({ request }) => request),
    )
    answers.forEach((answer, position) => {
      if (!answer.ok) refused.push({ index: all[position]?.index ?? 0, ...idsOf(answer) })
    })
  }
  return refused
}

function idsOf({ detail }: Failure<string>): Omit<RefusedOutside, 'index'> {
  const { placeIds = [], poolIds = [] } = (detail ?? {}) as Partial<RefusedOutside>
  return { placeIds, poolIds }
}

function refusedSale(placed: readonly Order[], refusal: Failure<'SeatNotAvailable'>) {
  const { placeIds, poolIds } = idsOf(refusal)
  const refused = placed.map((_, index) => ({ index, placeIds, poolIds }))
  return fail('SeatNotAvailable', { refused })
}

/** A new order that nobody of the shop owns. */
export function outsideDraft(
  context: Context,
  order: Pick<OutsideOrder, 'status' | 'buyer' | 'reference'>,
): NewOrder {
  const now = context.clock.now()
  return {
    orderKey: context.random.uuid(),
    orderNumber: readableCode(context.random, orderNumberLength),
    status: order.status,
    sessionId: null,
    customerId: null,
    channel: outsideChannel,
    host: '',
    locale: context.locale,
    currency: orderCurrency,
    totalMinor: 0,
    buyer: order.buyer,
    deadlineAt: now,
    heldSince: now,
    caller: null,
    termsAcceptedAt: null,
    request: null,
    externalReference: order.reference,
    retryOf: null,
    createdAt: now,
  }
}

/** Records whose orders they are, and their numbers elsewhere. */
export async function writeOutside(
  context: Context,
  orders: readonly Pick<
    OutsideOrder,
    'merchantId' | 'seller' | 'reference' | 'digest' | 'createdBy'
  >[],
  orderIds: readonly number[],
): Promise<void> {
  const rows = orders.map(({ merchantId, seller, reference, digest, createdBy }, index) => ({
    id: orderIds[index],
    merchant: merchantId,
    seller,
    reference,
    digest,
    staff: createdBy,
  }))
  await sql`
    insert into outside_order (order_id, merchant_id, seller, reference, digest, created_by, created_at)
    select id, merchant, seller, reference, digest, staff, ${context.clock.now()}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n(id bigint, merchant integer, seller text, reference text, digest text, staff uuid)`.execute(
    context.db,
  )
}
