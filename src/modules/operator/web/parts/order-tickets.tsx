import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { refundOfficeTickets } from '../../refund-contract.ts'
import type { OfficeOrderView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

/** The tickets of an order. Valid ones can be selected and fully refunded. */
export function OrderTickets({ order }: { order: OfficeOrderView }) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isConfirming, setConfirming] = useState(false)
  const { tickets, orderNumber } = order
  if (tickets.length === 0) return null
  const count = chosen.length
  function toggle(ticketIdentifier: string, isChosen: boolean): void {
    const others = chosen.filter((one) => one !== ticketIdentifier)
    setChosen(isChosen ? [...others, ticketIdentifier] : others)
  }
  async function finish(): Promise<void> {
    setConfirming(false)
    setChosen([])
    await revalidate()
  }
  return (
    <Panel title={t('orderTickets')} look="ruled">
      <ul className="divide-y divide-rule">
        {tickets.map(({ ticketIdentifier, statusName, isUsed }) => (
          <li
            key={ticketIdentifier}
            className="flex items-center justify-between gap-near py-tight"
          >
            {statusName === 'Active' ? (
              <Checkbox
                label={<span className="figures break-all">{ticketIdentifier}</span>}
                checked={chosen.includes(ticketIdentifier)}
                onChange={({ target }) => toggle(ticketIdentifier, target.checked)}
              />
            ) : (
              <span className="figures break-all">{ticketIdentifier}</span>
            )}
            <TicketMark statusName={statusName} isUsed={isUsed} />
          </li>
        ))}
      </ul>
      {tickets.some(({ statusName }) => statusName === 'Active') && (
        <Button
          look="danger"
          className="mt-near"
          aria-disabled={count === 0 || undefined}
          onClick={() => count > 0 && setConfirming(true)}
        >
          {t('refundChosen', { count })}
        </Button>
      )}
      <Dialog
        isOpen={isConfirming}
        isSheet
        title={t('refundTitle', { count })}
        onClose={() => setConfirming(false)}
      >
        {isConfirming && (
          <Refund
            orderNumber={orderNumber}
            chosen={chosen}
            onLeft={() => setConfirming(false)}
            onDone={() => void finish()}
          />
        )}
      </Dialog>
    </Panel>
  )
}

type TicketState = Pick<OfficeOrderView['tickets'][number], 'statusName' | 'isUsed'>

function TicketMark({ statusName, isUsed }: TicketState) {
  const t = useTexts()
  if (statusName !== 'Active') return <Badge>{t('ticketEnded')}</Badge>
  return isUsed ? <Badge>{t('ticketUsed')}</Badge> : <Badge tone="good">{t('ticketValid')}</Badge>
}

interface RefundProps {
  readonly orderNumber: string
  readonly chosen: readonly string[]
  readonly onLeft: () => void
  readonly onDone: () => void
}

function Refund({ orderNumber, chosen, onLeft, onDone }: RefundProps) {
  const t = useTexts()
  const locale = useLocale()
  // One idempotency key per form, so that repeated requests make one refund.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const { form, field, refusal, isWaiting } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? t('refundReasonMissing') : null }),
    async send({ reason }) {
      const request = { params: { orderNumber }, body: { ticketIdentifiers: [...chosen], reason } }
      const done = await browserClient(locale).send(refundOfficeTickets, request, {
        idempotencyKey,
      })
      showToast({ text: t('refundDone', { amount: formatMoney(locale, done.amount) }) })
      onDone()
    },
  })
  return (
    <form {...form} className="mt-near space-y-near">
      <p className="text-soft">{t('refundNote')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('reason')} label={t('refundReason')} maxLength={300} />
      <SubmitBar
        isWaiting={isWaiting}
        waitingText={t('waitMoment')}
        others={
          <Button look="quiet" onClick={onLeft}>
            {t('refundLeave')}
          </Button>
        }
      >
        {t('refundSubmit')}
      </SubmitBar>
    </form>
  )
}
