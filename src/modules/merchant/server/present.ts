import { money } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { FiguresView, GroupView, StatisticsView } from '../contract.ts'
import { readTypeNames } from './queries/names.ts'
import type { Figures, Group, Statistics } from './queries/statistics.ts'

/** The source whose ticket types have names in the catalogue. */
const eventSource = 'event'

export function presentFigures(figures: Figures): FiguresView {
  const { ticketCount, endedCount, usedCount, soldMinor, endedMinor } = figures
  return { ticketCount, endedCount, usedCount, sold: money(soldMinor), ended: money(endedMinor) }
}

export async function presentStatistics(
  context: Context,
  statistics: Statistics,
): Promise<StatisticsView> {
  const { byType } = statistics
  const named = byType.filter(({ source }) => source === eventSource)
  const names = await readTypeNames(
    context,
    named.map(({ key }) => Number(key)),
  )
  const plain = (groups: readonly Group[]): GroupView[] =>
    groups.map((group) => ({ key: group.key, name: group.key, ...presentFigures(group) }))
  return {
    totals: presentFigures(statistics.totals),
    before: statistics.before && presentFigures(statistics.before),
    byDay: plain(statistics.byDay),
    byHour: plain(statistics.byHour),
    byChannel: plain(statistics.byChannel),
    byZone: plain(statistics.byZone),
    byVisit: plain(statistics.byVisit),
    byType: byType.map((group) => {
      const name = group.source === eventSource ? names.get(Number(group.key)) : undefined
      const { key, source } = group
      return { key: `${source} ${key}`, name: name ?? `${source} ${key}`, ...presentFigures(group) }
    }),
    forecast: statistics.forecast.map(({ day, ticketCount, soldMinor }) => ({
      day,
      ticketCount,
      sold: money(soldMinor),
    })),
  }
}
