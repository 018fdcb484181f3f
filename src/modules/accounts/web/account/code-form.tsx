import { useEffect, useRef, useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { CodeField } from '#design/parts/code-field.tsx'
import { useTexts } from '../texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'

/** A code that is on its way to a phone. */
export interface SentCode {
  readonly codeId: string
  /** The phone with its middle hidden. */
  readonly phoneHint: string
  /** When the next code may be requested, by this browser's clock, in milliseconds. */
  readonly againAt: number
}

/** State of the form after the reply to a request for a code. */
export function sentCode(reply: {
  readonly codeId: string
  readonly phoneHint: string
  readonly againAfterSeconds: number
}): SentCode {
  const { codeId, phoneHint, againAfterSeconds } = reply
  return { codeId, phoneHint, againAt: Date.now() + againAfterSeconds * 1_000 }
}

interface CodeFormProps {
  readonly sent: SentCode
  /** Submits the code. Throws `CallError` when it is refused. */
  readonly confirm: (code: string) => Promise<void>
  readonly sendAgain: () => Promise<void>
  /** Label of the link back to the previous form. */
  readonly otherText: string
  readonly onOther: () => void
}

export function CodeForm({ sent, confirm, sendAgain, otherText, onOther }: CodeFormProps) {
  const t = useTexts()
  const again = usePageWork()
  const seconds = useSecondsUntil(sent.againAt)
  const box = useRef<HTMLInputElement>(null)
  // This form replaces the previous one, so the focus moves to it.
  useEffect(() => box.current?.focus(), [])
  const { form, field, change, isWaiting, refusal } = useForm({
    initial: { code: '' },
    words: { code: t('codeShort') },
    check: ({ code }) => ({ code: /^\d{6}$/.test(code) ? null : t('codeShort') }),
    refusedField: { CodeWrong: 'code' },
    async send({ code }) {
      await confirm(code)
      return 'leave'
    },
  })
  const problem = refusal ?? again.refusal
  return (
    <form {...form} className="space-y-4">
      {problem && <Notice>{problem}</Notice>}
      <CodeField
        {...field('code')}
        label={t('code')}
        hint={t('codeHint', { phone: sent.phoneHint })}
        length={6}
        ref={box}
        className="figures max-w-[11rem] text-xl tracking-[0.3em]"
        onCode={(code) => change({ code })}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('codeConfirm')}
        </Button>
        <Button
          look="quiet"
          isWaiting={again.isWaiting}
          waitingText={t('sending')}
          aria-disabled={seconds > 0 || undefined}
          onClick={() => {
            if (seconds === 0) void again.run(sendAgain)
          }}
          className="figures"
        >
          {seconds > 0 ? t('codeAgainIn', { seconds }) : t('codeAgain')}
        </Button>
        <button type="button" onClick={onOther} className="link min-h-11">
          {otherText}
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
