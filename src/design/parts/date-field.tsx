import { TextField, type TextFieldProps } from './text-field.tsx'

interface DateFieldProps extends Omit<TextFieldProps, 'type'> {
  /** A date, date and time, or time; `date` by default. Values are `2026-12-05`, `2026-12-05T19:00`, `19:00`. */
  readonly kind?: 'date' | 'datetime-local' | 'time'
}

/**
 * A native date or time field: phones show their usual picker, it can be typed into, and it uses the device's
 * language.
 */
export function DateField({ kind = 'date', className, ...field }: DateFieldProps) {
  return <TextField {...field} type={kind} className={`figures ${className ?? ''}`} />
}
