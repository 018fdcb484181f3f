import { useLocale } from '#design/texts.tsx'
import { formatMoney, formatMonth } from '#kernel/format.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import type { MonthSum } from './months.ts'

const height = 96
const columnWidth = 64
const barWidth = 20

/** Income and expenses by month: bars, with a table for screen readers. */
export function MonthChart({ months }: { months: readonly MonthSum[] }) {
  const t = useTexts()
  const locale = useLocale()
  if (months.length === 0) return null
  const most = Math.max(...months.flatMap(({ inMinor, outMinor }) => [inMinor, outMinor]), 1)
  const heightOf = (minor: number): number =>
    minor === 0 ? 0 : Math.max(2, Math.round((minor / most) * height))
  const inLari = (amount: number): string => formatMoney(locale, { amount, currency: 'GEL' })
  return (
    <figure className="relative mb-6">
      <figcaption className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-note">
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-good" aria-hidden="true" />
          {t('movementsIn')}
        </span>
        <span className="flex items-center gap-2">
          <span className="size-3 rounded-sm bg-accent" aria-hidden="true" />
          {t('movementsOut')}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${months.length * columnWidth} ${height + 22}`}
        style={{ maxWidth: `${months.length * columnWidth * 1.25}px` }}
        className="w-full"
        aria-hidden="true"
      >
        <path d={`M0 ${height}H${months.length * columnWidth}`} stroke="var(--rule-strong)" />
        {months.map(({ month, inMinor, outMinor }, index) => {
          const left = index * columnWidth + columnWidth / 2
          return (
            <g key={month}>
              <rect
                x={left - barWidth - 1}
                y={height - heightOf(inMinor)}
                width={barWidth}
                height={heightOf(inMinor)}
                rx={2}
                fill="var(--good)"
              />
              <rect
                x={left + 1}
                y={height - heightOf(outMinor)}
                width={barWidth}
                height={heightOf(outMinor)}
                rx={2}
                fill="var(--accent)"
              />
              <text
                x={left}
                y={height + 16}
                textAnchor="middle"
                fontSize={11}
                fill="var(--ink-soft)"
              >
                {formatMonth(locale, month).slice(0, 3)}
              </text>
            </g>
          )
        })}
      </svg>
      {/* A table cannot be narrower than its content, so it is hidden visually with a box around it. */}
      <div className="sr-only">
        <table>
          <caption>{t('movementsByMonth')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('movementsMonth')}</th>
              <th scope="col">{t('movementsIn')}</th>
              <th scope="col">{t('movementsOut')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, inMinor, outMinor }) => (
              <tr key={month}>
                <th scope="row">{formatMonth(locale, month)}</th>
                <td>{inLari(inMinor)}</td>
                <td>{inLari(outMinor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
