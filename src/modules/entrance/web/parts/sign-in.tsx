import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { merchantToken, type StaffProfileView } from '#modules/staff/contract.ts'
import { useTexts } from '../texts.ts'

/** Staff have separate accounts; the bearer is stored in an HTTP-only cookie. */
export function SignIn({ onSignedIn }: { onSignedIn: (profile: StaffProfileView) => void }) {
  const t = useTexts()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { email: '', password: '' },
    call: merchantToken,
    async send(body) {
      onSignedIn((await browserClient().send(merchantToken, { body })).profile)
    },
  })
  return (
    <form {...form} className="mx-auto max-w-md space-y-5 py-8">
      <div>
        <PageTitle>{t('signInTitle')}</PageTitle>
        <p className="mt-2 text-soft">{t('signInHint')}</p>
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('email')}
        label={t('email')}
        type="email"
        autoComplete="username"
        required
      />
      <TextField
        {...field('password')}
        label={t('password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" size="large" isWide isWaiting={isWaiting} waitingText={t('wait')}>
        {t('signIn')}
      </Button>
    </form>
  )
}
