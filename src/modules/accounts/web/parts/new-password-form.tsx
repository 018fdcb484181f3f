import { useState, type ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useTexts } from '../texts.ts'
import { useSubmit, type Problems } from '../use-submit.ts'
import { AuthCard } from './auth-card.tsx'
import { PasswordField, passwordLengthLeast } from './password-field.tsx'

interface NewPasswordFormProps {
  readonly note: string
  readonly foot?: ReactNode
  /** What else is decided with it, between the field and the button. */
  readonly extra?: ReactNode
  readonly buttonText: string
  readonly waitingText: string
  /** Sends the password with the email's key, and goes on. Throws `CallError`. */
  readonly send: (password: { password: string; confirmPassword: string }) => Promise<void>
}

/** A password is chosen: the first one, or another. One field that can be looked at, not the same secret twice. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { note, foot, extra, buttonText, waitingText, send } = props
  const t = useTexts()
  const [password, setPassword] = useState('')
  const { form, isWaiting, problems, refusal, forget } = useSubmit<'password'>({
    check() {
      const found: Problems<'password'> = {}
      if (password.length < passwordLengthLeast) found.password = t('passwordShort')
      return found
    },
    async send() {
      await send({ password, confirmPassword: password })
      return 'leave'
    },
  })
  return (
    <AuthCard title={t('activateTitle')} note={<p>{note}</p>} foot={foot}>
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
        {extra}
        <Button type="submit" size="large" isWide isWaiting={isWaiting} waitingText={waitingText}>
          {buttonText}
        </Button>
      </form>
    </AuthCard>
  )
}
