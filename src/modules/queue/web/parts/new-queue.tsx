import { useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf } from '#design/forms/field-values.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { saveQueue } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'

/** Initial settings of a new queue; all can be changed on its card afterwards. */
const initialSettings = { admittedMax: 200, admittedMinutes: 15, idleSeconds: 120 }

/** Creates a queue for a show. */
export function NewQueue() {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    const form = event.currentTarget
    const showId = figureOf(new FormData(form), 'showId')
    setSaving(true)
    setError(null)
    try {
      await browserClient(locale).send(saveQueue, {
        body: { showId, isOn: true, ...initialSettings },
      })
      form.reset()
      await revalidate()
    } catch (failure) {
      setError(failure)
    }
    setSaving(false)
  }

  // Messages of fields are for developers, in English.
  const problem =
    error instanceof CallError && error.fields.length > 0 ? t('showNumberWrong') : null
  return (
    <form
      onSubmit={(event) => void save(event)}
      className="card card-sunk max-w-3xl space-y-4"
      noValidate
    >
      <p className="text-soft">{t('newText')}</p>
      {error !== null && problem === null && (
        <Notice>{error instanceof Error ? error.message : ''}</Notice>
      )}
      <TextField
        label={t('showNumber')}
        hint={t('showNumberHint')}
        name="showId"
        inputMode="numeric"
        autoComplete="off"
        error={problem}
        required
      />
      <Button type="submit" isWaiting={isSaving} waitingText={t('saving')}>
        {t('newMake')}
      </Button>
    </form>
  )
}
