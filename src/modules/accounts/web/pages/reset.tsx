import { useEffect, useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { EmailField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { authPasswordReset, ownPasswordResetRequest } from '../../care-contract.ts'
import { useContinueAddress } from '../continue.ts'
import { emailKeyLengthMin, useEmailKey } from '../email-key.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { EmailSent } from '../parts/email-sent.tsx'
import { NewPasswordForm } from '../parts/new-password-form.tsx'
import { useTexts } from '../texts.ts'

export const handle: PageHandle = { hideFooter: true }

/** With an email's key it sets a new password; without one it requests the email. */
export default function Reset() {
  const t = useTexts()
  const key = useEmailKey()
  const [step, setStep] = useState<'ask' | 'sent' | 'done' | 'choose'>(
    key.length >= emailKeyLengthMin ? 'choose' : 'ask',
  )
  const [email, setEmail] = useState('')
  if (step === 'choose') return <PasswordForm resetKey={key} onStep={setStep} />
  if (step === 'done') return <Done />
  if (step === 'sent')
    return <EmailSent text={t('resetSent', { email })} onAgain={() => setStep('ask')} />
  const sent = (to: string): void => {
    setEmail(to)
    setStep('sent')
  }
  return <AskForm email={email} onSent={sent} />
}

function AskForm(props: { email: string; onSent: (email: string) => void }) {
  const t = useTexts()
  const locale = useLocale()
  const authAddress = useAuthAddress()
  const next = useContinueAddress()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { email: props.email },
    call: ownPasswordResetRequest,
    words: { email: t('emailWrong') },
    async send(values) {
      const email = values.email.trim()
      const body = { email, returnUrl: next.path }
      await browserClient(locale).send(ownPasswordResetRequest, { body })
      props.onSent(email)
      return 'leave'
    },
  })
  return (
    <AuthCard
      title={t('resetTitle')}
      note={<p>{t('resetNote')}</p>}
      foot={
        <a href={authAddress('login')} className="link">
          {t('backToLogin')}
        </a>
      }
    >
      <form {...form} className="space-y-5">
        {refusal && <Notice>{refusal}</Notice>}
        <EmailField {...field('email')} label={t('email')} required />
        <Button type="submit" size="large" isWide isWaiting={isWaiting} waitingText={t('sending')}>
          {t('registerSend')}
        </Button>
      </form>
    </AuthCard>
  )
}

interface PasswordFormProps {
  readonly resetKey: string
  readonly onStep: (step: 'ask' | 'done') => void
}

function PasswordForm({ resetKey, onStep }: PasswordFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const [keepsOtherWays, setKeeps] = useState(false)
  const send = async (password: { password: string; confirmPassword: string }): Promise<void> => {
    const body = { key: resetKey, ...password, keepsOtherWays }
    await browserClient(locale).send(authPasswordReset, { body })
    onStep('done')
  }
  return (
    <NewPasswordForm
      note={t('resetEnds')}
      extra={
        <Checkbox
          label={t('resetKeeps')}
          name="keepsOtherWays"
          checked={keepsOtherWays}
          onChange={(event) => setKeeps(event.target.checked)}
        />
      }
      buttonText={t('passwordChange')}
      waitingText={t('saving')}
      call={authPasswordReset}
      send={send}
      foot={
        <button type="button" onClick={() => onStep('ask')} className="link min-h-11">
          {t('resetAgain')}
        </button>
      }
    />
  )
}

function Done() {
  const t = useTexts()
  const authAddress = useAuthAddress()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  return (
    <AuthCard title={t('resetDoneTitle')} note={<p>{t('resetDoneText')}</p>}>
      <LinkButton size="large" isWide ref={link} href={authAddress('login')}>
        {t('signIn')}
      </LinkButton>
    </AuthCard>
  )
}
