import { browserClient } from '#design/data/browser-calls.ts'
import { TextField } from '#design/parts/text-field.tsx'
import { saveWaitingRoom, type RoomView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { numberOf, useSave } from '../use-save.ts'
import { FormFrame, OnSwitch } from './form-frame.tsx'

/** Puts a line before a show or changes it. */
export function RoomForm({ room }: { room?: RoomView }) {
  const t = useTexts()
  const saving = useSave()
  function send(form: FormData): void {
    const body = {
      showId: room?.about.showId ?? numberOf(form, 'showId') ?? 0,
      isOn: form.has('isActive'),
      admittedMax: numberOf(form, 'admittedMax') ?? 0,
      admittedMinutes: numberOf(form, 'admittedMinutes') ?? 0,
      idleSeconds: numberOf(form, 'idleSeconds') ?? 0,
      asksPhone: form.has('asksPhone'),
    }
    void saving.save(() => browserClient().send(saveWaitingRoom, { body }))
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
        {!room && (
          <TextField
            label={t('showNumber')}
            name="showId"
            inputMode="numeric"
            error={saving.problemOf('showId')}
          />
        )}
        {field('admittedMax', room?.admittedMax ?? 200)}
        {field('admittedMinutes', room?.admittedMinutes ?? 15)}
        {field('idleSeconds', room?.idleSeconds ?? 120)}
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name="asksPhone"
          defaultChecked={room?.asksPhone ?? false}
          className="size-5 accent-(--accent)"
        />
        {t('asksPhone')}
      </label>
      <OnSwitch isOn={room?.isOn ?? true} />
    </FormFrame>
  )
}
