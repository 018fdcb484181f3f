import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { Select } from '#design/parts/select.tsx'
import { formatDate, formatMajor } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { listSorts, type CategoryPage } from '#modules/catalogue/contract.ts'
import { whens } from './filter-days.ts'
import { changedAddress, daysGiven, filterNames, numberOf, sortOf } from './list-address.ts'
import { useListTexts } from './texts.ts'

interface FilterProps {
  readonly parameters: URLSearchParams
  /** Of the page, without its language and its filters. */
  readonly path: string
  readonly addressWith: (changes: Readonly<Record<string, string | null>>) => string
  readonly venues: CategoryPage['venues']
}

/** One choice out of few, as links: they work without scripts and can be opened beside each other. */
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
    <nav aria-label={t('sort')}>
      <ul className="flex flex-wrap gap-x-5">
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

/** What was chosen in the form, each with a way to take it off again. */
export function FiltersOn({ parameters, addressWith, venues }: FilterProps) {
  const t = useListTexts()
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

/** Days, prices and the platform: a form whose answer is the page, so it needs no script. */
export function FilterForm(props: FilterProps) {
  const { parameters, path, venues } = props
  const t = useListTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    // Days that were picked stand above a word for days.
    const when = form.get('from') || form.get('to') ? null : parameters.get('when')
    const changes = Object.fromEntries(formNames.map((name) => [name, textOf(form.get(name))]))
    setIsOpen(false)
    void navigate(localizedPath(locale, changedAddress(path, parameters, { ...changes, when })), {
      preventScrollReset: true,
    })
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group/filters"
    >
      <summary className="chip w-fit cursor-pointer list-none border-rule-strong select-none">
        {t('filters')}
        <span aria-hidden="true" className="group-open/filters:rotate-180">
          ▾
        </span>
      </summary>
      <form
        key={parameters.toString()}
        method="get"
        onSubmit={submit}
        className="card card-ruled mt-3 grid max-w-4xl grid-cols-2 gap-x-4 gap-y-4 tablet:grid-cols-4"
      >
        {['sub', 'when', 'sort'].map((name) => {
          const value = parameters.get(name)
          return value !== null && <input key={name} type="hidden" name={name} value={value} />
        })}
        <RangeFields parameters={parameters} />
        <Select
          label={t('venue')}
          name="venue"
          defaultValue={parameters.get('venue') ?? ''}
          frameClassName="col-span-2"
        >
          <option value="">{t('anyVenue')}</option>
          {venues.map(({ venueId, venueName, cityName, eventCount }) => (
            <option key={venueId} value={venueId}>
              {t('venueOption', { name: venueName, city: cityName, count: eventCount })}
            </option>
          ))}
        </Select>
        <Checkbox
          label={t('freeOnly')}
          name="free"
          value="1"
          defaultChecked={parameters.get('free') === '1'}
          className="col-span-2 self-end tablet:col-span-1"
        />
        <Button type="submit" className="col-span-2 self-end tablet:col-span-1">
          {t('apply')}
        </Button>
      </form>
    </details>
  )
}

/** Two days and two prices, each with its own field: easier to hit on a phone than a slider with two ends. */
function RangeFields({ parameters }: Pick<FilterProps, 'parameters'>) {
  const t = useListTexts()
  const { from, to } = daysGiven(parameters)
  return (
    <>
      <TextField type="date" name="from" label={t('fromDate')} defaultValue={from} />
      <TextField type="date" name="to" label={t('toDate')} defaultValue={to} />
      <TextField
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={6}
        autoComplete="off"
        name="min"
        label={t('priceFrom')}
        defaultValue={numberOf(parameters, 'min')}
      />
      <TextField
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={6}
        autoComplete="off"
        name="max"
        label={t('priceTo')}
        defaultValue={numberOf(parameters, 'max')}
      />
    </>
  )
}

const formNames = ['from', 'to', 'min', 'max', 'free', 'venue'] as const

function textOf(value: FormDataEntryValue | null): string | null {
  return typeof value === 'string' ? value.trim() : null
}
