import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { findOwnItem, type EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { readStaffEvents, staffOf } from '#modules/staff/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import type { StatisticsView } from '../contract.ts'
import { csvOf, xlsxOf } from './export.ts'
import { spanOf } from '#kernel/day-span.ts'
import { presentStatistics } from './present.ts'
import { eventSource } from './queries/names.ts'
import { readStatistics, type ItemChoice } from './queries/statistics.ts'
import { readTotals } from './queries/totals.ts'
import { refreshSales } from './refresh-sales.ts'
import { sheetsOf } from './sheets.ts'
import { orderRoutes } from './orders/routes.ts'
import { dateRoutes } from './dates/routes.ts'
import { showRoutes } from './shows/routes.ts'
import { visitRoutes } from './visits/routes.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

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
      const view = await statisticsOf(context, ports, rest)
      if (!view.ok) return view
      const sheets = sheetsOf(view.value, context.locale)
      return ok(
        format === 'csv'
          ? {
              contentType: 'text/csv; charset=utf-8',
              content: csvOf(sheets),
              filename: 'statistics.csv',
            }
          : { contentType: xlsx, content: xlsxOf(sheets), filename: 'statistics.xlsx' },
      )
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

async function statisticsOf(
  context: Context,
  ports: EntrancePorts,
  query: StatisticsQuery,
): Promise<Result<StatisticsView, ErrorCode>> {
  const actor = staffOf(context)
  const items = await itemsOf(context, ports, { actor, query })
  if (!items.ok) return items
  await refreshSales(context)
  const choice = { items: items.value, span: spanOf(query) }
  const statistics = await readStatistics(context, actor.merchantId, choice)
  const { merchantId } = actor
  return ok(await presentStatistics(context, ports, { merchantId, statistics }))
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
