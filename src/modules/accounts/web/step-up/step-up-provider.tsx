import { useCallback, useState, type ReactNode } from 'react'
import type { StepUpMethod, StepUpPurpose } from '#contract/step-up.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { ownStepUpBegin, ownStepUpProve, ownStepUpState } from '../../step-up-contract.ts'
import { CodeForm, sentCode, type SentCode } from '../account/code-form.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { answerPasskey } from '../passkeys.ts'
import { useTexts } from '../texts.ts'
import { StepUpContext } from './use-proven-client.ts'

interface Asked {
  readonly purpose: StepUpPurpose
  readonly methods: readonly StepUpMethod[]
  readonly answer: (proof: string | null) => void
}

/** Provides the step-up dialog to the pages inside it. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const t = useTexts()
  const locale = useLocale()
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(
    async (purpose: StepUpPurpose) => {
      const { methods } = await browserClient(locale).send(ownStepUpState)
      return new Promise<string | null>((resolve) => {
        setAsked({ purpose, methods, answer: resolve })
      })
    },
    [locale],
  )
  function close(proof: string | null): void {
    asked?.answer(proof)
    setAsked(null)
  }
  return (
    <StepUpContext value={ask}>
      {children}
      <Dialog isOpen={asked !== null} title={t('stepUpTitle')} onClose={() => close(null)}>
        {asked && <StepUpForm asked={asked} onDone={close} />}
      </Dialog>
    </StepUpContext>
  )
}

/** Why the person is asked, by purpose. */
const reasons = {
  phone: 'stepUpText',
  email: 'stepUpText',
  passkeys: 'stepUpText',
  'bank-accounts': 'stepUpText',
  'outside-accounts': 'stepUpText',
  payouts: 'stepUpPayouts',
  refunds: 'stepUpRefunds',
  webhooks: 'stepUpText',
  export: 'stepUpExport',
  deletion: 'stepUpDeletion',
} as const satisfies Record<StepUpPurpose, string>

interface StepUpFormProps {
  readonly asked: Asked
  readonly onDone: (proof: string | null) => void
}

function StepUpForm({ asked: { purpose, methods }, onDone }: StepUpFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const client = browserClient(locale)
  const { run, isWaiting, refusal } = usePageWork()
  const [code, setCode] = useState<SentCode | null>(null)

  const sendCode = async (): Promise<void> => {
    const reply = await client.send(ownStepUpBegin, { body: { purpose, method: 'code' } })
    if ('codeId' in reply) setCode(sentCode(reply))
  }
  const byPasskey = (): Promise<void> =>
    run(async () => {
      const begun = await client.send(ownStepUpBegin, { body: { purpose, method: 'passkey' } })
      if (!('challengeId' in begun)) return
      const credential = await answerPasskey(begun.options)
      if (credential === null) return
      const body = { purpose, challengeId: begun.challengeId, credential }
      onDone((await client.send(ownStepUpProve, { body })).proof)
    })

  if (code)
    return (
      <div className="mt-4">
        <CodeForm
          sent={code}
          otherText={t('stepUpOther')}
          onOther={() => setCode(null)}
          sendAgain={sendCode}
          confirm={async (digits) => {
            const body = { purpose, codeId: code.codeId, code: digits }
            onDone((await client.send(ownStepUpProve, { body })).proof)
          }}
        />
      </div>
    )
  return (
    <div className="mt-2 grid gap-5">
      <p className="text-soft">{methods.length > 0 ? t(reasons[purpose]) : t('stepUpNone')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      {methods.includes('password') && <PasswordForm purpose={purpose} onDone={onDone} />}
      <div className="flex flex-wrap gap-3">
        {methods.includes('passkey') && (
          <Button
            look="quiet"
            isWaiting={isWaiting}
            waitingText={t('passkeyWaiting')}
            onClick={() => void byPasskey()}
          >
            {t('stepUpPasskey')}
          </Button>
        )}
        {methods.includes('code') && (
          <Button
            look="quiet"
            isWaiting={isWaiting}
            waitingText={t('sending')}
            onClick={() => void run(sendCode)}
          >
            {t('stepUpCode')}
          </Button>
        )}
        <button type="button" className="link min-h-11" onClick={() => onDone(null)}>
          {t('stepUpCancel')}
        </button>
      </div>
    </div>
  )
}

function PasswordForm(props: { purpose: StepUpPurpose; onDone: (proof: string) => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? t('passwordMissing') : null }),
    refusedField: { PasswordWrong: 'password' },
    async send({ password }) {
      const body = { purpose: props.purpose, password }
      props.onDone((await browserClient(locale).send(ownStepUpProve, { body })).proof)
      return 'leave'
    },
  })
  return (
    <form
      {...form}
      method="post"
      className="grid justify-items-start gap-4 [&>:not(button)]:w-full"
    >
      {refusal && <Notice>{refusal}</Notice>}
      <PasswordField
        {...field('password')}
        label={t('passwordOld')}
        autoComplete="current-password"
        maxLength={200}
      />
      <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
        {t('stepUpConfirm')}
      </Button>
    </form>
  )
}
