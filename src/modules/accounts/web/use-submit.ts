import { useCallback, useRef, useState, type FormEvent } from 'react'
import { CallError } from '#contract/client.ts'
import { useTexts } from './texts.ts'

/** Validation errors of a form, by field. */
export type Problems<Field extends string> = Partial<Record<Field, string>>

interface SubmitOptions<Field extends string> {
  /** What keeps the form from being sent. */
  readonly check: () => Problems<Field>
  /** Sends the form. `leave` leaves it pending, because the page is navigating away. */
  readonly send: () => Promise<'stay' | 'leave'>
}

/**
 * A form that sends one request at a time. Validation errors appear next to their fields, and the first such field is
 * focused; the server's refusal appears above the form.
 */
export function useSubmit<Field extends string>({ check, send }: SubmitOptions<Field>) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [isWaiting, setWaiting] = useState(false)
  const [problems, setProblems] = useState<Problems<Field>>({})
  const [refusal, setRefusal] = useState<string | null>(null)

  const forget = useCallback(
    (field: Field) => setProblems((before) => ({ ...before, [field]: undefined })),
    [],
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (running.current) return
    const found = check()
    setProblems(found)
    setRefusal(null)
    const first = Object.keys(found)[0]
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    running.current = true
    setWaiting(true)
    try {
      if ((await send()) === 'leave') return
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('networkProblem'))
    }
    running.current = false
    setWaiting(false)
  }

  return {
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
    isWaiting,
    problems,
    refusal,
    forget,
  }
}
