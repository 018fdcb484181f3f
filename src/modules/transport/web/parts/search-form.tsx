import { LocateFixed, MapPin } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { focusInvalid } from '#design/forms/focus-invalid.ts'
import { useForm } from '#design/forms/use-form.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Riders } from '#design/parts/riders.tsx'
import { SwapButton } from '#design/parts/swap-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { findPlaces } from '../../contract.ts'
import { passengersMax, type Brand } from '../../kinds.ts'
import {
  nothingChosen,
  riderCodes,
  ridersTotal,
  searchPath,
  type RiderCounts,
  type SearchAddress,
} from '../address.ts'
import { pathsOf } from '../brands.ts'
import { rememberSearch, useRecentSearches } from '../recent.ts'
import type { NamedPlace } from '../search-data.ts'
import { useTexts } from '../texts.ts'

interface SearchFormProps {
  readonly brand: Brand | null
  readonly search: SearchAddress
  readonly from: NamedPlace | null
  readonly to: NamedPlace | null
  /** Suggestions before anything is typed. */
  readonly places: readonly NamedPlace[]
  readonly today: string
}

/**
 * Search form: origin, destination, dates and passengers. It submits to the address of the results, so the
 * entries are kept when the user navigates back.
 */
export function SearchForm(props: SearchFormProps) {
  const { brand, today } = props
  const t = useTexts()
  const locale = useLocale()
  const { form, field, values, riders, setRiders, place, swap } = useSearchForm(props)
  return (
    <form
      {...form}
      onSubmit={(event) => {
        form.onSubmit(event)
        focusInvalid(event.currentTarget)
      }}
      action={localizedPath(locale, pathsOf(brand).search)}
      method="get"
    >
      <div className="grid gap-group desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] desk:items-start wide:grid-cols-[minmax(0,2.4fr)_minmax(0,1.6fr)_minmax(0,0.8fr)_auto]">
        <div className="flex flex-col gap-near tablet:flex-row tablet:items-start tablet:gap-tight desk:col-span-3 wide:col-span-1">
          <Combobox {...place('from')} />
          <SwapButton label={t('swap')} onClick={swap} />
          <Combobox {...place('to')} />
        </div>
        <div className="grid grid-cols-1 gap-near tablet:grid-cols-2">
          <DateField {...field('date')} label={t('date')} min={today} required />
          <DateField
            {...field('return')}
            label={t('returnDate')}
            placeholder={t('returnNone')}
            min={values.date || today}
          />
        </div>
        <div className="grid grid-cols-1 gap-near tablet:grid-cols-2 desk:contents">
          <RidersField riders={riders} onChange={setRiders} />
          <Button
            type="submit"
            className="tablet:mt-[1.875rem] tablet:self-start desk:min-w-48 wide:min-w-0"
          >
            {t('search')}
          </Button>
        </div>
      </div>
    </form>
  )
}

function useSearchForm({ brand, search, places, today, ...before }: SearchFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [ends, setEnds] = useState({ from: optionOf(before.from), to: optionOf(before.to) })
  const [riders, setRiders] = useState<RiderCounts>(search.riders)
  const { from, to } = ends
  const { form, field, problemOf, change, values } = useForm({
    initial: { from: '', to: '', date: search.date || today, return: search.returnDate ?? '' },
    check: (given) => ({
      from: from ? null : t('placeMissing'),
      to: to === null ? t('placeMissing') : to.key === from?.key ? t('placesSame') : null,
      return: given.return !== '' && given.return < given.date ? t('returnBefore') : null,
    }),
    async send({ date, return: returnDate }) {
      if (!from || !to) return
      const ways = { from: from.key, to: to.key, date, returnDate: returnDate || null }
      const path = searchPath(brand, { ...nothingChosen, ...ways, riders })
      const named = (option: ComboboxOption) => ({ placeCode: option.key, name: option.label })
      rememberSearch({ path, from: named(from), to: named(to), date })
      await navigate(localizedPath(locale, path))
    },
  })
  function choose(name: 'from' | 'to', option: ComboboxOption | null): void {
    setEnds((now) => ({ ...now, [name]: option }))
    change({ [name]: option?.key ?? '' })
  }
  const near = useNearest(brand, (option) => choose('from', option))
  const start = useStart(places)
  const suggest = useSuggest(brand)
  const place = (name: 'from' | 'to') => ({
    label: t(name),
    name,
    placeholder: t('placePlaceholder'),
    suggest,
    start: name === 'from' ? [near.option, ...start] : start,
    hint: name === 'from' ? near.note : undefined,
    error: problemOf(name),
    className: 'min-w-0 flex-1',
    value: ends[name],
    onChoose: (option: ComboboxOption | null) =>
      option?.key === nearKey ? void near.ask() : choose(name, option),
  })
  const swap = (): void => setEnds({ from: to, to: from })
  return { form, field, values, riders, setRiders, place, swap }
}

