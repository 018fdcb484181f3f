import { Timer } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { useTimeLeft } from '#design/data/time-left.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCountdown, formatMoney } from '#kernel/format.ts'
import { finishByInvitation, guestNameLengthMax, payByInvitation } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { InvitedHead } from './invited-head.tsx'
import type { InvitedProps } from './invited.ts'

/** Steps of paying: item, amount and deadline, then the outcome of the payment. */
export function InvitedToPay(props: InvitedProps) {
  const { invited, name } = props
  const t = useTexts()
  useBankAnswer(props)
  const { state, payment } = invited
  const isBack = payment?.state === 'refunding' || payment?.state === 'refunded'
  if (isBack) return <InvitedHead title={t('backTitle')} text={t('backText')} />
  switch (state) {
    case 'open':
      return (
        <InvitedHead title={t('payTitle', { name })} text={t('payText')}>
          <Clock {...props} />
          <PayForm {...props} />
        </InvitedHead>
      )
    case 'declined':
      return (
        <InvitedHead title={t('declinedTitle')} text={t('declinedText')}>
          <PayForm {...props} />
        </InvitedHead>
      )
    case 'yours':
      return (
        <InvitedHead title={t('askingTitle')} text={t('askingText')}>
          {payment?.redirectUrl && (
            <LinkButton size="large" href={payment.redirectUrl}>
              {t('backToBank')}
            </LinkButton>
          )}
        </InvitedHead>
      )
    case 'busy':
      return <InvitedHead title={t('busyTitle')} text={t('busyText')} />
    case 'paid':
      return payment?.state === 'captured' ? (
        <InvitedHead title={t('youPaidTitle')} text={t('youPaidText', { name })} />
      ) : (
        <InvitedHead title={t('paidTitle')} text={t('paidText', { name })} />
      )
    default:
      return <InvitedHead title={t('payEndedTitle')} text={t('payEndedText', { name })} />
  }
}

/** Remaining time of the hold; at zero the server decides. */
function Clock({ invited, receivedAt }: InvitedProps) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const left = useTimeLeft({ value: invited, receivedAt })
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) void revalidate()
  }, [isOver, revalidate])
  return (
    <p className="flex items-center gap-2.5 rounded-lg bg-ink px-4 py-2.5 text-paper">
      <Timer size={20} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 grow leading-snug">{t('heldFor')}</span>
      <span
        role="timer"
        aria-label={t('heldFor')}
        className="figures text-xl leading-none font-bold"
      >
        {formatCountdown(left)}
      </span>
    </p>
  )
}

function PayForm({ token, invited }: InvitedProps) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  const [name, setName] = useState('')
  const { total } = invited
  if (total === null) return null

  function submit(event: FormEvent): void {
    event.preventDefault()
    void run(async () => {
      try {
        const body = { token, totalMinor: total?.amount ?? 0, name: name.trim() }
        const { redirectUrl } = await browserClient(locale).send(payByInvitation, { body })
        if (/^https?:\/\//.test(redirectUrl)) window.location.assign(redirectUrl)
      } catch (error) {
        // The order's state or total may differ from what the page shows.
        void revalidate()
        throw error
      }
    })
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('payerName')}
        hint={t('payerNameHint')}
        name="name"
        autoComplete="given-name"
        maxLength={guestNameLengthMax}
        value={name}
        error={null}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        type="submit"
        size="large"
        isWide
        isWaiting={isWaiting}
        waitingText={t('goingToBank')}
        className="figures"
      >
        {t('pay', { amount: formatMoney(locale, total) })}
      </Button>
    </form>
  )
}

const firstPauseMilliseconds = 1_500
const longestPauseMilliseconds = 15_000

/** Polls the status of the caller's open payment with increasing pauses. */
function useBankAnswer({ token, invited, onInvited }: InvitedProps): void {
  const pause = useRef(0)
  const isOpen = invited.state === 'yours'
  useEffect(() => {
    if (!isOpen) return
    const leaving = new AbortController()
    const { signal: over } = leaving
    const timer = setTimeout(() => {
      pause.current = Math.min(
        Math.max(pause.current * 1.5, firstPauseMilliseconds),
        longestPauseMilliseconds,
      )
      inTime(
        (signal) => browserClient().send(finishByInvitation, { body: { token } }, { signal }),
        over,
      ).then(
        (answer) => over.aborted || onInvited(answer),
        () => over.aborted || onInvited({ ...invited }),
      )
    }, pause.current)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [isOpen, invited, onInvited, token])
}
