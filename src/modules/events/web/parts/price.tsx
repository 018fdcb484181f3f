import { useLocale } from '#design/texts.tsx'
import { formatMajor } from '#kernel/format.ts'
import type { Currency } from '#kernel/money.ts'
import { useTexts } from '../texts.ts'

/** The lowest price, fees included; or a note that there is none, or that admission is free. */
export function Price(props: {
  minPrice: number | null
  maxPrice: number | null
  currency: Currency
  isSoldOut: boolean
  className?: string
}) {
  const t = useTexts()
  const locale = useLocale()
  if (props.isSoldOut) return <span className="text-soft">{t('soldOut')}</span>
  if (props.minPrice === null) return null
  const look = `figures whitespace-nowrap ${props.className ?? ''}`
  if (props.maxPrice === 0) return <span className={look}>{t('free')}</span>
  const price = formatMajor(locale, props.minPrice, props.currency)
  return (
    <span className={look}>{props.minPrice === props.maxPrice ? price : t('from', { price })}</span>
  )
}
