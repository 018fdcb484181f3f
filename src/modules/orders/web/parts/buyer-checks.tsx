import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { CodeField } from '#design/parts/code-field.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import {
  validateCheck,
  validatePrivateNumber,
  validateSend,
  type BuyerChecksView,
} from '../../check-contract.ts'
import { useCheckTexts } from '../checks-texts.ts'

interface BuyerChecksProps {
  readonly orderKey: string
  readonly checks: BuyerChecksView
  /** What the server found missing when it was asked to take the payment, or null. */
  readonly missing: string | null
  /** Something was proved; with `mayPay`, it was the last thing in the way of a payment that was asked for. */
  readonly onProved: (mayPay: boolean) => void
}

/** What the buyer proves before paying: a personal number at once, the phone when the payment asks for it. */
export default function BuyerChecks({ orderKey, checks, missing, onProved }: BuyerChecksProps) {
  const t = useCheckTexts()
  const [known, setKnown] = useState(checks)
  const asksPhone = missing === 'PhoneNotConfirmed' && !known.phone.isDone

  function take(answer: BuyerChecksView): void {
    setKnown(answer)
    const isAll = [answer.phone, answer.privateNumber].every((one) => !one.isNeeded || one.isDone)
    onProved(missing !== null && isAll)
  }

  return (
    <section className="space-y-4">
      <h2 className="font-display text-2xl font-bold">{t('checksTitle')}</h2>
      {known.privateNumber.isNeeded && (
        <PrivateNumber orderKey={orderKey} check={known.privateNumber} onDone={take} />
      )}
      {known.phone.isNeeded &&
        (asksPhone ? (
          <PhoneCode orderKey={orderKey} onDone={take} />
        ) : (
          <p className="flex items-center gap-2 text-soft">
            {known.phone.isDone && <CircleCheck size={20} aria-hidden="true" />}
            {known.phone.isDone ? t('phoneProved') : t('phoneWillBeAsked')}
          </p>
        ))}
    </section>
  )
}

interface PrivateNumberProps {
  readonly orderKey: string
  readonly check: BuyerChecksView['privateNumber']
  readonly onDone: (checks: BuyerChecksView) => void
}

function PrivateNumber({ orderKey, check, onDone }: PrivateNumberProps) {
  const t = useCheckTexts()
  const locale = useLocale()
  const [number, setNumber] = useState('')
  const [isOpen, setOpen] = useState(!check.isDone)
  const sending = useWork()
  if (!isOpen)
    return (
      <p className="flex flex-wrap items-center gap-2">
        <CircleCheck size={20} aria-hidden="true" />
        {t('privateNumberTaken', { hint: check.hint ?? '' })}
        <button type="button" className="link py-2.5" onClick={() => setOpen(true)}>
          {t('privateNumberOther')}
        </button>
      </p>
    )

  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void sending.run(async () => {
          const body = { orderKey, privateNumber: number }
          const answer = await browserClient(locale).send(validatePrivateNumber, { body })
          setOpen(false)
          onDone(answer)
        })
      }}
    >
      <div className="min-w-0 grow basis-64">
        <TextField
          label={t('privateNumber')}
          name="privateNumber"
          value={number}
          inputMode="numeric"
          autoComplete="off"
          maxLength={64}
          required
          error={sending.refusal}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
      <Button type="submit" look="quiet" isWaiting={sending.isWaiting} waitingText={t('checking')}>
        {t('privateNumberSend')}
      </Button>
      {check.ticketsMax !== null && (
        <p className="w-full text-note text-soft">
          {t('privateNumberWhy', { most: check.ticketsMax })}
        </p>
      )}
    </form>
  )
}

interface PhoneCodeProps {
  readonly orderKey: string
  readonly onDone: (checks: BuyerChecksView) => void
}

/** First a code is asked for, then it is typed; a wrong one may be tried again, and another be sent. */
function PhoneCode({ orderKey, onDone }: PhoneCodeProps) {
  const t = useCheckTexts()
  const locale = useLocale()
  const [sent, setSent] = useState<{ codeId: string; phoneHint: string } | null>(null)
  const [code, setCode] = useState('')
  const sending = useWork()

  const send = (): Promise<void> =>
    sending.run(async () =>
      setSent(await browserClient(locale).send(validateSend, { query: { orderKey } })),
    )
  const check = (): Promise<void> =>
    sending.run(async () => {
      if (!sent) return
      const body = { orderKey, codeId: sent.codeId, code }
      onDone(await browserClient(locale).send(validateCheck, { body }))
    })

  if (!sent)
    return (
      <div className="space-y-3">
        <p>{t('phoneCodeWhy')}</p>
        <Button
          isWaiting={sending.isWaiting}
          waitingText={t('checking')}
          onClick={() => void send()}
        >
          {t('phoneCodeSend')}
        </Button>
        {sending.refusal && <p role="alert">{sending.refusal}</p>}
      </div>
    )
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <div className="min-w-0 grow basis-64">
        <CodeField
          label={t('phoneCode', { phone: sent.phoneHint })}
          name="code"
          value={code}
          length={6}
          required
          error={sending.refusal}
          onCode={setCode}
        />
      </div>
      <Button type="submit" isWaiting={sending.isWaiting} waitingText={t('checking')}>
        {t('phoneCodeCheck')}
      </Button>
      <button type="button" className="link py-2.5" onClick={() => void send()}>
        {t('phoneCodeAgain')}
      </button>
    </form>
  )
}
