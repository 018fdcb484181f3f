import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { DayField } from '../parts/day-field.tsx'
import { changedAddress, daysGiven, numberOf } from './list-address.ts'
import type { FilterProps } from './filter-props.ts'
import { useFilterTexts } from './filter-texts.ts'

/** Days, prices and the venue: a form whose target is the page, so it works without scripts. */
export default function FilterForm(props: FilterProps & { readonly onSent: () => void }) {
  const { parameters, path, venues, onSent } = props
  const t = useFilterTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    // Picked days take precedence over a named period.
    const when = form.get('from') || form.get('to') ? null : parameters.get('when')
    const changes = Object.fromEntries(formNames.map((name) => [name, textOf(form.get(name))]))
    onSent()
    void navigate(localizedPath(locale, changedAddress(path, parameters, { ...changes, when })), {
      preventScrollReset: true,
    })
  }
  return (
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
  )
}

/** Two dates and two prices, each with its own field, which is easier to use on a phone than a slider. */
function RangeFields({ parameters }: Pick<FilterProps, 'parameters'>) {
  const t = useFilterTexts()
  const { from, to } = daysGiven(parameters)
  return (
    <>
      <DayField name="from" label={t('fromDate')} placeholder={t('anyDay')} value={from} />
      <DayField name="to" label={t('toDate')} placeholder={t('anyDay')} value={to} />
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
