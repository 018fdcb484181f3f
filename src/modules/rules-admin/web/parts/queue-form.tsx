import { browserClient } from '#design/data/browser-calls.ts'
import { figureOf } from '#design/forms/field-values.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { saveQueue, type QueueSettingsView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { useRuleForm } from '../use-rule-form.ts'
import { FormFrame, OnSwitch } from './form-frame.tsx'

/** What the queue is before: the form keeps that of one which is there, and puts a new one before a show. */
function aboutOf(queue: QueueSettingsView | undefined, form: FormData) {
  const { source = null, groupId, itemId, showId } = queue?.about ?? {}
  if (source === null) return { showId: showId ?? figureOf(form, 'showId') }
  return { source, groupId: groupId ?? undefined, itemId: itemId ?? undefined }
}

/** Puts a queue before a show or changes it. */
export function QueueForm({ queue }: { queue?: QueueSettingsView }) {
  const t = useTexts()
  const locale = useLocale()
  const work = useRuleForm({
    call: saveQueue,
    send: (form) =>
      browserClient(locale).send(saveQueue, {
        body: {
          ...aboutOf(queue, form),
          isOn: form.has('isActive'),
          admittedMax: figureOf(form, 'admittedMax') ?? 0,
          admittedMinutes: figureOf(form, 'admittedMinutes') ?? 0,
          idleSeconds: figureOf(form, 'idleSeconds') ?? 0,
          asksPhone: form.has('asksPhone'),
        },
      }),
  })
  const field = (name: string, label: string, value: number | string) => (
    <TextField
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      defaultValue={value}
      error={work.problemOf(name)}
    />
  )
  return (
    <FormFrame work={work}>
      <div className="grid gap-4 tablet:grid-cols-2">
        {!queue && field('showId', t('showNumber'), '')}
        {field('admittedMax', t('admittedMax'), queue?.admittedMax ?? 200)}
        {field('admittedMinutes', t('admittedMinutes'), queue?.admittedMinutes ?? 15)}
        {field('idleSeconds', t('idleSeconds'), queue?.idleSeconds ?? 120)}
      </div>
      <Checkbox
        label={t('asksPhone')}
        name="asksPhone"
        defaultChecked={queue?.asksPhone ?? false}
      />
      <OnSwitch isOn={queue?.isOn ?? true} />
    </FormFrame>
  )
}
