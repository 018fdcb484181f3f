import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldMoment, figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { changeQueueControls, type OperatorQueueView } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'

/** Form for the opening, rate and message of a queue, saved together. */
export function ControlsForm({ queue }: { queue: OperatorQueueView }) {
  const t = useTexts()
  const { form, problemOf, refusal, isWaiting, isSent } = useControlsForm(queue)
  return (
    <form {...form} className="space-y-4 rounded-lg bg-sunk p-4">
      {refusal !== null && <Notice>{refusal}</Notice>}
      <div className="field-grid tablet:grid-cols-3">
        <DateField
          kind="datetime-local"
          label={t('opensAt')}
          hint={t('opensAtHint')}
          name="opensAt"
          defaultValue={fieldMoment(queue.opensAt)}
          error={problemOf('opensAt')}
        />
        <TextField
          label={t('rate')}
          hint={t('rateHint')}
          name="ratePerMinute"
          inputMode="numeric"
          defaultValue={queue.ratePerMinute ?? ''}
          error={problemOf('ratePerMinute')}
        />
        <TextField
          label={t('admittedMax')}
          name="admittedMax"
          inputMode="numeric"
          defaultValue={queue.admittedMax}
          error={problemOf('admittedMax')}
        />
        <TextField
          label={t('admittedMinutes')}
          name="admittedMinutes"
          inputMode="numeric"
          defaultValue={queue.admittedMinutes}
          error={problemOf('admittedMinutes')}
        />
        <TextField
          label={t('idleSeconds')}
          name="idleSeconds"
          inputMode="numeric"
          defaultValue={queue.idleSeconds}
          error={problemOf('idleSeconds')}
        />
      </div>
      <Checkbox
        label={t('asksPhone')}
        hint={t('asksPhoneHint')}
        name="asksPhone"
        defaultChecked={queue.asksPhone}
      />
      <TextField
        label={t('messageKa')}
        name="messageKa"
        maxLength={300}
        defaultValue={queue.message?.ka ?? ''}
      />
      <TextField
        label={t('messageEn')}
        name="messageEn"
        maxLength={300}
        defaultValue={queue.message?.en ?? ''}
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
        {t('save')}
      </SubmitBar>
    </form>
  )
}

function useControlsForm(queue: OperatorQueueView) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const between = (min: number, max: number) =>
    t('numberBetween', { min: formatCount(locale, min), max: formatCount(locale, max) })
  return useForm({
    call: changeQueueControls,
    words: {
      ratePerMinute: between(1, 100_000),
      admittedMax: between(1, 1_000_000),
      admittedMinutes: between(1, 120),
      idleSeconds: between(30, 3_600),
    },
    // What is no number would be sent as none, which means no limit.
    check: (_, data) => ({
      ratePerMinute: Number.isNaN(figureOf(data, 'ratePerMinute')) ? between(1, 100_000) : null,
    }),
    async send(_, data) {
      const message = { ka: filled(data, 'messageKa') ?? '', en: filled(data, 'messageEn') ?? '' }
      const body = {
        opensAt: momentOf(data, 'opensAt') ?? null,
        ratePerMinute: figureOf(data, 'ratePerMinute') ?? null,
        admittedMax: figureOf(data, 'admittedMax') ?? 0,
        admittedMinutes: figureOf(data, 'admittedMinutes') ?? 0,
        idleSeconds: figureOf(data, 'idleSeconds') ?? 0,
        asksPhone: data.has('asksPhone'),
        message: message.ka === '' && message.en === '' ? null : message,
      }
      const params = { queueId: queue.queueId }
      await browserClient(locale).send(changeQueueControls, { params, body })
      await revalidate()
    },
  })
}
