import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import { afterPress } from '#design/forms/after-press.ts'
import { useAuthAddress, useVisitor } from '#design/data/visitor.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { EmailField, TextField, type TextFieldProps } from '#design/parts/text-field.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { problemsOf, type BuyerDraft, type BuyerField, type BuyerProblems } from '../buyer-draft.ts'
import type { CheckoutView } from '../../checkout-contract.ts'
import { useTexts } from '../texts.ts'
import type { AnswersProps, QuestionsHandle } from './questions.tsx'

/** Few orders ask for more than the buyer. */
const Questions = lazy(() => import('./questions.tsx'))

interface BuyerFormProps extends AnswersProps {
  readonly id: string
  readonly checkout: Pick<CheckoutView, 'extras' | 'passengers' | 'order' | 'checks'>
  /** Fields the server refused, with its words. */
  readonly refused: Partial<Record<BuyerField, string>>
  readonly onSubmit: () => void
}

/** Who buys: an e-mail and the terms, and whatever else this order needs. Errors are beside their field, and the first one gets the focus. */
export function BuyerForm(props: BuyerFormProps) {
  const { id, refused, onSubmit, ...answers } = props
  const { checkout, draft, onChange } = answers
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<BuyerProblems>({})
  const questions = useRef<QuestionsHandle>(null)
  const isPressed = useRef(false)
  const asks = checkout.extras.length > 0 || checkout.passengers.length > 0
  const needed = { phone: checkout.checks.phone.isNeeded }

  /** A press before the script of the questions has loaded is not lost: it counts as soon as it has. */
  function takeQuestions(handle: QuestionsHandle | null): void {
    questions.current = handle
    if (!handle || !isPressed.current) return
    isPressed.current = false
    queueMicrotask(() => form.current?.requestSubmit())
  }

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
    isPressed.current = asks && questions.current === null
    if (isPressed.current) return
    const found = problemsOf(draft, needed)
    setProblems(found)
    const first = (['email', 'name', 'phone', 'terms'] as const).find((field) => found[field])
    const further = questions.current?.judgeAll()
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
      <EmailField {...field('email')} label={t('email')} hint={t('emailHint')} />
      {needed.phone && <PhoneField {...field('phone')} />}
      <FoldOut
        title={t(needed.phone ? 'moreDetailsName' : 'moreDetails')}
        isOpen={draft.name !== '' || draft.phone !== '' || (problems.phone ?? null) !== null}
      >
        <div className="field-grid pt-2">
          <TextField {...field('name')} label={t('name')} autoComplete="name" maxLength={120} />
          {!needed.phone && <PhoneField {...field('phone')} />}
        </div>
      </FoldOut>
      {asks && (
        <Suspense>
          <Questions ref={takeQuestions} {...answers} />
        </Suspense>
      )}
      <Terms
        isAccepted={draft.acceptTerms}
        error={errorOf('terms')}
        onChange={(acceptTerms) => change({ acceptTerms }, 'terms')}
      />
    </form>
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
    />
  )
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

/** Buying needs no account; customers who have one can sign in. */
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
