import { useNavigate } from 'react-router'
import { Checkbox, ChoiceGroup } from '#design/parts/checkbox.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import type { Money } from '#kernel/money.ts'
import type { SearchReply } from '../../search-contract.ts'
import { airlineOf } from '../names.ts'
import { filterNames, resultPath } from '../search-address.ts'
import { useTexts } from '../texts.ts'

interface FiltersProps {
  readonly facets: SearchReply['facets']
  readonly names: SearchReply['names']
  readonly parameters: URLSearchParams
}

interface Row {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly price: Money
}

/** `06` of 6. */
function hour(value: number): string {
  return String(value).padStart(2, '0')
}

/** Filters with facet counts, stored in the address. */
export function Filters({ facets, names, parameters }: FiltersProps) {
  const t = useTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const change = (name: string, value: string | null) => {
    const path = resultPath(parameters, { [name]: value })
    void navigate(localizedPath(locale, path), { preventScrollReset: true, replace: true })
  }
  const hours = (choices: typeof facets.departs): Row[] =>
    choices.map(({ value: [from, until], ...rest }) => ({
      ...rest,
      value: `${from}-${until}`,
      label: t('hours', { from: hour(from), until: hour(until) }),
    }))
  const groups: readonly (readonly [name: string, title: string, rows: readonly Row[]])[] = [
    [
      'legsFilter',
      t('stops'),
      facets.stops.map(({ value, ...rest }) => ({
        ...rest,
        value: String(value),
        label: t(value === 0 ? 'stops-0' : value === 1 ? 'stops-1' : 'stops-2'),
      })),
    ],
    [
      'baggageFilter',
      t('baggage'),
      facets.baggage
        .filter(({ value }) => value === 'checked')
        .map((choice) => ({ ...choice, label: t('baggage-checked') })),
    ],
    [
      'carrierFilter',
      t('carriers'),
      facets.carriers.map((choice) => ({
        ...choice,
        label: airlineOf(names, choice.value),
      })),
    ],
    ['departureTimeFilter', t('departsAt'), hours(facets.departs)],
    ['arrivalTimeFilter', t('arrivesAt'), hours(facets.arrives)],
  ]
  const isAnyOn = filterNames.some((name) => parameters.get(name))
  return (
    <div className="space-y-group">
      {groups.map(([name, title, rows]) => (
        <ChoiceGroup key={name} legend={title}>
          {rows.map((row) => (
            <FilterRow
              key={row.value}
              name={name}
              row={row}
              parameters={parameters}
              onChange={change}
            />
          ))}
        </ChoiceGroup>
      ))}
      <PriceLimit facets={facets} parameters={parameters} onChange={change} />
      {isAnyOn && (
        <LinkButton
          look="quiet"
          to={resultPath(parameters, Object.fromEntries(filterNames.map((name) => [name, null])))}
          preventScrollReset
        >
          {t('clearFilters')}
        </LinkButton>
      )}
    </div>
  )
}

interface FilterRowProps {
  readonly name: string
  readonly row: Row
  readonly parameters: URLSearchParams
  readonly onChange: (name: string, value: string | null) => void
}

function FilterRow({ name, row, parameters, onChange }: FilterRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const chosen = parameters.get(name)?.split(',').filter(Boolean) ?? []
  const isOn = chosen.includes(row.value)
  return (
    <Checkbox
      label={row.label}
      checked={isOn}
      end={
        <span className="figures text-note text-soft">
          {t('countPrice', { count: row.count, price: formatMoney(locale, row.price) })}
        </span>
      }
      onChange={() => {
        const next = isOn ? chosen.filter((value) => value !== row.value) : [...chosen, row.value]
        onChange(name, next.length === 0 ? null : next.join(','))
      }}
    />
  )
}

const priceSteps = 6

/** Price limits: a few round amounts between the lowest and the highest price. */
function PriceLimit(
  props: Pick<FiltersProps, 'facets' | 'parameters'> & Pick<FilterRowProps, 'onChange'>,
) {
  const { facets, parameters, onChange } = props
  const t = useTexts()
  const locale = useLocale()
  if (!facets.amount) return null
  const { lowest, highest } = facets.amount
  const chosen = parameters.get('amountTo') ?? ''
  const steps = Array.from({ length: priceSteps }, (_, index) => {
    const exact =
      lowest.amount + ((highest.amount - lowest.amount) * (index + 1)) / (priceSteps + 1)
    return Math.ceil(exact / 5_000) * 50
  })
  const values = [...new Set([...steps, ...(chosen === '' ? [] : [Number(chosen)])])].toSorted(
    (left, right) => left - right,
  )
  return (
    <Select
      label={t('price')}
      value={chosen}
      onChange={(event) => onChange('amountTo', event.target.value || null)}
    >
      <option value="">{t('priceAny')}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {t('priceTo')} {formatMoney(locale, { amount: value * 100, currency: highest.currency })}
        </option>
      ))}
    </Select>
  )
}
