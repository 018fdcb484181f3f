import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { WaitButton } from '#design/parts/wait-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { authActivate } from '../../contract.ts'
import { useContinueAddress } from '../continue.ts'
import { letterKeyLengthLeast, useLetterKey } from '../letter-key.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { PasswordField, passwordLengthLeast } from '../parts/password-field.tsx'
import { useTexts } from '../texts.ts'
import { useSubmit, type Problems } from '../use-submit.ts'

export const handle: PageHandle = { hideFooter: true }

export default function Activate() {
  const t = useTexts()
  const authAddress = useAuthAddress()
  const key = useLetterKey()
  if (key.length < letterKeyLengthLeast) {
    return (
      <AuthCard title={t('keyMissingTitle')} note={<p>{t('keyMissingText')}</p>}>
        <a href={authAddress('register')} className="button button-large w-full">
          {t('register')}
        </a>
      </AuthCard>
    )
  }
  return <PasswordForm activationKey={key} />
}

function PasswordForm({ activationKey }: { activationKey: string }) {
  const t = useTexts()
  const locale = useLocale()
  const next = useContinueAddress()
  const [password, setPassword] = useState('')
  const { form, isWaiting, problems, refusal, forget } = useSubmit<'password'>({
    check() {
      const found: Problems<'password'> = {}
      if (password.length < passwordLengthLeast) found.password = t('passwordShort')
      return found
    },
    async send() {
      // One field that can be looked at, instead of the same secret typed twice.
      const body = { key: activationKey, password, confirmPassword: password }
      await browserClient(locale).send(authActivate, { body })
      window.location.assign(next.address)
      return 'leave'
    },
  })
  return (
    <AuthCard title={t('activateTitle')} note={<p>{t('activateNote')}</p>}>
      <form {...form} method="post" className="space-y-5">
        {refusal && <Notice>{refusal}</Notice>}
        <PasswordField
          label={t('newPassword')}
          hint={t('passwordHint')}
          name="password"
          autoComplete="new-password"
          minLength={passwordLengthLeast}
          maxLength={200}
          required
          value={password}
          error={problems.password}
          onChange={(event) => {
            setPassword(event.target.value)
            forget('password')
          }}
        />
        <WaitButton
          type="submit"
          isWaiting={isWaiting}
          waitingText={t('activating')}
          className="button button-large w-full"
        >
          {t('activate')}
        </WaitButton>
      </form>
    </AuthCard>
  )
}
