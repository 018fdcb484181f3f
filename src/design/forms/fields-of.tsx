import { TextField, type TextFieldProps } from '../parts/text-field.tsx'

/** Fields of a form that keep their own values: the name of each is where its problem is looked up, too. */
export function fieldsOf(problemOf: (name: string) => string | null) {
  return (name: string, props: Partial<TextFieldProps> & { label: string }) => (
    <TextField name={name} error={problemOf(name)} autoComplete="off" {...props} />
  )
}
