import { useState, type FormEvent } from 'react'
import { useRevalidator } from 'react-router'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { When } from '#design/parts/when.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { refundConfirmation } from '#modules/orders/confirmation-contract.ts'
import type { OfficeOrderView } from '../../sales-contract.ts'
import { useTexts } from '../texts.ts'

type Confirmation = OfficeOrderView['confirmations'][number]

/** Confirmations by external suppliers, with a refund for those that do not answer. */
export function Confirmations({ order }: { order: OfficeOrderView }) {
  const t = useTexts()
  const locale = useLocale()
  if (order.confirmations.length === 0) return null
  const nameOf = ({ source, itemId }: Confirmation): string =>
    order.items.find((item) => item.source === source && item.itemId === itemId)?.name[locale] ??
    `${source} ${itemId}`
  return (
    <Panel title={t('confirmations')} look="ruled">
      <ul className="divide-y divide-rule">
        {order.confirmations.map((one) => (
          <li key={one.confirmationId} className="space-y-tight py-near first:pt-0 last:pb-0">
            <p className="flex justify-between gap-group font-semibold">
              {nameOf(one)}
              <StateMark confirmation={one} />
            </p>
            <Dotted
              className="text-note text-soft"
              facts={[
                <span key="by">
                  {t('confirmBy')} <When at={one.confirmBy} />
                </span>,
                t('confirmAttempts', { count: one.attemptCount }),
                one.detail,
              ]}
            />
            {one.state === 'pending' && <RefundForm confirmation={one} />}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function StateMark({ confirmation: { state, isOverdue } }: { confirmation: Confirmation }) {
  const t = useTexts()
  if (state === 'confirmed') return <Badge tone="good">{t('confirmedState')}</Badge>
  if (state === 'refused') return <Badge>{t('refusedState')}</Badge>
  return <Badge tone="warn">{t(isOverdue ? 'overdueState' : 'pendingState')}</Badge>
}

/** Used after the supplier has stated, for example by telephone, that it has no booking. */
function RefundForm({ confirmation: { confirmationId } }: { confirmation: Confirmation }) {
  const t = useTexts()
  const client = useProvenClient()
  const [note, setNote] = useState('')
  const { run, isWaiting, refusal } = useWork()
  const { revalidate } = useRevalidator()

  function send(event: FormEvent): void {
    event.preventDefault()
    void run(async () => {
      const request = { params: { confirmationId }, body: { note: note.trim() } }
      await client.send(refundConfirmation, request)
      await revalidate()
    })
  }

  return (
    <form onSubmit={send} className="space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('confirmRefundNote')}
        hint={t('confirmRefundHint')}
        name="note"
        required
        minLength={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('waitMoment')}>
        {t('confirmRefund')}
      </Button>
    </form>
  )
}
