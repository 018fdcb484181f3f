import { TextField, type TextFieldProps } from '../parts/text-field.tsx'

/** Binds uncontrolled fields of a form: each name is also the key of its problem. */
export function fieldsOf(problemOf: (name: string) => string | null) {
  return (name: string, props: Partial<TextFieldProps> & { label: string }) => (
    <TextField name={name} error={problemOf(name)} autoComplete="off" {...props} />
  )
}