/** Key of the first suggestion, which asks for the position; no place has it. */
const nearKey = '@near'

/** The suggestion to begin at the nearest stop, and what has become of it. */
function useNearest(brand: Brand | null, onFound: (option: ComboboxOption) => void) {
  const t = useTexts()
  const locale = useLocale()
  const [note, setNote] = useState<string>()
  async function ask(): Promise<void> {
    setNote(t('nearAsking'))
    try {
      const { nearestPlace } = await import('../nearest-place.ts')
      const found = await nearestPlace(locale, brand)
      if (typeof found === 'object') onFound(placeOption(found))
      setNote(typeof found === 'object' ? undefined : t(`near_${found}`))
    } catch {
      setNote(t('near_refused'))
    }
  }
  const option = { key: nearKey, label: t('nearMe'), sign: <LocateFixed size={18} /> }
  return { option, note, ask }
}

/** Suggestions of towns and stops by search text. */
function useSuggest(brand: Brand | null) {
  const t = useTexts()
  const locale = useLocale()
  return async (text: string, signal: AbortSignal): Promise<readonly ComboboxOption[]> => {
    const query = { query: text, ...(brand === null ? {} : { brand }) }
    const found = await browserClient(locale).send(findPlaces, { query }, { signal })
    const nearby = found.nearby.map((place) => ({
      ...placeOption(place),
      group: t('placesNearby'),
    }))
    const known = new Set(found.places.map(({ placeCode }) => placeCode))
    return [...found.places.map(placeOption), ...nearby.filter((one) => !known.has(one.key))]
  }
}

function optionOf(place: NamedPlace | null): ComboboxOption | null {
  return place && placeOption(place)
}

function placeOption({ placeCode, name }: NamedPlace): ComboboxOption {
  return { key: placeCode, label: name, sign: <MapPin size={18} /> }
}

/** Suggestions before anything is typed: recent searches, then places. */
export function useStart(places: readonly NamedPlace[]): ComboboxOption[] {
  const t = useTexts()
  const recent = useRecentSearches()
  const before = [
    ...new Map(
      recent.flatMap(({ from, to }) => [from, to]).map((one) => [one.placeCode, one]),
    ).values(),
  ]
  const known = new Set(before.map(({ placeCode }) => placeCode))
  return [
    ...before.slice(0, 4).map(({ placeCode, name }) => ({
      key: placeCode,
      label: name,
      group: t('placesRecent'),
    })),
    ...places
      .filter(({ placeCode }) => !known.has(placeCode))
      .map((place) => ({ ...placeOption(place), group: t('placesPopular') })),
  ]
}

/** Number of passengers by category. */
export function RidersField(props: {
  riders: RiderCounts
  onChange: (riders: RiderCounts) => void
}) {
  const { riders, onChange } = props
  const t = useTexts()
  const notes = {
    child: t('riderNote_child'),
    student: t('riderNote_student'),
    pensioner: t('riderNote_pensioner'),
    wheelchair: t('riderNote_wheelchair'),
    companion: t('riderNote_companion'),
    infant: t('riderNote_infant'),
  }
  const total = ridersTotal(riders)
  return (
    <Riders
      label={t('riders')}
      summary={t('ridersCount', { count: total })}
      kinds={riderCodes.map((code) => ({
        code,
        label: t(`rider_${code}`),
        note: code === 'adult' ? undefined : notes[code],
        // At least one passenger.
        min: total === riders[code] ? 1 : 0,
      }))}
      counts={riders}
      max={passengersMax}
      doneLabel={t('ridersDone')}
      lessLabel={(rider) => t('ridersLess', { rider })}
      moreLabel={(rider) => t('ridersMore', { rider })}
      onChange={(counts) => onChange(counts as RiderCounts)}
    />
  )
}
