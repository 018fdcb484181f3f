import { useState } from 'react'
import { DateField } from '#design/parts/date-field.tsx'

/** A day of a filter, written in the language of the page; its form is sent with its value. */
export function DayField(props: {
  name: string
  label: string
  /** Instead of a day that is not chosen. */
  placeholder: string
  value: string | null | undefined
}) {
  const { value, ...field } = props
  const [day, setDay] = useState(value ?? '')
  return <DateField {...field} value={day} onChange={(event) => setDay(event.target.value)} />
}
