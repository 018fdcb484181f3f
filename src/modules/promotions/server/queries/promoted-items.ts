/** Names of the items and organisers that codes and options are restricted to. */
import { sql } from 'kysely'
import { formatDate, formatTime } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import {
  describeBySource,
  itemKey,
  type FoundItem,
  type SoldItem,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { PromotedItemView } from '../../contract.ts'
import type { DescribingSource } from '../scope.ts'

interface Restricted {
  readonly source: string | null
  readonly itemIds: readonly number[]
  readonly merchantId: number | null
}

export interface RestrictionNames {
  itemOf(source: string | null, itemId: number): PromotedItemView
  merchantOf(merchantId: number | null): LocalizedText | null
}

export async function readRestrictionNames(
  context: Context,
  sources: readonly DescribingSource[],
  restricted: readonly Restricted[],
): Promise<RestrictionNames> {
  const items = restricted.flatMap(({ source, itemIds }) =>
    source === null ? [] : itemIds.map((itemId) => firstLegOf(source, itemId)),
  )
  const described = await describeBySource(sources, items, (source, own) =>
    source.describeItems(context, own),
  )
  const merchantIds = [...new Set(restricted.flatMap(({ merchantId }) => merchantId ?? []))]
  const { rows } = await sql<{ id: number; name: LocalizedText }>`
    select merchant_id as id, name from merchant_summary
    where merchant_id = any(${merchantIds}::int[])`.execute(context.db)
  const merchants = new Map(rows.map(({ id, name }) => [id, name]))
  return {
    itemOf(source, itemId) {
      const item = source === null ? undefined : described.get(itemKey(firstLegOf(source, itemId)))
      return item ? presentItem(context, item) : { itemId, name: `№ ${itemId}`, note: null }
    },
    merchantOf: (merchantId) => merchants.get(merchantId ?? 0) ?? null,
  }
}

/** Items are described by their first leg, which every item has. */
function firstLegOf(source: string, itemId: number): SoldItem {
  return { source, itemId, legFrom: 0, legTo: 1 }
}

/** An item in the language of the request. */
export function presentItem(
  { locale }: Pick<Context, 'locale'>,
  { itemId, name, venue, startsAt, timeZone }: FoundItem,
): PromotedItemView {
  const when =
    startsAt &&
    `${formatDate(locale, startsAt, { timeZone, year: true })}, ${formatTime(startsAt, timeZone)}`
  return { itemId, name: [name[locale], when].filter(Boolean).join(', '), note: venue[locale] }
}
