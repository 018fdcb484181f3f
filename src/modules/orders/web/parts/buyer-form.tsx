import { useRef, useState, type FormEvent } from 'react'
import { useAuthAddress, useVisitor } from '#design/data/visitor.ts'
import { FieldError, TextField } from '#design/parts/text-field.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { problemsOf, type BuyerDraft, type BuyerField, type BuyerProblems } from '../buyer-draft.ts'
import { useTexts } from '../texts.ts'

interface BuyerFormProps {
  readonly id: string
  readonly draft: BuyerDraft
  readonly onChange: (draft: BuyerDraft) => void
  /** Fields the server refused, with its words. */
  readonly refused: Partial<Record<BuyerField, string>>
  readonly onSubmit: () => void
}

/** Who buys: three fields and the terms. Errors stand beside their field, and the first one gets the focus. */
export function BuyerForm({ id, draft, onChange, refused, onSubmit }: BuyerFormProps) {
  const t = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<BuyerProblems>({})

  function errorOf(field: BuyerField): string | null {
    const problem = problems[field]
    return problem ? t(problem) : (refused[field] ?? null)
  }

  /** A field is judged when it is left, never while its first letters are typed. */
  function judge(field: BuyerField): void {
    const { [field]: found } = problemsOf(draft)
    if (draft[field === 'terms' ? 'name' : field] === '') return
    setProblems(({ [field]: _before, ...rest }) => (found ? { ...rest, [field]: found } : rest))
  }

  function change(part: Partial<BuyerDraft>, field: BuyerField): void {
    onChange({ ...draft, ...part })
    setProblems(({ [field]: _before, ...rest }) => rest)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const found = problemsOf(draft)
    setProblems(found)
    const first = (['name', 'email', 'phone', 'terms'] as const).find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    else onSubmit()
  }

  const field = (name: 'name' | 'email' | 'phone') => ({
    name,
    value: draft[name],
    error: errorOf(name),
    required: true,
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value }, name),
    onBlur: () => judge(name),
  })

  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="space-y-5">
      <div>
        <h2 className="font-display text-2xl font-bold">{t('buyerTitle')}</h2>
        <SignInOffer />
      </div>
      <TextField {...field('name')} label={t('name')} autoComplete="name" maxLength={120} />
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
      <TextField
        {...field('phone')}
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={32}
      />
      <Terms
        isAccepted={draft.acceptTerms}
        error={errorOf('terms')}
        onChange={(acceptTerms) => change({ acceptTerms }, 'terms')}
      />
    </form>
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
    <div>
      <div className="flex min-h-11 items-start gap-3">
        <input
          id="accept-terms"
          name="terms"
          type="checkbox"
          required
          checked={isAccepted}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'accept-terms-error' : undefined}
          className="mt-0.5 size-6 shrink-0 accent-(--accent)"
        />
        <p className="pt-0.5">
          <label htmlFor="accept-terms">{t('termsAccept')}</label>{' '}
          <LocalLink to="/standard-terms-and-conditions" target="_blank" className="link">
            {t('termsLink')}
            <span className="sr-only"> {t('opensNewTab')}</span>
          </LocalLink>
        </p>
      </div>
      {error && <FieldError id="accept-terms-error">{error}</FieldError>}
    </div>
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
