import type { FormEvent } from 'react'
import { fieldMoment, figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { OperatorQueueView } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'
import { useControls } from './use-controls.ts'

/** Form for the opening, rate and message of a queue, saved together. */
export function ControlsForm({ queue }: { queue: OperatorQueueView }) {
  const t = useTexts()
  const controls = useControls(queue.queueId)
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const message = { ka: filled(form, 'messageKa') ?? '', en: filled(form, 'messageEn') ?? '' }
    void controls.change({
      opensAt: momentOf(form, 'opensAt') ?? null,
      ratePerMinute: figureOf(form, 'ratePerMinute') ?? null,
      admittedMax: figureOf(form, 'admittedMax') ?? 0,
      admittedMinutes: figureOf(form, 'admittedMinutes') ?? 0,
      idleSeconds: figureOf(form, 'idleSeconds') ?? 0,
      asksPhone: form.has('asksPhone'),
      message: message.ka === '' && message.en === '' ? null : message,
    })
  }
  return (
    <form onSubmit={send} className="space-y-4 rounded-lg bg-sunk p-4" noValidate>
      {controls.refusal !== null && <Notice>{controls.refusal}</Notice>}
      <div className="field-grid tablet:grid-cols-3">
        <DateField
          kind="datetime-local"
          label={t('opensAt')}
          hint={t('opensAtHint')}
          name="opensAt"
          defaultValue={fieldMoment(queue.opensAt)}
          error={controls.problemOf('opensAt')}
        />
        <TextField
          label={t('rate')}
          hint={t('rateHint')}
          name="ratePerMinute"
          inputMode="numeric"
          defaultValue={queue.ratePerMinute ?? ''}
          error={controls.problemOf('ratePerMinute')}
        />
        <TextField
          label={t('admittedMax')}
          name="admittedMax"
          inputMode="numeric"
          defaultValue={queue.admittedMax}
          error={controls.problemOf('admittedMax')}
        />
        <TextField
          label={t('admittedMinutes')}
          name="admittedMinutes"
          inputMode="numeric"
          defaultValue={queue.admittedMinutes}
          error={controls.problemOf('admittedMinutes')}
        />
        <TextField
          label={t('idleSeconds')}
          name="idleSeconds"
          inputMode="numeric"
          defaultValue={queue.idleSeconds}
          error={controls.problemOf('idleSeconds')}
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
        error={controls.problemOf('message')}
      />
      <TextField
        label={t('messageEn')}
        name="messageEn"
        maxLength={300}
        defaultValue={queue.message?.en ?? ''}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isWaiting={controls.isSaving} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <output className="text-soft">{controls.isDone && t('saved')}</output>
      </div>
    </form>
  )
}
