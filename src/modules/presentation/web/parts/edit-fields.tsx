import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { isPictureFile, pictureFormats } from '#design/forms/picture-file.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button, buttonClass } from '#design/parts/button.tsx'
import { FieldError, useFieldTies } from '#design/parts/field-frame.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Textarea, TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { locales, type LocalizedText } from '#kernel/locale.ts'
import { operatorPictureSend } from '../../pages-contract.ts'
import { emptyText } from '../new-block.ts'
import { useOfficeTexts } from '../texts.ts'
import { FieldsAt, useField } from '../use-value-form.tsx'

interface WordsProps {
  /** Its name within the value that the form edits; empty if that value is the text. */
  readonly name: string
  readonly label: string
  readonly value: LocalizedText
  readonly onChange: (value: LocalizedText) => void
  readonly isLong?: boolean
}

/** A text in both languages, side by side. */
export function BothLanguages({ name, label, value, onChange, isLong = false }: WordsProps) {
  const t = useOfficeTexts()
  const field = useField()
  const Field = isLong ? Textarea : TextField
  return (
    <div className="field-grid tablet:grid-cols-2">
      {locales.map((locale) => (
        <Field
          key={locale}
          {...field(name ? `${name}.${locale}` : locale)}
          label={t(locale === 'ka' ? 'langKa' : 'langEn', { field: label })}
          lang={locale}
          value={value[locale]}
          onChange={(event) => onChange({ ...value, [locale]: event.target.value })}
        />
      ))}
    </div>
  )
}

/** Several texts in both languages, one below the other. */
export function ManyTexts(props: {
  readonly name: string
  readonly label: string
  readonly values: readonly LocalizedText[]
  readonly onChange: (values: LocalizedText[]) => void
}) {
  return (
    <Entries
      name={props.name}
      label={props.label}
      values={props.values}
      empty={emptyText}
      onChange={props.onChange}
      renderEntry={(value, change) => (
        <BothLanguages isLong name="" label={props.label} value={value} onChange={change} />
      )}
    />
  )
}

/** A list whose entries can be edited, added and removed. */
export function Entries<Entry>(props: {
  /** The list's name within the value that the form edits; its entries are numbered from 0. */
  readonly name: string
  readonly label: string
  readonly values: readonly Entry[]
  readonly empty: Entry
  readonly onChange: (values: Entry[]) => void
  readonly renderEntry: (value: Entry, change: (value: Entry) => void) => React.ReactNode
}) {
  const t = useOfficeTexts()
  const { name, label, values, empty, onChange, renderEntry } = props
  const { error } = useField()(name)
  const { ties, errorId } = useFieldTies(null, error)
  return (
    <fieldset className="space-y-near" aria-describedby={ties['aria-describedby']}>
      <legend className="font-semibold">{label}</legend>
      {values.map((value, index) => (
        // eslint-disable-next-line react/no-array-index-key -- entries have no name of their own
        <div key={index} className="card card-sunk space-y-near">
          <FieldsAt path={`${name}.${index}`}>
            {renderEntry(value, (changed) => onChange(values.with(index, changed)))}
          </FieldsAt>
          <Button look="plain" onClick={() => onChange(values.toSpliced(index, 1))}>
            {t('removeEntry')}
          </Button>
        </div>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      <Button look="quiet" onClick={() => onChange([...values, empty])}>
        {t('addEntry')}
      </Button>
    </fieldset>
  )
}

/** Target and label of a button; both or neither. */
export function LinkFields(props: {
  readonly value: { readonly path: string; readonly text: LocalizedText } | null
  readonly onChange: (value: { path: string; text: LocalizedText } | null) => void
}) {
  const t = useOfficeTexts()
  const field = useField()
  const { value, onChange } = props
  const text = value?.text ?? emptyText
  return (
    <>
      <TextField
        {...field('way.path')}
        label={t('fieldPath')}
        hint={t('fieldPathHint')}
        value={value?.path ?? ''}
        onChange={({ target }) => onChange(target.value ? { path: target.value, text } : null)}
      />
      {value && (
        <BothLanguages
          name="way.text"
          label={t('fieldWayText')}
          value={text}
          onChange={(words) => onChange({ path: value.path, text: words })}
        />
      )}
    </>
  )
}

/** A picture that is uploaded as soon as it is chosen. */
export function PictureField(props: {
  readonly name: string
  readonly label?: string
  readonly value: string | null
  readonly onChange: (url: string | null, size?: { width: number; height: number }) => void
  /** Whether it can only be replaced, not removed. */
  readonly isRequired?: boolean
}) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [problem, setProblem] = useState<'pictureFailed' | 'pictureUnfit' | null>(null)
  const { name, error } = useField()(props.name)
  const { ties, errorId } = useFieldTies(null, error)
  const send = (file: File | undefined): void => {
    if (!file) return
    setProblem(isPictureFile(file) ? null : 'pictureUnfit')
    if (!isPictureFile(file)) return
    void run(async () => {
      const picture = await base64Of(file).catch(() => null)
      if (picture === null) return setProblem('pictureFailed')
      const sent = await browserClient(locale).send(operatorPictureSend, { body: { picture } })
      props.onChange(sent.url, sent)
    })
  }
  return (
    <div>
      <p className="font-semibold">{props.label ?? t('fieldImage')}</p>
      {(problem ?? refusal) && <Notice>{problem ? t(problem) : refusal}</Notice>}
      <div className="mt-1.5 flex flex-wrap items-center gap-near">
        {props.value !== null && (
          <img src={props.value} alt="" className="h-20 w-32 rounded-md object-cover" />
        )}
        <label className={buttonClass({ look: 'quiet' })}>
          <input
            {...ties}
            name={name}
            type="file"
            accept={pictureFormats}
            className="sr-only"
            onChange={({ target }) => {
              send(target.files?.[0])
              // Allows the same file to be chosen again after it was removed or refused.
              target.value = ''
            }}
          />
          {isWaiting ? t('saving') : t('fieldImageSend')}
        </label>
        {props.value !== null && !props.isRequired && (
          <Button look="plain" onClick={() => props.onChange(null)}>
            {t('fieldImageRemove')}
          </Button>
        )}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })
}
