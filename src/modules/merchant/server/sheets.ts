import type { Locale } from '#kernel/locale.ts'
import type { FiguresView, GroupView, StatisticsView } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import type { Cell, Sheet } from './export.ts'

const words = { ka, en }

/** Statistics as tables with the labels of the page; amounts in lari. */
export function sheetsOf(view: StatisticsView, locale: Locale): Sheet[] {
  const text = words[locale]
  const heading = [
    text.columnTickets,
    text.columnFace,
    text.columnDiscount,
    text.columnPlatformDiscount,
    text.columnPaidByPass,
    text.columnSold,
    text.columnEnded,
    text.columnEndedMoney,
    text.columnUsed,
    text.columnElsewhereCount,
    text.columnElsewhere,
  ]
  const table = (name: string, groups: readonly GroupView[]): Sheet => ({
    name,
    rows: [[name, ...heading], ...groups.map((group) => [group.name, ...cellsOf(group)])],
  })
  const before = view.before ? [[text.before, ...cellsOf(view.before)]] : []
  return [
    {
      name: text.totals,
      rows: [[text.totals, ...heading], [text.period, ...cellsOf(view.totals)], ...before],
    },
    table(text.byDay, view.byDay),
    table(text.byHour, view.byHour),
    table(text.byChannel, view.byChannel),
    table(
      text.byZone,
      view.byZone.map((group) => ({ ...group, name: group.name || text.noZone })),
    ),
    table(text.byType, view.byType),
    table(
      text.byVisit,
      view.byVisit.map((group) => ({ ...group, name: group.name || text.visitUnknown })),
    ),
    {
      name: text.forecast,
      rows: [
        [text.forecast, text.columnTickets, text.columnSold],
        ...view.forecast.map(({ day, ticketCount, sold }) => [day, ticketCount, sold.amount / 100]),
      ],
    },
  ]
}

function cellsOf(figures: FiguresView): Cell[] {
  const { face, discount, platformDiscount, paidByPass, sold, ended } = figures
  const paid = [face, discount, platformDiscount, paidByPass, sold].map(
    ({ amount }) => amount / 100,
  )
  const elsewhere = [figures.elsewhereCount, figures.elsewhere.amount / 100]
  return [
    figures.ticketCount,
    ...paid,
    figures.endedCount,
    ended.amount / 100,
    figures.usedCount,
    ...elsewhere,
  ]
}
