import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { afterPress } from '#design/forms/after-press.ts'
import { useAuthAddress, useVisitor } from '#design/data/visitor.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { TextField, type TextFieldProps } from '#design/parts/text-field.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { problemsOf, type BuyerDraft, type BuyerField, type BuyerProblems } from '../buyer-draft.ts'
import type { CheckoutView } from '../../contract.ts'
import { problemsOfPassengers, type TypedPassengers } from '../passenger-draft.ts'
import { useTexts } from '../texts.ts'
import { ExtraFields, problemsOfExtras } from './extra-fields.tsx'

/** Only what is sold by name asks for it. */
const PassengerFields = lazy(() => import('./passenger-fields.tsx'))

interface BuyerFormProps {
  readonly id: string
  readonly checkout: Pick<CheckoutView, 'extras' | 'passengers' | 'order' | 'checks'>
  readonly draft: BuyerDraft
  readonly onChange: (draft: BuyerDraft) => void
  /** Fields the server refused, with its words. */
  readonly refused: Partial<Record<BuyerField, string>>
  /** Ids of the further questions whose answers the server refused. */
  readonly refusedExtras: readonly string[]
  /** Fields of passengers that the server refused, by `passengerKey`. */
  readonly refusedPassengers: readonly string[]
  readonly onSubmit: () => void
}

/** Who buys: an e-mail and the terms, and whatever else this order needs. Errors stand beside their field, and the first one gets the focus. */
export function BuyerForm(props: BuyerFormProps) {
  const { id, checkout, draft, onChange, refused, onSubmit } = props
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<BuyerProblems>({})
  const extras = useExtras(props)
  const passengers = usePassengers(props)
  const needed = { phone: checkout.checks.phone.isNeeded }

  function errorOf(field: BuyerField): string | null {
    const problem = problems[field]
    return problem ? t(problem) : (refused[field] ?? null)
  }

  /** A field is validated when it is left, not while it is first being typed. */
  function judge(field: BuyerField): void {
    const { [field]: found } = problemsOf(draft, needed)
    if (draft[field === 'terms' ? 'name' : field] === '') return
    setProblems(({ [field]: _before, ...rest }) => (found ? { ...rest, [field]: found } : rest))
  }

  function change(part: Partial<BuyerDraft>, field: BuyerField): void {
    onChange({ ...draft, ...part })
    setProblems(({ [field]: _before, ...rest }) => rest)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = problemsOf(draft, needed)
    setProblems(found)
    const first = (['email', 'name', 'phone', 'terms'] as const).find((field) => found[field])
    const [firstExtra, firstPassenger] = [extras.judgeAll(), passengers.judgeAll()]
    const further = firstExtra ?? firstPassenger
    const name = first === 'terms' ? (further ?? first) : (first ?? further)
    if (name) form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    else onSubmit()
  }

  const field = (name: 'name' | 'email' | 'phone') => ({
    name,
    value: draft[name],
    error: errorOf(name),
    required: name === 'email' || (name === 'phone' && needed.phone),
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value }, name),
    onBlur: () => afterPress(() => judge(name)),
  })

  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="space-y-5">
      <div>
        <h2 className="font-display text-2xl font-bold">{t('buyerTitle')}</h2>
        <SignInOffer />
      </div>
      <TextField
        {...field('email')}
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      {needed.phone && <PhoneField {...field('phone')} />}
      <FoldOut
        title={t(needed.phone ? 'moreDetailsName' : 'moreDetails')}
        isOpen={draft.name !== '' || draft.phone !== '' || (problems.phone ?? null) !== null}
      >
        <div className="grid gap-5 pt-2 tablet:grid-cols-2">
          <TextField {...field('name')} label={t('name')} autoComplete="name" maxLength={120} />
          {!needed.phone && <PhoneField {...field('phone')} />}
        </div>
      </FoldOut>
      <ExtraFields checkout={checkout} {...extras.fields} />
      {checkout.passengers.length > 0 && (
        <Passengers checkout={checkout} fields={passengers.fields} />
      )}
      <Terms
        isAccepted={draft.acceptTerms}
        error={errorOf('terms')}
        onChange={(acceptTerms) => change({ acceptTerms }, 'terms')}
      />
    </form>
  )
}

