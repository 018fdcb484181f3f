/** Text of a field; undefined when it is empty. */
export function filled(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A figure as people type it, with a comma or a point. */
export function figureOf(form: FormData, name: string): number | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : Number(value.replace(',', '.'))
}

/** Lari of a field, in tetri. */
export function tetriOf(form: FormData, name: string): number | undefined {
  const lari = figureOf(form, name)
  return lari === undefined ? undefined : Math.round(lari * 100)
}

/** A date-and-time field's value, in the browser's time zone, as an instant. */
export function momentOf(form: FormData, name: string): string | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : new Date(value).toISOString()
}

/** An instant as a date-and-time field's value, in the browser's time zone. */
export function localMoment(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
