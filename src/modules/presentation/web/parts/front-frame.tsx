import type { Call, CallInput } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { fieldMoment, instantOf } from '#design/forms/field-values.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { useState } from 'react'
import { operatorFrontRemove } from '../../front-contract.ts'
import { useOfficeTexts } from '../texts.ts'

/** State of a form that is saved as a whole by one call. */
export function useFrontForm<Value>(initial: Value) {
  const locale = useLocale()
  const [value, setValue] = useState(initial)
  const [isSaved, setSaved] = useState(false)
  const { run, isWaiting, refusal } = usePageWork()
  return {
    value,
    change(part: Partial<Value>) {
      setSaved(false)
      setValue({ ...value, ...part })
    },
    save<C extends Call>(call: C, body: object) {
      return run(async () => {
        await browserClient(locale).send(call, { body } as CallInput<C>)
        setSaved(true)
      })
    },
    remove(kind: 'billboard' | 'story' | 'question', id: number) {
      return run(() => browserClient(locale).send(operatorFrontRemove, { body: { kind, id } }))
    },
    isWaiting,
    isSaved,
    refusal,
  }
}

/** Errors, fields and buttons of such a form. */
export function FrontFrame(props: {
  readonly form: Pick<ReturnType<typeof useFrontForm>, 'isWaiting' | 'isSaved' | 'refusal'>
  readonly onSave: () => void
  readonly onRemove?: (() => void) | undefined
  readonly children: React.ReactNode
}) {
  const t = useOfficeTexts()
  const { form, onSave, onRemove, children } = props
  return (
    <div className="card card-sunk space-y-group">
      {form.refusal && <Notice>{form.refusal}</Notice>}
      {children}
      <div className="flex flex-wrap items-center gap-near">
        <Button isWaiting={form.isWaiting} waitingText={t('saving')} onClick={onSave}>
          {t('save')}
        </Button>
        {onRemove && (
          <Button look="danger" onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
        <output className="text-good">{form.isSaved && t('saved')}</output>
      </div>
    </div>
  )
}

interface Timed {
  readonly showsFrom: string | null
  readonly showsUntil: string | null
}

/** Fields of the display period. */
export function TimeFields(props: {
  readonly value: Timed
  readonly onChange: (times: Partial<Timed>) => void
}) {
  const t = useOfficeTexts()
  return (['showsFrom', 'showsUntil'] as const).map((name) => (
    <DateField
      key={name}
      kind="datetime-local"
      label={t(name)}
      value={fieldMoment(props.value[name])}
      onChange={({ target }) =>
        props.onChange({ [name]: target.value ? instantOf(target.value) : null })
      }
    />
  ))
}

/** Field for a whole number; its value is the typed text. */
export function NumberField(props: {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}) {
  return (
    <TextField
      label={props.label}
      inputMode="numeric"
      value={props.value}
      onChange={({ target }) => props.onChange(Number(target.value.replaceAll(/\D/g, '')))}
    />
  )
}

interface Target {
  readonly showId: number | null
  readonly address: string | null
}

/** Field for a show or a page of the shop. */
export function TargetFields(props: {
  readonly value: Target
  readonly shows: readonly { readonly showId: number; readonly name: Record<'ka' | 'en', string> }[]
  readonly onChange: (target: Target) => void
}) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { value, shows, onChange } = props
  return (
    <>
      <Select
        label={t('leadsShow')}
        value={value.showId ?? ''}
        onChange={({ target }) =>
          onChange({ showId: target.value ? Number(target.value) : null, address: null })
        }
      >
        <option value="">{t('noShow')}</option>
        {shows.map(({ showId, name }) => (
          <option key={showId} value={showId}>
            {name[locale]}
          </option>
        ))}
      </Select>
      <TextField
        label={t('leadsAddress')}
        hint={t('leadsAddressHint')}
        value={value.address ?? ''}
        onChange={({ target }) => onChange({ showId: null, address: target.value || null })}
      />
    </>
  )
}
