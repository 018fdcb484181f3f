import type { ReactNode } from 'react'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useTexts } from '../texts.ts'

interface PasswordDialogProps {
  readonly title: string
  readonly note?: string
  /** The text of the button that makes the change. */
  readonly confirmText: string
  readonly isDanger?: boolean
  readonly onClose: () => void
  /** Makes the change with the typed password, and closes the dialog. */
  readonly send: (password: string) => Promise<void>
  readonly children?: ReactNode
}

/** Asks for the password again before a change that requires it (`asksPassword`). Rendered while it is open. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, note, confirmText, isDanger = false, onClose, send, children } = props
  const t = useTexts()
  const { form, field, refusal, isWaiting } = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? t('passwordMissing') : null }),
    refusedField: { PasswordWrong: 'password' },
    async send({ password }) {
      await send(password)
      return 'leave'
    },
  })
  return (
    <Dialog isOpen isSheet title={title} onClose={onClose}>
      <form {...form} method="post" className="mt-near space-y-near">
        {note !== undefined && <p className="text-soft">{note}</p>}
        {refusal && <Notice>{refusal}</Notice>}
        <TextField
          {...field('password')}
          label={t('yourPassword')}
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
        <div className="flex flex-wrap gap-near">
          <Button
            type="submit"
            look={isDanger ? 'danger' : 'main'}
            isWaiting={isWaiting}
            waitingText={t('waiting')}
          >
            {confirmText}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </form>
      {children}
    </Dialog>
  )
}
