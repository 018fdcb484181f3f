import type { FormEvent } from 'react'
import { fieldMoment, figureOf, filled, momentOf } from '#design/forms/field-values.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { OperatorQueueView } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'
import { useDial } from './use-dial.ts'

/** Speed, opening and message of a queue; saved together. */
export function DialForm({ queue }: { queue: OperatorQueueView }) {
  const t = useTexts()
  const dial = useDial(queue.queueId)
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const message = { ka: filled(form, 'messageKa') ?? '', en: filled(form, 'messageEn') ?? '' }
    void dial.turn({
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
      {dial.refusal !== null && <Notice>{dial.refusal}</Notice>}
      <div className="grid gap-4 tablet:grid-cols-3">
        <DateField
          kind="datetime-local"
          label={t('opensAt')}
          hint={t('opensAtHint')}
          name="opensAt"
          defaultValue={fieldMoment(queue.opensAt)}
          error={dial.problemOf('opensAt')}
        />
        <TextField
          label={t('rate')}
          hint={t('rateHint')}
          name="ratePerMinute"
          inputMode="numeric"
          defaultValue={queue.ratePerMinute ?? ''}
          error={dial.problemOf('ratePerMinute')}
        />
        <TextField
          label={t('admittedMax')}
          name="admittedMax"
          inputMode="numeric"
          defaultValue={queue.admittedMax}
          error={dial.problemOf('admittedMax')}
        />
        <TextField
          label={t('admittedMinutes')}
          name="admittedMinutes"
          inputMode="numeric"
          defaultValue={queue.admittedMinutes}
          error={dial.problemOf('admittedMinutes')}
        />
        <TextField
          label={t('idleSeconds')}
          name="idleSeconds"
          inputMode="numeric"
          defaultValue={queue.idleSeconds}
          error={dial.problemOf('idleSeconds')}
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
        error={dial.problemOf('message')}
      />
      <TextField
        label={t('messageEn')}
        name="messageEn"
        maxLength={300}
        defaultValue={queue.message?.en ?? ''}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isWaiting={dial.isTurning} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <output className="text-soft">{dial.isDone && t('saved')}</output>
      </div>
    </form>
  )
}
