import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMajor } from '#kernel/format.ts'
import { daysGiven, filterNames, numberOf } from './list-address.ts'
import type { FilterProps } from './filter-props.ts'
import { useFilterTexts } from './filter-texts.ts'

/** The active filters, each with a link to remove it. */
export default function FiltersOn({ parameters, addressWith, venues }: FilterProps) {
  const t = useFilterTexts()
  const locale = useLocale()
  const { from, to } = daysGiven(parameters)
  const date = (day: string): string => formatDate(locale, `${day}T12:00:00Z`)
  const [least, most] = [numberOf(parameters, 'min'), numberOf(parameters, 'max')]
  const venue = venues.find(({ venueId }) => venueId === numberOf(parameters, 'venue'))
  const chosen: readonly (readonly [name: string, text: string | undefined])[] = [
    ['from', from && t('daysFrom', { date: date(from) })],
    ['to', to && t('daysTo', { date: date(to) })],
    [
      'min',
      least === undefined ? undefined : t('pricesFrom', { price: formatMajor(locale, least) }),
    ],
    ['max', most === undefined ? undefined : t('pricesTo', { price: formatMajor(locale, most) })],
    ['free', parameters.get('free') === '1' ? t('freeOnly') : undefined],
    ['venue', venue?.venueName],
  ]
  const shown = chosen.filter(([, text]) => text !== undefined)
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('chosen')}>
      <ul className="flex flex-wrap items-center gap-2">
        {shown.map(([name, text = '']) => (
          <li key={name}>
            <LocalLink
              to={addressWith({ [name]: null })}
              preventScrollReset
              aria-label={t('takeOff', { name: text })}
              className="chip border-accent whitespace-normal text-accent"
            >
              {text}
              <span aria-hidden="true">×</span>
            </LocalLink>
          </li>
        ))}
        <li>
          <LocalLink
            to={addressWith(Object.fromEntries(filterNames.map((name) => [name, null])))}
            preventScrollReset
            className="link px-2 py-2"
          >
            {t('clear')}
          </LocalLink>
        </li>
      </ul>
    </nav>
  )
}
