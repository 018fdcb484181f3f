import { useState, type ReactNode } from 'react'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LatinOffer } from '#design/parts/latin-offer.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import type { GivenTraveller } from '../../contract.ts'
import { useTexts } from '../texts.ts'

export type TypedTraveller = Record<keyof Omit<GivenTraveller, 'kind'>, string>

export const emptyTraveller: TypedTraveller = {
  givenName: '',
  familyName: '',
  gender: '',
  birthDate: '',
  nationality: 'GE',
  documentKind: 'passport',
  documentNumber: '',
  documentExpiresOn: '',
}

interface TravellerFieldsProps {
  readonly index: number
  readonly kind: GivenTraveller['kind']
  readonly typed: TypedTraveller
  readonly bornFrom: string
  readonly bornUntil: string
  readonly documentFrom: string
  readonly allowsCard: boolean
  readonly countries: readonly { readonly code: string; readonly name: string }[]
  readonly problemOf: (field: keyof TypedTraveller) => string | null
  readonly onChange: (changes: Partial<TypedTraveller>) => void
  /** Controls above the fields that fill them. */
  readonly children?: ReactNode
}

/** Fields of one passenger, as in the passport. */
export function TravellerFields(props: TravellerFieldsProps) {
  const { index, kind, typed, countries, problemOf, onChange } = props
  const t = useTexts()
  const [hasOneName, setOneName] = useState(false)
  /** Airlines ask for two names: who has one repeats it. */
  const changesOf = (name: keyof TypedTraveller, value: string): Partial<TypedTraveller> =>
    hasOneName && name === 'familyName'
      ? { familyName: value, givenName: value }
      : { [name]: value }
  const field = (name: keyof TypedTraveller) => ({
    name: `${index}.${name}`,
    label: t(name),
    value: typed[name],
    error: problemOf(name),
    required: true,
    onChange: (event: { target: { value: string } }) =>
      onChange(changesOf(name, event.target.value)),
  })
  const latin = (name: 'givenName' | 'familyName') => (
    <div className="field-cell">
      <TextField
        {...field(name)}
        hint={t('asInPassport')}
        autoCapitalize="words"
        autoComplete="off"
        maxLength={60}
      />
      <LatinOffer
        typed={typed[name]}
        words={t('latinWords')}
        label={(text) => t('latinTake', { latin: text })}
        onTake={(text) => onChange(changesOf(name, text))}
      />
    </div>
  )
  return (
    <fieldset className="space-y-group">
      <legend className="font-display text-xl font-bold">
        {t('passengerNumber', { number: index + 1, kind: t(kind) })}
      </legend>
      {props.children}
      <div className="field-grid">
        {!hasOneName && latin('givenName')}
        {latin('familyName')}
        <Select {...field('gender')}>
          <option value="">{t('choosePerson')}</option>
          <option value="2">{t('female')}</option>
          <option value="1">{t('male')}</option>
        </Select>
        <DateField
          {...field('birthDate')}
          placeholder={t('choosePerson')}
          hasWeekday={false}
          min={props.bornFrom}
          max={props.bornUntil}
        />
        <Select {...field('nationality')}>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Select {...field('documentKind')}>
          <option value="passport">{t('passport')}</option>
          {props.allowsCard && <option value="identity-card">{t('identity-card')}</option>}
        </Select>
        <TextField
          {...field('documentNumber')}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
        />
        <DateField
          {...field('documentExpiresOn')}
          placeholder={t('choosePerson')}
          hasWeekday={false}
          min={props.documentFrom}
        />
      </div>
      <Checkbox
        label={t('oneName')}
        checked={hasOneName}
        onChange={({ target: { checked } }) => {
          setOneName(checked)
          onChange({ givenName: checked ? typed.familyName : '' })
        }}
      />
    </fieldset>
  )
}
