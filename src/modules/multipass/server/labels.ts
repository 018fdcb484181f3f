import type { LocalizedText } from '#kernel/locale.ts'
import { formatText } from '#kernel/texts.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }

/** Descriptions of lines and tickets in both languages, since an order may be displayed in either. */
export function inBoth(
  key: 'lineUse' | 'lineTopUp' | 'linePass' | 'typePass' | 'typeTopUp' | 'place',
  values: (locale: 'ka' | 'en') => Readonly<Record<string, string | number>> = () => ({}),
): LocalizedText {
  return {
    ka: formatText('ka', ka[key], values('ka')),
    en: formatText('en', en[key], values('en')),
  }
}
