import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { useForm } from '#design/forms/use-form.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { EmailField, TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { authSignUp } from '../../contract.ts'
import { useContinueAddress } from '../continue.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { EmailSent } from '../parts/email-sent.tsx'
import { useTexts } from '../texts.ts'

export const handle: PageHandle = { hideFooter: true }

export default function Register() {
  const t = useTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return sentTo === null ? (
    <RegisterForm onSent={setSentTo} />
  ) : (
    <EmailSent text={t('letterText', { email: sentTo })} onAgain={() => setSentTo(null)} />
  )
}

function RegisterForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTexts()
  const locale = useLocale()
  const authAddress = useAuthAddress()
  const next = useContinueAddress()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { name: '', email: '', phone: '' },
    call: authSignUp,
    words: { email: t('emailWrong') },
    check: ({ name, email }) => ({
      name: name.trim() === '' ? t('nameMissing') : null,
      email: email.trim() === '' ? t('emailMissing') : null,
    }),
    async send({ name, email, phone }) {
      const optional = phone.trim() === '' ? {} : { phone }
      const body = { name, email: email.trim(), returnUrl: next.path, ...optional }
      await browserClient(locale).send(authSignUp, { body })
      onSent(email.trim())
      return 'leave'
    },
  })
  return (
    <AuthCard
      title={t('registerTitle')}
      note={<p>{t('registerNote')}</p>}
      foot={
        <p>
          {t('haveAccount')}{' '}
          <a href={authAddress('login')} className="link font-semibold">
            {t('signIn')}
          </a>
        </p>
      }
    >
      <form {...form} className="space-y-5">
        {refusal && <Notice>{refusal}</Notice>}
        <TextField
          {...field('name')}
          label={t('name')}
          autoComplete="name"
          maxLength={120}
          required
        />
        <EmailField {...field('email')} label={t('email')} required />
        <TextField
          {...field('phone')}
          label={t('phoneOptional')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={64}
        />
        <Button type="submit" size="large" isWide isWaiting={isWaiting} waitingText={t('sending')}>
          {t('registerSend')}
        </Button>
        <p className="text-note text-soft">
          {t('registerTerms')}{' '}
          <LocalLink to="/standard-terms-and-conditions" className="link">
            {t('termsLink')}
          </LocalLink>
        </p>
      </form>
    </AuthCard>
  )
}
