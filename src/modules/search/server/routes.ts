import { fail, ok } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import {
  ownSavedSearchDelete,
  ownSavedSearches,
  ownSearch,
  ownSearchSuggest,
  searchClick,
  searchSave,
  searchTop,
} from '../contract.ts'
import { readIndex } from './index-sync.ts'
import { topSearches } from './popularity.ts'
import { recordClick } from './commands/record-click.ts'
import { saveSearch } from './commands/save-search.ts'
import type { SearchPorts } from './search-source.ts'
import { search } from './queries/search.ts'
import { suggest } from './queries/suggest.ts'
import { deleteSavedSearch, readSavedSearches } from './store.ts'
import { wordRoutes } from './words.ts'

const topMax = 10

/** All calls of search. */
export const searchRoutes = (ports: SearchPorts): readonly Implementation[] => [
  ...wordRoutes(ports),
  implement(ownSearch, async (context, { query }) => ok(await search(context, ports, query))),
  implement(ownSearchSuggest, async (context, { query }) =>
    ok(await suggest(context, ports, query)),
  ),
  implement(searchTop, async (context) => {
    const texts = await topSearches(context, await readIndex(context, ports.sources))
    return ok({ items: texts.slice(0, topMax).map((text) => ({ text })) })
  }),
  implement(searchClick, (context, { body }) =>
    recordClick(context, ports, { ...body, ip: context.ip }),
  ),
  implement(searchSave, (context, { query }) =>
    saveSearch(context, {
      keyword: query.keyword,
      ip: query.ipAddress || context.ip,
      userAgent: query.userAgent || context.userAgent,
      userId: query.userId,
    }),
  ),
  implement(ownSavedSearches, requireCustomer, async (context) => {
    if (context.actor.kind !== 'customer') return fail('Unauthenticated')
    const rows = await readSavedSearches(context.db, context.actor.customerId)
    return ok({
      items: rows.map((row) => ({
        savedSearchId: Number(row.id),
        keyword: row.keyword,
        savedAt: row.savedAt.toISOString(),
      })),
    })
  }),
  implement(ownSavedSearchDelete, requireCustomer, async (context, { params }) => {
    const { savedSearchId } = params
    if (context.actor.kind !== 'customer') return fail('Unauthenticated')
    const isDeleted = await deleteSavedSearch(context.db, context.actor.customerId, savedSearchId)
    return isDeleted ? ok({ savedSearchId }) : fail('NotFound')
  }),
]
