/** The calendar's address: `/calendar?date=2026-12-06&category=theatre`, or `month=2026-12`. */
const monthForm = /^2\d{3}-(?:0[1-9]|1[0-2])$/
const dateForm = /^2\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

/** The input of the calendar's call from the address; invalid values are dropped. */
export function calendarInput(parameters: URLSearchParams) {
  const fitting = (name: string, form: RegExp): string | undefined => {
    const value = parameters.get(name)
    return value !== null && form.test(value) ? value : undefined
  }
  const date = fitting('date', dateForm)
  const isDay = date !== undefined && new Date(date).toISOString().startsWith(date)
  return {
    month: fitting('month', monthForm),
    date: isDay ? date : undefined,
    category: fitting('category', slugForm),
  }
}

export function calendarAddress(parts: Readonly<Record<string, string | null>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(parts)) if (value !== null) parameters.set(name, value)
  return parameters.size > 0 ? `/calendar?${parameters}` : '/calendar'
}

/**
 * The day that a key moves to from a day of the month, and the step for skipping days without events: arrows move
 * by a day or a week, Home and End to the ends of the week. Null for other keys; days outside the month are before
 * its first or after its last day.
 */
export function dayStep(
  key: string,
  day: number,
  firstWeekday: number,
): { readonly day: number; readonly onward: number } | null {
  const weekday = (firstWeekday + day - 1) % 7
  if (key === 'ArrowLeft') return { day: day - 1, onward: -1 }
  if (key === 'ArrowRight') return { day: day + 1, onward: 1 }
  if (key === 'ArrowUp') return { day: day - 7, onward: -7 }
  if (key === 'ArrowDown') return { day: day + 7, onward: 7 }
  if (key === 'Home') return { day: Math.max(1, day - weekday), onward: 1 }
  if (key === 'End') return { day: day + 6 - weekday, onward: -1 }
  return null
}

/** Weekday of the first day of a month (`2026-12`): 0 is Monday, the first day of the week in Georgia. */
export function firstWeekdayOf(month: string): number {
  return (new Date(`${month}-01T12:00:00Z`).getUTCDay() + 6) % 7
}
