import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { FieldError, useFieldTies } from './field-frame.tsx'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** The whole label is clickable. */
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  /** Text after the label, such as a link to the accepted terms. */
  readonly after?: ReactNode
  /** At the end of the line: a price, an image. */
  readonly end?: ReactNode
  /** `card`: a separate offer. */
  readonly look?: 'card' | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** A checkbox. */
export function Checkbox(props: CheckboxProps) {
  return <Choice {...props} type="checkbox" />
}

/** A radio button; buttons with the same `name` are in a `ChoiceGroup`. */
export function Radio(props: CheckboxProps) {
  return <Choice {...props} type="radio" />
}

/** A switch that takes effect immediately, without submitting a form. */
export function Switch(props: CheckboxProps) {
  return <Choice {...props} type="checkbox" isSwitch />
}

function Choice(
  props: CheckboxProps & { readonly type: 'checkbox' | 'radio'; readonly isSwitch?: boolean },
) {
  const { label, hint, error, after, end, look, isSwitch, className, ...input } = props
  const { ties, hintId, errorId } = useFieldTies(hint, error)
  const id = input.id ?? ties.id
  return (
    <div className={className}>
      <div className={look ? `check check-${look}` : 'check'}>
        <input
          {...input}
          {...ties}
          id={id}
          role={isSwitch ? 'switch' : undefined}
          className={isSwitch ? 'check-box check-switch' : 'check-box'}
        />
        <div className={after ? 'check-words py-2.5' : 'check-words'}>
          <label htmlFor={id} className={after ? 'check-label-inline' : 'check-label'}>
            {label}
          </label>
          {after && <> {after}</>}
          {hint && (
            <div id={hintId} className="check-hint">
              {hint}
            </div>
          )}
        </div>
        {end && <div className="shrink-0 py-2.5">{end}</div>}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

interface ChoiceGroupProps {
  readonly legend: string
  readonly isLegendHidden?: boolean
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** Related choices under their question. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { legend, isLegendHidden, hint, error, className, children } = props
  const { ties, hintId, errorId } = useFieldTies(hint, error)
  return (
    <fieldset className={className} aria-describedby={ties['aria-describedby']}>
      <legend className={isLegendHidden ? 'sr-only' : 'font-semibold'}>{legend}</legend>
      {hint && (
        <p id={hintId} className="text-note text-soft">
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
