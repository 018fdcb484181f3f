import { DateField } from '../parts/date-field.tsx'
import { TextField, type TextFieldProps } from '../parts/text-field.tsx'

/** Binds uncontrolled fields of a form: each name is also the key of its problem. */
export function fieldsOf(problemOf: (name: string) => string | null) {
  return (name: string, { type, ...props }: Partial<TextFieldProps> & { label: string }) => {
    const shared = { name, error: problemOf(name), autoComplete: 'off', ...props }
    if (type === 'date') return <DateField {...shared} kind="date" />
    if (type === 'datetime-local') return <DateField {...shared} kind="datetime-local" />
    return <TextField {...shared} type={type} />
  }
}
