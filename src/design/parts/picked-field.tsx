import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import english from '../messages/picked-en.json'
import georgian from '../messages/picked-ka.json'
import { ownTexts } from '../own-texts.ts'
import { Combobox, type ComboboxOption, type ComboboxProps } from './combobox.tsx'
import { SpokenChoice } from './spoken-choice.tsx'

const usePickedTexts = ownTexts(georgian, english)

/** The fields and keys of a form's choice: `{ showId: '12' }`. */
type Fields = Readonly<Record<string, string>>

interface PickedFieldProps<Option extends ComboboxOption> extends Omit<
  ComboboxProps<Option>,
  'value' | 'onChoose' | 'name'
> {
  readonly initial: Option | null
  /** Values of the form's fields for a choice; the same names for each, also for none. */
  readonly fieldsOf: (option: Option | null) => Fields
  readonly onPick?: (option: Option | null) => void
}

/** A `Combobox` of an uncontrolled form, whose choice becomes the values of one or more fields of the form. */
export function PickedField<Option extends ComboboxOption>(props: PickedFieldProps<Option>) {
  const { initial, fieldsOf, onPick, className, ...box } = props
  const [picked, setPicked] = useState(initial)
  return (
    <FieldWithValues fields={fieldsOf(picked)} className={className}>
      <Combobox
        {...box}
        value={picked}
        onChoose={(option) => {
          setPicked(option)
          onPick?.(option)
        }}
      />
    </FieldWithValues>
  )
}

interface PickedListProps<Option extends ComboboxOption> extends Omit<
  ComboboxProps<Option>,
  'value' | 'onChoose'
> {
  /** Its field has the keys of the chosen options, separated by commas. */
  readonly name: string
  readonly initial: readonly Option[]
}

/** Several options found by typing; each becomes a chip that removes it. For uncontrolled forms. */
export function PickedList<Option extends ComboboxOption>(props: PickedListProps<Option>) {
  const { name, initial, className, ...box } = props
  const t = usePickedTexts()
  const [picked, setPicked] = useState(initial)
  const [hasChanged, setChanged] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const names = picked.map(nameOf).join('; ')

  function change(next: readonly Option[]): void {
    setPicked(next)
    setChanged(true)
  }

  return (
    <FieldWithValues
      frame={frame}
      className={className}
      fields={{ [name]: picked.map(({ key }) => key).join(',') }}
    >
      <Combobox
        {...box}
        value={null}
        onChoose={(option) => {
          if (option) change([...picked.filter(({ key }) => key !== option.key), option])
        }}
      />
      <ul className="mt-tight flex flex-wrap gap-tight empty:hidden">
        {picked.map((option) => (
          <li key={option.key} className="max-w-full">
            <button
              type="button"
              className="chip max-w-full rounded-3xl text-left whitespace-normal"
              aria-label={t('remove', { name: nameOf(option) })}
              onClick={() => {
                change(picked.filter(({ key }) => key !== option.key))
                // The button that had the focus is gone.
                frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
              }}
            >
              <span className="min-w-0">{nameOf(option)}</span> <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      <SpokenChoice
        text={hasChanged && names !== '' ? t('chosen', { names }) : null}
        emptyText={t('chosen', { names: t('none') })}
      />
    </FieldWithValues>
  )
}

/** An option with what distinguishes it, on one line. */
function nameOf({ label, note }: ComboboxOption): string {
  return note ? `${label}, ${note}` : label
}

interface FieldWithValuesProps {
  readonly fields: Fields
  readonly frame?: RefObject<HTMLDivElement | null>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * The values of a field that is no native control. They are in the form before the control, and pass the focus on to
 * it, so that a form finds the field of an error; the form is told about each change.
 */
function FieldWithValues(props: FieldWithValuesProps) {
  const { fields, className, children } = props
  const own = useRef<HTMLDivElement>(null)
  const frame = props.frame ?? own
  const told = useRef(fields)
  useEffect(() => {
    for (const [name, value] of Object.entries(fields)) {
      if (told.current[name] === value) continue
      const input = frame.current?.querySelector(`input[name="${name}"]`)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
    }
    told.current = fields
  }, [fields, frame])
  return (
    <div ref={frame} className={`field-cell relative ${className ?? ''}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input
          key={name}
          type="text"
          name={name}
          value={value}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
          onFocus={() => frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()}
        />
      ))}
      {children}
    </div>
  )
}
