import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { useLocale } from '../texts.tsx'

interface PriceProps {
  readonly money: Money
  /** What was asked before; struck out beside it. */
  readonly before?: Money | undefined
  /** Says what the struck-out sum was, for a screen reader. */
  readonly beforeLabel?: string
  readonly className?: string
}

/** A sum in the page's language, in figures that are below each other. */
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
