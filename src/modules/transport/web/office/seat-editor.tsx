import { useEffect, useRef } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { DraftAttribute, DraftSeat } from '#modules/timetable/vehicle-shapes.ts'
import type { OfferedClass } from './build-coach.ts'
import { useVehicleFormTexts } from './vehicle-form-texts.ts'

interface SeatEditorProps {
  readonly seat: DraftSeat
  readonly classes: readonly OfferedClass[]
  readonly onChange: (seat: DraftSeat) => void
  readonly onRemove: () => void
}

const kinds = ['ordinary', 'wheelchair', 'companion', 'bicycle'] as const
type Kind = (typeof kinds)[number]

/** The selected seat of the drawing. */
export function SeatEditor({ seat, classes, onChange, onRemove }: SeatEditorProps) {
  const t = useVehicleFormTexts()
  const { label, classCode, facing, attributes } = seat
  const frame = useRef<HTMLFieldSetElement>(null)
  // A long coach fills a phone, so the fields may be below the screen.
  useEffect(() => {
    // It answers a promise in some browsers, which an effect must not return.
    void frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const kind = kinds.find((one) => (attributes as readonly string[]).includes(one)) ?? 'ordinary'
  const setKind = (next: Kind) => {
    const rest = attributes.filter((one) => !(kinds as readonly string[]).includes(one))
    const added: DraftAttribute[] = next === 'ordinary' ? [] : [next]
    onChange({ ...seat, attributes: [...rest, ...added] })
  }
  const keepBack = (isKept: boolean) => {
    const rest = attributes.filter((one) => one !== 'keptBack')
    onChange({ ...seat, attributes: isKept ? [...rest, 'keptBack'] : rest })
  }
  return (
    <fieldset ref={frame} className="mt-near rounded-card border border-rule p-near">
      <legend className="px-1 font-semibold">{t('seatTitle', { label })}</legend>
      <div className="flex flex-wrap items-end gap-near">
        <TextField
          label={t('seatLabel')}
          maxLength={6}
          frameClassName="max-w-36"
          value={label}
          onChange={({ target }) => onChange({ ...seat, label: target.value.trim() })}
        />
        <Select
          label={t('seatClass')}
          value={classCode}
          onChange={({ target }) => onChange({ ...seat, classCode: target.value })}
        >
          {classes.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label={t('seatKind')}
          value={kind}
          onChange={({ target }) =>
            setKind(kinds.find((one) => one === target.value) ?? 'ordinary')
          }
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(`kind-${one}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('seatFacing')}
          value={facing}
          onChange={({ target }) => onChange({ ...seat, facing: Number(target.value) })}
        >
          {([1, -1, 0] as const).map((one) => (
            <option key={one} value={one}>
              {t(`facing-${one}`)}
            </option>
          ))}
        </Select>
      </div>
      <div className="mt-near flex flex-wrap items-center gap-near">
        <Checkbox
          label={t('keptBack')}
          checked={attributes.includes('keptBack')}
          onChange={({ target }) => keepBack(target.checked)}
        />
        <Button look="quiet" onClick={onRemove}>
          {t('seatRemove')}
        </Button>
      </div>
    </fieldset>
  )
}
