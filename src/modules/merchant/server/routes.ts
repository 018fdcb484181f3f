import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnItem, type EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { readStaffEvents, staffOf } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { tableFile } from '#platform/tables/table-file.ts'
import * as calls from '../contract.ts'
import type { StatisticsView } from '../contract.ts'
import { spanOf, type Span } from '#kernel/day-span.ts'
import { presentStatistics } from './present.ts'
import { eventSource } from './queries/names.ts'
import { readSoldTypes, readStatistics, type ItemChoice } from './queries/statistics.ts'
import { readTotals } from './queries/totals.ts'
import { presentSoldTypes } from './present-sold-types.ts'
import { refreshSales } from './refresh-sales.ts'
import { sheetsOf } from './sheets.ts'
import { orderRoutes } from './orders/routes.ts'
import { dateRoutes } from './dates/routes.ts'
import { showRoutes } from './shows/routes.ts'
import { visitRoutes } from './visits/routes.ts'

/**
 * Calls of the merchants' back office for owners and managers. Scanners are refused; data of other merchants is not
 * found.
 */
export function merchantRoutes(ports: EntrancePorts): readonly Implementation[] {
  return [
    ...showRoutes,
    ...visitRoutes,
    ...orderRoutes(ports),
    ...dateRoutes,
    implement(calls.merchantStatistics, requireStaff, async (context, { query }) =>
      statisticsOf(context, ports, query),
    ),
    implement(calls.exportStatistics, requireStaff, async (context, { query }) => {
      const { format, ...rest } = query
      const chosen = await choiceOf(context, ports, rest)
      if (!chosen.ok) return chosen
      const { actor, locale } = context
      const { merchantId } = actor
      const sold = await readSoldTypes(context, merchantId, chosen.value)
      const view = await viewOf(context, ports, chosen.value)
      const soldTypes = await presentSoldTypes(context, ports, { merchantId, sold })
      return ok(tableFile(format, 'statistics', sheetsOf(view, soldTypes, locale)))
    }),
    implement(calls.merchantTotals, requireStaff, async (context, { query }) => {
      const { actor } = context
      await refreshSales(context)
      return ok(await readTotals(context, ports, { actor, filter: query }))
    }),
  ]
}

interface StatisticsQuery {
  readonly source: string
  readonly itemType?: 'Event' | 'Show' | undefined
  readonly itemId?: number | undefined
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
}

interface Choice {
  readonly items: ItemChoice
  readonly span: Span
}

async function statisticsOf(
  context: Context,
  ports: EntrancePorts,
  query: StatisticsQuery,
): Promise<Result<StatisticsView, ErrorCode>> {
  const chosen = await choiceOf(context, ports, query)
  return chosen.ok ? ok(await viewOf(context, ports, chosen.value)) : chosen
}

/** The requested items and days, after what was sold meanwhile has been counted. */
async function choiceOf(
  context: Context,
  ports: EntrancePorts,
  query: StatisticsQuery,
): Promise<Result<Choice, ErrorCode>> {
  const items = await itemsOf(context, ports, { actor: staffOf(context), query })
  if (!items.ok) return items
  await refreshSales(context)
  return ok({ items: items.value, span: spanOf(query) })
}

async function viewOf(
  context: Context,
  ports: EntrancePorts,
  choice: Choice,
): Promise<StatisticsView> {
  const { merchantId } = staffOf(context)
  const statistics = await readStatistics(context, merchantId, choice)
  return presentStatistics(context, ports, { merchantId, statistics })
}

/** The requested items: dates of a show, one date, an item of another source, or null for all. */
async function itemsOf(
  context: Context,
  ports: EntrancePorts,
  { actor, query }: { readonly actor: StaffActor; readonly query: StatisticsQuery },
): Promise<Result<ItemChoice, 'NotFound'>> {
  const { source, itemType = 'Show', itemId } = query
  if (itemId === undefined) return ok(null)
  if (source !== eventSource) {
    const item = await findOwnItem(context, ports, actor, { source, itemId })
    return item.ok ? ok([{ source, itemId }]) : item
  }
  const only = itemType === 'Event' ? { eventId: itemId } : { showId: itemId }
  const events = await readStaffEvents(context, actor, only)
  if (events.length === 0) return fail('NotFound')
  return ok(events.map(({ eventId }) => ({ source: eventSource, itemId: eventId })))
}
