import type { LocalizedText } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import type { LineDetail } from '#modules/orders/server/door.ts'
import en from '../messages/kinds-en.json' with { type: 'json' }
import ka from '../messages/kinds-ka.json' with { type: 'json' }

/**
 * What an order and a ticket say of a table: where it stands, its number, and for how many it is, in place of
 * a row and a seat. `Balcony, Table 12, 2 guests`.
 */
export function tableDetail(place: LineDetail, guests: number): LineDetail {
  const inLocale = (locale: 'ka' | 'en'): string => {
    const words = locale === 'ka' ? ka : en
    return [
      place.section?.[locale],
      place.row === undefined ? undefined : formatText(locale, words.table, { table: place.row }),
      formatText(locale, words.guestsCount, { count: guests }),
    ]
      .filter(Boolean)
      .join(', ')
  }
  const section: LocalizedText = { ka: inLocale('ka'), en: inLocale('en') }
  return { section, guests }
}
