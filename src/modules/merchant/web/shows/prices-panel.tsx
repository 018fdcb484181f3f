import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { DraftPrice } from '../../shows-contract.ts'
import { useTexts } from '../texts.ts'
import { newKey } from './new-key.ts'
import type { Choices } from './place-panel.tsx'
import type { DraftEditing } from './use-draft.ts'

/** Ticket prices by zone or type, with scheduled changes. */
export function PricesPanel({ editing, choices }: { editing: DraftEditing; choices: Choices }) {
  const t = useTexts()
  const { content, change, problemOf } = editing
  const { prices } = content
  const put = (next: readonly DraftPrice[], ...paths: string[]) =>
    change({ ...content, prices: [...next] }, ...paths)
  const zones =
    choices.venues
      .find(({ slug }) => slug === content.venue)
      ?.layouts.find(({ key }) => key === content.layout)?.zones ?? []
  const missing = problemOf('prices')
  const empty = { name: { ka: '', en: '' }, zone: '', capacity: '', price: '', phases: [] }
  return (
    <Panel title={t('partPrices')} note={t('partPricesNote')} look="ruled">
      {missing && <Notice>{missing}</Notice>}
      <ul className="space-y-group">
        {prices.map((price, index) => (
          <PriceRow
            key={price.key}
            price={price}
            path={`prices.${index}`}
            zones={zones}
            problemOf={problemOf}
            onChanged={(next, name) =>
              put(
                prices.map((one) => (one === price ? next : one)),
                `prices.${index}.${name}`,
              )
            }
            onRemoved={() =>
              put(
                prices.filter((one) => one !== price),
                'prices',
              )
            }
          />
        ))}
      </ul>
      <Button
        look="quiet"
        className="mt-near"
        onClick={() => put([...prices, { key: newKey(), ...empty }])}
      >
        {t('priceAdd')}
      </Button>
    </Panel>
  )
}

interface PriceRowProps {
  readonly price: DraftPrice
  readonly path: string
  readonly zones: Choices['venues'][number]['layouts'][number]['zones']
  readonly problemOf: (path: string) => string | undefined
  readonly onChanged: (price: DraftPrice, name: string) => void
  readonly onRemoved: () => void
}

function PriceRow({ price, path, zones, problemOf, onChanged, onRemoved }: PriceRowProps) {
  const t = useTexts()
  const { name, phases } = price
  return (
    <li className="space-y-near border-b border-rule pb-group">
      <div className="grid gap-near tablet:grid-cols-2">
        {(['ka', 'en'] as const).map((locale) => (
          <TextField
            key={locale}
            name={`${path}.name.${locale}`}
            label={t(`priceName-${locale}`)}
            value={name[locale]}
            error={problemOf(`${path}.name.${locale}`)}
            onChange={({ target }) =>
              onChanged({ ...price, name: { ...name, [locale]: target.value } }, `name.${locale}`)
            }
          />
        ))}
        {zones.length > 0 ? (
          <Select
            name={`${path}.zone`}
            label={t('priceZone')}
            value={price.zone}
            error={problemOf(`${path}.zone`)}
            onChange={({ target }) => onChanged({ ...price, zone: target.value }, 'zone')}
          >
            <option value="">{t('choose')}</option>
            {zones.map((zone) => (
              <option key={zone.key} value={zone.key}>
                {zone.name}
              </option>
            ))}
          </Select>
        ) : (
          <TextField
            name={`${path}.capacity`}
            label={t('priceCapacity')}
            inputMode="numeric"
            value={price.capacity}
            error={problemOf(`${path}.capacity`)}
            onChange={({ target }) => onChanged({ ...price, capacity: target.value }, 'capacity')}
          />
        )}
        <TextField
          name={`${path}.price`}
          label={t('priceAmount')}
          inputMode="decimal"
          value={price.price}
          error={problemOf(`${path}.price`)}
          onChange={({ target }) => onChanged({ ...price, price: target.value }, 'price')}
        />
      </div>
      <Phases price={price} path={path} problemOf={problemOf} onChanged={onChanged} />
      <div className="flex flex-wrap gap-near">
        <Button
          look="plain"
          onClick={() =>
            onChanged({ ...price, phases: [...phases, { from: '', price: '' }] }, 'phases')
          }
        >
          {t('phaseAdd')}
        </Button>
        <Button
          look="plain"
          aria-label={t('priceRemoveNamed', { name: name.ka })}
          onClick={onRemoved}
        >
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

/** Scheduled price changes. */
function Phases(props: Pick<PriceRowProps, 'price' | 'path' | 'problemOf' | 'onChanged'>) {
  const { price, path, problemOf, onChanged } = props
  const t = useTexts()
  const { phases } = price
  return phases.map((phase, index) => (
    <div
      // eslint-disable-next-line react/no-array-index-key -- phases have no names
      key={index}
      className="field-grid tablet:grid-cols-[repeat(2,minmax(0,1fr))_auto]"
    >
      {(['from', 'price'] as const).map((field) => (
        <DateOrPrice
          key={field}
          field={field}
          path={`${path}.phases.${index}`}
          value={phase[field]}
          problemOf={problemOf}
          onChanged={(value) => {
            const next = phases.map((one) => (one === phase ? { ...phase, [field]: value } : one))
            onChanged({ ...price, phases: next }, `phases.${index}.${field}`)
          }}
        />
      ))}
      <div className="field-action">
        <Button
          look="plain"
          onClick={() =>
            onChanged({ ...price, phases: phases.filter((one) => one !== phase) }, 'phases')
          }
        >
          {t('remove')}
        </Button>
      </div>
    </div>
  ))
}

interface DateOrPriceProps {
  readonly field: 'from' | 'price'
  readonly path: string
  readonly value: string
  readonly problemOf: (path: string) => string | undefined
  readonly onChanged: (value: string) => void
}

function DateOrPrice({ field, path, value, problemOf, onChanged }: DateOrPriceProps) {
  const t = useTexts()
  const name = `${path}.${field}`
  const shared = {
    name,
    value,
    error: problemOf(name),
    onChange: ({ target }: { target: { value: string } }) => onChanged(target.value),
  }
  return field === 'from' ? (
    <DateField {...shared} kind="datetime-local" label={t('phaseFrom')} />
  ) : (
    <TextField {...shared} inputMode="decimal" label={t('phasePrice')} />
  )
}
