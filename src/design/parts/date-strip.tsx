import { useEffect, useRef } from 'react'
import { dateParts, formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { useKitTexts } from '../kit-texts.ts'
import { useLocale } from '../texts.tsx'
import { BackIcon, ForwardIcon } from './control-icons.tsx'
import { LocalLink } from './local-link.tsx'

export interface StripDay {
  /** `2026-12-05`. */
  readonly date: string
  /** The lowest price of the day; absent while unknown. */
  readonly price?: Money | null | undefined
  /** Shown instead of a price: "no seats", "not on sale". */
  readonly note?: string | undefined
}

interface DateStripProps {
  /** Accessible name of the row. */
  readonly label: string
  readonly days: readonly StripDay[]
  /** The selected day. */
  readonly date: string
  /** Address of a day, without a language. */
  readonly pathOf: (date: string) => string
  /** Announces the lowest price to screen readers. */
  readonly lowestLabel: string
  readonly className?: string
}

/**
 * Days side by side, each with its lowest price; the lowest of all is marked. Days are links, so they can be opened
 * in a new tab.
 */
export function DateStrip(props: DateStripProps) {
  const { label, days, date, pathOf, lowestLabel, className } = props
  const t = useKitTexts()
  const locale = useLocale()
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = row.current
    const current = list?.querySelector<HTMLElement>(`[data-date="${date}"]`)
    if (!list || !current) return
    // Also when the page gets another width, as on a turned phone.
    let width = 0
    const observer = new ResizeObserver(() => {
      if (list.clientWidth === width) return
      width = list.clientWidth
      list.scrollLeft = current.offsetLeft - (list.clientWidth - current.clientWidth) / 2
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [date])
  const prices = days.flatMap(({ price }) => (price ? [price.amount] : []))
  // If all prices are the same, none is marked as lowest.
  const lowest = new Set(prices).size > 1 ? Math.min(...prices) : null
  // Reserves the third line only if some day uses it, also while prices load.
  const hasThird = days.some((day) => 'price' in day || 'note' in day)
  const turn = (by: number): void =>
    row.current?.scrollBy({ left: by * row.current.clientWidth * 0.8, behavior: 'smooth' })
  const arrow =
    'hidden h-11 w-11 shrink-0 place-items-center rounded-full border border-rule bg-card desk:grid'
  return (
    <nav aria-label={label} className={`flex items-center gap-tight ${className ?? ''}`}>
      <button type="button" aria-label={t('previous')} className={arrow} onClick={() => turn(-1)}>
        <BackIcon size={18} />
      </button>
      <ul
        ref={row}
        className="@container relative -mx-4 flex min-w-0 flex-1 snap-x gap-tight desk:snap-mandatory overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:mx-0 desk:px-1"
      >
        {days.map((day) => {
          const { weekdayShort, day: number, monthShort } = dateParts(locale, noon(day.date))
          const isLowest = day.price !== undefined && day.price?.amount === lowest
          return (
            <li
              key={day.date}
              data-date={day.date}
              // Between the arrows as many days as fit fill the row, so that none is cut.
              className="shrink-0 snap-center desk:@min-[41rem]:basis-[calc((100%-6*var(--spacing-tight))/7)] desk:@min-[52rem]:basis-[calc((100%-8*var(--spacing-tight))/9)] desk:@min-[64rem]:basis-[calc((100%-10*var(--spacing-tight))/11)]"
            >
              <LocalLink
                to={pathOf(day.date)}
                preventScrollReset
                aria-current={day.date === date ? 'date' : undefined}
                className="figures flex min-h-16 min-w-[5.25rem] flex-col items-center justify-center rounded-lg border border-rule bg-card px-3 py-1.5 no-underline hover:border-ink aria-[current]:border-accent aria-[current]:bg-accent-wash"
              >
                <span className="text-sm text-soft">{weekdayShort}</span>
                <span className="font-semibold whitespace-nowrap">
                  {number} {monthShort}
                </span>
                {hasThird && (
                  <span
                    className={`min-h-5 text-sm whitespace-nowrap ${isLowest ? 'font-semibold text-good' : 'text-soft'}`}
                  >
                    {day.price ? formatMoney(locale, day.price) : day.note}
                    {isLowest && <span className="sr-only"> {lowestLabel}</span>}
                  </span>
                )}
              </LocalLink>
            </li>
          )
        })}
      </ul>
      <button type="button" aria-label={t('next')} className={arrow} onClick={() => turn(1)}>
        <ForwardIcon size={18} />
      </button>
    </nav>
  )
}

/** An instant on that date in Tbilisi. */
const noon = (date: string): string => `${date}T12:00:00Z`
