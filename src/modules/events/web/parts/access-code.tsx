import { useState, type FormEvent } from 'react'
import { CallError } from '#contract/client.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { validateAccessCode, type EventMapView } from '#modules/events/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

/** A field for the code that opens reserved places. */
export function AccessCode(props: {
  map: EventMapView
  /** The accepted code, or empty. */
  opened: string
  onOpen: (code: string) => void
}) {
  const t = useChoosingTexts()
  const [code, setCode] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function ask(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() === '') return
    setAsking(true)
    setProblem(null)
    try {
      const body = { accessCode: code, eventId: props.map.eventId }
      const { result } = await browserClient().send(validateAccessCode, { body })
      if (result === 'None') props.onOpen(code.trim())
      else setProblem(t(`code${result}`))
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('codeFailed'))
    } finally {
      setAsking(false)
    }
  }

  if (props.map.access.keeps === 'nothing') return null
  if (props.map.access.isOpened && props.opened !== '')
    return (
      <output className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-rule py-3">
        <span>{t('codeOpened')}</span>
        <button type="button" className="link min-h-11" onClick={() => props.onOpen('')}>
          {t('codeForget')}
        </button>
      </output>
    )
  return (
    <form
      onSubmit={(event) => void ask(event)}
      className="mb-5 border-y border-rule py-4"
      noValidate
    >
      <p className="mb-3 text-soft">
        {t(props.map.access.keeps === 'everything' ? 'codeNeeded' : 'codeOpensMore')}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow basis-56 tablet:max-w-72">
          <TextField
            label={t('code')}
            value={code}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={problem ?? undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
        <Button type="submit" look="quiet" disabled={isAsking} className="tablet:mt-[1.95rem]">
          {t('codeOpen')}
        </Button>
      </div>
    </form>
  )
}
