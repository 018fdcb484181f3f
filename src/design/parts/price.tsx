import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { useLocale } from '../texts.tsx'

interface PriceProps {
  readonly money: Money
  /** The previous price, struck through. */
  readonly before?: Money | undefined
  /** Describes the struck-through price to screen readers. */
  readonly beforeLabel?: string
  readonly className?: string
}

/** An amount in the page's language, with tabular figures. */
export function Price({ money, before, beforeLabel, className }: PriceProps) {
  const locale = useLocale()
  return (
    <span className={`figures whitespace-nowrap ${className ?? ''}`}>
      {formatMoney(locale, money)}
      {before && (
        <s className="ml-1.5 font-normal text-soft">
          {beforeLabel !== undefined && <span className="sr-only">{beforeLabel} </span>}
          {formatMoney(locale, before)}
        </s>
      )}
    </span>
  )
}
