import type { Call, CallInput } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { fieldMoment, instantOf } from '#design/forms/field-values.ts'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { useState } from 'react'
import { operatorFrontRemove } from '../../front-contract.ts'
import { useOfficeTexts } from '../texts.ts'
import { FieldProblems, useField, useValueForm } from '../use-value-form.tsx'

interface FrontFormOptions {
  /** Version of the existing item; absent for a form that creates one after another. */
  readonly version: number | undefined
}

/** State of a form of the home page's content. A save of an older version is refused, and the newer one can be opened. */
export function useFrontForm<Value>(initial: Value, { version }: FrontFormOptions) {
  const locale = useLocale()
  const client = browserClient(locale)
  const isNew = version === undefined
  const form = useValueForm(initial, { at: 'body', isNew, fieldOf: { PageAddressTaken: 'slug' } })
  /** The version whose content is being edited. */
  const [edited, setEdited] = useState(version)
  const [isOutdated, setOutdated] = useState(false)
  const [isReplaced, setReplaced] = useState(false)
  if (version !== edited && (isReplaced || !form.isChanged)) {
    setEdited(version)
    setOutdated(false)
    setReplaced(false)
    if (isReplaced) form.replace(initial)
    else form.refresh(initial)
  }
  const noteOutdated = (error: unknown): never => {
    setOutdated(error instanceof CallError && error.code === 'PageChanged')
    throw error
  }
  return {
    ...form,
    /** Whether another tab or operator has saved a newer version. */
    isOutdated,
    save: <C extends Call>(call: C, body: object) =>
      form.save(() =>
        client
          .send(call, { body: { ...body, version: edited } } as CallInput<C>)
          .catch(noteOutdated),
      ),
    remove: (kind: 'billboard' | 'story' | 'question', id: number) =>
      form.act(() => client.send(operatorFrontRemove, { body: { kind, id } })),
    /** Continues with the newer version, without the changes of this tab. */
    openNewer: () => form.act(() => Promise.resolve(setReplaced(true))),
  }
}

type FrontForm = Pick<
  ReturnType<typeof useFrontForm>,
  | 'element'
  | 'problemAt'
  | 'isWaiting'
  | 'isSaved'
  | 'isChanged'
  | 'refusal'
  | 'isOutdated'
  | 'openNewer'
>

/** Errors, fields and buttons of such a form. */
export function FrontFrame(props: {
  readonly form: FrontForm
  readonly onSave: () => void
  readonly onRemove?: (() => void) | undefined
  readonly children: React.ReactNode
}) {
  const t = useOfficeTexts()
  const { onSave, onRemove, children } = props
  const { element, problemAt, isWaiting, isSaved, isChanged, refusal, isOutdated } = props.form
  return (
    <form
      ref={element}
      noValidate
      className="card card-sunk space-y-group"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {isChanged && <LeaveGuard isOn />}
      {refusal && (
        <RefusalNotice refusal={refusal} isOutdated={isOutdated} openNewer={props.form.openNewer} />
      )}
      <FieldProblems problemAt={problemAt}>{children}</FieldProblems>
      <SubmitBar
        isWaiting={isWaiting}
        waitingText={t('saving')}
        done={isSaved && t('saved')}
        others={onRemove && <RemoveButton onRemove={onRemove} />}
      >
        {t('save')}
      </SubmitBar>
    </form>
  )
}

/** Why something was not saved; of a version that is no longer the current one, with the way to the current one. */
export function RefusalNotice(props: {
  readonly refusal: string
  readonly isOutdated: boolean
  readonly openNewer: () => Promise<void>
}) {
  const t = useOfficeTexts()
  return (
    <Notice>
      {props.refusal}
      {props.isOutdated && (
        <div className="mt-tight flex flex-wrap items-center gap-near">
          {t('newerNote')}
          <Button look="quiet" onClick={() => void props.openNewer()}>
            {t('openNewer')}
          </Button>
        </div>
      )}
    </Notice>
  )
}

/** Deletes after a question: what is deleted does not come back. */
function RemoveButton({ onRemove }: { readonly onRemove: () => void }) {
  const t = useOfficeTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <Dialog isOpen={isAsking} isSheet title={t('removeTitle')} onClose={() => setAsking(false)}>
        <p className="mt-tight">{t('removeText')}</p>
        <div className="mt-group flex flex-wrap gap-near">
          <Button
            look="danger"
            onClick={() => {
              setAsking(false)
              onRemove()
            }}
          >
            {t('remove')}
          </Button>
          <Button look="quiet" onClick={() => setAsking(false)}>
            {t('removeNot')}
          </Button>
        </div>
      </Dialog>
    </>
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
  const field = useField()
  return (['showsFrom', 'showsUntil'] as const).map((name) => (
    <DateField
      key={name}
      {...field(name)}
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
  readonly name: string
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}) {
  const field = useField()
  return (
    <TextField
      {...field(props.name)}
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
  const field = useField()
  const { value, shows, onChange } = props
  return (
    <>
      <Select
        {...field('showId')}
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
        {...field('address')}
        label={t('leadsAddress')}
        hint={t('leadsAddressHint')}
        value={value.address ?? ''}
        onChange={({ target }) => onChange({ showId: null, address: target.value || null })}
      />
    </>
  )
}
