import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldWords {
  /** Content inside the field's right edge, such as a button that shows a password. */
  readonly end?: ReactNode
  /** Layout of the field with its label. */
  readonly frameClassName?: string
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled single-line field; dates and numbers by `type`, keyboards by `inputMode`. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, hint, error, end, className, frameClassName, ...input } = props
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error }} className={frameClassName}>
      {(ties) => (
        <>
          <input
            {...input}
            {...ties}
            className={`field ${end ? 'pr-14' : ''} ${className ?? ''}`}
          />
          {end && <div className="absolute inset-y-0 right-1 flex items-center">{end}</div>}
        </>
      )}
    </FieldFrame>
  )
}

/** An email field: its keyboard, no autocorrection, autofill. Browsers never capitalise what is typed in it. */
export function EmailField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      maxLength={254}
      {...props}
    />
  )
}

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldWords {
  readonly frameClassName?: string
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A labelled multi-line field. */
export function Textarea(props: TextareaProps) {
  const { label, isLabelHidden, hint, error, className, frameClassName, ...input } = props
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error }} className={frameClassName}>
      {(ties) => <textarea rows={3} {...input} {...ties} className={`field ${className ?? ''}`} />}
    </FieldFrame>
  )
}
