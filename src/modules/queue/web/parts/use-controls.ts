import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallInput } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { changeQueueControls } from '../../operator-contract.ts'

type ControlsChange = NonNullable<CallInput<typeof changeQueueControls>['body']>

/** Changes the controls of one queue and reloads the page's data. */
export function useControls(queueId: number) {
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function change(body: ControlsChange): Promise<void> {
    if (isSaving) return
    setSaving(true)
    setError(null)
    try {
      await browserClient(locale).send(changeQueueControls, { params: { queueId }, body })
      await revalidate()
    } catch (failure) {
      setError(failure)
    } finally {
      setSaving(false)
    }
  }
  return {
    change,
    isSaving,
    refusal: error === null ? null : error instanceof Error ? error.message : '',
  }
}
