import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { seatRows, type OfferedClass, type SeatRows } from './build-coach.ts'
import { useVehicleFormTexts } from './vehicle-form-texts.ts'

interface RowsFormProps {
  readonly classes: readonly OfferedClass[]
  readonly hasSeats: boolean
  readonly onAdd: (rows: SeatRows) => void
  readonly onClear: () => void
}

/** Bounds of the fields; whatever is too large in sum is named before the vehicle is saved. */
const most = { rows: 40, left: 4, right: 4, wheelchairs: 6, bicycles: 6 } as const
type CountField = keyof typeof most
const fields = Object.keys(most) as CountField[]

/** Rows that are added behind the seats of a coach. */
export function RowsForm({ classes, hasSeats, onAdd, onClear }: RowsFormProps) {
  const t = useVehicleFormTexts()
  const [rows, setRows] = useState<SeatRows>({ ...seatRows, classCode: classes[0]?.code ?? '' })
  const count = (field: CountField, typed: string) =>
    setRows({
      ...rows,
      [field]: Math.min(most[field], Math.max(0, Math.trunc(Number(typed)) || 0)),
    })
  return (
    <fieldset className="mt-group border-t border-rule pt-near">
      <legend className="sr-only">{t('rowsTitle')}</legend>
      <h3 className="font-semibold" aria-hidden="true">
        {t('rowsTitle')}
      </h3>
      <div className="mt-near grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] items-end gap-near">
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(field)}
            type="number"
            min={0}
            max={most[field]}
            className="figures"
            value={rows[field]}
            onChange={({ target }) => count(field, target.value)}
          />
        ))}
        <Select
          label={t('class')}
          frameClassName="tablet:col-span-2"
          value={rows.classCode}
          onChange={({ target }) => setRows({ ...rows, classCode: target.value })}
        >
          {classes.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('naming')}
          frameClassName="tablet:col-span-2"
          value={rows.naming}
          onChange={({ target }) =>
            setRows({ ...rows, naming: target.value === 'letters' ? 'letters' : 'numbers' })
          }
        >
          <option value="numbers">{t('naming-numbers')}</option>
          <option value="letters">{t('naming-letters')}</option>
        </Select>
      </div>
      <div className="mt-near">
        <Checkbox
          label={t('facing')}
          checked={rows.isFacing}
          onChange={({ target }) => setRows({ ...rows, isFacing: target.checked })}
        />
      </div>
      <div className="mt-near flex flex-wrap gap-near">
        <Button look="quiet" onClick={() => onAdd(rows)}>
          {t('rowsAdd')}
        </Button>
        {hasSeats && (
          <Button look="quiet" onClick={onClear}>
            {t('seatsRemove')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
