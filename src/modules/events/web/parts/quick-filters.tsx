import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMajor } from '#kernel/format.ts'
import type { HomePage } from '#modules/catalogue/contract.ts'
import { useTexts } from '../texts.ts'

/** The most requested price limits, in lari. */
const sums = [30, 60] as const

/** Days, cities and prices in one row of links to the search, where they can be combined. */
export function QuickFilters({ cities }: Pick<HomePage, 'cities'>) {
  const t = useTexts()
  const locale = useLocale()
  const groups = [
    (['today', 'tomorrow', 'weekend'] as const).map((when) => [`when=${when}`, t(when)]),
    cities.map(({ city, cityName }) => [`cities=${encodeURIComponent(city)}`, cityName]),
    [
      ['priceTo=0', t('free')],
      ...sums.map((sum) => [`priceTo=${sum}`, t('upTo', { price: formatMajor(locale, sum) })]),
    ],
  ]
  return (
    <nav aria-label={t('quickFilters')} className="page mt-5">
      {/* Where they wrap, each group has a line at its left, which is cut off at the beginning of a row. */}
      <div className="tablet:-mx-1 tablet:overflow-x-clip tablet:px-1">
        <div className="-mx-4 flex gap-near overflow-x-auto px-4 pb-2 [scrollbar-width:none] tablet:mr-0 tablet:-ml-near tablet:flex-wrap tablet:overflow-visible tablet:px-0">
          {groups.map((group, index) => (
            <ul
              key={index}
              className="flex shrink-0 gap-tight border-rule not-first:border-l not-first:pl-near tablet:shrink tablet:flex-wrap tablet:border-l tablet:pl-near"
            >
              {group.map(([query, text]) => (
                <li key={query}>
                  <LocalLink
                    to={`/search?${query}`}
                    prefetch="none"
                    className="chip tablet:wrap-anywhere tablet:whitespace-normal"
                  >
                    {text}
                  </LocalLink>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
    </nav>
  )
}
