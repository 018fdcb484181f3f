import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { merchantToken, type StaffProfileView } from '#modules/staff/contract.ts'
import { useTexts } from '../texts.ts'

/** Staff sign in with an account of their own; the bearer goes into a cookie that no script reads. */
export function SignIn({ onSignedIn }: { onSignedIn: (profile: StaffProfileView) => void }) {
  const t = useTexts()
  const [isWaiting, setWaiting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function signIn(form: FormData): Promise<void> {
    setWaiting(true)
    setRefusal(null)
    const given = (name: string) => String(form.get(name) ?? '')
    try {
      const body = { email: given('email'), password: given('password') }
      onSignedIn((await browserClient().send(merchantToken, { body })).profile)
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('networkProblem'))
    }
    setWaiting(false)
  }

  return (
    <form
      className="mx-auto max-w-md space-y-5 py-8"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWaiting) void signIn(new FormData(event.currentTarget))
      }}
    >
      <div>
        <PageTitle>{t('signInTitle')}</PageTitle>
        <p className="mt-2 text-soft">{t('signInHint')}</p>
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField label={t('email')} name="email" type="email" autoComplete="username" required />
      <TextField
        label={t('password')}
        name="password"
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
