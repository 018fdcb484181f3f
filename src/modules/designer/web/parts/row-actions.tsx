import type { ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { bendRows, staggerRows } from '../../plan/commands/arrange.ts'
import { relabelRows, renumberSeats } from '../../plan/commands/change.ts'
import { rowSchemes, seatSchemes, type RowScheme, type SeatScheme } from '../../plan/numbering.ts'
import { isTable } from '../../plan/document.ts'
import { chosenPlaced } from '../../plan/selection.ts'
import { useTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'

/** Actions for all selected rows: numbers, labels, shape. */
export function RowActions({ editor }: { editor: Editor }) {
  const placed = chosenPlaced(editor.document, editor.selection)
  const ids = placed.map(({ id }) => id)
  return (
    <div className="mt-near">
      <SeatNumbers editor={editor} ids={ids} />
      <RowNames editor={editor} ids={ids} />
      {placed.some((one) => !isTable(one)) && <RowShape editor={editor} />}
    </div>
  )
}

interface ActionProps {
  readonly editor: Editor
  readonly ids: readonly number[]
}

interface CollapsibleFormProps {
  readonly title: string
  readonly button: string
  readonly onSubmit: (values: FormData) => void
  readonly children: ReactNode
  /** Content below the form. */
  readonly after?: ReactNode
}

/** A form that is opened on demand. */
function CollapsibleForm({ title, button, onSubmit, children, after }: CollapsibleFormProps) {
  return (
    <details className="border-t border-rule py-2 [&>summary]:min-h-11 [&>summary]:cursor-pointer [&>summary]:py-2 [&>summary]:font-semibold">
      <summary>{title}</summary>
      <form
        className="grid grid-cols-2 items-end gap-near"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(new FormData(event.currentTarget))
        }}
      >
        {children}
        <Button type="submit" look="quiet">
          {button}
        </Button>
      </form>
      {after}
    </details>
  )
}

interface SchemeSelectProps<Scheme extends string> {
  readonly schemes: readonly Scheme[]
  readonly nameOf: (scheme: Scheme) => string
}

function SchemeSelect<Scheme extends string>({ schemes, nameOf }: SchemeSelectProps<Scheme>) {
  const t = useTexts()
  return (
    <Select label={t('scheme')} name="scheme">
      {schemes.map((scheme) => (
        <option key={scheme} value={scheme}>
          {nameOf(scheme)}
        </option>
      ))}
    </Select>
  )
}

function numberOf(values: FormData, name: string): number {
  return Number(values.get(name) ?? 0)
}

function SeatNumbers({ editor, ids }: ActionProps) {
  const t = useTexts()
  return (
    <CollapsibleForm
      title={t('seatNumbers')}
      button={t('apply')}
      onSubmit={(values) => {
        const scheme = values.get('scheme') as SeatScheme
        editor.act((draft) => renumberSeats(draft, ids, scheme, numberOf(values, 'start')))
      }}
    >
      <SchemeSelect schemes={seatSchemes} nameOf={(scheme) => t(`seats_${scheme}`)} />
      <TextField
        label={t('seatStart')}
        name="start"
        type="number"
        min={0}
        max={5_000}
        defaultValue={1}
        required
      />
    </CollapsibleForm>
  )
}

function RowNames({ editor, ids }: ActionProps) {
  const t = useTexts()
  return (
    <CollapsibleForm
      title={t('rowNames')}
      button={t('apply')}
      onSubmit={(values) => {
        const order = values.get('back') === null ? ids : ids.toReversed()
        const scheme = values.get('scheme') as RowScheme
        editor.act((draft) => relabelRows(draft, order, scheme, numberOf(values, 'start')))
      }}
    >
      <SchemeSelect schemes={rowSchemes} nameOf={(scheme) => t(`rows_${scheme}`)} />
      <TextField
        label={t('rowStart')}
        name="start"
        type="number"
        min={1}
        max={500}
        defaultValue={1}
        required
      />
      <Checkbox name="back" label={t('fromBack')} className="col-span-2" />
    </CollapsibleForm>
  )
}

/** Half a seat, in units. */
const staggerBy = 2.75

function RowShape({ editor }: { editor: Editor }) {
  const t = useTexts()
  const { selection, act } = editor
  return (
    <CollapsibleForm
      title={t('shapeOfRows')}
      button={t('bend')}
      onSubmit={(values) =>
        act((draft) => bendRows(draft, selection, numberOf(values, 'radius') * 10))
      }
      after={
        <div className="mt-near flex flex-wrap gap-tight">
          <Button look="quiet" onClick={() => act((draft) => bendRows(draft, selection, 0))}>
            {t('straighten')}
          </Button>
          <Button
            look="quiet"
            onClick={() => act((draft) => staggerRows(draft, selection, staggerBy))}
          >
            {t('staggerNow')}
          </Button>
        </div>
      }
    >
      <TextField
        label={t('radius')}
        hint={t('radiusHint')}
        name="radius"
        type="number"
        min={0}
        max={500}
        step={0.5}
        defaultValue={12}
        required
      />
    </CollapsibleForm>
  )
}
