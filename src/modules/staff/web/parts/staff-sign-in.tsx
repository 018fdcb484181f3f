import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { merchantToken, type StaffProfileView } from '../../contract.ts'
import { staffPasskeySignIn } from '../../team-contract.ts'
import { answerPasskey } from '../passkeys.ts'
import { useTexts } from '../texts.ts'

interface StaffSignInProps {
  readonly onSignedIn: (profile: StaffProfileView) => void
}

interface SecondStep {
  readonly challengeId: string
  readonly options: object
}

/**
 * Sign-in of organisers' staff, in the scanner and in the back office. They have separate accounts; the bearer is in an
 * HttpOnly cookie. Staff with a passkey must use it after the password.
 */
export function StaffSignIn({ onSignedIn }: StaffSignInProps) {
  const t = useTexts()
  const [step, setStep] = useState<SecondStep | null>(null)
  const { form, field, isWaiting, refusal } = useForm({
    initial: { email: '', password: '' },
    call: merchantToken,
    async send(body) {
      try {
        onSignedIn((await browserClient().send(merchantToken, { body })).profile)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'PasskeyRequired') throw error
        setStep(error.detail as unknown as SecondStep)
      }
    },
  })
  if (step) return <Confirm step={step} onSignedIn={onSignedIn} onLeft={() => setStep(null)} />
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

const outcomes = {
  'given-up': 'passkeyGivenUp',
  'known-already': 'passkeyGivenUp',
  'not-supported': 'passkeyNotSupported',
} as const

interface ConfirmProps extends StaffSignInProps {
  readonly step: SecondStep
  readonly onLeft: () => void
}

/** The second step. A challenge is valid once: after a refusal the sign-in starts again. */
function Confirm({ step, onSignedIn, onLeft }: ConfirmProps) {
  const t = useTexts()
  const { run, isWaiting, refusal } = useWork()
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null)
  const confirm = () =>
    run(async () => {
      setOutcome(null)
      const credential = await answerPasskey(step.options)
      if (typeof credential === 'string') return setOutcome(credential)
      const body = { challengeId: step.challengeId, credential: { ...credential } }
      onSignedIn((await browserClient().send(staffPasskeySignIn, { body })).profile)
    })
  const problem = refusal ?? (outcome && t(outcomes[outcome]))
  return (
    <div className="mx-auto max-w-md space-y-group py-part">
      <PageTitle look="office">{t('secondStepTitle')}</PageTitle>
      <p className="text-soft">{t('secondStepHint')}</p>
      {problem && <Notice>{problem}</Notice>}
      <div className="flex flex-wrap gap-near">
        <Button isWaiting={isWaiting} waitingText={t('waiting')} onClick={() => void confirm()}>
          {t('usePasskey')}
        </Button>
        <Button look="quiet" onClick={onLeft}>
          {t('startAgain')}
        </Button>
      </div>
    </div>
  )
}
