import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'

/** Submits a form and reloads the page; invalid fields are reported by field, other errors as one message. */
export function useSave() {
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)

  async function save(send: () => Promise<unknown>): Promise<void> {
    if (isSaving) return
    setSaving(true)
    setSaved(false)
    setError(null)
    try {
      await send()
      setSaved(true)
      await revalidate()
    } catch (failure) {
      setError(failure)
    } finally {
      setSaving(false)
    }
  }

  const fields = error instanceof CallError ? error.fields : []
  return {
    save,
    isSaving,
    isSaved,
    refusal: error instanceof Error ? error.message : null,
    /** What is wrong with a field of the body. */
    problemOf: (name: string): string | null =>
      fields.find(({ path }) => path.startsWith(`body.${name}`))?.message ?? null,
  }
}

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