/** Who travels. People who were named before are said in a row, which opens to change them. */
function Passengers(props: {
  readonly checkout: BuyerFormProps['checkout']
  readonly fields: ReturnType<typeof usePassengers>['fields']
}) {
  const { checkout, fields } = props
  const t = useTexts()
  const named = checkout.passengers.flatMap(({ passenger }) =>
    passenger ? [`${passenger.givenName} ${passenger.familyName}`] : [],
  )
  const [wasNamed] = useState(named.length === checkout.passengers.length)
  const all = (
    <Suspense>
      <PassengerFields checkout={checkout} {...fields} />
    </Suspense>
  )
  if (!wasNamed) return all
  return (
    <FoldOut
      look="section"
      title={t('passengersNamed', { names: [...new Set(named)].join(', ') })}
      note={t('passengersChange')}
      isOpen={fields.problems.size > 0}
    >
      <div className="space-y-part pt-near">{all}</div>
    </FoldOut>
  )
}

function PhoneField(props: Omit<TextFieldProps, 'label'>) {
  const t = useTexts()
  return (
    <TextField
      {...props}
      label={t('phone')}
      hint={t('phoneHint')}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={32}
    />
  )
}

/** Answers beyond the buyer's details: judged as they are left, all of them when the form is sent. */
function useExtras({ checkout, draft, onChange, refusedExtras }: BuyerFormProps) {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const answers = draft.extras ?? {}
  const found = problemsOfExtras(checkout.extras, answers)
  const problems = new Map([...found].filter(([id]) => judged.has(id)))
  for (const id of refusedExtras) if (!problems.has(id)) problems.set(id, 'extraWrong')
  return {
    fields: {
      answers,
      problems,
      onChange: (id: string, value: string) => {
        onChange({ ...draft, extras: { ...answers, [id]: value } })
        setJudged((before) => new Set([...before].filter((one) => one !== id)))
      },
      onLeave: (id: string) => {
        if (answers[id]) setJudged((before) => new Set([...before, id]))
      },
    },
    /** Shows every problem and answers the first one's question. */
    judgeAll(): string | undefined {
      setJudged(new Set(checkout.extras.map((question) => question.id)))
      return [...found.keys()][0]
    },
  }
}

/** The same for passengers. */
function usePassengers({ checkout, draft, onChange, refusedPassengers }: BuyerFormProps) {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const typed = draft.passengers ?? {}
  const found = problemsOfPassengers(checkout.passengers, typed)
  const problems = new Map([...found].filter(([key]) => judged.has(key)))
  for (const key of refusedPassengers) if (!problems.has(key)) problems.set(key, 'extraWrong')
  return {
    fields: {
      typed,
      problems,
      onChange: (key: string, value: string) => {
        onChange({ ...draft, passengers: { ...typed, [key]: value } })
        setJudged((before) => new Set([...before].filter((one) => one !== key)))
      },
      onLeave: (key: string) => {
        if (typed[key]) setJudged((before) => new Set([...before, key]))
      },
      onFill: (entries: TypedPassengers) => {
        onChange({ ...draft, passengers: { ...typed, ...entries } })
        setJudged((before) => new Set([...before].filter((one) => !(one in entries))))
      },
    },
    /** Shows every problem and answers the first one's field. */
    judgeAll(): string | undefined {
      setJudged(new Set(found.keys()))
      return [...found.keys()][0]
    },
  }
}

interface TermsProps {
  readonly isAccepted: boolean
  readonly error: string | null
  readonly onChange: (isAccepted: boolean) => void
}

function Terms({ isAccepted, error, onChange }: TermsProps) {
  const t = useTexts()
  return (
    <Checkbox
      name="terms"
      required
      label={t('termsAccept')}
      checked={isAccepted}
      onChange={(event) => onChange(event.target.checked)}
      error={error}
      after={
        <LocalLink to="/standard-terms-and-conditions" target="_blank" className="link">
          {t('termsLink')}
          <span className="sr-only"> {t('opensNewTab')}</span>
        </LocalLink>
      }
    />
  )
}

/** Buying needs no account; whoever has one finds the way. */
function SignInOffer() {
  const t = useTexts()
  const visitor = useVisitor()
  const authAddress = useAuthAddress()
  if (visitor?.actor === 'customer') return null
  return (
    <p className="mt-1 text-soft">
      {t('noAccountNeeded')}{' '}
      <a href={authAddress('login')} className="link">
        {t('signIn')}
      </a>
    </p>
  )
}
