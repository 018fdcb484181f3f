import type { LocalizedText } from '#kernel/locale.ts'
import {
  nounWithLabel,
  placeNounsOf,
  templateText,
  type PlaceNaming,
} from '#kernel/place-naming.ts'
import { formatText } from '#kernel/texts.ts'
import type { LineDetail } from '#modules/orders/server/public-api.ts'
import en from '../messages/kinds-en.json' with { type: 'json' }
import ka from '../messages/kinds-ka.json' with { type: 'json' }

/**
 * Description of a table in orders and tickets: its section, number and guests, instead of a row and a seat. `Balcony,
 * Table 12, 2 guests`.
 */
export function tableDetail(
  place: LineDetail,
  guests: number,
  naming: PlaceNaming = {},
): LineDetail {
  const inLocale = (locale: 'ka' | 'en'): string => {
    const words = locale === 'ka' ? ka : en
    const spoken = placeNounsOf(naming, locale)
    const section = place.section?.[locale]
    const { row: table } = place
    const usual = table === undefined ? '' : formatText(locale, words.table, { table })
    const whole = templateText(spoken, { section, table })
    return [
      ...(whole === null
        ? [section, table === undefined ? '' : nounWithLabel(spoken.table, table, usual)]
        : [whole]),
      formatText(locale, words.guestsCount, { count: guests }),
    ]
      .filter(Boolean)
      .join(', ')
  }
  const section: LocalizedText = { ka: inLocale('ka'), en: inLocale('en') }
  return { section, guests }
}
