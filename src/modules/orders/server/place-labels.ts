import type { Locale } from '#kernel/locale.ts'
import { nounWithLabel, placeNounsOf, templateText } from '#kernel/place-naming.ts'
import { formatText } from '#kernel/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import type { LineDetail } from './order.ts'

type NamedDetail = Pick<LineDetail, 'naming' | 'section' | 'row' | 'seat'>

/** The place under the name it was sold with; null for the default naming. */
export function placeNameOf(detail: NamedDetail, locale: Locale): string | null {
  if (!detail.naming) return null
  const naming = placeNounsOf(detail.naming, locale)
  const whole = wholePlaceOf(detail, locale)
  if (whole !== null) return whole
  const words = locale === 'ka' ? ka : en
  const { row, seat } = detail
  const parts = [
    detail.section?.[locale],
    row && nounWithLabel(naming.row, row, formatText(locale, words.row, { row })),
    seat && nounWithLabel(naming.seat, seat, formatText(locale, words.seat, { seat })),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ')
}

/** The rule's template filled in; null without a matching template. */
export function wholePlaceOf(detail: NamedDetail, locale: Locale): string | null {
  if (!detail.naming) return null
  const { section, row, seat } = detail
  return templateText(placeNounsOf(detail.naming, locale), {
    section: section?.[locale],
    row,
    seat,
  })
}
