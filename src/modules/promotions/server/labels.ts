import type { LocalizedText } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }

/** Description of an order line in both languages, since the order may be read in either. */
export function inBoth(
  key: 'lineCode' | 'lineCard' | 'lineStatus',
  values: (locale: 'ka' | 'en') => Readonly<Record<string, string | number>>,
): LocalizedText {
  return {
    ka: formatText('ka', ka[key], values('ka')),
    en: formatText('en', en[key], values('en')),
  }
}
