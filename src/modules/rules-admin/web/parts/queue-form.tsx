import { browserClient } from '#design/data/browser-calls.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { saveQueue, type QueueSettingsView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { numberOf, useSave } from '../use-save.ts'
import { FormFrame, OnSwitch } from './form-frame.tsx'

/** What the queue is before: the form keeps that of one which is there, and puts a new one before a show. */
function aboutOf(queue: QueueSettingsView | undefined, form: FormData) {
  const { source = null, groupId, itemId, showId } = queue?.about ?? {}
  if (source === null) return { showId: showId ?? numberOf(form, 'showId') }
  return { source, groupId: groupId ?? undefined, itemId: itemId ?? undefined }
}

/** Puts a line before a show or changes it. */
export function QueueForm({ queue }: { queue?: QueueSettingsView }) {
  const t = useTexts()
  const saving = useSave()
  function send(form: FormData): void {
    const body = {
      ...aboutOf(queue, form),
      isOn: form.has('isActive'),
      admittedMax: numberOf(form, 'admittedMax') ?? 0,
      admittedMinutes: numberOf(form, 'admittedMinutes') ?? 0,
      idleSeconds: numberOf(form, 'idleSeconds') ?? 0,
      asksPhone: form.has('asksPhone'),
    }
    void saving.save(() => browserClient().send(saveQueue, { body }))
  }
  const field = (name: 'admittedMax' | 'admittedMinutes' | 'idleSeconds', value: number) => (
    <TextField
      label={t(name)}
      name={name}
      inputMode="numeric"
      defaultValue={value}
      error={saving.problemOf(name)}
    />
  )
  return (
    <FormFrame saving={saving} onSend={send}>
      <div className="grid gap-4 tablet:grid-cols-2">
        {!queue && (
          <TextField
            label={t('showNumber')}
            name="showId"
            inputMode="numeric"
            error={saving.problemOf('showId')}
          />
        )}
        {field('admittedMax', queue?.admittedMax ?? 200)}
        {field('admittedMinutes', queue?.admittedMinutes ?? 15)}
        {field('idleSeconds', queue?.idleSeconds ?? 120)}
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
