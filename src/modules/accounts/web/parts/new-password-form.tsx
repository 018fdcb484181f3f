import type { ReactNode } from 'react'
import { useForm, type FormOptions } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useTexts } from '../texts.ts'
import { AuthCard } from './auth-card.tsx'
import { PasswordField, passwordLengthLeast } from './password-field.tsx'

interface NewPasswordFormProps {
  readonly note: string
  readonly foot?: ReactNode
  /** Further options, between the field and the button. */
  readonly extra?: ReactNode
  readonly buttonText: string
  readonly waitingText: string
  /** The call that submits it. */
  readonly call: FormOptions<Record<string, never>>['call']
  /** Sends the password with the email's key, and goes on. Throws `CallError`. */
  readonly send: (password: { password: string; confirmPassword: string }) => Promise<void>
}

/** Form for the first or a new password. One field that can be revealed instead of a repeated input. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { note, foot, extra, call, buttonText, waitingText, send } = props
  const t = useTexts()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { password: '' },
    call,
    words: { password: t('passwordShort') },
    refusedField: { PasswordTooCommon: 'password' },
    async send({ password }) {
      await send({ password, confirmPassword: password })
      return 'leave'
    },
  })
  return (
    <AuthCard title={t('activateTitle')} note={<p>{note}</p>} foot={foot}>
      <form {...form} className="space-y-5">
        {refusal && <Notice>{refusal}</Notice>}
        <PasswordField
          {...field('password')}
          label={t('newPassword')}
          hint={t('passwordHint')}
          autoComplete="new-password"
          minLength={passwordLengthLeast}
          maxLength={200}
          required
        />
        {extra}
        <Button type="submit" size="large" isWide isWaiting={isWaiting} waitingText={waitingText}>
          {buttonText}
        </Button>
      </form>
    </AuthCard>
  )
}
