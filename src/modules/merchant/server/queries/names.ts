import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import {
  describeBySource,
  itemKey,
  type ItemDescription,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** The source whose ticket types have names in the catalogue. */
export const eventSource = 'event'

/** A ticket type; its id is unique within its source only. */
export interface TypeOfSource {
  readonly source: string
  readonly ticketTypeId: number
}

/** Names of ticket types that a merchant has sold, by source and id; unknown ones are left out. */
export async function readTypeNames(
  context: Context,
  { tickets }: EntrancePorts,
  { merchantId, types }: { readonly merchantId: number; readonly types: readonly TypeOfSource[] },
): Promise<(type: TypeOfSource) => string | undefined> {
  const ofEvents = types.filter(({ source }) => source === eventSource)
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select ticket_type_id as id, name from ticket_type_summary
    where ticket_type_id = any(${ofEvents.map(({ ticketTypeId }) => ticketTypeId)}::integer[])`.execute(
    context.db,
  )
  const names = new Map(rows.map(({ id, name }) => [`${eventSource} ${id}`, name]))
  if (ofEvents.length < types.length) {
    const sold = await readLastOfTypes(context, merchantId)
    const items = await withSoldLegs(context, sold)
    const subjects = await describeBySource(tickets.sources, items, (source, own) =>
      source.describeTickets(context, own),
    )
    const known = new Map(items.map((item) => [keyOf(item), subjects.get(itemKey(item))]))
    for (const { source, ticketTypeId, itemId } of sold) {
      const name = known.get(keyOf({ source, itemId }))?.typeNames.get(ticketTypeId)
      if (name) names.set(`${source} ${ticketTypeId}`, name)
    }
  }
  return ({ source, ticketTypeId }) => names.get(`${source} ${ticketTypeId}`)?.[context.locale]
}

interface Sold {
  readonly source: string
  readonly itemId: number
}

function keyOf({ source, itemId }: Sold): string {
  return `${source} ${itemId}`
}

/** For each ticket type of other sources than events, the newest item it was sold for. */
async function readLastOfTypes(
  context: Context,
  merchantId: number,
): Promise<(Sold & TypeOfSource)[]> {
  const { rows } = await sql<Sold & TypeOfSource>`
    select source, ticket_type_id as "ticketTypeId", max(item_id) as "itemId" from merchant_sale
    where merchant_id = ${merchantId} and source <> ${eventSource} group by 1, 2`.execute(
    context.db,
  )
  return rows
}

/** Items with the range of legs that their tickets cover, as sources need it to describe them. */
async function withSoldLegs(context: Context, items: readonly Sold[]): Promise<SoldItem[]> {
  if (items.length === 0) return []
  const { rows } = await sql<SoldItem>`
    select t.source, t.item_id as "itemId", min(t.leg_from)::int as "legFrom", max(t.leg_to)::int as "legTo"
    from unnest(${items.map(({ source }) => source)}::text[], ${items.map(({ itemId }) => itemId)}::integer[])
      as wanted (source, item_id)
    join ticket_summary t on t.item_id = wanted.item_id and t.source = wanted.source
    group by 1, 2`.execute(context.db)
  return rows
}

/** Descriptions of these items, with one call per source; unknown ones are left out. */
export async function describeSold(
  context: Context,
  { tickets }: EntrancePorts,
  items: readonly Sold[],
): Promise<(item: Sold) => ItemDescription | undefined> {
  const spanned = await withSoldLegs(context, items)
  const known = await describeBySource(tickets.orders.sources, spanned, (source, own) =>
    source.describeItems(context, own),
  )
  const bySold = new Map(spanned.map((item) => [keyOf(item), known.get(itemKey(item))]))
  return (item) => bySold.get(keyOf(item))
}
