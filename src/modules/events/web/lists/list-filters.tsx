import { lazy, Suspense, useState } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { listSorts } from '#modules/catalogue/contract.ts'
import { whens } from './filter-days.ts'
import type { FilterProps } from './filter-props.ts'
import { daysGiven, sortOf } from './list-address.ts'
import { useListTexts } from './texts.ts'

/** A choice between a few options as links: they work without scripts and can be opened in new tabs. */
export function ChipRow(props: {
  label: string
  current: string | null
  options: readonly { value: string | null; name: string; count?: number }[]
  addressOf: (value: string | null) => string
}) {
  return (
    <nav aria-label={props.label} className="-mx-[clamp(1rem,3.2vw,3rem)] tablet:mx-0">
      <ul className="flex gap-2 overflow-x-auto px-[clamp(1rem,3.2vw,3rem)] py-0.5 [scrollbar-width:none] tablet:flex-wrap tablet:px-0">
        {props.options.map(({ value, name, count }) => (
          <li key={value} className="shrink-0">
            <LocalLink
              to={props.addressOf(value)}
              preventScrollReset
              aria-current={props.current === value ? 'true' : undefined}
              className="chip"
            >
              {name}
              {count !== undefined && <span className="figures text-sm opacity-75">{count}</span>}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function WhenRow({ parameters, addressWith }: FilterProps) {
  const t = useListTexts()
  const { from, to } = daysGiven(parameters)
  const isRange = from !== undefined || to !== undefined
  return (
    <ChipRow
      label={t('dates')}
      current={isRange ? '' : parameters.get('when')}
      options={[
        { value: null, name: t('allDates') },
        ...whens.map((when) => ({ value: when, name: t(when) })),
      ]}
      addressOf={(when) => addressWith({ when, from: null, to: null })}
    />
  )
}

export function SortRow({ parameters, addressWith }: FilterProps) {
  const t = useListTexts()
  const current = sortOf(parameters)
  return (
    <nav aria-label={t('sort')} className="min-w-0">
      <ul className="flex gap-x-5 overflow-x-auto whitespace-nowrap [scrollbar-width:none]">
        {listSorts.map((sort) => (
          <li key={sort}>
            <LocalLink
              to={addressWith({ sort: sort === 'soonest' ? null : sort })}
              preventScrollReset
              aria-current={current === sort ? 'true' : undefined}
              className="block border-b-2 border-transparent py-2 text-soft hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {t(sort)}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

let load: () => void = () => undefined
const opened = new Promise<void>((resolve) => (load = resolve))

/** Rendered directly on the server; loaded in the browser when it is opened, with the server's HTML until then. */
const FilterForm = lazy(async () => {
  if (typeof document !== 'undefined') await opened
  return await import('./filter-form.tsx')
})

/** Days, prices and the venue in a collapsible form behind one chip. */
export function FoldedFilters(props: FilterProps) {
  const t = useListTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) load()
        setIsOpen(event.currentTarget.open)
      }}
      className="group/filters"
    >
      <summary
        onPointerEnter={load}
        className="chip w-fit cursor-pointer list-none border-rule-strong select-none"
      >
        {t('filters')}
        <span aria-hidden="true" className="group-open/filters:rotate-180">
          ▾
        </span>
      </summary>
      <Suspense>
        <FilterForm {...props} onSent={() => setIsOpen(false)} />
      </Suspense>
    </details>
  )
}
