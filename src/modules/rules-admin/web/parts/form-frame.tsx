import type { FormEvent, ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { RuleView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import type { useSave } from '../use-save.ts'

/** What every form of the page has: what it is about, from when until when, whether it is on, and the way to send it. */
export function FormFrame(props: {
  saving: ReturnType<typeof useSave>
  onSend: (form: FormData) => void
  children: ReactNode
}) {
  const t = useTexts()
  const { saving } = props
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    props.onSend(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={send} className="space-y-4 rounded-lg bg-sunk p-4" noValidate>
      {saving.refusal !== null && <Notice>{saving.refusal}</Notice>}
      {props.children}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isWaiting={saving.isSaving} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <output className="text-soft">{saving.isSaved && t('saved')}</output>
      </div>
    </form>
  )
}

/** What a row of another source than shows is about; the form keeps it. */
function OtherSource({ about }: { about: RuleView['about'] }) {
  const { source, groupId, itemId } = about
  return (
    <>
      <input type="hidden" name="source" value={source ?? ''} />
      <input type="hidden" name="groupId" value={groupId ?? ''} />
      <input type="hidden" name="itemId" value={itemId ?? ''} />
    </>
  )
}

interface Row {
  readonly about: RuleView['about']
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly isActive: boolean
  readonly note: string
}

export function SharedFields(props: {
  row: Row | undefined
  saving: ReturnType<typeof useSave>
  withCategory?: boolean
}) {
  const t = useTexts()
  const { row, saving } = props
  const about = row?.about
  return (
    <>
      {about?.source && <OtherSource about={about} />}
      <div className="grid gap-4 tablet:grid-cols-3" hidden={about?.source != null}>
        <TextField
          label={t('showNumber')}
          name="showId"
          inputMode="numeric"
          defaultValue={about?.showId ?? ''}
          error={saving.problemOf('showId')}
        />
        <TextField
          label={t('eventNumber')}
          name="eventId"
          inputMode="numeric"
          defaultValue={about?.eventId ?? ''}
          error={saving.problemOf('eventId')}
        />
        {props.withCategory && (
          <TextField
            label={t('categoryNumber')}
            name="categoryId"
            inputMode="numeric"
            defaultValue={about?.categoryId ?? ''}
            error={saving.problemOf('categoryId')}
          />
        )}
      </div>
      <div className="grid gap-4 tablet:grid-cols-2">
        <TextField
          label={t('validFrom')}
          name="validFrom"
          type="datetime-local"
          defaultValue={localMoment(row?.validFrom)}
          error={saving.problemOf('validFrom')}
        />
        <TextField
          label={t('validUntil')}
          name="validUntil"
          type="datetime-local"
          defaultValue={localMoment(row?.validUntil)}
          error={saving.problemOf('validUntil')}
        />
      </div>
      <TextField
        label={t('note')}
        name="note"
        maxLength={500}
        defaultValue={row?.note ?? ''}
        error={saving.problemOf('note')}
      />
      <OnSwitch isOn={row?.isActive ?? true} />
    </>
  )
}

export function OnSwitch({ isOn }: { isOn: boolean }) {
  const t = useTexts()
  return <Checkbox label={t('isOn')} name="isActive" defaultChecked={isOn} />
}

/** An instant as a date-and-time field's value, in the browser's time zone. */
function localMoment(instant: string | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
