import { SlidersHorizontal } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMajor } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { SearchFacets } from '#modules/search/contract.ts'
import { DayField } from '../parts/day-field.tsx'
import { chosenFilterCount, filterNames, toggled, withParameters } from './query.ts'
import { useSearchTexts } from './texts.ts'

interface FacetsProps {
  readonly facets: SearchFacets
  readonly parameters: URLSearchParams
}

/**
 * Filters as links and small forms: each choice is an address. A drawer on phones, a column beside the list
 * elsewhere.
 */
export function Facets({ facets, parameters }: FacetsProps) {
  const t = useSearchTexts()
  const count = chosenFilterCount(parameters)
  const clear = Object.fromEntries(filterNames.map((name) => [name, null]))
  return (
    <>
      <details className="group border-t border-rule desk:hidden">
        <summary className="flex min-h-12 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <SlidersHorizontal size={20} aria-hidden="true" />
          {count > 0 ? t('filtersChosen', { count }) : t('filters')}
        </summary>
        <div className="pb-5">
          <Choices facets={facets} parameters={parameters} />
        </div>
      </details>
      <aside aria-label={t('filters')} className="hidden desk:block">
        <Choices facets={facets} parameters={parameters} />
      </aside>
      {count > 0 && (
        <p className="mt-3 desk:mt-5">
          <LocalLink to={withParameters(parameters, clear)} preventScrollReset className="link">
            {t('clearFilters')}
          </LocalLink>
        </p>
      )}
    </>
  )
}

function Choices({ facets, parameters }: FacetsProps) {
  const t = useSearchTexts()
  const list = (name: 'categoryIds' | 'venueIds' | 'cities', value: string | number) => ({
    isChosen: (parameters.get(name) ?? '').split(',').includes(String(value)),
    to: withParameters(parameters, { [name]: toggled(parameters.get(name), String(value)) }),
  })
  return (
    <div className="grid gap-6">
      <Group name={t('when')}>
        {(['today', 'tomorrow', 'weekend', 'month'] as const).map((when) => {
          const isChosen = parameters.get('when') === when
          const to = withParameters(parameters, {
            when: isChosen ? null : when,
            fromDate: null,
            toDate: null,
          })
          return (
            <Choice key={when} {...{ isChosen, to }} text={t(when)} count={facets.when[when]} />
          )
        })}
      </Group>
      <Days parameters={parameters} />
      <Prices facets={facets} parameters={parameters} />
      {facets.categories.length > 0 && (
        <Group name={t('category')}>
          {facets.categories.map(({ categoryId, name, count }) => (
            <Choice
              key={categoryId}
              {...list('categoryIds', categoryId)}
              text={name}
              count={count}
            />
          ))}
        </Group>
      )}
      {facets.cities.length > 0 && (
        <Group name={t('city')}>
          {facets.cities.map(({ city, cityName, count }) => (
            <Choice key={city} {...list('cities', city)} text={cityName} count={count} />
          ))}
        </Group>
      )}
      {facets.venues.length > 0 && (
        <Group name={t('venue')}>
          {facets.venues.map(({ venueId, venueName, count }) => (
            <Choice key={venueId} {...list('venueIds', venueId)} text={venueName} count={count} />
          ))}
        </Group>
      )}
    </div>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-semibold">
        {name}
      </h2>
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </section>
  )
}

/** An option without results is kept but is not a link; a chosen one can always be removed. */
function Choice(props: { isChosen: boolean; to: string; text: string; count: number }) {
  const { isChosen, to, text, count } = props
  const inside = (
    <>
      {text} <span className="figures text-sm opacity-80">{count}</span>
    </>
  )
  const look = 'chip max-w-full whitespace-normal'
  return (
    <li className="max-w-full">
      {count === 0 && !isChosen ? (
        <span className={`${look} border-dashed text-soft hover:border-rule`}>{inside}</span>
      ) : (
        <LocalLink
          to={to}
          aria-current={isChosen ? 'true' : undefined}
          preventScrollReset
          prefetch="none"
          className={look}
        >
          {inside}
        </LocalLink>
      )}
    </li>
  )
}

/** Hidden fields for the other parameters of the address. */
function Kept({
  parameters,
  without,
}: {
  parameters: URLSearchParams
  without: readonly string[]
}) {
  return ['text', ...filterNames]
    .filter((name) => !without.includes(name) && parameters.get(name))
    .map((name) => (
      <input key={name} type="hidden" name={name} value={parameters.get(name) ?? ''} />
    ))
}

function Days({ parameters }: { parameters: URLSearchParams }) {
  const t = useSearchTexts()
  const locale = useLocale()
  return (
    <Form
      key={`${parameters.get('fromDate')} ${parameters.get('toDate')}`}
      action={localizedPath(locale, '/search')}
      preventScrollReset
      className="-mt-3 grid grid-cols-2 gap-2 desk:grid-cols-1"
    >
      <Kept parameters={parameters} without={['when', 'fromDate', 'toDate']} />
      {(['fromDate', 'toDate'] as const).map((name) => (
        <DayField
          key={name}
          label={t(name === 'fromDate' ? 'from' : 'to')}
          name={name}
          placeholder={t('anyDay')}
          value={parameters.get(name)}
        />
      ))}
      <Button type="submit" look="quiet" className="col-span-full">
        {t('apply')}
      </Button>
    </Form>
  )
}

function Prices({ facets, parameters }: FacetsProps) {
  const t = useSearchTexts()
  const locale = useLocale()
  const asText = (from: number, to: number | null): string => {
    if (to === 0) return t('free')
    if (to === null) return t('priceOver', { from: formatMajor(locale, from) })
    if (from <= 1) return t('priceUpTo', { to: formatMajor(locale, to) })
    return t('priceBetween', { from: formatMajor(locale, from), to: formatMajor(locale, to) })
  }
  return (
    <div>
      <Group name={t('price')}>
        {facets.prices.map(({ priceFrom, priceTo, count }) => {
          const isChosen =
            parameters.get('priceFrom') === String(priceFrom) &&
            (parameters.get('priceTo') ?? '') === String(priceTo ?? '')
          const to = withParameters(parameters, {
            priceFrom: isChosen ? null : String(priceFrom),
            priceTo: isChosen || priceTo === null ? null : String(priceTo),
          })
          return (
            <Choice
              key={priceFrom}
              {...{ isChosen, to, count }}
              text={asText(priceFrom, priceTo)}
            />
          )
        })}
      </Group>
      <Form
        key={`${parameters.get('priceFrom')} ${parameters.get('priceTo')}`}
        action={localizedPath(locale, '/search')}
        preventScrollReset
        className="mt-3 grid grid-cols-2 gap-2"
      >
        <Kept parameters={parameters} without={['priceFrom', 'priceTo']} />
        {(['priceFrom', 'priceTo'] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            type="number"
            inputMode="numeric"
            name={name}
            min={0}
            max={999_999}
            step={1}
            defaultValue={parameters.get(name) ?? ''}
          />
        ))}
        <Button type="submit" look="quiet" className="col-span-2">
          {t('apply')}
        </Button>
      </Form>
    </div>
  )
}
