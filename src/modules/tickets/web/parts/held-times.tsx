import type { ComponentProps } from 'react'
import { ItemTimes } from '#design/parts/item-times.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { useTexts } from '../texts.ts'

/** Times of what is held; the days of a pass say that it is valid on them. */
export function HeldTimes(props: ComponentProps<typeof ItemTimes>) {
  const t = useTexts()
  const locale = useLocale()
  const { timeZone, about } = props.item
  if (about.validFrom === undefined || about.validUntil === undefined)
    return <ItemTimes {...props} />
  // A line ends between the dates.
  const day = (at: string) =>
    formatDate(locale, at, { timeZone, year: true }).replaceAll(' ', '\u00a0')
  return (
    <span className={props.className ?? 'figures font-semibold'}>
      {t('validBetween', { from: day(about.validFrom), until: day(about.validUntil) })}
    </span>
  )
}
