import { defaultTimeZone, wallTime } from '#kernel/format.ts'

/** Text of a field; undefined when it is empty. */
export function filled(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A typed number, with a comma or a point; undefined when the field is empty. */
export function figureOf(form: FormData, name: string): number | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : Number(value.replace(',', '.'))
}

/** A field in lari as tetri. */
export function tetriOf(form: FormData, name: string): number | undefined {
  const lari = figureOf(form, name)
  return lari === undefined ? undefined : Math.round(lari * 100)
}

/** Money in lari as a field's value; empty without one. */
export function fieldLari(money: { readonly amount: number } | null | undefined): number | '' {
  return money ? money.amount / 100 : ''
}

/**
 * A date-and-time field's value as an instant, ISO 8601; undefined when the field is empty.
 *
 * @param timeZone of the entered time: the venue's or the shop's, never the browser's
 */
export function momentOf(
  form: FormData,
  name: string,
  timeZone: string = defaultTimeZone,
): string | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : instantOf(value, timeZone)
}

/** An instant as the value of a date-and-time field in a time zone; empty without one. */
export function fieldMoment(
  instant: string | null | undefined,
  timeZone: string = defaultTimeZone,
): string {
  return instant ? new Date(clockOf(new Date(instant), timeZone)).toISOString().slice(0, 16) : ''
}

/** `2026-12-05T19:00` in a time zone, as an instant. */
export function instantOf(typed: string, timeZone: string = defaultTimeZone): string {
  const wanted = Date.parse(`${typed}Z`)
  // Invalid text is sent as it is, so that the server refuses it beside its field.
  if (Number.isNaN(wanted)) return typed
  let instant = wanted
  // The second step handles the hours around a daylight saving change.
  for (let step = 0; step < 2; step++) instant += wanted - clockOf(new Date(instant), timeZone)
  return new Date(instant).toISOString()
}

/** Local time in a time zone, to the minute, as if it were UTC. */
function clockOf(instant: Date, timeZone: string): number {
  const { year, month, day, hour, minute } = wallTime(instant, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute)
}
