import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Select } from '#design/parts/select.tsx'
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
import { useRequested } from './use-requested.ts'

/** Documents and delivery after the purchase: the answers, and until when they may be changed. */
export default function DetailsPanel({ ticket, orderNumber, onClose }: ActionPanelProps) {
  const t = useDetailTexts()
  const asked = useRequested(() =>
    browserClient().send(ticketAdditionalInfo, { query: { orderNo: orderNumber } }),
  )
  const questions = asked.value?.questions ?? []
  const work = useForm({
    words: Object.fromEntries(questions.map(({ id }) => [id, t('fieldWrong')])),
    async send(_, data) {
      const changed = questions.flatMap(({ id, value, isOpen }) => {
        const given = String(data.get(id) ?? '')
        return isOpen && given !== value ? [{ id, value: given }] : []
      })
      if (changed.length > 0) {
        const body = { orderNo: orderNumber, extras: changed }
        await browserClient().send(saveAdditionalInfo, { body })
      }
      onClose(changed.length > 0)
      return 'leave'
    },
  })
  if (!asked.value) return <NotYet hasFailed={asked.value === null} onAgain={asked.again} />

  return (
    <PanelForm
      work={work}
      canSave={questions.some(({ isOpen }) => isOpen)}
      onClose={() => onClose()}
    >
      <p className="text-soft">
        {questions.length > 0 ? t('detailsText', { use: ticket.event.use }) : t('nothingAsked')}
      </p>
      {questions.map((question) => (
        <Detail
          key={question.id}
          question={question}
          error={work.problemOf(question.id)}
          timeZone={ticket.event.timeZone}
        />
      ))}
    </PanelForm>
  )
}

interface DetailProps {
  readonly question: DetailView
  readonly error: string | null
  readonly timeZone: string
}

function Detail({ question, error, timeZone }: DetailProps) {
  const t = useDetailTexts()
  const locale = useLocale()
  const { id, label, value, kind, options, isOpen, changeableUntil } = question
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
    <Select
      label={label}
      hint={hint}
      error={error}
      name={id}
      defaultValue={value}
      disabled={!isOpen}
    >
      {value === '' && <option value="">{t('choose')}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
