import { useState } from 'react'
import { LeaveGuard } from '#design/forms/leave-guard.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LatinOffer } from '#design/parts/latin-offer.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { passengerTemplatesCreate, type PassengerTemplateView } from '../contract.ts'
import { documentKinds } from '../shapes.ts'
import { CountryField } from './country-field.tsx'
import { bodyOf, problemsOf, valuesOf, type FormValues } from './form-values.ts'
import { useTexts } from './texts.ts'

interface PassengerFormProps {
  /** The passenger to change; null for a new one. */
  readonly passenger: PassengerTemplateView | null
  readonly onSaved: (saved: PassengerTemplateView) => void
  readonly onCancel: () => void
}

/** Form with name, birth date and documents of one person. */
export function PassengerForm({ passenger, onSaved, onCancel }: PassengerFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const [documentCount, setDocumentCount] = useState(passenger?.documents.length ?? 0)
  const { form, field, tick, values, change, refusal, isWaiting, isChanged } = useForm<FormValues>({
    initial: valuesOf(passenger),
    isGuarded: true,
    check: (submitted) => {
      const found = Object.entries(problemsOf(submitted, documentCount))
      return Object.fromEntries(found.map(([name, key]) => [name, t(key)]))
    },
    async send(submitted) {
      const body = bodyOf(submitted, documentCount, passenger?.templateId)
      onSaved(await browserClient(locale).send(passengerTemplatesCreate, { body }))
    },
  })
  const latin = (name: 'givenName' | 'familyName') => (
    <div className="field-cell">
      <TextField
        {...field(name)}
        label={t(name)}
        required
        autoCapitalize="words"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
      />
      <LatinOffer
        words={t('inLatinOffer')}
        label={(inLatin) => t('inLatin', { name: inLatin })}
        typed={String(values[name])}
        onTake={(taken) => change({ [name]: taken, ...georgianOf(values, name) })}
      />
    </div>
  )
  return (
    <form {...form} className="space-y-5">
      {isChanged && <LeaveGuard isOn />}
      {refusal && <Notice>{refusal}</Notice>}
      <div className="field-grid">
        {latin('givenName')}
        {latin('familyName')}
        <TextField
          {...field('nameKa')}
          label={t('optional', { label: t('nameKa') })}
          autoComplete="off"
          maxLength={120}
        />
        <PersonalDate {...field('birthDate')} label={t('birthDate')} />
        <Select {...field('kind')} label={t('kind')}>
          <option value="0">{t('adult')}</option>
          <option value="1">{t('child')}</option>
        </Select>
        <Select {...field('gender')} label={t('optional', { label: t('gender') })}>
          <option value="">{t('genderNone')}</option>
          <option value="1">{t('male')}</option>
          <option value="2">{t('female')}</option>
        </Select>
      </div>
      <Checkbox {...tick('needsWheelchair')} label={t('wheelchair')} />
      {Array.from({ length: documentCount }, (_, index) => (
        <DocumentFields key={index} index={index} field={field} />
      ))}
      <div className="flex flex-wrap gap-near">
        {documentCount < 8 && (
          <Button look="plain" onClick={() => setDocumentCount(documentCount + 1)}>
            {t('addDocument')}
          </Button>
        )}
        {documentCount > 0 && (
          <Button look="plain" onClick={() => setDocumentCount(documentCount - 1)}>
            {t('removeDocument', { number: documentCount })}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap gap-near">
        <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('save')}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}

/** A date of a person or document, whose day of the week does not matter. */
function PersonalDate(props: { readonly label: string }) {
  const t = useTexts()
  return <DateField {...props} placeholder={t('chooseDate')} hasWeekday={false} />
}

/** Copies a name typed in Georgian into the Georgian name, unless it is already there. */
function georgianOf(values: FormValues, name: 'givenName' | 'familyName'): Partial<FormValues> {
  const typed = String(values[name]).trim()
  const before = String(values['nameKa']).trim()
  if (before.includes(typed)) return {}
  return { nameKa: (name === 'givenName' ? `${typed} ${before}` : `${before} ${typed}`).trim() }
}

function DocumentFields(props: {
  readonly index: number
  readonly field: (name: string) => object
}) {
  const { index, field } = props
  const t = useTexts()
  const of = (name: string) => field(`documents.${index}.${name}`)
  return (
    <fieldset>
      <legend className="mb-2 font-display text-lg font-bold">
        {t('document', { number: index + 1 })}
      </legend>
      <div className="field-grid">
        <Select {...of('kind')} label={t('documentKind')}>
          {documentKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`document_${kind}`)}
            </option>
          ))}
        </Select>
        <TextField
          {...of('number')}
          label={t('documentNumber')}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <CountryField
          {...of('nationality')}
          label={t('nationality')}
          choose={t('chooseCountry')}
          codeHint={t('nationalityHint')}
        />
        <PersonalDate {...of('expiresOn')} label={t('optional', { label: t('expiresOn') })} />
      </div>
    </fieldset>
  )
}
