import { useState, type FormEvent } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import type { Point } from '#seatmap/geometry.ts'
import { addArea, addBlock, addShape, addTables, boxOutline } from '../../plan/commands/add.ts'
import { rowSchemes, seatSchemes, type RowScheme, type SeatScheme } from '../../plan/numbering.ts'
import type { Command } from '../../plan/run.ts'
import { shapeKinds, type ShapeKind } from '../shape-kinds.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'

const kinds = ['rows', 'tables', 'standing', 'free', 'shape'] as const
type Kind = (typeof kinds)[number]

/** Reads values of a form by name; missing numbers get their default. */
function reader(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const number = (name: string, otherwise: number) => {
    const value = Number(text(name))
    return text(name) === '' || !Number.isFinite(value) ? otherwise : value
  }
  return { text, number, isOn: (name: string) => data.get(name) !== null }
}

type Values = ReturnType<typeof reader>

function commandOf(kind: Kind, { text, number, isOn }: Values, middle: Point): Command {
  const zone = text('zone')
  const name = { ka: text('nameKa'), en: text('nameEn') }
  if (kind === 'rows')
    return (draft) =>
      addBlock(draft, {
        name,
        zone,
        middle,
        rows: number('rows', 1),
        seats: number('seats', 1),
        growth: number('growth', 0),
        parts: number('parts', 1),
        radius: number('radius', 0) * 10,
        isStaggered: isOn('stagger'),
        rowScheme: text('rowScheme') as RowScheme,
        rowStart: number('rowStart', 1),
        isFromBack: isOn('fromBack'),
        seatScheme: text('seatScheme') as SeatScheme,
        seatStart: number('seatStart', 1),
        ...(number('level', 0) > 0 && { level: number('level', 0) }),
      })
  if (kind === 'tables')
    return (draft) =>
      addTables(draft, {
        name,
        zone,
        middle,
        shape: text('tableShape') as 'round' | 'rect' | 'booth',
        columns: number('columns', 1),
        lines: number('lines', 1),
        seats: number('seats', 1),
      })
  const outline = boxOutline(middle, number('width', 10) * 10, number('height', 6) * 10)
  if (kind === 'shape')
    return (draft) =>
      addShape(draft, {
        kind: text('shapeKind') as ShapeKind,
        points: outline,
        ...(name.ka !== '' && name.en !== '' && { text: name }),
      })
  return (draft) => addArea(draft, { kind, name, zone, outline, capacity: number('capacity', 1) })
}

/** Forms that add elements by numbers, at the centre of the visible area. */
export function AddPanel({ editor, middle }: { editor: Editor; middle: () => Point }) {
  const t = useTexts()
  const locale = useLocale()
  const [kind, setKind] = useState<Kind>('rows')
  const { zones } = editor.document
  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const command = commandOf(kind, reader(event.currentTarget), middle())
    editor.act(command)
    editor.setTool('select')
  }
  return (
    <form className="space-y-group" onSubmit={add}>
      <Select
        label={t('addWhat')}
        value={kind}
        onChange={(event) => setKind(event.target.value as Kind)}
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`add_${one}`)}
          </option>
        ))}
      </Select>
      <div key={kind} className="grid grid-cols-2 items-end gap-near">
        <TextField
          label={t('nameKa')}
          name="nameKa"
          maxLength={120}
          required={kind !== 'shape'}
          defaultValue={kind === 'shape' ? '' : t(`name_${kind}_ka`)}
        />
        <TextField
          label={t('nameEn')}
          name="nameEn"
          maxLength={120}
          required={kind !== 'shape'}
          defaultValue={kind === 'shape' ? '' : t(`name_${kind}_en`)}
        />
        {kind !== 'shape' && (
          <Select label={t('zone')} name="zone" frameClassName="col-span-2">
            {zones.map((zone) => (
              <option key={zone.id} value={zone.key}>
                {zone.name[locale]}
              </option>
            ))}
          </Select>
        )}
        {kind === 'rows' && <RowFields />}
        {kind === 'tables' && <TableFields />}
        {(kind === 'standing' || kind === 'free') && (
          <Count label={t('capacity')} name="capacity" start={200} least={1} most={1_000_000} />
        )}
        {kind === 'shape' && (
          <Select label={t('shapeKind')} name="shapeKind" frameClassName="col-span-2">
            {shapeKinds.map((one) => (
              <option key={one} value={one}>
                {t(`shape_${one}`)}
              </option>
            ))}
          </Select>
        )}
        {kind !== 'rows' && kind !== 'tables' && (
          <>
            <Count
              label={t('widthMetres')}
              name="width"
              start={10}
              least={0.5}
              most={1_000}
              step={0.1}
            />
            <Count
              label={t('heightMetres')}
              name="height"
              start={6}
              least={0.5}
              most={1_000}
              step={0.1}
            />
          </>
        )}
      </div>
      <Button type="submit">{t('add')}</Button>
    </form>
  )
}

interface CountProps {
  readonly label: string
  readonly hint?: string
  readonly name: string
  readonly start: number
  readonly least: number
  readonly most: number
  readonly step?: number
}

function Count({ label, hint, name, start, least, most, step = 1 }: CountProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      type="number"
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      min={least}
      max={most}
      step={step}
      defaultValue={start}
      required
    />
  )
}

function RowFields() {
  const t = useTexts()
  return (
    <>
      <Count label={t('rowCount')} name="rows" start={10} least={1} most={100} />
      <Count label={t('seatCount')} name="seats" start={20} least={1} most={200} />
      <Count label={t('growth')} name="growth" start={0} least={-10} most={10} />
      <Count label={t('parts')} name="parts" start={1} least={1} most={8} />
      <Count
        label={t('radius')}
        hint={t('radiusHint')}
        name="radius"
        start={0}
        least={0}
        most={500}
        step={0.5}
      />
      <Count label={t('floor')} hint={t('floorHint')} name="level" start={0} least={0} most={20} />
      <Select label={t('rowNames')} name="rowScheme">
        {rowSchemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {t(`rows_${scheme}`)}
          </option>
        ))}
      </Select>
      <Count label={t('rowStart')} name="rowStart" start={1} least={1} most={500} />
      <Select label={t('seatNumbers')} name="seatScheme">
        {seatSchemes.map((scheme) => (
          <option key={scheme} value={scheme}>
            {t(`seats_${scheme}`)}
          </option>
        ))}
      </Select>
      <Count label={t('seatStart')} name="seatStart" start={1} least={1} most={5_000} />
      <Checkbox name="fromBack" label={t('fromBack')} className="col-span-2" />
      <Checkbox name="stagger" label={t('stagger')} className="col-span-2" />
    </>
  )
}

function TableFields() {
  const t = useTexts()
  return (
    <>
      <Select label={t('tableShape')} name="tableShape" frameClassName="col-span-2">
        {(['round', 'rect', 'booth'] as const).map((shape) => (
          <option key={shape} value={shape}>
            {t(`table_${shape}`)}
          </option>
        ))}
      </Select>
      <Count label={t('columns')} name="columns" start={3} least={1} most={30} />
      <Count label={t('lines')} name="lines" start={2} least={1} most={30} />
      <Count label={t('seatsEach')} name="seats" start={6} least={1} most={40} />
    </>
  )
}
