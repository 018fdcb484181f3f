import { digitsIn } from '#kernel/typed-code.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface CodeFieldProps extends Omit<TextFieldProps, 'maxLength' | 'pattern' | 'onChange'> {
  /** Number of digits. */
  readonly length: number
  /** The digits that were typed or pasted. Without it the field is sent as it is, and the server reads the digits. */
  readonly onCode?: (digits: string) => void
}

/**
 * A field for a code of digits. It has no `maxLength`: browsers cut pasted text before blanks and dashes are removed, and the
 * last digits would be lost.
 */
export function CodeField({ length, onCode, ...props }: CodeFieldProps) {
  return (
    <TextField
      inputMode="numeric"
      autoComplete="one-time-code"
      {...props}
      {...(onCode && {
        onChange: (event: { target: { value: string } }) =>
          onCode(digitsIn(event.target.value).slice(0, length)),
      })}
    />
  )
}
