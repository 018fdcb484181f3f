import { useId, type ReactNode } from 'react'
import { AlertIcon } from './control-icons.tsx'

/** Common properties of labelled fields. */
export interface FieldWords {
  readonly label: string
  /** For fields with an obvious purpose, such as a search: the label is for screen readers only. */
  readonly isLabelHidden?: boolean | undefined
  /** Help before typing. */
  readonly hint?: ReactNode
  /** The problem in plain words; announced with the field. */
  readonly error?: string | null | undefined
}

interface FieldFrameProps extends FieldWords {
  readonly className?: string | undefined
  readonly children: (field: FieldTies) => ReactNode
}

/** The ids that associate a control with its label, hint and error. */
export interface FieldTies {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** A label, a hint, the control, and its error, associated for screen readers. */
export function FieldFrame(props: FieldFrameProps) {
  const { label, isLabelHidden, hint, error, className, children } = props
  const { ties, hintId, errorId } = useFieldTies(hint, error)
  return (
    <div className={className ? `field-frame ${className}` : 'field-frame'}>
      <label htmlFor={ties.id} className={isLabelHidden ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-note text-soft">
          {hint}
        </p>
      )}
      <div className={isLabelHidden ? 'relative' : 'relative mt-1.5'}>{children(ties)}</div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** Ids of a control and of the texts that describe it. */
export function useFieldTies(hint: ReactNode, error: string | null | undefined) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  const ties: FieldTies = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
  }
  return { ties, hintId, errorId }
}

/** The error message beside a field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-note text-accent">
      <AlertIcon size={18} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
