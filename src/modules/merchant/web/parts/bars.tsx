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

/** Figures as bars with their numbers beside them: a list that can be read out, drawn by its lengths. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const t = useTexts()
  const locale = useLocale()
  const most = Math.max(1, ...bars.map(({ sold }) => sold.amount))
  return (
    <ul className="space-y-2">
      {bars.map(({ key, name, ticketCount, sold }) => (
        <li
          key={key}
          className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 tablet:grid-cols-[9rem_1fr_auto]"
        >
          <span className="truncate text-note" title={name}>
            {name}
          </span>
          <span
            aria-hidden="true"
            className="order-last col-span-2 h-4 rounded-sm bg-sunk tablet:order-none tablet:col-span-1"
          >
            <span
              className="block h-full rounded-sm bg-accent"
              style={{ width: `${(sold.amount / most) * 100}%` }}
            />
          </span>
          <span className="figures text-note whitespace-nowrap">
            {formatMoney(locale, sold)} · {t('tickets', { count: ticketCount })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Days or hours one beside the other; the numbers are in the list below for a screen reader. */
export function Columns({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const t = useTexts()
  const locale = useLocale()
  const most = Math.max(1, ...bars.map(({ sold }) => sold.amount))
  return (
    <>
      <div aria-hidden="true" className="flex h-44 items-end gap-px border-b border-rule">
        {bars.map(({ key, name, sold, ticketCount }) => (
          <span
            key={key}
            title={`${name}: ${formatMoney(locale, sold)} · ${t('tickets', { count: ticketCount })}`}
            className="min-w-0 grow rounded-t-sm bg-accent"
            style={{ height: `${Math.max(1, (sold.amount / most) * 100)}%` }}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-soft">
        <span>{bars[0]?.name}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.name}</span>}
      </p>
      <ul aria-label={label} className="sr-only">
        {bars.map(({ key, name, sold, ticketCount }) => (
          <li key={key}>
            {`${name}: ${formatMoney(locale, sold)}, ${t('tickets', { count: ticketCount })}`}
          </li>
        ))}
      </ul>
    </>
  )
}
