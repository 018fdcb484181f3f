import { useId, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { FieldError } from '#design/parts/field-frame.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import {
  saveAdditionalInfo,
  ticketAdditionalInfo,
  type DetailView,
} from '../../../details-contract.ts'
import { useDetailTexts } from '../../details-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { NotYet, PanelForm } from './panel-parts.tsx'
import { useAsked } from './use-asked.ts'
import { useWork } from '#design/data/use-work.ts'

/** Documents and delivery after the purchase: the answers, and until when they may be changed. */
export default function DetailsPanel({ ticket, orderNumber, onClose }: ActionPanelProps) {
  const t = useDetailTexts()
  const { run, isWaiting, refusal } = useWork()
  const [wrong, setWrong] = useState<readonly string[]>([])
  const asked = useAsked(() =>
    browserClient().send(ticketAdditionalInfo, { query: { orderNo: orderNumber } }),
  )
  if (!asked.value) return <NotYet hasFailed={asked.value === null} onAgain={asked.again} />
  const { questions } = asked.value

  const save = (form: FormData) =>
    run(async () => {
      const changed = questions.flatMap(({ id, value, isOpen }) => {
        const given = String(form.get(id) ?? '')
        return isOpen && given !== value ? [{ id, value: given }] : []
      })
      setWrong([])
      try {
        if (changed.length > 0)
          await browserClient().send(saveAdditionalInfo, {
            body: { orderNo: orderNumber, extras: changed },
          })
        onClose(changed.length > 0)
      } catch (error) {
        if (error instanceof CallError)
          setWrong(error.fields.map(({ path }) => path.replace('body.extras.', '')))
        throw error
      }
    })

  return (
    <PanelForm
      refusal={refusal}
      isWaiting={isWaiting}
      canSave={questions.some(({ isOpen }) => isOpen)}
      onSave={(form) => void save(form)}
      onClose={() => onClose()}
    >
      <p className="text-soft">{questions.length > 0 ? t('detailsText') : t('nothingAsked')}</p>
      {questions.map((question) => (
        <Detail
          key={question.id}
          question={question}
          isWrong={wrong.includes(question.id)}
          timeZone={ticket.event.timeZone}
        />
      ))}
    </PanelForm>
  )
}

interface DetailProps {
  readonly question: DetailView
  readonly isWrong: boolean
  readonly timeZone: string
}

function Detail({ question, isWrong, timeZone }: DetailProps) {
  const t = useDetailTexts()
  const locale = useLocale()
  const fieldId = useId()
  const { id, label, value, kind, options, isOpen, changeableUntil } = question
  const error = isWrong ? t('fieldWrong') : null
  const hint =
    changeableUntil === null
      ? t('changeOver')
      : t('changeUntil', {
          time: `${formatDate(locale, changeableUntil, { timeZone })}, ${formatTime(changeableUntil, timeZone)}`,
        })
  if (kind !== 'select')
    return (
      <TextField
        label={label}
        hint={hint}
        error={error}
        name={id}
        type={kind === 'date' ? 'date' : 'text'}
        defaultValue={value}
        readOnly={!isOpen}
        autoComplete={question.autoComplete ?? 'off'}
      />
    )
  return (
    <div>
      <label htmlFor={fieldId} className="font-semibold">
        {label}
      </label>
      <p id={`${fieldId}-hint`} className="text-note text-soft">
        {hint}
      </p>
      <select
        id={fieldId}
        name={id}
        defaultValue={value}
        disabled={!isOpen}
        aria-describedby={`${fieldId}-hint${error ? ` ${fieldId}-error` : ''}`}
        aria-invalid={error ? true : undefined}
        className="field mt-1.5 block"
      >
        {value === '' && <option value="">{t('choose')}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && <FieldError id={`${fieldId}-error`}>{error}</FieldError>}
    </div>
  )
}
