import { BarList, ColumnChart, type Bar as ChartBar } from '#design/parts/chart.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { useTexts } from '../texts.ts'

export interface Bar {
  readonly key: string
  readonly name: string
  readonly ticketCount: number
  readonly sold: Money
}

/** Sales as bars with amounts and numbers of tickets. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  return <BarList bars={useChartBars(bars)} />
}

/** Sales by day or hour as columns. */
export function Columns({ bars, label }: { bars: readonly Bar[]; label: string }) {
  return <ColumnChart bars={useChartBars(bars)} label={label} />
}

function useChartBars(bars: readonly Bar[]): ChartBar[] {
  const t = useTexts()
  const locale = useLocale()
  return bars.map(({ key, name, ticketCount, sold }) => ({
    key,
    name,
    value: sold.amount,
    // Goods of the bar have amounts and no tickets.
    text: [
      formatMoney(locale, sold),
      ...(ticketCount > 0 || sold.amount === 0 ? [t('tickets', { count: ticketCount })] : []),
    ].join(' · '),
  }))
}
