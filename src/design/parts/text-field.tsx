import { CircleAlert } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** What helps before anything is typed. */
  readonly hint?: string
  /** What is wrong, in plain words; read out with the field. */
  readonly error?: string | null
  /** Something inside the field's right edge, such as a button that shows a password. */
  readonly end?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled field with its hint above and its error below, both tied to it for a screen reader. */
export function TextField({ label, hint, error, end, className, ...input }: TextFieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-[0.9375rem] text-soft">
          {hint}
        </p>
      )}
      <div className="relative mt-1.5">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          className={`field ${end ? 'pr-14' : ''} ${className ?? ''}`}
        />
        {end && <div className="absolute inset-y-0 right-1 flex items-center">{end}</div>}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The words beside a field that does not fit. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-[0.9375rem] text-accent">
      <CircleAlert size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
