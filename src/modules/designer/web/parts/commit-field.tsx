import type { KeyboardEvent } from 'react'
import { TextField } from '#design/parts/text-field.tsx'

interface CommitFieldProps {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly maxLength?: number
  readonly frameClassName?: string
  readonly onCommit: (value: string) => void
}

function commitOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter') event.currentTarget.blur()
  if (event.key !== 'Escape') return
  event.currentTarget.value = event.currentTarget.defaultValue
  event.currentTarget.blur()
}

/** A field that applies its value on blur, so that one change is one step to undo. */
export function CommitField({ value, onCommit, ...field }: CommitFieldProps) {
  return (
    <TextField
      {...field}
      key={value}
      defaultValue={value}
      onKeyDown={commitOnEnter}
      onBlur={(event) => {
        const next = event.currentTarget.value.trim()
        if (next === value) return
        onCommit(next)
        // A refused value is replaced by the current one.
        event.currentTarget.value = value
      }}
    />
  )
}

interface CommitNumberProps extends Omit<CommitFieldProps, 'value' | 'onCommit' | 'maxLength'> {
  readonly value: number | null
  readonly least?: number
  readonly most?: number
  readonly step?: number
  readonly onCommit: (value: number) => void
}

/** A `CommitField` for numbers; invalid input is ignored. */
export function CommitNumber({
  value,
  least,
  most,
  step = 1,
  onCommit,
  ...field
}: CommitNumberProps) {
  const shown = value === null ? '' : String(value)
  return (
    <TextField
      {...field}
      key={shown}
      type="number"
      inputMode={step < 1 ? 'decimal' : 'numeric'}
      min={least}
      max={most}
      step={step}
      defaultValue={shown}
      onKeyDown={commitOnEnter}
      onBlur={(event) => {
        const next = event.currentTarget.valueAsNumber
        if (event.currentTarget.value === shown) return
        if (Number.isFinite(next) && event.currentTarget.checkValidity()) onCommit(next)
        event.currentTarget.value = shown
      }}
    />
  )
}
