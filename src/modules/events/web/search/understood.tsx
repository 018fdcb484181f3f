import { X } from 'lucide-react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMajor } from '#kernel/format.ts'
import type { SearchReply } from '#modules/search/contract.ts'
import { textPath } from './options.ts'
import { useSearchTexts } from './texts.ts'

type Part = SearchReply['understood'][number]

/** The parts of the text recognised as a day or a price; each can be removed from the text. */
export function Understood({ parts, text }: { parts: readonly Part[]; text: string }) {
  const t = useSearchTexts()
  const name = useName()
  if (parts.length === 0) return null
  return (
    <ul aria-label={t('filters')} className="-mt-2 mb-6 flex flex-wrap gap-2">
      {parts.map((part) => (
        <li key={part.written}>
          <LocalLink
            to={textPath(text.replace(part.written, ' ').replaceAll(/\s+/g, ' ').trim())}
            aria-label={t('removeFilter', { name: name(part) })}
            className="chip gap-1.5"
          >
            {name(part)}
            <X size={16} aria-hidden="true" />
          </LocalLink>
        </li>
      ))}
    </ul>
  )
}

function useName(): (part: Part) => string {
  const t = useSearchTexts()
  const locale = useLocale()
  return ({ when, fromDate, toDate, priceTo }) => {
    if (when) return t(when)
    if (priceTo !== null)
      return priceTo === 0 ? t('free') : t('priceUpTo', { to: formatMajor(locale, priceTo) })
    // A day has no time zone: noon UTC is the same day in the displayed zone.
    const day = (date: string | null) =>
      date === null ? '' : formatDate(locale, `${date}T12:00:00Z`, { timeZone: 'UTC' })
    return fromDate === toDate ? day(fromDate) : `${day(fromDate)} – ${day(toDate)}`
  }
}
