import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

export interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldWords {
  /** `<option>` elements. */
  readonly children: ReactNode
  readonly frameClassName?: string
  readonly ref?: Ref<HTMLSelectElement>
}

/** A labelled native select. */
export function Select(props: SelectProps) {
  const { label, isLabelHidden, hint, error, className, frameClassName, children, ...select } =
    props
  return (
    <FieldFrame {...{ label, isLabelHidden, hint, error }} className={frameClassName}>
      {(ties) => (
        <select {...select} {...ties} className={`field ${className ?? ''}`}>
          {children}
        </select>
      )}
    </FieldFrame>
  )
}
