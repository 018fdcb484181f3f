import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { merchantToken, type StaffProfileView } from '#modules/staff/contract.ts'
import { useTexts } from '../texts.ts'

/** Organisers' people have accounts of their own; the bearer is in a cookie that no script reads. */
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
    <form {...form} className="mx-auto max-w-md space-y-group py-part">
      <PageTitle look="office">{t('signInTitle')}</PageTitle>
      <p className="text-soft">{t('signInHint')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('email')} label={t('email')} type="email" autoComplete="username" />
      <TextField
        {...field('password')}
        label={t('password')}
        type="password"
        autoComplete="current-password"
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('signIn')}
      </SubmitBar>
    </form>
  )
}
