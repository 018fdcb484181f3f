import { Link2 } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { recipientOf, type Recipient } from '#kernel/recipient.ts'
import { inviteToOrder, type InvitationView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { useInvitations } from '../use-invitations.ts'
import { InvitationList } from './invitation-list.tsx'

interface InvitationsProps {
  readonly orderKey: string
  readonly purpose: InvitationView['purpose']
  readonly explanation: string
  /** Called when somebody pays or has paid. */
  readonly onChanged?: () => void
}

/** Sent invitations of one purpose, and the form to send another. */
export function Invitations({ orderKey, purpose, explanation, onChanged }: InvitationsProps) {
  const t = useTexts()
  const { list, hasFailed, load } = useInvitations(orderKey)
  const { run, isWaiting, refusal } = useWork()
  const [announcement, setAnnouncement] = useState('')
  const shown = list?.invitations.filter((one) => one.purpose === purpose) ?? null
  useReportOnce(shown, onChanged)
  const activeCount = shown?.filter(({ state }) => state !== 'ended').length ?? 0
  const isFull = purpose === 'join' && list !== null && activeCount >= list.ticketCount

  const invite = (to: Recipient | Record<never, never>, done: string) =>
    run(async () => {
      await browserClient().send(inviteToOrder, { body: { orderKey, purpose, ...to } })
      await load()
      setAnnouncement(done)
    })

  return (
    <div className="mt-3 space-y-5">
      <p className="text-soft">{explanation}</p>
      {refusal && <Notice>{refusal}</Notice>}
      {shown === null && !hasFailed && <Skeleton label={t('loading')} blocks={['h-12']} />}
      {hasFailed && <Notice>{t('networkProblem')}</Notice>}
      {shown && (
        <InvitationList
          orderKey={orderKey}
          invitations={shown}
          onRevoked={async () => {
            await load()
            setAnnouncement(t('revoked'))
          }}
        />
      )}
      <output className="block font-semibold text-good empty:hidden">{announcement}</output>
      {isFull ? (
        <p className="text-soft">{t('allInvited')}</p>
      ) : (
        <ReceiverForm
          isWaiting={isWaiting}
          onSend={(to) => invite(to, t('sent'))}
          onMakeLink={() => invite({}, t('linkMade'))}
        />
      )}
    </div>
  )
}

/** Calls back once when a payment starts or succeeds, since the page shows an outdated order then. */
function useReportOnce(
  shown: readonly InvitationView[] | null,
  onPaymentChange: (() => void) | undefined,
) {
  const reported = useRef('')
  const paymentState =
    shown?.find(({ state }) => state === 'paying' || state === 'paid')?.state ?? ''
  useEffect(() => {
    if (paymentState === '' || paymentState === reported.current) return
    reported.current = paymentState
    onPaymentChange?.()
  }, [paymentState, onPaymentChange])
}

interface ReceiverFormProps {
  readonly isWaiting: boolean
  readonly onSend: (recipient: Recipient) => Promise<void>
  readonly onMakeLink: () => Promise<void>
}

function ReceiverForm({ isWaiting, onSend, onMakeLink }: ReceiverFormProps) {
  const t = useTexts()
  const [to, setTo] = useState('')
  const [isWrong, setWrong] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    // In React, events bubble from this panel into the form that contains it.
    event.stopPropagation()
    const recipient = recipientOf(to)
    setWrong(recipient === null)
    if (recipient !== null) void onSend(recipient)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label={t('sendTo')}
        hint={t('sendToHint')}
        name="recipient"
        autoComplete="off"
        inputMode="email"
        value={to}
        error={isWrong ? t('sendToWrong') : null}
        onChange={(event) => {
          setTo(event.target.value)
          setWrong(false)
        }}
      />
      <div className="flex flex-wrap gap-3 *:grow">
        <Button
          look="quiet"
          aria-disabled={isWaiting || undefined}
          onClick={() => void onMakeLink()}
        >
          <Link2 size={18} aria-hidden="true" />
          {t('makeLink')}
        </Button>
        <Button type="submit" isWaiting={isWaiting} waitingText={t('working')}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
