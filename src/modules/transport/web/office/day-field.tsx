import { useState } from 'react'
import { DateField } from '#design/parts/date-field.tsx'

interface DayFieldProps {
  readonly label: string
  readonly name: string
  /** The day shown first, for example `2026-12-05`. */
  readonly day: string
  readonly min?: string
}

/** The day of a form that is sent as an address; in words of the page's language until it is typed into. */
export function DayField({ day, ...field }: DayFieldProps) {
  const [value, setValue] = useState(day)
  return (
    <DateField
      {...field}
      required
      value={value}
      onChange={({ target }) => setValue(target.value)}
    />
  )
}
