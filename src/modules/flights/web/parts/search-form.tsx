import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { focusInvalid } from '#design/forms/focus-invalid.ts'
import { Button } from '#design/parts/button.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Riders } from '#design/parts/riders.tsx'
import { Select } from '#design/parts/select.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { SwapButton } from '#design/parts/swap-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { cabins } from '../../itinerary.ts'
import { directionsMax, flightAirports, travellersMax } from '../../search-contract.ts'
import type { AirportView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import {
  cabinOf,
  legsOf,
  problemsOf,
  tripTypeOf,
  tripTypes,
  type SearchField,
  type SearchProblems,
  type TripType,
  type TypedLeg,
} from '../typed-search.ts'

interface SearchFormProps {
  /** Airports suggested before anything is typed. */
  readonly start: readonly AirportView[]
  readonly today: string
  readonly from?: ComboboxOption | null
  readonly to?: ComboboxOption | null
  readonly parameters?: URLSearchParams
  /** The option for a code in the address. */
  readonly placeOf?: (code: string) => ComboboxOption
}

/** An option for a place: an airport by its code, or with `*` all airports of its city. */
export function optionOf({ code, city, name, country }: AirportView): ComboboxOption {
  return {
    key: code,
    label: name === city ? `${city} (${code})` : `${city}, ${name} (${code})`,
    note: country,
  }
}

/** State of the form, and submission. */
function useSearch(props: SearchFormProps) {
  const { parameters } = props
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [tripType, setTripType] = useState<TripType>(() => tripTypeOf(parameters))
  const [legs, setLegs] = useState<readonly TypedLeg[]>(() =>
    legsOf({ ...props, start: props.start.map(optionOf) }),
  )
  const [returns, setReturns] = useState(parameters?.get('toDate') ?? '')
  const [cabin, setCabin] = useState(cabinOf(parameters?.get('classType')))
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({
    adult: Number(parameters?.get('adult') ?? 1),
    child: Number(parameters?.get('child') ?? 0),
    infant: Number(parameters?.get('infant') ?? 0),
  })
  const [problems, setProblems] = useState<SearchProblems>({})
  const { adult = 1, child = 0, infant = 0 } = counts

  const forget = (...fields: SearchField[]): void =>
    setProblems((found) => ({ ...found, ...Object.fromEntries(fields.map((field) => [field])) }))

  /** Each direction starts at the destination of the previous one, until another place is chosen. */
  function setLeg(index: number, change: Partial<TypedLeg>): void {
    const before = legs[index]
    forget(...Object.keys(change).map((name) => `${name}${index}` as SearchField))
    forget(`from${index + 1}`)
    setLegs(
      legs.map((leg, at) => {
        if (at === index) return { ...leg, ...change }
        const follows = at === index + 1 && 'to' in change && leg.from?.key === before?.to?.key
        return follows ? { ...leg, from: change.to ?? null } : leg
      }),
    )
  }

  /** Whether the search can be made; otherwise the problems are shown. */
  function submit(): boolean {
    const flown = tripType === 'several' ? legs : legs.slice(0, 1)
    const back = tripType === 'return' ? returns : null
    const found = problemsOf({ legs: flown, returns: back, adult, infant, today: props.today })
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    const ends = flown.map(({ from, to, date }) => ({ from: from?.key, to: to?.key, date }))
    const joined = (name: keyof (typeof ends)[number]) => ends.map((leg) => leg[name]).join(',')
    const query = new URLSearchParams({
      fromAirport: joined('from'),
      toAirport: joined('to'),
      fromDate: joined('date'),
    })
    if (tripType === 'return') query.set('toDate', returns)
    for (const [name, count] of Object.entries({ adult, child, infant }))
      if (count > 0) query.set(name, String(count))
    if (cabin !== 'economy') query.set('classType', cabin)
    // All airports of the city are searched.
    query.set('allinFromCity', 'true')
    query.set('allInToCity', 'true')
    void navigate(localizedPath(locale, `/fly/result?${query}`))
    return true
  }

  /** The problem of a field in words, until the field is changed. */
  const problemOf = (field: SearchField): string | null => {
    const problem = problems[field]
    return problem === undefined ? null : t(problem)
  }

  return {
    tripType,
    setTripType,
    legs,
    setLeg,
    setLegs,
    when: {
      returns,
      setReturns(day: string) {
        setReturns(day)
        forget('returns')
      },
    },
    travellers: {
      counts: { adult, child, infant },
      setCounts(next: Readonly<Record<string, number>>) {
        setCounts(next)
        forget('travellers')
      },
      cabin,
      setCabin,
    },
    problemOf,
    submit,
  }
}

type Search = Omit<ReturnType<typeof useSearch>, 'submit'>

/** Search form for places, days and travellers; submitting opens the results. */
export function SearchForm(props: SearchFormProps) {
  const t = useTexts()
  const search = useSearch(props)
  const { tripType, problemOf, submit } = search
  const start = props.start.map(optionOf)
  return (
    <form
      noValidate
      className="card card-lifted space-y-group"
      onSubmit={(event) => {
        event.preventDefault()
        if (!submit()) focusInvalid(event.currentTarget)
      }}
    >
      <fieldset className="flex flex-wrap gap-tight">
        <legend className="sr-only">{t('way')}</legend>
        {tripTypes.map((option) => (
          <button
            key={option}
            type="button"
            className="chip"
            aria-pressed={option === tripType}
            onClick={() => search.setTripType(option)}
          >
            {t(`way-${option}`)}
          </button>
        ))}
      </fieldset>
      {tripType === 'several' ? (
        <MultiCity {...search} start={start} today={props.today} />
      ) : (
        <OneWayOrReturn {...search} start={start} today={props.today} />
      )}
      {problemOf('travellers') && <Notice>{problemOf('travellers')}</Notice>}
      <Button type="submit" size="large" isWide>
        {t('search')}
      </Button>
    </form>
  )
}

interface DirectionsProps extends Search {
  readonly start: readonly ComboboxOption[]
  readonly today: string
}

/** One-way or return trip. */
function OneWayOrReturn({
  tripType,
  legs,
  setLeg,
  when,
  travellers,
  problemOf,
  start,
  today,
}: DirectionsProps) {
  const t = useTexts()
  const [leg] = legs
  if (!leg) return null
  return (
    <>
      <Places index={0} {...{ leg, start, problemOf }} onChange={(change) => setLeg(0, change)} />
      <div className="grid items-start gap-group tablet:grid-cols-2 desk:grid-cols-4">
        <DateField
          label={t('departs')}
          placeholder={t('dayHint')}
          value={leg.date}
          error={problemOf('date0')}
          min={today}
          required
          onChange={(event) => setLeg(0, { date: event.target.value })}
        />
        {tripType === 'return' && (
          <DateField
            label={t('returns')}
            placeholder={t('dayHint')}
            value={when.returns}
            error={problemOf('returns')}
            min={leg.date || today}
            required
            onChange={(event) => when.setReturns(event.target.value)}
          />
        )}
        <Travellers {...travellers} />
      </div>
    </>
  )
}

/** Multi-city trip, each direction with its day. */
function MultiCity(props: DirectionsProps) {
  const { legs, setLeg, setLegs, travellers, problemOf, start, today } = props
  const t = useTexts()
  const add = () => {
    const last = legs.at(-1)
    const key = Math.max(...legs.map((leg) => leg.key)) + 1
    setLegs([...legs, { key, from: last?.to ?? null, to: null, date: '' }])
  }
  return (
    <>
      {legs.map((leg, index) => (
        <fieldset key={leg.key} className="space-y-near">
          <legend className="font-semibold">{t('flightNumber', { number: index + 1 })}</legend>
          <div className="grid items-start gap-group desk:grid-cols-[1fr_14rem_auto]">
            <Places
              {...{ leg, index, start, problemOf }}
              onChange={(change) => setLeg(index, change)}
            />
            <DateField
              label={t('departs')}
              placeholder={t('dayHint')}
              value={leg.date}
              error={problemOf(`date${index}`)}
              min={legs[index - 1]?.date || today}
              required
              onChange={(event) => setLeg(index, { date: event.target.value })}
            />
            {legs.length > 2 && (
              <Button
                look="quiet"
                className="desk:mt-[1.875rem]"
                onClick={() => setLegs(legs.filter(({ key }) => key !== leg.key))}
                aria-label={t('removeFlight', { number: index + 1 })}
              >
                {t('remove')}
              </Button>
            )}
          </div>
        </fieldset>
      ))}
      {legs.length < directionsMax && (
        <Button look="quiet" onClick={add}>
          {t('addFlight')}
        </Button>
      )}
      <div className="grid items-start gap-group tablet:grid-cols-2">
        <Travellers {...travellers} />
      </div>
    </>
  )
}

interface PlacesProps {
  readonly leg: TypedLeg
  /** Which of the directions it is. */
  readonly index: number
  readonly start: readonly ComboboxOption[]
  readonly problemOf: Search['problemOf']
  readonly onChange: (change: Partial<TypedLeg>) => void
}

function Places({ leg: { from, to }, index, start, problemOf, onChange }: PlacesProps) {
  const t = useTexts()
  const locale = useLocale()
  const suggest = async (text: string, signal: AbortSignal) => {
    const input = { query: { keyword: text } }
    const { items } = await browserClient(locale).send(flightAirports, input, { signal })
    return items.map(optionOf)
  }
  return (
    <div className="grid items-start gap-group tablet:grid-cols-[1fr_auto_1fr]">
      <Combobox
        label={t('from')}
        placeholder={t('placeHint')}
        value={from}
        error={problemOf(`from${index}`)}
        onChoose={(place) => onChange({ from: place })}
        suggest={suggest}
        start={start}
      />
      <SwapButton label={t('swap')} onClick={() => onChange({ from: to, to: from })} />
      <Combobox
        label={t('to')}
        placeholder={t('placeHint')}
        value={to}
        error={problemOf(`to${index}`)}
        onChoose={(place) => onChange({ to: place })}
        suggest={suggest}
      />
    </div>
  )
}

function Travellers({ counts, setCounts, cabin, setCabin }: Search['travellers']) {
  const t = useTexts()
  const { adult, child, infant } = counts
  return (
    <>
      <Riders
        label={t('travellers')}
        summary={t('travellersSummary', { count: adult + child + infant })}
        kinds={[
          { code: 'adult', label: t('adult'), note: t('adultNote'), min: 1 },
          { code: 'child', label: t('child'), note: t('childNote') },
          { code: 'infant', label: t('infant'), note: t('infantNote'), max: adult },
        ]}
        counts={counts}
        max={travellersMax}
        doneLabel={t('done')}
        lessLabel={(kind) => t('less', { kind })}
        moreLabel={(kind) => t('more', { kind })}
        onChange={setCounts}
      />
      <Select
        label={t('cabin')}
        value={cabin}
        onChange={(event) => setCabin(cabinOf(event.target.value))}
      >
        {cabins.map((option) => (
          <option key={option} value={option}>
            {t(`cabin-${option}`)}
          </option>
        ))}
      </Select>
    </>
  )
}
