import { TextField, type TextFieldProps } from './text-field.tsx'

interface DateFieldProps extends Omit<TextFieldProps, 'type'> {
  /** A day, a moment, or a time of day; `date` unless told otherwise. Values are `2026-12-05`, `2026-12-05T19:00`, `19:00`. */
  readonly kind?: 'date' | 'datetime-local' | 'time'
}

/**
 * A day or a moment by the browser's own field: on a phone it is the wheel people know, it can be typed, and it
 * speaks the language the person has chosen for the device.
 */
export function DateField({ kind = 'date', className, ...field }: DateFieldProps) {
  return <TextField {...field} type={kind} className={`figures ${className ?? ''}`} />
}
