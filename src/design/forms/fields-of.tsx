import { DateField } from '../parts/date-field.tsx'
import { TextField, type TextFieldProps } from '../parts/text-field.tsx'

/** Binds uncontrolled fields of a form: each name is also the key of its problem. */
export function fieldsOf(problemOf: (name: string) => string | null) {
  return (name: string, { type, ...props }: Partial<TextFieldProps> & { label: string }) => {
    const shared = { name, error: problemOf(name), autoComplete: 'off', ...props }
    return type === 'date' || type === 'datetime-local' ? (
      <DateField {...shared} kind={type} />
    ) : (
      <TextField {...shared} type={type} />
    )
  }
}
