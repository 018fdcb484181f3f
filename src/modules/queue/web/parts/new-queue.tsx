import { useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { focusInvalid } from '#design/forms/focus-invalid.ts'
import { Button } from '#design/parts/button.tsx'
import { Combobox, type ComboboxOption } from '#design/parts/combobox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { findSubjects } from '#modules/catalogue/office-contract.ts'
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
  const [show, setShow] = useState<ComboboxOption | null>(null)
  const [error, setError] = useState<unknown>(null)

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSaving) return
    const form = event.currentTarget
    if (!show) {
      setError('missing')
      return focusInvalid(form)
    }
    setSaving(true)
    setError(null)
    try {
      await browserClient(locale).send(saveQueue, {
        body: { showId: Number(show.key), isOn: true, ...initialSettings },
      })
      setShow(null)
      await revalidate()
    } catch (failure) {
      setError(failure)
    }
    setSaving(false)
  }

  // Messages of fields are for developers, in English.
  const problem =
    error === 'missing' || (error instanceof CallError && error.fields.length > 0)
      ? t('showMissing')
      : null
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
      <Combobox
        label={t('show')}
        hint={t('showHint')}
        error={problem}
        value={show}
        onChoose={(next) => {
          setShow(next)
          setError(null)
        }}
        suggest={async (text, signal) => {
          const input = { query: { kinds: ['show' as const], text } }
          const found = await browserClient(locale).send(findSubjects, input, { signal })
          return found.subjects.map(({ id, name }) => ({ key: String(id), label: name }))
        }}
        required
      />
      <Button type="submit" isWaiting={isSaving} waitingText={t('saving')}>
        {t('newMake')}
      </Button>
    </form>
  )
}
