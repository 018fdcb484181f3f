import type { ErrorCode } from '#contract/errors.ts'
import { ok, type Failure, type Result } from '#kernel/result.ts'
import { sourceName } from '#modules/events/server/public-api.ts'
import { itemKey, type LineScope, type OfferSource } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** The part of an offer source that describes its items and groups. */
export type DescribingSource = Pick<
  OfferSource,
  'name' | 'describeItems' | 'findItems' | 'findGroups'
>

/** Scope of a code or an option as calls name it; `eventIds` are the items of shows. */
export interface GivenScope {
  readonly source?: string
  readonly itemIds?: readonly number[]
  readonly eventIds?: readonly number[]
  readonly groups?: readonly string[]
}

type ItemScope = Pick<LineScope, 'source' | 'itemIds'> & {
  readonly groups: readonly string[] | null
}

/** The requested scope, if its source is in operation and knows the items. */
export async function itemScopeOf(
  context: Context,
  sources: readonly DescribingSource[],
  given: GivenScope,
  refuse: (path: string, message: string) => Failure<'BadRequest'>,
): Promise<Result<ItemScope, ErrorCode>> {
  if (given.eventIds && (given.source ?? given.itemIds) !== undefined)
    return refuse('eventIds', 'Either events or a source with its items')
  const itemIds = given.eventIds ?? given.itemIds ?? null
  const source = given.eventIds ? sourceName : (given.source ?? null)
  const groups = given.groups ?? null
  if (source === null)
    return itemIds || groups ? refuse('source', 'Items are of a source') : ok(everything)
  const selling = sources.find(({ name }) => name === source)
  if (!selling) return refuse('source', 'Nothing of this source is sold here')
  // Items are described by their first leg.
  const items = (itemIds ?? []).map((itemId) => ({ source, itemId, legFrom: 0, legTo: 1 }))
  const known = items.length > 0 ? await selling.describeItems(context, items) : new Map()
  if (items.some((item) => !known.has(itemKey(item))))
    return refuse(given.eventIds ? 'eventIds' : 'itemIds', 'No such item')
  const found = groups ? await selling.findGroups?.(context, { keys: groups }) : []
  if (groups && new Set(found?.map(({ key }) => key)).size < new Set(groups).size)
    return refuse('groups', 'No such group')
  return ok({ source, itemIds, groups })
}

const everything: ItemScope = { source: null, itemIds: null, groups: null }

/** The items of a scope that are events; null without a restriction. */
export function eventIdsOf({
  source,
  itemIds,
}: Pick<ItemScope, 'source' | 'itemIds'>): number[] | null {
  return source === sourceName && itemIds ? [...itemIds] : null
}
