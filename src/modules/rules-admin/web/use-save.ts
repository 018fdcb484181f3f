import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'

/** Submits a form; invalid fields are reported by field, other errors as one message. */
export function useSave() {
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const [isSaved, setSaved] = useState(false)
  async function save(send: () => Promise<unknown>): Promise<void> {
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
    refusal: error === null ? null : error instanceof Error ? error.message : '',
    /** What is wrong with fields whose path begins so. */
    problemOf: (path: string): string | null => {
      const found = fields.filter((field) => field.path.startsWith(`body.${path}`))
      if (found.length === 0) return null
      return found
        .map((field) => `${field.path.slice('body.'.length)}: ${field.message}`)
        .join('; ')
    },
  }
}

/** Text of a field of a form; undefined when it is empty. */
export function filled(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** A field's value such as `2026-12-01T20:00`, in the browser's time zone, as an instant. */
export function momentOf(form: FormData, name: string): string | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : new Date(value).toISOString()
}

export function numberOf(form: FormData, name: string): number | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : Number(value)
}
