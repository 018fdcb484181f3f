import type { Locale, LocalizedText } from '#kernel/locale.ts'
import { nounWithLabel, placeNounsOf, templateText } from '#kernel/place-naming.ts'
import { formatText } from '#kernel/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import type { LineDetail } from './order.ts'

type NamedDetail = Pick<LineDetail, 'naming' | 'section' | 'row' | 'seat'>

/** The place under the name it was sold with; null for the default naming. */
export function placeNameOf(detail: NamedDetail, locale: Locale): string | null {
  return detail.naming ? placeTextOf(detail, locale) : null
}

/** The place in words, for lists without columns for section, row and seat; null without a place. */
export function placeTextOf(detail: NamedDetail, locale: Locale): string | null {
  const naming = detail.naming ? placeNounsOf(detail.naming, locale) : null
  const whole = wholePlaceOf(detail, locale)
  if (whole !== null) return whole
  const words = locale === 'ka' ? ka : en
  const { row, seat } = detail
  const parts = [
    detail.section?.[locale],
    row && nounWithLabel(naming?.row, row, formatText(locale, words.row, { row })),
    seat && nounWithLabel(naming?.seat, seat, formatText(locale, words.seat, { seat })),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ')
}

/** The place of a ticket in words; it differs from the sold one after a move to another layout. */
export function ticketPlaceOf(
  ticket: {
    readonly detail: LineDetail
    readonly section: LocalizedText | null
    readonly row: string | null
    readonly seat: string | null
  },
  locale: Locale,
): string | null {
  const { detail, section, row, seat } = ticket
  return placeTextOf(
    {
      ...(detail.naming && { naming: detail.naming }),
      ...(section && { section }),
      ...(row !== null && { row }),
      ...(seat !== null && { seat }),
    },
    locale,
  )
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
