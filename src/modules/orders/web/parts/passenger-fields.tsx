import type { InputHTMLAttributes, ReactNode } from 'react'
import { afterPress } from '#design/forms/after-press.ts'
import { DateField } from '#design/parts/date-field.tsx'
import { LatinOffer } from '#design/parts/latin-offer.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { CountryField } from '#modules/passengers/web/country-field.tsx'
import { isBornWithin } from '#kernel/age.ts'
import { formatDate } from '#kernel/format.ts'
import type { CheckoutView } from '../../checkout-contract.ts'
import type { PassengerQuestionView } from '../../passenger-contract.ts'
import type { PassengerField, PassengerProblem } from '../../passenger-fields.ts'
import { askedOf, passengerKey, valueOf, type TypedPassengers } from '../passenger-draft.ts'
import { entriesOf, templateOf } from '../saved-passenger.ts'
import { useQuestionTexts } from '../questions-texts.ts'
import { ChooseSaved, RememberPassenger, useSavedPassengers } from './choose-saved.tsx'
import { usePlaceName } from './order-card.tsx'

interface PassengerFieldsProps {
  readonly checkout: Pick<CheckoutView, 'passengers' | 'order'>
  readonly typed: TypedPassengers
  readonly problems: ReadonlyMap<string, PassengerProblem>
  readonly onChange: (key: string, value: string) => void
  /** A field was left. */
  readonly onLeave: (key: string) => void
  /** Several fields were filled at once. */
  readonly onFill: (entries: TypedPassengers) => void
  /** What else there is to say of a passenger, under their fields. */
  readonly more?: ReadonlyMap<PassengerQuestionView, ReactNode>
}

/** Who travels, ticket by ticket. */
export default function PassengerFields(props: PassengerFieldsProps) {
  const t = useQuestionTexts()
  const placeName = usePlaceName()
  const { passengers, order } = props.checkout
  const saved = useSavedPassengers()
  return passengers.map((question, index) => {
    const line = order.lines.find(({ lineId }) => lineId === question.lineId)
    const number = index + 1
    return (
      <fieldset key={`${question.lineId}.${question.unit}`}>
        <legend className="mb-4">
          <span className="font-display text-xl font-bold">{t('passengerTitle', { number })}</span>{' '}
          {line && <span className="block text-soft">{placeName(line)}</span>}
        </legend>
        <div className="field-grid">
          <ChooseSaved
            saved={saved}
            mayTravel={({ birthDate }) =>
              !question.asksBirthDate ||
              question.born === null ||
              birthDate === null ||
              isBornWithin(birthDate, question.born)
            }
            onChoose={(template) => props.onFill(entriesOf(question, template))}
          />
          {askedOf(question).map((field) => (
            <PassengerInput key={field} question={question} field={field} {...props} />
          ))}
          {question.provesAge && (
            <p className="text-note text-soft tablet:col-span-2">{t('provesAge')}</p>
          )}
          {props.more?.get(question)}
          <RememberPassenger body={templateOf(question, props.typed)} saved={saved} />
        </div>
      </fieldset>
    )
  })
}

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoCapitalize' | 'autoComplete' | 'maxLength'
>

const attributes: Readonly<Partial<Record<PassengerField, Attributes>>> = {
  givenName: { autoCapitalize: 'words', maxLength: 200 },
  familyName: { autoCapitalize: 'words', maxLength: 200 },
  nameKa: { maxLength: 200 },
  documentNumber: { autoCapitalize: 'characters', maxLength: 40 },
}

function PassengerInput(
  props: PassengerFieldsProps & {
    readonly question: PassengerQuestionView
    readonly field: PassengerField
  },
) {
  const { question, field, typed, problems, onChange, onLeave } = props
  const t = useQuestionTexts()
  const locale = useLocale()
  const name = passengerKey(question, field)
  const problem = problems.get(name)
  // Foreign citizens may leave the Georgian name out; fields of the document are required of everybody.
  const allowsForeigners = question.documentKinds.length > 0
  /** Not broken into lines. */
  const dayOf = (day: string): string =>
    formatDate(locale, day, { timeZone: 'UTC', year: true }).replaceAll(' ', '\u00a0')
  const born = question.born && {
    from: dayOf(question.born.bornFrom),
    until: dayOf(question.born.bornUntil),
  }
  const wordsOf = (found: PassengerProblem): string => {
    if (found === 'ageWrong') return born ? t('ageWrong', born) : t('extraWrong')
    return t(found === 'passportWrong' ? 'documentNumberWrong' : found)
  }
  const hint = (): string | undefined => {
    if (field === 'nameKa' && allowsForeigners) return t('nameKaHint')
    const isNarrow = question.born !== null && yearsOf(question.born) < 100
    return field === 'birthDate' && isNarrow && born ? t('bornBetween', born) : undefined
  }
  const common = {
    name,
    label: t(`passenger_${field}`),
    value: valueOf(question, field, typed),
    required: field !== 'nameKa' || !allowsForeigners,
    error: problem ? wordsOf(problem) : null,
    onBlur: () => afterPress(() => onLeave(name)),
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  }
  if (field === 'kind')
    return (
      <Select {...common}>
        <option value="0">{t('passengerAdult')}</option>
        <option value="1">{t('passengerChild')}</option>
      </Select>
    )
  if (field === 'documentKind')
    return (
      <Select {...common}>
        <option value="">{t('extraChoose')}</option>
        {question.documentKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`document_${kind}`)}
          </option>
        ))}
      </Select>
    )
  if (field === 'nationality')
    return <CountryField {...common} choose={t('extraChoose')} codeHint={t('nationalityHint')} />
  if (field === 'birthDate')
    return (
      <DateField
        {...common}
        hint={hint()}
        placeholder={t('extraChoose')}
        hasWeekday={false}
        autoComplete="off"
      />
    )
  const isLatin = field === 'givenName' || field === 'familyName'
  return (
    <div className="field-cell">
      <TextField
        {...common}
        {...attributes[field]}
        hint={hint()}
        autoComplete="off"
        spellCheck={false}
      />
      {isLatin && (
        <LatinOffer
          typed={common.value}
          words={t('inLatinOffer')}
          label={(inLatin) => t('inLatin', { name: inLatin })}
          onTake={(latin) => onChange(name, latin)}
        />
      )}
    </div>
  )
}

/** Tickets for any age have no hint. */
function yearsOf({ bornFrom, bornUntil }: NonNullable<PassengerQuestionView['born']>): number {
  return Number(bornUntil.slice(0, 4)) - Number(bornFrom.slice(0, 4))
}
