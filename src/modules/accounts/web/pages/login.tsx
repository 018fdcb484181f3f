import { useLoaderData } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import type { PageHandle } from '#design/page-handle.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { EmailField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { authLogin } from '../../contract.ts'
import { useContinueAddress } from '../continue.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { SignInMethods } from '../parts/sign-in-methods.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { useTexts } from '../texts.ts'
import { useOfferedPasskeys } from '../use-offered-passkeys.ts'
import { visitorClientLoader, visitorLoader, type VisitorState } from '../visitor-data.ts'

export const handle: PageHandle = { hideFooter: true }

export const loader = visitorLoader
export const clientLoader = visitorClientLoader

export default function Login() {
  const { profile, externalProviders } = useLoaderData() as VisitorState
  if (profile) return <SignedIn email={profile.email} />
  return <LoginForm hasFacebook={externalProviders.includes('fb')} />
}

function LoginForm({ hasFacebook }: { hasFacebook: boolean }) {
  const t = useTexts()
  const locale = useLocale()
  const authAddress = useAuthAddress()
  const next = useContinueAddress()
  useOfferedPasskeys(locale, next.address)
  const { form, field, isWaiting, refusal } = useForm({
    initial: { email: '', password: '' },
    call: authLogin,
    words: { email: t('emailMissing'), password: t('passwordMissing') },
    async send(body) {
      await browserClient(locale).send(authLogin, { body })
      // A whole page load: everything on it may look different to a customer.
      window.location.assign(next.address)
      return 'leave'
    },
  })
  return (
    <AuthCard
      title={t('loginTitle')}
      foot={
        <p>
          {t('noAccount')}{' '}
          <a href={authAddress('register')} className="link font-semibold">
            {t('register')}
          </a>
        </p>
      }
    >
      <form {...form} className="space-y-5">
        {refusal && (
          <Notice>
            {refusal}
            {/* Staff have accounts of their own, and the same field is in sight on every page. */}
            <span className="block">
              {t('loginStaff')}{' '}
              <LocalLink to="/merchant" className="link font-semibold">
                {t('loginOffice')}
              </LocalLink>
            </span>
          </Notice>
        )}
        <EmailField
          {...field('email')}
          label={t('email')}
          autoComplete="username webauthn"
          required
        />
        <PasswordField
          {...field('password')}
          label={t('password')}
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <Button
          type="submit"
          size="large"
          isWide
          isWaiting={isWaiting}
          waitingText={t('signingIn')}
        >
          {t('signIn')}
        </Button>
        <p>
          <a href={authAddress('reset')} className="link inline-flex min-h-11 items-center">
            {t('forgotPassword')}
          </a>
        </p>
      </form>
      <SignInMethods next={next} hasFacebook={hasFacebook} />
    </AuthCard>
  )
}

/** Shown instead of the form to a signed-in customer. */
function SignedIn({ email }: { email: string }) {
  const t = useTexts()
  const next = useContinueAddress()
  const authAddress = useAuthAddress()
  return (
    <AuthCard
      title={t('signedInTitle')}
      note={<p>{t('signedInAs', { email })}</p>}
      foot={
        <a href={authAddress('logout')} className="link">
          {t('signOut')}
        </a>
      }
    >
      <LinkButton size="large" isWide href={next.address}>
        {t('continue')}
      </LinkButton>
    </AuthCard>
  )
}
