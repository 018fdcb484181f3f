/** Places that their seller withholds from sale, as orders of the status NotForSale: lines of the kind `None`, without a hold. */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { invariant } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { namedNumbers } from '#platform/database/named-numbers.ts'
import { insertOrders } from '../insert-orders.ts'
import { withoutPlace } from '../order.ts'
import { changeLines } from '../order-writes.ts'
import { readOrdersById } from '../store.ts'
import { moveOrder } from './move-order.ts'
import { outsideDraft, writeOutside } from './place-outside.ts'

const { NotForSale } = namedNumbers(orderStatus)

export interface KeptPlace {
  readonly placeId: number
  readonly row: string
  readonly seat: string
  readonly section: LocalizedText
}

interface KeptBack {
  readonly merchantId: number
  /** Who of the staff; null: an operator. */
  readonly createdBy: string | null
  readonly source: string
  readonly itemId: number
  readonly offeringId: number
  readonly places: readonly KeptPlace[]
}

const description = { ka: 'გასაყიდად არ არის', en: 'Kept back' }

/** Records places that this transaction has withheld, as one order. */
export async function keepBack(context: Context, kept: KeptBack): Promise<void> {
  invariant(context.db.isTransaction, 'places are recorded with what withholds them')
  const { merchantId, createdBy, source, itemId, offeringId, places } = kept
  const buyer = { name: '', email: '', phone: '' }
  const draft = outsideDraft(context, { status: orderStatus.NotForSale, buyer, reference: '' })
  const lines = places.map(({ placeId, ...detail }) => ({
    ...withoutPlace,
    source,
    kind: 'None' as const,
    offeringId,
    itemId,
    merchantId,
    placeId,
    legFrom: 0,
    legTo: 1,
    quantity: 1,
    unitPriceMinor: 0,
    description,
    detail,
  }))
  const { orderIds } = await insertOrders(
    context.db,
    [draft],
    [{ order: { orderKey: draft.orderKey }, lines }],
  )
  const reference = draft.orderNumber
  await writeOutside(
    context,
    [{ merchantId, seller: '', reference, digest: '', createdBy }],
    orderIds,
  )
}

/**
 * Removes places that are on sale again from the orders that kept them back; an order without any is cancelled. Its orders are
 * locked, so it comes before the places are released.
 */
export async function giveFree(
  context: Context,
  { offeringId, placeIds }: { readonly offeringId: number; readonly placeIds: readonly number[] },
): Promise<void> {
  invariant(context.db.isTransaction, 'places are released with their order')
  const wanted = new Set(placeIds)
  const { rows } = await sql<{ id: number }>`
    select o.id::float8 as id from orders o
    where o.status = ${NotForSale} and o.id in (
      select order_id from order_line
      where offering_id = ${offeringId} and kind = 'None' and place_id = any(${[...placeIds]}::int[]))
    order by o.id for update`.execute(context.db)
  for (const order of await readOrdersById(
    context.db,
    rows.map(({ id }) => id),
  )) {
    const leaving = order.lines.filter(({ placeId }) => placeId !== null && wanted.has(placeId))
    if (leaving.length < order.lines.length) {
      await changeLines(context.db, { removedIds: leaving.map(({ id }) => id), shrunk: [] })
      continue
    }
    const moved = await moveOrder(context, order, orderStatus.Canceled, 'places-given-back')
    invariant(moved.ok, 'an order that keeps places back can be cancelled')
  }
}

/** New numbers of withheld places after a change of the hall; those without one are on sale. */
export async function moveKeptBack(
  context: Context,
  offeringId: number,
  places: readonly (KeptPlace & { readonly from: number })[],
): Promise<void> {
  invariant(context.db.isTransaction, 'places move together with the hall')
  const { rows } = await sql<{ placeId: number }>`
    select l.place_id as "placeId" from order_line l join orders o on o.id = l.order_id
    where l.offering_id = ${offeringId} and l.kind = 'None' and o.status = ${NotForSale}`.execute(
    context.db,
  )
  const known = new Set(places.map(({ from }) => from))
  const lost = rows.flatMap(({ placeId }) => (known.has(placeId) ? [] : [placeId]))
  if (lost.length > 0) await giveFree(context, { offeringId, placeIds: lost })
  await sql`
    update order_line l set place_id = n."placeId",
      detail = l.detail || jsonb_build_object('row', n."row", 'seat', n.seat, 'section', n.section)
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as n ("from" integer, "placeId" integer, "row" text, seat text, section jsonb), orders o
    where l.offering_id = ${offeringId} and l.kind = 'None' and l.place_id = n."from"
      and o.id = l.order_id and o.status = ${NotForSale}`.execute(context.db)
}
