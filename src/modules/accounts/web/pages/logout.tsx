import { useLoaderData } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { authLogout } from '../../contract.ts'
import { useContinueAddress } from '../continue.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { useTexts } from '../texts.ts'
import { visitorClientLoader, visitorLoader, type VisitorState } from '../visitor-data.ts'

export const handle: PageHandle = { hideFooter: true }

export const loader = visitorLoader
export const clientLoader = visitorClientLoader

/** Signing out needs a button: opening this address, or an image that points at it, does nothing. */
export default function Logout() {
  const t = useTexts()
  const locale = useLocale()
  const { profile } = useLoaderData() as VisitorState
  const authAddress = useAuthAddress()
  const next = useContinueAddress()
  const { form, isWaiting, refusal } = useForm({
    async send() {
      await browserClient(locale).send(authLogout, {})
      window.location.assign(next.address)
      return 'leave'
    },
  })
  if (!profile) {
    return (
      <AuthCard
        title={t('signedOutTitle')}
        foot={
          <a href={authAddress('login')} className="link">
            {t('signIn')}
          </a>
        }
      >
        <LinkButton size="large" isWide href={next.address}>
          {t('continue')}
        </LinkButton>
      </AuthCard>
    )
  }
  return (
    <AuthCard
      title={t('logoutTitle')}
      note={<p>{t('signedInAs', { email: profile.email })}</p>}
      foot={
        <a href={next.address} className="link">
          {t('stay')}
        </a>
      }
    >
      <form {...form} className="space-y-5">
        {refusal && <Notice>{refusal}</Notice>}
        <Button
          type="submit"
          size="large"
          isWide
          isWaiting={isWaiting}
          waitingText={t('signingOut')}
        >
          {t('signOut')}
        </Button>
      </form>
    </AuthCard>
  )
}
