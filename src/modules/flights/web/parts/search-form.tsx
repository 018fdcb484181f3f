import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Riders } from '#design/parts/riders.tsx'
import { Select } from '#design/parts/select.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { cabins, type Cabin } from '../../itinerary.ts'
import { flightAirports, travellersMax } from '../../search-contract.ts'
import type { AirportView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'

interface SearchFormProps {
  /** Airports that are offered before anything is typed. */
  readonly start: readonly AirportView[]
  readonly today: string
  readonly from?: ComboboxOption | null
  readonly to?: ComboboxOption | null
  readonly parameters?: URLSearchParams
}

/** A place to fly from or to: an airport by its code, or with `*` all airports of its city. */
export function optionOf({ code, city, name, country }: AirportView): ComboboxOption {
  return {
    key: code,
    label: name === city ? `${city} (${code})` : `${city}, ${name} (${code})`,
    note: country,
  }
}

/** What is typed, and where it leads. */
function useSearch({ start, parameters, ...given }: SearchFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [from, setFrom] = useState(given.from ?? start.map(optionOf)[0] ?? null)
  const [to, setTo] = useState(given.to ?? null)
  const [departs, setDeparts] = useState(parameters?.get('fromDate') ?? '')
  const [returns, setReturns] = useState(parameters?.get('toDate') ?? '')
  const [cabin, setCabin] = useState(cabinOf(parameters?.get('classType')))
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({
    adult: Number(parameters?.get('adult') ?? 1),
    child: Number(parameters?.get('child') ?? 0),
    infant: Number(parameters?.get('infant') ?? 0),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const { adult = 1, child = 0, infant = 0 } = counts

  function submit(): void {
    if (!from || !to || departs === '') return setProblem(t('needPlaces'))
    if (infant > adult) return setProblem(t('infantsMost'))
    setProblem(null)
    const query = new URLSearchParams({
      fromAirport: from.key,
      toAirport: to.key,
      fromDate: departs,
    })
    if (returns !== '') query.set('toDate', returns)
    for (const [name, count] of Object.entries({ adult, child, infant }))
      if (count > 0) query.set(name, String(count))
    if (cabin !== 'economy') query.set('classType', cabin)
    // A city that is named by one of its airports is searched whole.
    query.set('allinFromCity', 'true')
    query.set('allInToCity', 'true')
    void navigate(localizedPath(locale, `/fly/result?${query}`))
  }

  return {
    places: { from, to, setFrom, setTo },
    when: { departs, returns, setDeparts, setReturns },
    who: { counts: { adult, child, infant }, setCounts, cabin, setCabin },
    problem,
    submit,
  }
}

function cabinOf(text: string | null | undefined): Cabin {
  return cabins.find((cabin) => cabin === text) ?? 'economy'
}

type Search = ReturnType<typeof useSearch>

/** Where, when, who: leads to the results, whose address is the search. */
export function SearchForm(props: SearchFormProps) {
  const t = useTexts()
  const { places, when, who, problem, submit } = useSearch(props)
  const { today } = props
  return (
    <form
      className="card card-lifted space-y-group"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {problem && <Notice>{problem}</Notice>}
      <Places {...places} start={props.start.map(optionOf)} />
      <div className="grid items-end gap-group tablet:grid-cols-2 desk:grid-cols-4">
        <DateField
          label={t('departs')}
          value={when.departs}
          min={today}
          required
          onChange={(event) => when.setDeparts(event.target.value)}
        />
        <DateField
          label={t('returns')}
          value={when.returns}
          min={when.departs || today}
          onChange={(event) => when.setReturns(event.target.value)}
        />
        <Who {...who} />
      </div>
      <Button type="submit" size="large" isWide>
        {t('search')}
      </Button>
    </form>
  )
}

function Places(props: Search['places'] & { readonly start: readonly ComboboxOption[] }) {
  const { from, to, setFrom, setTo, start } = props
  const t = useTexts()
  const locale = useLocale()
  const suggest = async (text: string, signal: AbortSignal) => {
    const input = { query: { keyword: text } }
    const { items } = await browserClient(locale).send(flightAirports, input, { signal })
    return items.map(optionOf)
  }
  return (
    <div className="grid items-end gap-group tablet:grid-cols-[1fr_auto_1fr]">
      <Combobox
        label={t('from')}
        placeholder={t('placeHint')}
        value={from}
        onChoose={setFrom}
        suggest={suggest}
        start={start}
      />
      <Button
        look="quiet"
        size="icon"
        aria-label={t('swap')}
        className="justify-self-center"
        onClick={() => {
          setFrom(to)
          setTo(from)
        }}
      >
        ⇄
      </Button>
      <Combobox
        label={t('to')}
        placeholder={t('placeHint')}
        value={to}
        onChoose={setTo}
        suggest={suggest}
      />
    </div>
  )
}

function Who({ counts, setCounts, cabin, setCabin }: Search['who']) {
  const t = useTexts()
  const { adult, child, infant } = counts
  return (
    <>
      <Riders
        label={t('travellers')}
        summary={t('travellersSummary', {
          count: adult + child + infant,
          cabin: t(`cabin-${cabin}`),
        })}
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
        {cabins.map((one) => (
          <option key={one} value={one}>
            {t(`cabin-${one}`)}
          </option>
        ))}
      </Select>
    </>
  )
}
