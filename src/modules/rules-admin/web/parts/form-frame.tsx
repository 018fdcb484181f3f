import type { ReactNode } from 'react'
import { fieldMoment } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useTexts } from '../texts.ts'
import type { RuleFormState } from '../use-rule-form.ts'

/** Error summary and submit button around the fields of each form of the page. */
export function FormFrame({ work, children }: { work: RuleFormState; children: ReactNode }) {
  const t = useTexts()
  const { form, refusal, isWaiting, isSent, isChanged } = work
  return (
    <form {...form} className="card card-sunk space-y-4">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      {children}
      <SubmitBar isWaiting={isWaiting} waitingText={t('saving')} done={isSent && t('saved')}>
        {t('save')}
      </SubmitBar>
    </form>
  )
}

interface Row {
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly isActive: boolean
  readonly note: string
}

interface SharedFieldsProps {
  readonly row: Row | undefined
  readonly problemOf: RuleFormState['problemOf']
}

/** Fields for the validity period, a note and whether it is active. */
export function SharedFields({ row, problemOf }: SharedFieldsProps) {
  const t = useTexts()
  return (
    <>
      <div className="field-grid tablet:grid-cols-2">
        {(['validFrom', 'validUntil'] as const).map((name) => (
          <DateField
            key={name}
            kind="datetime-local"
            label={t(name)}
            hint={t('momentHint')}
            name={name}
            defaultValue={fieldMoment(row?.[name])}
            error={problemOf(name)}
          />
        ))}
      </div>
      <TextField
        label={t('note')}
        name="note"
        maxLength={500}
        defaultValue={row?.note ?? ''}
        error={problemOf('note')}
      />
      <OnSwitch isOn={row?.isActive ?? true} />
    </>
  )
}

export function OnSwitch({ isOn }: { isOn: boolean }) {
  const t = useTexts()
  return <Checkbox label={t('isOn')} name="isActive" defaultChecked={isOn} />
}
