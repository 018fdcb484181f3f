import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { authActivate } from '../../contract.ts'
import { useContinueAddress } from '../continue.ts'
import { emailKeyLengthMin, useEmailKey } from '../email-key.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { NewPasswordForm } from '../parts/new-password-form.tsx'
import { useTexts } from '../texts.ts'

export const handle: PageHandle = { hideFooter: true }

export default function Activate() {
  const t = useTexts()
  const authAddress = useAuthAddress()
  const key = useEmailKey()
  if (key.length < emailKeyLengthMin) {
    return (
      <AuthCard title={t('keyMissingTitle')} note={<p>{t('keyMissingText')}</p>}>
        <LinkButton size="large" isWide href={authAddress('register')}>
          {t('register')}
        </LinkButton>
      </AuthCard>
    )
  }
  return <PasswordForm activationKey={key} />
}

function PasswordForm({ activationKey }: { activationKey: string }) {
  const t = useTexts()
  const locale = useLocale()
  const next = useContinueAddress()
  const send = async (password: { password: string; confirmPassword: string }): Promise<void> => {
    await browserClient(locale).send(authActivate, { body: { key: activationKey, ...password } })
    window.location.assign(next.address)
  }
  return (
    <NewPasswordForm
      note={t('activateNote')}
      buttonText={t('activate')}
      waitingText={t('activating')}
      call={authActivate}
      send={send}
    />
  )
}
