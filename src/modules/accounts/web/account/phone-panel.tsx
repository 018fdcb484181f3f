import { useEffect, useRef, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { WaitButton } from '#design/parts/wait-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { accountsChangePhone } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { useSubmit, type Problems } from '../use-submit.ts'
import { DoneNote, Panel } from './panel.tsx'

interface SentCode {
  readonly phone: string
  readonly codeId: string
  readonly phoneHint: string
  /** By this browser's clock, in milliseconds. */
  readonly againAt: number
}

/** The phone is changed by its owner alone: whoever can read the code sent to it. */
export function PhonePanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const [sent, setSent] = useState<SentCode | null>(null)
  const [isChanged, setChanged] = useState(false)
  const state = account.isPhoneVerified ? t('phoneVerified') : t('phoneNotVerified')
  return (
    <Panel
      title={t('phoneTitle')}
      note={
        <p>
          {account.phone ? (
            <>
              <span className="figures whitespace-nowrap text-ink">{account.phone}</span> · {state}
            </>
          ) : (
            t('phoneNone')
          )}
        </p>
      }
    >
      <div className="grid max-w-[30rem] justify-items-start gap-5 [&>:not(button)]:w-full">
        {sent === null ? (
          <PhoneForm onSent={setSent} onTyped={() => setChanged(false)} />
        ) : (
          <CodeForm
            sent={sent}
            onSent={setSent}
            onDone={(isTaken) => {
              setChanged(isTaken)
              setSent(null)
            }}
          />
        )}
        <DoneNote>{isChanged ? t('phoneChanged') : ''}</DoneNote>
      </div>
    </Panel>
  )
}

/** Asks for a code; the answer names it. */
async function sendCode(locale: 'ka' | 'en', phone: string): Promise<SentCode | null> {
  const reply = await browserClient(locale).send(accountsChangePhone, { body: { phone } })
  if (!('codeId' in reply)) return null
  const { codeId, phoneHint, againAfterSeconds } = reply
  return { phone, codeId, phoneHint, againAt: Date.now() + againAfterSeconds * 1_000 }
}

function PhoneForm(props: { onSent: (sent: SentCode | null) => void; onTyped: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const [phone, setPhone] = useState('')
  const { form, isWaiting, problems, refusal, forget } = useSubmit<'phone'>({
    check() {
      const found: Problems<'phone'> = {}
      if (!/^\+[1-9]\d{7,14}$/.test(international(phone))) found.phone = t('phoneWrong')
      return found
    },
    async send() {
      props.onSent(await sendCode(locale, international(phone)))
      return 'leave'
    },
  })
  return (
    <form {...form} method="post" className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('phoneNew')}
        hint={t('phoneHint')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={32}
        value={phone}
        error={problems.phone}
        onChange={(event) => {
          setPhone(event.target.value)
          props.onTyped()
          forget('phone')
        }}
      />
      <WaitButton
        type="submit"
        isWaiting={isWaiting}
        waitingText={t('sending')}
        className="button button-quiet"
      >
        {t('codeSend')}
      </WaitButton>
    </form>
  )
}

/** Nine digits that begin with a five are a Georgian mobile, as people here write it. */
function international(typed: string): string {
  const bare = typed.replaceAll(/[\s()-]/g, '')
  return /^5\d{8}$/.test(bare) ? `+995${bare}` : bare
}

interface CodeFormProps {
  readonly sent: SentCode
  readonly onSent: (sent: SentCode | null) => void
  /** True when the phone was taken, false when the customer gave up. */
  readonly onDone: (isTaken: boolean) => void
}

function CodeForm({ sent, onSent, onDone }: CodeFormProps) {
  const t = useTexts()
  const locale = useLocale()
  const again = useAction()
  const [code, setCode] = useState('')
  const seconds = useSecondsUntil(sent.againAt)
  const field = useRef<HTMLInputElement>(null)
  // What was asked for stands where the phone's form stood: the focus goes along.
  useEffect(() => field.current?.focus(), [])
  const { form, isWaiting, problems, refusal, forget } = useSubmit<'code'>({
    check() {
      const found: Problems<'code'> = {}
      if (!/^\d{6}$/.test(code)) found.code = t('codeShort')
      return found
    },
    async send() {
      const body = { codeId: sent.codeId, code }
      await browserClient(locale).send(accountsChangePhone, { body })
      await again.run(() => Promise.resolve())
      onDone(true)
      return 'leave'
    },
  })
  const problem = refusal ?? again.refusal
  return (
    <form {...form} method="post" className="space-y-4">
      {problem && <Notice>{problem}</Notice>}
      <TextField
        label={t('code')}
        hint={t('codeHint', { phone: sent.phoneHint })}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        ref={field}
        value={code}
        error={problems.code}
        className="figures max-w-[11rem] text-xl tracking-[0.3em]"
        onChange={(event) => {
          setCode(event.target.value.replaceAll(/\D/g, ''))
          forget('code')
        }}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <WaitButton type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('codeConfirm')}
        </WaitButton>
        <WaitButton
          type="button"
          isWaiting={again.isWaiting}
          waitingText={t('sending')}
          aria-disabled={seconds > 0 || undefined}
          className="button button-quiet figures"
          onClick={() => {
            if (seconds === 0)
              void again.run(async () => onSent(await sendCode(locale, sent.phone)))
          }}
        >
          {seconds > 0 ? t('codeAgainIn', { seconds }) : t('codeAgain')}
        </WaitButton>
        <button type="button" onClick={() => onDone(false)} className="link min-h-11">
          {t('phoneOther')}
        </button>
      </div>
    </form>
  )
}

/** Whole seconds until a moment of this browser's clock, counted down each second. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((moment - now) / 1_000))
}
