import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import { changePoolCapacity, createOffering } from '#modules/inventory/server/public-api.ts'
import { soldItemOf, type Order, type OrderLine } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { passTypes, sourceName, usesPoolId } from '../rules.ts'
import { addEntries, recordFirstUse, readCard, readGranted, readProducts } from '../store.ts'

/**
 * Records a paid order in the transaction that issues its tickets: creates cards for the passes it bought, adds uses to
 * topped-up cards, and writes an entry for each use it took. Does nothing for other orders. Idempotent.
 */
export async function recordPassSale(context: Context, order: Order): Promise<void> {
  invariant(
    context.db.isTransaction,
    'passes are recorded in the transaction that issues the tickets',
  )
  const bought = order.lines.filter(
    ({ kind, source }) => kind === 'Ticket' && source === sourceName,
  )
  const used = order.lines.filter(({ detail }) => detail.reduction?.by === 'multipass')
  if (bought.length > 0) await createCards(context, order, bought)
  if (used.length === 0) return
  await addEntries(
    context,
    used.map((line) => entryOfUse(order, line, 'used')),
  )
  await recordFirstUse(
    context,
    used.map((line) => ticketIdOf(line)),
    context.clock.now(),
  )
}

/** Writes an entry for each use returned with the ticket that it paid; the pools are already updated. Once per line. */
export async function recordReturnedUses(
  context: Context,
  order: Order,
  lines: readonly OrderLine[],
): Promise<void> {
  await addEntries(
    context,
    lines.map((line) => entryOfUse(order, line, 'returned')),
  )
}

function entryOfUse(order: Order, line: OrderLine, kind: 'used' | 'returned') {
  const paid = line.detail.reduction?.pays?.parts[0]
  const ticket = order.lines.find(({ id }) => id === paid?.lineId)
  return {
    ticketId: ticketIdOf(line),
    kind,
    uses: kind === 'used' ? -1 : 1,
    key: `${kind} ${line.id}`,
    orderId: order.id,
    item: ticket ? soldItemOf(ticket) : null,
  }
}

function ticketIdOf({ detail }: OrderLine): number {
  return Number(detail.reduction?.id)
}

interface IssuedTicket {
  readonly ticketId: number
  readonly orderLineId: number
}

async function createCards(
  context: Context,
  order: Order,
  lines: readonly OrderLine[],
): Promise<void> {
  const { rows } = await sql<IssuedTicket>`
    select ticket_id as "ticketId", order_line_id as "orderLineId" from ticket_summary
    where order_id = ${order.id} and source = ${sourceName} order by ticket_id`.execute(context.db)
  const products = await readProducts(context, {
    productIds: lines.flatMap(({ itemId }) => itemId ?? []),
  })
  for (const { ticketId, orderLineId } of rows) {
    const line = lines.find(({ id }) => id === orderLineId)
    const product = products.find(({ productId }) => productId === line?.itemId)
    invariant(line && product, `ticket ${ticketId} belongs to a line and a product`)
    if (line.detail.toppedUp) {
      invariant(
        line.ticketTypeId === passTypes.topUp && product.topUpUses,
        'a top-up line has the top-up type and a product with top-ups',
      )
      await topUp(context, order, {
        ...line.detail.toppedUp,
        from: ticketId,
        uses: product.topUpUses,
      })
    } else
      await createCard(context, order, {
        ticketId,
        productId: product.productId,
        uses: product.uses,
      })
  }
}

async function createCard(
  context: Context,
  order: Order,
  card: { readonly ticketId: number; readonly productId: number; readonly uses: number },
): Promise<void> {
  const { ticketId, productId, uses } = card
  if (await readCard(context, ticketId)) return
  const pools = [{ poolId: usesPoolId, capacity: uses }]
  const offeringId = await createOffering(context, { placeCount: 0, pools })
  await context.db
    .insertInto('multipass_card')
    .values({
      ticket_id: ticketId,
      product_id: productId,
      offering_id: offeringId,
      sold_at: context.clock.now(),
    })
    .execute()
  const key = `issued ${ticketId}`
  await addEntries(context, [
    { ticketId, kind: 'issued', uses, key, orderId: order.id, item: null },
  ])
}

/** Adds paid uses to a card, regardless of its current state. */
async function topUp(
  context: Context,
  order: Order,
  topUpRequest: { readonly ticketId: number; readonly from: number; readonly uses: number },
): Promise<void> {
  const { ticketId, from, uses } = topUpRequest
  await sql`select from multipass_card where ticket_id = ${ticketId} for update`.execute(context.db)
  const card = await readCard(context, ticketId)
  invariant(card, `the topped-up card ${ticketId} exists`)
  const key = `topped-up ${from}`
  const added = await addEntries(context, [
    { ticketId, kind: 'topped-up', uses, key, orderId: order.id, item: null },
  ])
  if (added === 0) return
  const pool = { offeringId: card.offeringId, poolId: usesPoolId }
  const changed = await changePoolCapacity(context, pool, await readGranted(context, ticketId))
  invariant(changed.ok, `the card ${ticketId} has more granted than taken uses`)
}
