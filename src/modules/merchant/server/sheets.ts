import type { Locale } from '#kernel/locale.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { labelsOf, type Column } from '#platform/tables/column.ts'
import type { FiguresView, GroupView, StatisticsView } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import type { SoldTypeView } from './present-sold-types.ts'

const label = labelsOf(ka, en)
/** Sales are counted in the shop's currency. */
const currency = 'GEL'

/** The figures of docs/figures.md, with the labels of the page. */
const figureColumns: readonly Column<FiguresView>[] = [
  {
    kind: 'number',
    key: 'ticketCount',
    label: label('columnTickets'),
    of: ({ ticketCount }) => ticketCount,
  },
  { kind: 'money', key: 'face', label: label('columnFace'), currency, of: ({ face }) => face },
  {
    kind: 'money',
    key: 'discount',
    label: label('columnDiscount'),
    currency,
    of: ({ discount }) => discount,
  },
  {
    kind: 'money',
    key: 'platformDiscount',
    label: label('columnPlatformDiscount'),
    currency,
    of: ({ platformDiscount }) => platformDiscount,
  },
  {
    kind: 'money',
    key: 'paidByPass',
    label: label('columnPaidByPass'),
    currency,
    of: ({ paidByPass }) => paidByPass,
  },
  { kind: 'money', key: 'sold', label: label('columnSold'), currency, of: ({ sold }) => sold },
  {
    kind: 'number',
    key: 'endedCount',
    label: label('columnEnded'),
    of: ({ endedCount }) => endedCount,
  },
  {
    kind: 'money',
    key: 'ended',
    label: label('returnedMoney'),
    currency,
    of: ({ ended }) => ended,
  },
  {
    kind: 'number',
    key: 'usedCount',
    label: label('columnUsed'),
    of: ({ usedCount }) => usedCount,
  },
  {
    kind: 'number',
    key: 'elsewhereCount',
    label: label('columnElsewhereCount'),
    of: ({ elsewhereCount }) => elsewhereCount,
  },
  {
    kind: 'money',
    key: 'elsewhere',
    label: label('columnElsewhere'),
    currency,
    of: ({ elsewhere }) => elsewhere,
  },
]

/** A group by its name, with its figures. */
const groupColumns = (name: Column<GroupView>): readonly Column<GroupView>[] => [
  name,
  ...figureColumns,
]

const soldTypeColumns: readonly Column<SoldTypeView>[] = [
  { kind: 'text', key: 'item', label: label('columnItem'), of: ({ item }) => item },
  {
    kind: 'moment',
    key: 'startsAt',
    label: label('columnDate'),
    zone: 'each',
    of: (row) => row.startsAt,
  },
  { kind: 'text', key: 'place', label: label('columnPlace'), of: ({ place }) => place },
  { kind: 'text', key: 'section', label: label('columnSection'), of: ({ section }) => section },
  { kind: 'text', key: 'ticketType', label: label('fileType'), of: ({ ticketType }) => ticketType },
  ...figureColumns,
]

/** Statistics as tables with the labels of the page. */
export function sheetsOf(
  view: StatisticsView,
  soldTypes: readonly SoldTypeView[],
  locale: Locale,
): Sheet[] {
  const text = locale === 'ka' ? ka : en
  const named = (key: 'byChannel' | 'byZone' | 'byVisit', rows: readonly GroupView[]) =>
    sheetOf(locale, {
      name: label(key),
      columns: groupColumns({
        kind: 'text',
        key: 'name',
        label: label(`${key}Name`),
        of: ({ name }) => name,
      }),
      rows,
    })
  const withName = (rows: readonly GroupView[], nameless: string) =>
    rows.map((row) => ({ ...row, name: row.name || nameless }))
  const totals = { key: 'period', name: text.period, ...view.totals }
  const before = view.before ? [{ key: 'before', name: text.before, ...view.before }] : []
  return [
    sheetOf(locale, {
      name: label('totals'),
      columns: groupColumns({
        kind: 'text',
        key: 'period',
        label: label('columnPeriod'),
        of: ({ name }) => name,
      }),
      rows: [totals, ...before],
    }),
    sheetOf(locale, {
      name: label('byDay'),
      columns: groupColumns({
        kind: 'day',
        key: 'day',
        label: label('byDayName'),
        of: ({ key }) => key,
      }),
      rows: view.byDay,
    }),
    sheetOf(locale, {
      name: label('byHour'),
      columns: groupColumns({
        kind: 'number',
        key: 'hour',
        label: label('byHourName'),
        of: ({ key }) => Number(key),
      }),
      rows: view.byHour,
    }),
    named('byChannel', view.byChannel),
    named('byZone', withName(view.byZone, text.noZone)),
    sheetOf(locale, { name: label('byType'), columns: soldTypeColumns, rows: soldTypes }),
    named('byVisit', withName(view.byVisit, text.visitUnknown)),
    sheetOf(locale, {
      name: label('forecast'),
      columns: forecastColumns,
      rows: view.forecast,
    }),
  ]
}

const forecastColumns: readonly Column<StatisticsView['forecast'][number]>[] = [
  { kind: 'day', key: 'day', label: label('byDayName'), of: ({ day }) => day },
  {
    kind: 'number',
    key: 'ticketCount',
    label: label('columnTickets'),
    of: ({ ticketCount }) => ticketCount,
  },
  { kind: 'money', key: 'sold', label: label('columnSold'), currency, of: ({ sold }) => sold },
]
