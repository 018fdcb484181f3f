import { useId } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import type { SalesDayView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

const hoursOfDay = 24
/** Size of the drawing in its own units, twenty per hour. */
const width = 480
const height = 160

interface SalesPaceProps {
  readonly today: SalesDayView
  readonly before: readonly SalesDayView[]
  readonly hoursGone: number
}

/** Cumulative sales by hour: today compared with the same weekday of previous weeks. */
export function SalesPace({ today, before, hoursGone }: SalesPaceProps) {
  const t = useTexts()
  const locale = useLocale()
  const captionId = useId()
  const days = [today, ...before].map((day) => ({ ...day, sums: runningSums(day.hours) }))
  const most = Math.max(1, ...days.map(({ soldMinor }) => soldMinor))
  const usual = meanSums(days.slice(1).map(({ sums }) => sums))
  const sumsOfToday = days[0]?.sums ?? []
  const lineOf = (sums: readonly number[], until = hoursOfDay): string =>
    pointsUntil(sums, until)
      .map(([hour, sum]) => `${(hour / hoursOfDay) * width},${height - (sum / most) * height}`)
      .join(' ')
  return (
    <figure aria-labelledby={captionId}>
      <figcaption id={captionId} className="flex flex-wrap gap-x-group gap-y-1 text-note">
        <span className="flex items-center gap-tight">
          <span aria-hidden="true" className="h-[3px] w-5 bg-accent" />
          {t('paceToday')}
        </span>
        <span className="flex items-center gap-tight text-soft">
          <span aria-hidden="true" className="h-[3px] w-5 bg-rule-strong" />
          {t('paceUsual', { count: before.length })}
        </span>
      </figcaption>
      <p className="figures mt-near text-right text-sm text-soft">
        {formatMoney(locale, money(most === 1 ? 0 : most))}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-44 w-full border-y border-rule"
      >
        {[6, 12, 18].map((hour) => (
          <line
            key={hour}
            x1={(hour / hoursOfDay) * width}
            x2={(hour / hoursOfDay) * width}
            y1={0}
            y2={height}
            className="stroke-rule"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <polyline
          points={lineOf(usual)}
          fill="none"
          strokeWidth={2}
          className="stroke-rule-strong"
          vectorEffect="non-scaling-stroke"
        />
        <polyline
          points={lineOf(sumsOfToday, hoursGone)}
          fill="none"
          strokeWidth={3}
          strokeLinejoin="round"
          className="stroke-accent"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p aria-hidden="true" className="figures mt-1 flex justify-between text-sm text-soft">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}:00</span>
        ))}
      </p>
      <dl className="sr-only">
        {days.map(({ day, soldMinor }) => (
          <div key={day}>
            <dt>{formatDate(locale, `${day}T12:00:00+04:00`, { weekday: true, year: true })}</dt>
            <dd>{formatMoney(locale, money(soldMinor))}</dd>
          </div>
        ))}
      </dl>
    </figure>
  )
}

/** Cumulative sums at the beginning of each hour, and at the end of the day. */
export function runningSums(hours: readonly number[]): number[] {
  const sums = [0]
  for (const sold of hours) sums.push((sums.at(-1) ?? 0) + sold)
  return sums
}

/** Mean cumulative sums of several days at the beginning of each hour. */
function meanSums(days: readonly (readonly number[])[]): number[] {
  return Array.from({ length: hoursOfDay + 1 }, (_, hour) =>
    days.length === 0 ? 0 : days.reduce((sum, sums) => sum + (sums[hour] ?? 0), 0) / days.length,
  )
}

/** Average sales of previous weeks up to this time of the day. */
export function usualBy(before: readonly SalesDayView[], hoursGone: number): number {
  const sums = meanSums(before.map(({ hours }) => runningSums(hours)))
  const hour = Math.min(Math.floor(hoursGone), hoursOfDay - 1)
  const [start = 0, end = 0] = sums.slice(hour, hour + 2)
  return Math.round(start + (end - start) * (hoursGone - hour))
}

/** Points of a curve up to a time; all sales of the current hour count at that time. */
function pointsUntil(sums: readonly number[], until: number): [number, number][] {
  const whole = Math.floor(until)
  const points = sums.slice(0, whole + 1).map((sum, hour): [number, number] => [hour, sum])
  if (until > whole) points.push([until, sums[whole + 1] ?? 0])
  return points
}
